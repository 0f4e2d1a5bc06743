"""A constraint's sweep has exactly the cases that its statement defines, each once, smallest first: brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from axiometrics.axioms import constraints
from axiometrics.parameters import split_key
from axiometrics.tasks import get_task
from axiometrics.tasks.ranking.cases import gather

TASK = get_task("ranking")
CONSTRAINTS = constraints("ranking")
Grades = tuple[int, ...]
Side = tuple[Grades, Grades]


def rest(listed: Grades, collection: Counter[int]) -> Grades:
    left = collection - Counter(listed)
    return tuple(sorted(left.elements(), reverse=True))


def collections(size: int, grades: int) -> Iterator[Counter[int]]:
    """Every multiset of grades of a size."""
    for tally in product(range(size + 1), repeat=grades):
        if sum(tally) == size:
            yield Counter({grade: count for grade, count in enumerate(tally) if count})


def listings(collection: Counter[int]) -> Iterator[Grades]:
    """Every list of documents of a collection."""
    for length in range(collection.total() + 1):
        for listed in product(sorted(collection), repeat=length):
            if not Counter(listed) - collection:
                yield listed


def swaps(distance: str) -> Callable[[Grades, Counter[int]], Iterator[Grades]]:
    def moves(listed: Grades, collection: Counter[int]) -> Iterator[Grades]:
        for i, j in combinations(range(len(listed)), 2):
            if listed[i] < listed[j] and (distance == "any" or j == i + 1):
                better = list(listed)
                better[i], better[j] = better[j], better[i]
                yield tuple(better)

    return moves


def deepness(listed: Grades, collection: Counter[int]) -> Iterator[Grades]:
    for i in range(len(listed) - 3):
        for j in range(i + 2, len(listed) - 1):
            if listed[i : i + 2] == (0, 1) and listed[j : j + 2] == (1, 0):
                better = list(listed)
                better[i : i + 2], better[j : j + 2] = [1, 0], [0, 1]
                yield tuple(better)


def confidence(listed: Grades, collection: Counter[int]) -> Iterator[Grades]:
    if listed[-1:] == (0,) and 1 in listed:
        yield listed[:-1]


def replacement(listed: Grades, collection: Counter[int]) -> Iterator[Grades]:
    spare = collection - Counter(listed)
    for place, grade in enumerate(listed):
        for other in spare:
            if other > grade:
                yield (*listed[:place], other, *listed[place + 1 :])


def appending(listed: Grades, collection: Counter[int]) -> Iterator[Grades]:
    for other in collection - Counter(listed):
        yield (*listed, other)


MOVES = {
    "priority": (swaps("adjacent"), 2),
    "priority(distance=any)": (swaps("any"), 2),
    "priority(grades=graded)": (swaps("adjacent"), 3),
    "deepness": (deepness, 2),
    "confidence": (confidence, 2),
    "replacement": (replacement, 2),
    "append_monotonicity": (appending, 3),
    "convergence": (replacement, 3),
    "top_weightedness": (swaps("any"), 3),
}


def record(label: str) -> Any:
    key, given = split_key(label)
    return CONSTRAINTS[key].with_parameters(**given)


def swept(label: str, bound: int) -> list[tuple[Side, Side]]:
    chosen = record(label)
    batch = gather(chosen.bound_generator, chosen.outputs, bound)
    cases = [batch.case(index) for index in range(len(batch))]
    return [
        (
            (case.outputs["worse"].grades, case.outputs["worse"].missing),
            (case.outputs["better"].grades, case.outputs["better"].missing),
        )
        for case in cases
    ]


@pytest.mark.parametrize("label", MOVES)
def test_the_sweep_has_every_case_up_to_its_size_once(label: str) -> None:
    moves, grades = MOVES[label]
    bound = 6 if grades == 2 else 4
    wanted = Counter(
        ((listed, rest(listed, collection)), (better, rest(better, collection)))
        for size in range(bound + 1)
        for collection in collections(size, grades)
        for listed in listings(collection)
        for better in moves(listed, collection)
    )
    assert max(wanted.values()) == 1
    assert Counter(swept(label, bound)) == wanted


@pytest.mark.parametrize("label", [*MOVES, "deepness(form=single_document)", "localization", "realizability"])
def test_cases_come_in_order_of_size_then_length(label: str) -> None:
    chosen = record(label)
    batch = TASK.sweep(chosen.bound_generator, chosen.outputs, 9)
    lengths = np.max([part.listed for part in batch.outputs.values()], axis=0)
    order = list(zip(batch.size.tolist(), lengths.tolist(), strict=True))
    assert order == sorted(order)
    assert batch.complete_up_to is not None
    assert max(batch.size) <= batch.complete_up_to


@pytest.mark.parametrize(
    "label", [key for key in CONSTRAINTS if key != "localization" and key != "realizability"]
)
def test_every_output_of_a_case_is_judged_by_the_same_gold(label: str) -> None:
    chosen = CONSTRAINTS[label]
    for batch in (
        TASK.sweep(chosen.bound_generator, chosen.outputs, 8),
        TASK.larger(chosen.bound_generator, chosen.outputs, wide=False),
    ):
        for index in range(0, len(batch), 7):
            case = batch.case(index)
            golds = {(side.ideal, side.nonrelevant) for side in case.outputs.values()}
            assert len(golds) == 1, case


@pytest.mark.parametrize("label", CONSTRAINTS)
@given(data=st.data())
@settings(max_examples=15, suppress_health_check=list(HealthCheck), deadline=None)
def test_drawn_cases_are_judged_by_the_same_gold(label: str, data: Any) -> None:
    case = data.draw(TASK.strategy(CONSTRAINTS[label].bound_generator))
    if label not in ("localization", "realizability"):
        assert len({(side.ideal, side.nonrelevant) for side in case.outputs.values()}) == 1
    assert set(case.outputs) == set(CONSTRAINTS[label].outputs)


@pytest.mark.parametrize(
    ("label", "worse", "better"),
    [
        ("deepness_threshold", "-^3 r^3 | r - -", "r -^5 | r^3"),
        ("deepness_threshold(relevant=n)", "-^3 r^3 | - -", "r -^5 | r r"),
        ("deepness_threshold(relevant=n^2)", "-^3 r^3 | r^6 - -", "r -^5 | r^8"),
        ("deepness_threshold(relevant=fixed)", "-^3 r^3 | r^97 - -", "r -^5 | r^99"),
        ("deepness_threshold(list=bare)", "-^3 r^3 | r", "r | r^3 -^3"),
        ("closeness_threshold", "r -^5 | r^3", "-^3 r^3 | r - -"),
    ],
)
def test_thresholds_have_one_case_for_every_n(label: str, worse: str, better: str) -> None:
    from axiometrics.tasks.ranking import Ranking

    chosen = record(label)
    batch = TASK.larger(chosen.bound_generator, chosen.outputs, wide=True)
    first = 2 if label.startswith("closeness") else 1
    assert batch.sizes["n"].tolist() == list(range(first, first + 61))
    outputs = batch.case(3 - first).outputs
    assert outputs == {"worse": Ranking.from_notation(worse), "better": Ranking.from_notation(better)}


def test_families_reach_lists_of_dozens_of_documents() -> None:
    chosen = CONSTRAINTS["priority"]
    batch = TASK.larger(chosen.bound_generator, chosen.outputs, wide=True)
    lengths = batch.outputs["worse"].listed
    assert lengths.max() > 70
    assert len(np.unique(lengths)) > 40
