"""Scales and recall levels: sweeps against brute force from the definitions, the relation itself, known verdicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from axiometrics.axioms import constraints
from axiometrics.axioms.ranking_scales import recall_paired_cycle, recall_paired_preference
from axiometrics.checker.api import check
from axiometrics.checker.regions.engine import regions_of
from axiometrics.metrics import metrics
from axiometrics.parameters import split_key
from axiometrics.tasks.ranking.cases import gather

Grades = tuple[int, ...]


def lists_of(documents: int) -> list[Grades]:
    return list(product((0, 1), repeat=documents))


def swept(label: str, bound: int) -> Iterator[dict[str, Any]]:
    key, given = split_key(label)
    chosen = constraints("ranking")[key].with_parameters(**given)
    batch = gather(chosen.bound_generator, chosen.outputs, bound)
    for index in range(len(batch)):
        yield dict(batch.case(index).outputs)


def at_most(one: Grades, other: Grades) -> bool:
    """Whether a list has at every rank no more relevant documents than another one."""
    return all(sum(one[:rank]) <= sum(other[:rank]) for rank in range(1, len(one) + 1))


def covering(documents: int) -> set[tuple[Grades, Grades]]:
    """The pairs of which the second is above the first in the partial order, with no list between."""
    above = {(x, y) for x, y in product(lists_of(documents), repeat=2) if x != y and at_most(x, y)}
    return {
        (x, y) for x, y in above if not any((x, z) in above and (z, y) in above for z in lists_of(documents))
    }


def places(listed: Grades) -> list[int]:
    return [rank for rank, grade in enumerate(listed, 1) if grade]


def complete(documents: int) -> Iterator[tuple[Grades, Grades]]:
    for x, y in product(lists_of(documents), repeat=2):
        if sum(x) == sum(y) and x != y:
            yield x, y


@pytest.mark.parametrize("collection", ["enough", "exact"])
def test_ordinal_scale_has_every_covering_pair_in_every_collection_with_room_for_all_lists(
    collection: str,
) -> None:
    wanted = Counter(
        (pair, relevant, nonrelevant)
        for documents in (2, 3)
        for pair in covering(documents)
        for relevant, nonrelevant in product(range(documents, 8), repeat=2)
        if relevant + nonrelevant <= 7 and (collection == "enough" or relevant == documents)
    )
    found = Counter(
        ((case["worse"].grades, case["better"].grades), case["worse"].relevant, case["worse"].nonrelevant)
        for case in swept(f"ordinal_scale(collection={collection})", 7)
    )
    assert found == wanted


def test_the_next_list_of_the_total_order_is_the_next_number() -> None:
    found = {(case["worse"].grades, case["better"].grades) for case in swept("ordinal_scale(order=total)", 8)}
    assert found == {pair for n in (2, 3, 4) for pair in zip(lists_of(n), lists_of(n)[1:], strict=False)}


def test_three_lists_in_a_row_are_those_of_two_covering_steps() -> None:
    steps = {n: covering(n) for n in (2, 3, 4)}
    wanted = {(x, y, z) for n in steps for x, y in steps[n] for other, z in steps[n] if other == y}
    found = {
        tuple(case[name].grades for name in ("low", "middle", "high")) for case in swept("interval_scale", 8)
    }
    assert found == wanted


@pytest.mark.parametrize("documents", [2, 3, 4, 5])
def test_steps_in_a_row_join_every_two_covering_steps(documents: int) -> None:
    """So equal successive steps are as much as equal steps: the two statements speak of the same lists."""
    steps = covering(documents)
    joined, open_ = set(), [next(iter(steps))]
    while open_:
        step = open_.pop()
        if step not in joined:
            joined.add(step)
            open_ += [other for other in steps if other[0] == step[1] or other[1] == step[0]]
    assert joined == steps


def test_the_total_order_has_three_successive_numbers() -> None:
    found = {
        tuple(case[name].grades for name in ("low", "middle", "high"))
        for case in swept("interval_scale(order=total)", 8)
    }
    every = {n: lists_of(n) for n in (2, 3, 4)}
    assert found == {tuple(every[n][k : k + 3]) for n in every for k in range(2**n - 2)}


def decided(x: Grades, y: Grades, first: int) -> bool:
    """Whether y is better at the first, or at the last, level at which two lists differ."""
    levels = list(zip(places(x), places(y), strict=True))[::first]
    return next(above > below for above, below in levels if above != below)


@pytest.mark.parametrize(("label", "first"), [("lexiprecision_agreement", 1), ("lexirecall_agreement", -1)])
def test_lexicographic_neighbours_are_those_of_the_definition(label: str, first: int) -> None:
    wanted = set()
    for n in range(2, 7):
        better = {(x, y) for x, y in complete(n) if decided(x, y, first)}
        wanted |= {
            (x, y) for x, y in better if not any((x, z) in better and (z, y) in better for z in lists_of(n))
        }
    found = [(case["worse"], case["better"]) for case in swept(label, 6)]
    assert {(worse.grades, better.grades) for worse, better in found} == wanted
    assert not any(side.missing for pair in found for side in pair)


def test_recall_paired_preference_is_asked_of_all_pairs_of_lists_of_a_collection() -> None:
    wanted = {
        (x, y)
        for n in range(2, 6)
        for x, y in complete(n)
        if sum((a > b) - (a < b) for a, b in zip(places(x), places(y), strict=True)) > 0
    }
    assert {(case["worse"].grades, case["better"].grades) for case in swept("rpp_agreement", 5)} == wanted


def test_the_smallest_circle_of_recall_paired_preference_has_three_lists_of_seven_documents() -> None:
    circle = recall_paired_cycle(7)
    assert [places(tuple(listed)) for listed in circle] == [[3, 4, 5], [2, 3, 7], [1, 5, 6]]
    for one, other in zip(circle, [*circle[1:], circle[0]], strict=True):
        assert recall_paired_preference([one], [other]).tolist() == [1]
    assert recall_paired_cycle(6) == []


def outcome(metric: str, constraint: str) -> tuple[str, str | None]:
    (cell,) = check(metric, "ranking", constraints=[constraint], effort="quick", cache=False, jobs=1).cells
    return cell.strict.outcome, cell.strict.evidence


@pytest.mark.parametrize(
    ("metric", "constraint", "evidence"),
    [
        ("linear_discount", "interval_scale", "proof"),
        ("recall", "interval_scale(order=count)", "proof"),
        ("precision", "interval_scale(order=count)", "proof"),
        ("average_precision", "ordinal_scale", "proof"),
        ("rbp", "recall_level_unanimity", "proof"),
        ("rbp(p=1/2)", "ordinal_scale(order=total)", "proof"),
        ("rbp(p=1/2)", "interval_scale(order=total)", "proof"),
        ("rbp(p=1/2)", "lexiprecision_agreement", "proof"),
    ],
)
def test_scales_of_every_length_are_proved(metric: str, constraint: str, evidence: str) -> None:
    assert outcome(metric, constraint) == ("holds", evidence)


@pytest.mark.parametrize(
    ("metric", "constraint", "expected"),
    [
        ("linear_discount", "interval_scale(order=total)", "contradicted"),  # of three ranks 2 + 1 is 3
        ("rbp(p=1/2)", "interval_scale", "contradicted"),
        ("rbp", "ordinal_scale(order=total)", "contradicted"),  # 4/5 + 16/25 > 1
        ("reciprocal_rank", "lexiprecision_agreement", "blind"),  # sees only the first relevant document
        ("last_relevant", "lexirecall_agreement", "blind"),  # sees only the last one
        ("average_precision", "rpp_agreement", "contradicted"),
        ("precision_at", "interval_scale(order=count)", "contradicted"),  # of lists longer than 10 only
    ],
)
def test_what_is_known_of_scales(metric: str, constraint: str, expected: str) -> None:
    assert outcome(metric, constraint)[0] == expected


@pytest.mark.parametrize(
    ("label", "values"),
    [
        ("ordinal_scale(order=total)", "p <= 1/2"),  # p > p^2 + p^3 + ... for every number of documents
        ("interval_scale(order=total)", "p = 1/2"),
        ("lexiprecision_agreement", "p <= 1/2"),
    ],
)
def test_persistence_up_to_a_half_puts_the_first_difference_before_all_others(
    label: str, values: str
) -> None:
    key, given = split_key(label)
    record = constraints("ranking")[key].with_parameters(**given)
    region = regions_of(metrics("ranking")["rbp"], record)[0]
    assert (region.text, region.inside, region.outside) == (values, True, True)


@pytest.mark.parametrize(
    ("exposure", "value"), [("reciprocal", Fraction(1, 4)), ("log", 0.430676558), ("rbp", Fraction(64, 125))]
)
def test_a_missed_document_stands_last_of_all(exposure: str, value: Any) -> None:
    """Two listed documents, then the missed ones: the relevant one at rank 4, whose exposure is 1/4, 1/log2(5), p^3."""
    found = metrics("ranking")["last_relevant"].with_parameters(exposure=exposure)("r - | r -")
    assert found == pytest.approx(float(value))


def test_the_last_of_all_pairs_of_ranks_is_the_last_relevant_document() -> None:
    for n in range(1, 6):
        for ranks in combinations(range(1, n + 1), 2):
            listed = " ".join("r" if rank in ranks else "-" for rank in range(1, n + 1))
            assert metrics("ranking")["last_relevant"](listed) == 1 / max(ranks)


def test_own_bounds_are_those_that_the_documentation_states() -> None:
    assert outcome("kendall_tau_a", "boundedness(bounds=any)") == ("holds", "sweep")
    assert outcome("kendall_tau_a", "boundedness")[0] == "contradicted"
    assert outcome("dcg", "boundedness(bounds=any)")[0] == "not_applicable"


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        ("ndcg", "holds"),
        ("reciprocal_rank", "holds"),
        ("err", "contradicted"),
        ("precision_at", "contradicted"),
    ],
)
def test_the_upper_bound_is_reached_by_the_best_list_or_not(metric: str, expected: str) -> None:
    """ERR of the best list is below 1; precision at 10 is R/10 for R < 10."""
    assert outcome(metric, "realizability(form=upper_bound)")[0] == expected
