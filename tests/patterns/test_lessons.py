"""What a matrix teaches, against brute force on toy matrices, and on cells that are known."""

from __future__ import annotations

import random
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

from axiometrics.axioms import constraints
from axiometrics.axioms.demands import Comparable
from axiometrics.checker import cache, matrix
from axiometrics.checker.api import publish
from axiometrics.metrics import metrics
from axiometrics.patterns import (
    Judgements,
    conflicts,
    families,
    judgements,
    lattice,
    learning,
    separating_set,
)
from axiometrics.patterns.implications import Step, circle, demands
from axiometrics.patterns.judgements import UNKNOWN
from axiometrics.patterns.learning import answers, learn, orders


def toy(seed: int, rows: int = 6, columns: int = 5) -> Judgements:
    draw = random.Random(seed)
    names = tuple(f"m{place}" for place in range(rows)), tuple(f"c{place}" for place in range(columns))
    answers = {
        place: draw.choices(("holds", "fails", "undecided"), (5, 3, 1))[0] for place in product(*names)
    }
    return Judgements("toy", *names, answers)  # type: ignore[arg-type]


def column(found: Judgements, name: str) -> list[str]:
    return [found.answers[metric, name] for metric in found.metrics]


SEEDS = range(40)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_lattice_is_what_the_definitions_say(seed: int) -> None:
    found = toy(seed)
    order = lattice(found)
    worth = {"fails": 0, "undecided": 1, "holds": 2}
    for (i, one), (j, other) in product(enumerate(order.classes), repeat=2):
        if i == j:
            continue
        pairs = list(zip(column(found, one[0]), column(found, other[0]), strict=True))
        implied = all(worth[a] <= worth[b] for a, b in pairs)
        refuted = ("holds", "fails") in pairs
        assert ((i, j) in order.implied) == implied
        assert ((i, j) in order.refuted) == refuted
        assert ((i, j) in order.undecided) == (not implied and not refuted)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_metric_that_refutes_an_implication_satisfies_the_one_and_fails_the_other(seed: int) -> None:
    found = toy(seed)
    order = lattice(found)
    for (i, j), metric in order.refuted.items():
        assert found.answers[metric, order.classes[i][0]] == "holds"
        assert found.answers[metric, order.classes[j][0]] == "fails"


@pytest.mark.parametrize("seed", SEEDS)
def test_the_diagram_has_exactly_the_implications_with_nothing_between(seed: int) -> None:
    order = lattice(toy(seed))
    between = {
        (i, j)
        for i, j in order.implied
        if any((i, k) in order.implied and (k, j) in order.implied for k in range(len(order.classes)))
    }
    assert set(order.covers) == order.implied - between


def test_an_undecided_cell_supports_no_implication() -> None:
    answers = {("m", "c"): "holds", ("m", "d"): "undecided"}
    order = lattice(Judgements("toy", ("m",), ("c", "d"), answers))  # type: ignore[arg-type]
    assert order.classes == (("c",),)
    assert order.unsatisfied == ("d",)


def test_a_metric_with_an_undecided_cell_is_in_no_family() -> None:
    answers = {("m", "c"): "holds", ("k", "c"): "undecided", ("o", "c"): "holds"}
    found = families(Judgements("toy", ("m", "k", "o"), ("c",), answers))  # type: ignore[arg-type]
    assert found.groups == (("m", "o"),)
    assert found.apart == ("k",)


@pytest.mark.parametrize("seed", SEEDS)
def test_conflicts_are_the_minimal_combinations_that_every_metric_fails(seed: int) -> None:
    found = toy(seed)
    failing = [
        set(names)
        for size in range(1, 5)
        for names in combinations(found.constraints, size)
        if all(any(found.answers[metric, name] == "fails" for name in names) for metric in found.metrics)
    ]
    minimal = [names for names in failing if not any(other < names for other in failing)]
    assert [set(each.constraints) for each in conflicts(found)] == minimal


@pytest.mark.parametrize("seed", SEEDS)
def test_no_smaller_set_of_cases_separates_what_the_chosen_one_does(seed: int) -> None:
    table = np.random.default_rng(seed).choice([-1, 0, 1, UNKNOWN], (8, 5), p=[0.2, 0.3, 0.4, 0.1])

    def apart(rows: tuple[int, ...]) -> set[tuple[int, int]]:
        return {
            (one, other)
            for one, other in combinations(range(5), 2)
            for row in rows
            if UNKNOWN not in table[row, [one, other]] and table[row, one] != table[row, other]
        }

    found = separating_set(table)
    everything = apart(tuple(range(8)))
    least = next(
        size for size in range(9) if any(apart(rows) == everything for rows in combinations(range(8), size))
    )
    assert apart(found.chosen) == everything
    assert len(found.chosen) == found.least == least
    assert set(found.together) == set(combinations(range(5), 2)) - everything


