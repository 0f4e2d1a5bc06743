"""Cases beyond the sweep are as large as they are said to be, and have the shapes that they are named for."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from axiometrics.axioms import constraints
from axiometrics.tasks import get_task
from axiometrics.tasks.choosing import Drawn
from axiometrics.tasks.clustering.partitions.cases import _Random
from axiometrics.tasks.ordinal.cases import _DrawnMatrices
from axiometrics.tasks.organization import outputs as organizations
from axiometrics.tasks.overlapping.random_cases import _shapes
from axiometrics.tasks.ranking.random_cases import LONGEST

UNLISTED = 10
"""The most documents that no list of a structured ranking case holds."""


def larger(task: str, key: str, *, wide: bool) -> Any:
    constraint = constraints(task)[key]
    return get_task(task).larger(constraint.bound_generator, constraint.outputs, wide=wide)


@pytest.mark.parametrize("key", ["homogeneity", "completeness", "rag_bag"])
def test_wide_cases_of_clusterings_are_all_narrow_ones_and_more(key: str) -> None:
    narrow, wide = (
        {repr(cases.case(place).outputs) for place in range(len(cases))}
        for cases in (larger("clustering", key, wide=False), larger("clustering", key, wide=True))
    )
    assert narrow < wide


@pytest.mark.parametrize("key", ["priority", "deepness", "confidence"])
def test_a_structured_case_of_rankings_is_long_but_has_an_end(key: str) -> None:
    """The largest case has 55 documents at the beginning, or nearly so many as are allowed."""
    longest = int(np.max(larger("ranking", key, wide=True).size))
    assert 55 < longest <= LONGEST + UNLISTED


@pytest.mark.parametrize("items", [4, 5, 6, 7])
def test_one_shape_of_overlapping_families_is_two_halves(items: int) -> None:
    halves = (frozenset(range(items // 2)), frozenset(range(items // 2, items)))
    assert halves in list(_shapes(items, 1))


def matrix(cells: Sequence[tuple[int, int]], **wanted: Any) -> list[list[int]]:
    """The matrix of two classes that a chooser makes of drawn cells: a place, and how many items more than one.

    A number is drawn as the count of its binary digits, and what it is above the least number of so many.
    """
    drawn = [len(cells) - 1]
    for place, more in cells:
        digits = more.bit_length()
        drawn += [place, digits, *([more - (1 << digits - 1)] if digits else [])]
    answers = iter(drawn)
    made = _DrawnMatrices(Drawn(lambda strategy: next(answers)), [2]).matrix(2, **wanted)
    return [list(row) for row in made.rows]


def test_a_drawn_class_gets_as_many_items_more_as_it_lacks() -> None:
    assert matrix([(3, 0)]) == [[0, 0], [0, 1]]  # one item of the second class, assigned right
    assert matrix([(3, 0)], more=(1, 2)) == [[2, 0], [0, 1]]
    assert matrix([(0, 0), (3, 0)], more=(1, 2)) == [[2, 0], [0, 1]]


def test_a_drawn_class_that_has_more_items_is_left_alone() -> None:
    assert matrix([(0, 2), (3, 0)], more=(1, 2)) == [[3, 0], [0, 1]]


@pytest.mark.parametrize("items", [1, 4, 7])
def test_drawn_clusters_of_so_many_items_have_so_many(items: int) -> None:
    made = _Random(Drawn(lambda strategy: 0)).block_sizes("other", items)
    assert sum(made) == items


def test_many_random_distributions_have_shares_of_any_order_of_magnitude() -> None:
    """A least positive share below 1/1000, and one above 1/10."""
    asked = constraints("quantification")["lump"]
    cases = get_task("quantification").many(asked.bound_generator, asked.outputs, 400, 7)
    assert len(cases) > 50  # the others are no cases of lump
    shares = [
        min(share for share in case.outputs["better"].gold if share > 0)
        for case in map(cases.case, range(len(cases)))
    ]
    assert min(shares) < Fraction(1, 1000)
    assert max(shares) > Fraction(1, 10)


def a_longer_level(choose: Any) -> Any:
    """A level of n documents, and the same without the last one."""
    n = choose.size("n", 2)
    level = tuple((f"d{place}",) for place in range(n))
    return organizations((level,), worse=(level[:-1],), better=(level,))


def test_a_size_of_organizations_is_tried_up_to_3_above_its_least_value() -> None:
    cases = get_task("organization").sweep(a_longer_level, ("worse", "better"), 8)
    assert [cases.case(place).sizes for place in range(len(cases))] == [{"n": n} for n in (2, 3, 4, 5)]


def test_a_series_of_organizations_has_one_case_for_each_size() -> None:
    cases = get_task("organization").series(a_longer_level, ("worse", "better"), (2, 5, 9))
    assert [cases.case(place).sizes for place in range(len(cases))] == [{"n": n} for n in (2, 5, 9)]
    assert cases.size.tolist() == [4, 10, 18]  # n documents in the gold, and n in the larger output
