"""Verdicts on multi-label metrics, derived again from the specification's conditions on all small outputs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import permutations, product
from math import isclose
from typing import Any

import pytest
from naive_multilabel import NAIVE, Output, Parents, closure

import axiometrics as ax
from axiometrics.axioms import constraints
from axiometrics.metrics import metric, metrics
from axiometrics.tasks import get_task

SIZE = 4
Case = tuple[Output, Output]
TREES: dict[int, list[Parents]] = {
    1: [{"a": []}],
    2: [{"a": [], "b": []}, {"a": [], "b": ["a"]}],
    3: [
        {"a": [], "b": [], "c": []},
        {"a": [], "b": ["a"], "c": []},
        {"a": [], "b": ["a"], "c": ["a"]},
        {"a": [], "b": ["a"], "c": ["b"]},
    ],
}
"""All shapes of a few labels, written by hand."""


@cache
def outputs() -> list[Output]:
    found = []
    for items, labels in ((n, size - n) for size in range(2, SIZE + 1) for n in range(1, size)):
        for tree in TREES[labels]:
            names = list(tree)
            sets = [frozenset(each) for k in range(len(names) + 1) for each in permutations(names, k)]
            gold = list(dict.fromkeys(sets))
            lists = [each for k in range(len(names) + 1) for each in permutations(names, k)]
            for g, s in product(product(gold, repeat=items), product(lists, repeat=items)):
                found.append(Output(tree, g, s))
    return found


def with_list(o: Output, item: int, labels: Sequence[str]) -> Output:
    return Output(o.parents, o.gold, [*o.lists[:item], tuple(labels), *o.lists[item + 1 :]])


def replaced(labels: Sequence[str], old: str, new: str) -> list[str]:
    return [new if label == old else label for label in labels]


def each_item(o: Output) -> Iterator[tuple[int, frozenset[str], list[str], frozenset[str], frozenset[str]]]:
    return ((i, o.gold[i], list(o.lists[i]), o.closed_gold[i], o.closed_system[i]) for i in range(o.n))


def lost(o: Output, old: Sequence[str], new: Sequence[str]) -> frozenset[str]:
    return closure(o.parents, old) - closure(o.parents, new)


def correct_addition(o: Output) -> Iterator[Case]:
    for i, g, s, _, cs in each_item(o):
        yield from ((o, with_list(o, i, [*s, c])) for c in g - cs)


def wrong_removal(o: Output) -> Iterator[Case]:
    for i, _, s, cg, _ in each_item(o):
        for c in s:
            rest = [each for each in s if each != c]
            if lost(o, s, rest) and not lost(o, s, rest) & cg:
                yield o, with_list(o, i, rest)


def correction(o: Output) -> Iterator[Case]:
    for i, g, s, cg, cs in each_item(o):
        for w, c in product(s, g - cs):
            new = replaced(s, w, c)
            if w in lost(o, s, new) and not lost(o, s, new) & cg:
                yield o, with_list(o, i, new)


def perfect_output(o: Output) -> Iterator[Case]:
    if o.closed_gold != o.closed_system:
        yield o, Output(o.parents, o.gold, [sorted(g) for g in o.gold])


def label_set_growth(o: Output) -> Iterator[Case]:
    for i, j in permutations(range(o.n), 2):
        if o.closed_gold[i] < o.closed_gold[j]:
            small, large = sorted(o.gold[i]), sorted(o.gold[j])
            yield with_list(with_list(o, i, small), j, []), with_list(with_list(o, i, []), j, large)


def siblings(o: Output, labels: frozenset[str]) -> Iterator[tuple[str, str]]:
    for r, f in permutations(labels, 2):
        if o.parents[r] == o.parents[f] and o.count[r] < o.count[f]:
            yield r, f


def specificity(o: Output) -> Iterator[Case]:
    for i, g, s, _, cs in each_item(o):
        for r, f in siblings(o, g - cs):
            yield with_list(o, i, [*s, f]), with_list(o, i, [*s, r])


def specificity_of_errors(o: Output) -> Iterator[Case]:
    for i, _, s, cg, cs in each_item(o):
        for r, f in siblings(o, frozenset(o.labels) - cg - cs):
            if o.count[r]:
                yield with_list(o, i, [*s, r]), with_list(o, i, [*s, f])


def parent_credit(o: Output) -> Iterator[Case]:
    for i, g, s, cg, cs in each_item(o):
        yield from ((o, with_list(o, i, [*s, a])) for a in cg - g - cs)


def specialisation(o: Output) -> Iterator[Case]:
    for i, g, s, cg, cs in each_item(o):
        for a, b in product(s, cg - cs):
            if a not in g and a in o.parents[b]:
                yield o, with_list(o, i, replaced(s, a, b))


def overspecialisation(o: Output) -> Iterator[Case]:
    for i, g, s, cg, _ in each_item(o):
        for d, c in product(s, g):
            rest = closure(o.parents, [each for each in s if each != d])
            if c in o.parents[d] and d not in cg and c not in rest:
                yield o, with_list(o, i, replaced(s, d, c))


DERIVED: dict[str, Callable[[Output], Iterator[Case]]] = {
    "correct_addition": correct_addition,
    "wrong_removal": wrong_removal,
    "correction": correction,
    "perfect_output": perfect_output,
    "label_set_growth": label_set_growth,
    "specificity": specificity,
    "specificity_of_errors": specificity_of_errors,
    "parent_credit": parent_credit,
    "specialisation": specialisation,
    "overspecialisation": overspecialisation,
}


@cache
def cases(key: str) -> list[Case]:
    return [case for o in outputs() for case in DERIVED[key](o)]


@cache
def verdicts() -> Any:
    return ax.matrix(
        "multilabel", constraints=list(DERIVED), size=SIZE, max_examples=0, recompute=True, jobs=1
    )


def smallest(found: list[Case]) -> int:
    return min(one.n + len(one.labels) for one, _ in found)


@pytest.mark.parametrize("constraint", DERIVED)
def test_small_cases_are_those_of_the_statement(constraint: str) -> None:
    record = constraints("multilabel")[constraint]
    batch = get_task("multilabel").sweep(record.bound_generator, record.outputs, SIZE)
    assert bool(len(batch)) == bool(cases(constraint))
    assert len(batch) <= len(cases(constraint))  # those alike up to names stand once
    told = {tuple(o.notation() for o in batch.case(k).outputs.values()) for k in range(len(batch))}
    assert len(told) == len(batch)


@pytest.mark.parametrize("key", NAIVE)
def test_the_verdicts_are_those_of_all_small_cases(key: str) -> None:
    value, turned = NAIVE[key], -1 if metrics("multilabel")[key].orientation == "error" else 1
    for constraint in DERIVED:
        inverted, tied = [], []
        for case in cases(constraint):
            worse, better = map(value, case)
            if worse is None or better is None:
                continue
            if isclose(worse, better, abs_tol=1e-9):  # values of so few items are equal or further apart
                tied.append(case)
            elif (better - worse) * turned < 0:
                inverted.append(case)
        cell = verdicts().cell(key, constraint)
        if inverted:
            assert cell.strict.outcome == "contradicted", constraint
            assert (cell.witness.size, cell.witness.minimal) == (smallest(inverted), True), constraint
        elif tied:
            assert cell.strict.outcome in ("blind", "contradicted"), constraint
            assert cell.strict.outcome == "contradicted" or cell.witness.size == smallest(tied), constraint
        elif cell.witness is not None:
            assert cell.witness.size > SIZE, constraint


def test_every_constraint_has_a_metric_that_satisfies_it_and_one_that_does_not() -> None:
    for constraint in DERIVED:
        outcomes = {verdicts().cell(key, constraint).strict.outcome for key in NAIVE}
        assert "holds" in outcomes, constraint
        assert outcomes & {"blind", "contradicted"}, constraint


FAILING = {
    "redundant_ancestor": ("example_precision", "closure_hamming"),
    "gold_closure": ("example_recall", "hierarchical_f1"),
    "symmetry": ("example_precision", "example_f1"),
    "replication": ("misinformation", "example_f1"),
    "unused_label": ("macro_f1", "micro_f1"),
    "both_empty_item": ("example_f1", "micro_f1"),
    "item_additivity": ("micro_f1", "example_f1"),
    "list_priority": ("micro_f1", None),
    "unit_interval": ("icm", "example_f1"),
    "triangle_inequality": ("micro_f1", "hamming_loss"),
    "constant_maximum": ("example_f1", "hamming_loss"),
    "hierarchical_similarity": ("micro_f1", "closure_hamming"),
}
"""A metric that fails each further constraint, and one that does not."""


@pytest.mark.parametrize("constraint", FAILING)
def test_further_constraints(constraint: str) -> None:
    failing, holding = FAILING[constraint]
    names = [name for name in (failing, holding) if name]
    found = ax.matrix(
        "multilabel", metrics=names, constraints=[constraint], size=4, max_examples=0, recompute=True, jobs=1
    )
    assert found.cell(failing, constraint).strict.outcome in ("blind", "contradicted")
    if holding:
        assert found.cell(holding, constraint).strict.outcome == "holds"


DEEP = [
    ("lca_f1", "hierarchical_similarity", "contradicted"), ("lca_recall", "hierarchical_similarity", "contradicted"),
    ("lca_f1", "correction", "contradicted"), ("lca_precision", "correction", "contradicted"),
    ("lca_recall", "correction", "contradicted"), ("h_loss", "correction", "contradicted"),
    ("graph_induced_accuracy", "hierarchical_similarity", "contradicted"),
]  # fmt: skip
"""What fails among six labels or more alone."""


@pytest.mark.parametrize(("key", "constraint", "outcome"), DEEP)
def test_what_fails_in_deep_hierarchies_is_found(key: str, constraint: str, outcome: str) -> None:
    cell = ax.matrix("multilabel", metrics=[key], constraints=[constraint], recompute=True, jobs=1).cells[0]
    assert cell.strict.outcome == outcome
    assert cell.witness is not None
    worse, better = map(metrics("multilabel")[key], map(cell.witness.outputs.get, ("worse", "better")))
    assert worse is not None
    assert better is not None
    turned = -1 if metrics("multilabel")[key].orientation == "error" else 1
    assert (better - worse) * turned < 1e-12 if outcome == "blind" else (better - worse) * turned < -1e-12


def test_renaming_labels_changes_the_recursion_in_graphs() -> None:
    found = ax.matrix(
        "multilabel", metrics=["icm", "icm(information=recursive)"], constraints=["label_renaming(hierarchy=dag)"],
        size=5, max_examples=100, recompute=True, jobs=1,
    )  # fmt: skip
    assert found.cell("icm", "label_renaming(hierarchy=dag)").strict.outcome == "holds"


def test_given_information_leaves_replication_alone() -> None:
    found = ax.matrix(
        "multilabel",
        metrics=["icm"],
        constraints=["replication(information=given)"],
        size=3,
        max_examples=0,
        recompute=True,
        jobs=1,
    )
    assert found.cell("icm", "replication(information=given)").strict.outcome == "holds"


def test_every_label_tells_something_where_that_is_asked() -> None:
    key = "correct_addition(information=positive)"
    found = ax.matrix(
        "multilabel", metrics=["icm"], constraints=[key], size=5, max_examples=50, recompute=True, jobs=1
    )
    assert found.cell("icm", key).strict.outcome == "holds"


def test_a_planted_metric_is_caught_by_the_sweep() -> None:
    @metric(task="multilabel", family="planted")
    def nearly_hamming(labels: Any) -> Any:
        """Share of right pairs, but for an item with three wrong labels."""
        from axiometrics.formulas import maximum, minimum

        wrong = labels.each_item(lambda item: minimum(item.gold + item.system - 2 * item.common, 2))
        return -wrong / maximum(labels.items, 1)

    found = ax.check(nearly_hamming, "multilabel", constraints=["correct_addition"], size=4, max_examples=0)
    (cell,) = found.cells
    assert (cell.strict.outcome, cell.witness.size) == ("blind", 4)