def test_without_time_the_set_is_still_separating_and_claims_no_more_than_it_knows() -> None:
    table = np.random.default_rng(0).choice([-1, 0, 1], (40, 12))
    found = separating_set(table, seconds=0.0)
    chosen = table[list(found.chosen)]
    assert len(np.unique(chosen, axis=1).T) == 12
    assert 1 <= found.least <= len(found.chosen)


def test_metrics_order_the_pair_of_a_case_as_computed_by_hand() -> None:
    # {a b} -> {a}{b}: purity 1/2 -> 1; inverse purity 1 -> 1
    named = metrics("clustering")
    found = orders([named["purity"], named["inverse_purity"]], [constraints("clustering")["homogeneity"]], 2)
    assert found.signs.tolist() == [[1, 0]]


def test_opposite_demands_on_the_same_outputs_are_a_circle() -> None:
    steps = [Step("c", "x", "y", True), Step("d", "y", "z", False), Step("e", "z", "x", True)]
    found = circle(steps)
    assert found is not None
    assert {step.constraint for step in found.steps} == {"c", "d", "e"}
    assert all(
        one.better == other.worse
        for one, other in zip(found.steps, (*found.steps[1:], found.steps[0]), strict=True)
    )


def test_equalities_alone_are_no_circle() -> None:
    assert circle([Step("c", "x", "y", False), Step("c", "y", "x", False)]) is None


def test_relativity_and_absoluteness_cannot_both_be_satisfied() -> None:
    known = constraints("quantification")
    steps = [step for key in ("relativity", "absoluteness") for step in demands(known[key], 5)]
    found = circle(steps)
    assert found is not None
    assert {step.constraint for step in found.steps} == {"relativity", "absoluteness"}


def test_the_four_constraints_that_bcubed_satisfies_have_no_circle() -> None:
    known = constraints("clustering")
    keys = ("homogeneity", "completeness", "rag_bag", "size_vs_quantity")
    assert circle(step for key in keys for step in demands(known[key], 5)) is None


def test_a_demand_that_allows_ties_is_made_in_one_direction() -> None:
    steps = list(demands(constraints("combination")["monotonicity_weak"], 4))
    directions = {(step.worse, step.better) for step in steps}
    assert directions
    assert not any(step.strict or (step.better, step.worse) in directions for step in steps)


def test_that_outputs_are_comparable_demands_no_order_of_them() -> None:
    known = constraints("clustering")["homogeneity"]
    assert list(demands(known.about(Comparable()), 3)) == []
    assert list(demands(known, 3))


def test_what_the_arithmetic_mean_satisfies_has_no_circle() -> None:
    """It rises with each score; what transitivity and Thomsen's condition demand depends on the metric's own scores."""
    known = constraints("combination")
    keys = ("transitivity", "thomsen", "monotonicity_weak", "monotonicity", "never_contradicts_unanimity")
    assert circle(step for key in keys for step in demands(known[key], 4)) is None


def test_a_score_beside_that_of_another_metric_compares_no_outputs() -> None:
    assert constraints("overlapping")["reduces_to_bcubed"].compared is None


@pytest.mark.parametrize(
    ("task", "names", "demands", "circles"),
    [
        (
            "filtering",
            ("lam", "precision", "recall", "utility"),
            ("priority_relevant", "priority_irrelevant"),
            0,
        ),
        ("quantification", ("ae", "nkld"), ("relativity", "absoluteness"), 1),
    ],
)
def test_published_signs_telling_cases_and_circles_are_those_that_are_computed(
    task: str,
    names: tuple[str, ...],
    demands: tuple[str, ...],
    circles: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judged = [metrics(task)[key] for key in names]
    demanded = [constraints(task)[key] for key in demands]
    found = matrix(task, metrics=judged, constraints=demanded, effort="quick", cache=False)
    computed = learn(found, judged, demanded)
    assert len([each for each in computed.conflicts if each.proof]) == circles
    monkeypatch.setenv("AXIOMETRICS_PUBLISHED", "1")
    monkeypatch.setattr(cache, "PUBLISHED", tmp_path)
    cache._published.cache_clear()
    publish(task, [], tmp_path, dict(answers(found, judged, demanded)))
    with monkeypatch.context() as patch:
        patch.setattr(learning, "signs", None)
        patch.setattr(judgements, "_smallest", None)
        patch.setattr(learning, "circle", None)
        assert learn(found, judged, demanded).to_dict() == computed.to_dict()
        with pytest.raises(TypeError):
            learn(found, judged, demanded, published=False)
    cache._published.cache_clear()
