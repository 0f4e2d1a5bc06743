"""Infinity in exact arithmetic: larger than every number, and without a value less itself or times zero."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from axiometrics.formulas.arithmetics.extended import extended_algebra
from axiometrics.formulas.undefined import NO_VALUE, Infinity


def sign(number: Any) -> int:
    return (number > 0) - (number < 0)


UP, DOWN = Infinity(1, sign), Infinity(-1, sign)

CLAIMS: dict[str, tuple[Any, Any]] = {
    "plus a number": (UP + 3, UP),
    "a number plus it": (3 + DOWN, DOWN),
    "plus itself": (UP + UP, UP),
    "plus its opposite": (UP + DOWN, NO_VALUE),
    "less itself": (UP - UP, NO_VALUE),
    "less its opposite": (UP - DOWN, UP),
    "a number less it": (3 - UP, DOWN),
    "opposite": (-UP, DOWN),
    "times two": (UP * 2, UP),
    "times minus two": (UP * -2, DOWN),
    "times zero": (UP * 0, NO_VALUE),
    "times a negative fraction": (UP * -0.5, DOWN),
    "a positive fraction times it": (0.5 * DOWN, DOWN),
    "times itself": (DOWN * DOWN, UP),
    "over a negative number": (UP / -2, DOWN),
    "over itself": (UP / UP, NO_VALUE),
    "square": (DOWN**2, UP),
    "cube": (DOWN**3, DOWN),
    "plus what has no value": (UP + NO_VALUE, NO_VALUE),
    "times what has no value": (UP * NO_VALUE, NO_VALUE),
}


@pytest.mark.parametrize("claim", CLAIMS)
def test_arithmetic_with_infinity(claim: str) -> None:
    found, expected = CLAIMS[claim]
    assert found is NO_VALUE if expected is NO_VALUE else found == expected


def test_it_is_equal_to_itself_alone() -> None:
    assert UP == Infinity(1, sign) != DOWN
    assert UP != 1
    assert hash(UP) == hash(Infinity(1, sign))


ARITHMETIC = extended_algebra(9)
ROOT = ARITHMETIC.sqrt(ARITHMETIC.number(Fraction(2)))
POSITIVE = {"a root": ROOT, "a sum with a root": 1 + ROOT, "a logarithm of one": ARITHMETIC.log(1 + ROOT)}


@pytest.mark.parametrize("number", POSITIVE)
def test_a_number_with_roots_is_beside_infinity_what_any_other_is(number: str) -> None:
    """Whichever comes first: it is infinity that is left, never a root with infinity in it."""
    up, found = ARITHMETIC.infinite, POSITIVE[number]
    assert up + found == found + up == up - found == up * found == found * up == up / found == up
    assert found - up == -up == up * -found == -found * up
    assert found / up == 0
    assert ARITHMETIC.larger(found - up, -found) == -found
