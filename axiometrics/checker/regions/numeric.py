"""Roots of polynomials with logarithms as coefficients: brackets in which the sign changes, found by bisection."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axiometrics.checker.regions.algebra import LetterAlgebra
from axiometrics.checker.regions.bounds import Bound

__all__ = ["numeric_roots"]

WIDTH = Fraction(1, 10**12)


def numeric_roots(element: Any, algebra: LetterAlgebra) -> list[Bound]:
    """Return brackets of the places where the sign of a polynomial changes, between the ones of a ladder of values.

    The signs are exact; that there are no further changes between two values of the ladder is not shown.
    """
    found = []
    span = algebra.span
    places = [place for place in _ladder() if span.contains(place)]
    signs = [algebra.value_sign(element, place) for place in places]
    for low, high, one, two in zip(places, places[1:], signs, signs[1:], strict=False):
        if one == 0:
            found.append(Bound.rational(low))
        elif one * two < 0:
            found.append(_bisected(element, algebra, low, high, one))
    return found


def _ladder() -> list[Fraction]:
    steps = sorted({Fraction(k, 16) for k in range(1, 33)} | {Fraction(2) ** k for k in range(-12, 13)})
    return [*(-step for step in reversed(steps)), Fraction(0), *steps]


def _bisected(element: Any, algebra: LetterAlgebra, low: Fraction, high: Fraction, side: int) -> Bound:
    while high - low > WIDTH * max(Fraction(1), abs(low)):
        middle = (low + high) / 2
        sign = algebra.value_sign(element, middle)
        if sign == 0:
            return Bound.rational(middle)
        low, high = (middle, high) if sign == side else (low, middle)
    return Bound(low, high)
