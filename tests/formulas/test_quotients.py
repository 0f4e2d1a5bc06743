"""Quotients of polynomials have the values of fractions, whichever side a number stands on."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq

from axiometrics.formulas.arithmetics.polynomials import Space
from axiometrics.formulas.arithmetics.quotients import Quotient, ends, quotient_of

SPACE = Space("xy")
X, Y = SPACE.generators
POINTS = [(2, 3), (-5, 7), (1, -4)]
NUMBERS = [0, 1, -3, fmpq(2, 3)]
QUOTIENTS = [
    quotient_of(X, Y),
    quotient_of(X + 1, 2 * X**0),
    quotient_of(X * Y - 4, X + Y),
    quotient_of(2 * X + 6, 3 * Y),
]
OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "sum": operator.add, "difference": operator.sub, "product": operator.mul, "quotient": operator.truediv,
}  # fmt: skip


def value(quotient: Any, point: tuple[int, int]) -> Fraction:
    top, bottom = (side(*map(fmpq, point)) for side in ends(quotient, SPACE))
    return Fraction(str(top)) / Fraction(str(bottom))


@pytest.mark.parametrize("name", OPERATIONS)
def test_arithmetic_is_that_of_fractions(name: str) -> None:
    operation = OPERATIONS[name]
    for first, second in itertools.product(QUOTIENTS + NUMBERS, repeat=2):
        if not isinstance(first, Quotient) and not isinstance(second, Quotient):
            continue
        if name == "quotient" and second == 0:
            with pytest.raises(ZeroDivisionError):
                operation(first, second)
            continue
        for point in POINTS:
            assert value(operation(first, second), point) == operation(
                value(first, point), value(second, point)
            )


def test_opposites_and_powers_are_those_of_fractions() -> None:
    for quotient, point in itertools.product(QUOTIENTS, POINTS):
        assert value(-quotient, point) == -value(quotient, point)
        assert [value(quotient**times, point) for times in range(4)] == [
            value(quotient, point) ** times for times in range(4)
        ]


def test_quotients_are_equal_however_they_are_written() -> None:
    assert quotient_of(X * Y, Y**2) == quotient_of(X, Y) != quotient_of(Y, X)
    assert quotient_of(2 * X, X) == 2 != quotient_of(X, Y)
    assert quotient_of(2 * X, 4 * X**0) == quotient_of(X, 2 * X**0)


def test_what_is_seen_to_be_a_number_is_one() -> None:
    assert isinstance(quotient_of(6 * X**0, 4 * X**0), fmpq)
    assert isinstance(quotient_of(X, Y) - quotient_of(X, Y), fmpq)
    with pytest.raises(ZeroDivisionError):
        quotient_of(X, X - X)
