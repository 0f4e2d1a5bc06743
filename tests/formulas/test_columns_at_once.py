"""A body at several places has the same columns whether the places are put together or not."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from axiometrics.errors import UndecidedError
from axiometrics.formulas import columns_at_once
from axiometrics.formulas.columns import COLUMNS, column, signs_of
from axiometrics.formulas.columns_at_once import at_places

CASES = 5
FIRST = np.array([1, 2, 3, 4, 6])
PLACES = [
    [column(FIRST), column(Fraction(1, 2)), None],
    [column(FIRST[::-1].copy()), column(3), None],
    [column(2), column(np.array([5, 1, 1, 2, 3])), None],
]
MASKS = [FIRST > 2, None, FIRST < 4]
BODIES: dict[str, Callable[..., Any]] = {
    "fractions": lambda x, y, _: x * x / (x + y),
    "whole numbers": lambda x, y, _: x * x,
    "roots": lambda x, y, _: COLUMNS.sqrt(x / y) * x,
    "logarithms": lambda x, y, _: x * COLUMNS.log(x / y),
    "a constant": lambda x, y, _: column(7),
}


@pytest.mark.parametrize("key", BODIES)
@pytest.mark.parametrize("masks", [MASKS, [None] * 3], ids=["masked", "everywhere"])
def test_places_together_have_the_values_of_each_alone(
    key: str, masks: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    together = at_places(BODIES[key], PLACES, masks, CASES)
    monkeypatch.setattr(columns_at_once, "MOST", 0)
    alone = at_places(BODIES[key], PLACES, masks, CASES)
    for one, other in zip(together, alone, strict=True):
        assert (np.broadcast_to(signs_of(one, other), CASES) == 0).all()
        assert (np.broadcast_to(one.sign, CASES) == np.broadcast_to(other.sign, CASES)).all()


def test_short_places_are_evaluated_once() -> None:
    calls = []

    def body(x: Any, y: Any, _: Any) -> Any:
        calls.append(x)
        return x + y

    at_places(body, PLACES, MASKS, CASES)
    assert len(calls) == 1


def test_what_cannot_be_evaluated_together_is_evaluated_place_by_place() -> None:
    """At each place all cases have the same second argument; together they have not."""

    def body(x: Any, y: Any, _: Any) -> Any:
        if len(set(np.ravel(y.top).tolist())) > 1:
            raise UndecidedError("more than one second argument")
        return x * y

    found = at_places(
        body, [[column(FIRST), column(2), None], [column(FIRST), column(3), None]], [None] * 2, CASES
    )
    assert [part.top.tolist() for part in found] == [[2, 4, 6, 8, 12], [3, 6, 9, 12, 18]]


def test_numbers_of_any_size_are_not_put_together() -> None:
    """10^30 is beyond 64 bits; its square is exact as Python's number."""
    large = column(np.array([10**30, 1], dtype=object))
    found = at_places(lambda x: x * x, [[large], [column(np.array([2, 3]))]], [None] * 2, 2)
    assert found[0].top.tolist() == [10**60, 1]
    assert found[1].top.tolist() == [4, 9]
