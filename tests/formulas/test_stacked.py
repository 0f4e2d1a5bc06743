"""A sum over several places of the same cases is the same whether the places are evaluated together or not."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from operator import add
from typing import Any

import numpy as np
import pytest

from axiometrics.errors import UndecidedError
from axiometrics.formulas.column_algebra import COLUMNS, signs_of
from axiometrics.formulas.columns import column, where
from axiometrics.formulas.stacked import added, chunks, cut, joined, stacked

CASES = 5
FIRST = np.array([1, 2, 3, 4, 6])
PLACES = [[FIRST, Fraction(1, 2)], [FIRST[::-1], 3], [np.full(CASES, 2), 5], [FIRST + 1, Fraction(2, 3)]]
MASKS = [FIRST > 2, np.full(CASES, True), FIRST < 4, np.full(CASES, False)]
BODIES: dict[str, Callable[..., Any]] = {
    "fractions": lambda x, y: x * x / (x + y),
    "whole numbers": lambda x, y: x * x,
    "logarithms": lambda x, y: x * COLUMNS.log(x / y),
    "a constant": lambda x, y: column(7),
}


def together(body: Callable[..., Any], mask: Any, groups: int = 1) -> Any:
    given = [stacked(values, CASES) for values in zip(*PLACES, strict=True)]
    return added(body, given, mask, places=len(PLACES), cases=CASES, groups=groups)


def alone(body: Callable[..., Any], masks: list[Any]) -> list[Any]:
    values = [body(*map(column, place)) for place in PLACES]
    return [
        value if mask is None else where(mask, value, column(0))
        for value, mask in zip(values, masks, strict=True)
    ]


def assert_equal(one: Any, other: Any) -> None:
    assert (np.broadcast_to(signs_of(one, other), CASES) == 0).all()


@pytest.mark.parametrize("key", BODIES)
@pytest.mark.parametrize("masks", [MASKS, [None] * 4], ids=["masked", "everywhere"])
def test_the_sum_is_that_of_the_places_one_by_one(key: str, masks: list[Any]) -> None:
    mask = None if masks[0] is None else np.concatenate(masks)
    assert_equal(together(BODIES[key], mask), reduce(add, alone(BODIES[key], masks)))


@pytest.mark.parametrize("key", BODIES)
def test_every_group_has_a_sum_of_its_own(key: str) -> None:
    """Of four places and two groups, the first and the third are one group."""
    found = together(BODIES[key], np.concatenate(MASKS), groups=2)
    values = alone(BODIES[key], MASKS)
    for group in (0, 1):
        part = cut(found, slice(group * CASES, (group + 1) * CASES))
        assert_equal(part, values[group] + values[group + 2])


def test_what_cannot_be_evaluated_together_is_evaluated_place_by_place() -> None:
    """At each place all cases have the same second argument; together they have not."""
    seconds = []

    def body(x: Any, y: Any) -> Any:
        seconds.append(set(np.ravel(y.top).tolist()))
        if len(seconds[-1]) > 1:
            raise UndecidedError("more than one second argument")
        return x * y

    found = together(body, np.concatenate(MASKS))
    assert list(map(len, seconds)) == [4, 1, 1, 1]  # the fourth place counts nowhere
    assert_equal(found, reduce(add, alone(lambda x, y: x * y, MASKS)))


def test_numbers_of_any_size_stay_exact() -> None:
    """10^30 is beyond 64 bits; its square is exact as Python's number."""
    numbers = [np.array([10**30, 1], dtype=object), np.array([2, 3], dtype=object)]
    found = added(lambda x: x * x, [stacked(numbers, 2)], None, places=2, cases=2)
    assert found.top.tolist() == [10**60 + 4, 10]


@pytest.mark.parametrize("cases", [0, 1, 59_999, 60_000, 60_001, 200_000])
def test_chunks_cover_every_case_once(cases: int) -> None:
    found = [place for part in chunks(cases, places=7) for place in range(part.start, part.stop)]
    assert found == list(range(cases))


@pytest.mark.parametrize(
    "parts",
    [
        [column(FIRST), column(Fraction(1, 3))],
        [COLUMNS.sqrt(column(FIRST)), column(2)],
        [COLUMNS.log(column(FIRST)), column(2)],
        [COLUMNS.log(column(FIRST)), COLUMNS.log(column(FIRST * 7))],
    ],
    ids=["fractions", "a root and a number", "a logarithm and a number", "logarithms of other primes"],
)
def test_joined_columns_have_the_values_of_the_parts(parts: list[Any]) -> None:
    found = joined(parts, [CASES, CASES])
    for place, part in enumerate(parts):
        assert_equal(cut(found, slice(place * CASES, (place + 1) * CASES)), part)


def test_a_lost_number_is_lost_in_the_whole() -> None:
    """2^62 times itself outgrows 64 bits."""
    large = column(np.array([2**61]))
    found = joined([large * large, column(np.array([1]))], [1, 1])
    assert np.broadcast_to(found.lost, 2).tolist() == [True, False]
