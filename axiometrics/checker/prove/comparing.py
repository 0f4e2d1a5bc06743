"""The margin of one branch: scores brought over a common denominator, roots compared through their squares."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from axiometrics.checker.prove.algebra import SignedAlgebra, Undecided
from axiometrics.checker.prove.solving import open_sign
from axiometrics.formulas.polynomials import cancelled
from axiometrics.formulas.quotients import quotient_of
from axiometrics.formulas.roots import Root, alone

__all__ = ["margin_of", "reduced"]

MOST_GENERATORS = 5
"""Generators of a root up to which an open sign is a distinction."""
LONGEST = 1000
"""Terms of a polynomial in a root up to which its square is reduced: long ones take minutes."""


def margin_of(
    values: Mapping[str, Any], weights: Mapping[str, int], algebra: SignedAlgebra
) -> tuple[Any, Any, bool]:
    """Return numerator and denominator of the margin, and whether it is that of the signed squares."""
    squared = any(isinstance(value, Root) for value in values.values())
    first, *others = values.values()
    if squared and sum(weights.values()) == 0 and all(value == first for value in others):
        return algebra.space.zero, algebra.space.one, False
    if squared:
        margin = _square_margin(values, weights, algebra)
    else:
        parts = (quotient_of(*reduced(values[name], algebra)) * weight for name, weight in weights.items())
        margin = sum(parts, algebra.number(Fraction(0)))
    return (*reduced(margin, algebra), squared)


def _square_margin(values: Mapping[str, Any], weights: Mapping[str, int], algebra: SignedAlgebra) -> Any:
    """Compare two roots v through v|v|, which grows with v; a sign that is open is a distinction of its own."""
    if sorted(weights.values()) != [-1, 1]:
        raise Undecided("square roots are only compared in pairs")
    squares: Any = algebra.number(Fraction(0))
    for name in sorted(weights, key=lambda name: -weights[name]):
        plain, factor, radicand = alone(values[name])
        if plain != 0 and factor != 0:
            raise Undecided("a root beside another term")
        pure = (factor, radicand) if plain == 0 else (plain, algebra.number(Fraction(1)))
        if max(len(end) for part in pure for end in algebra.fraction(part)) > LONGEST:
            raise Undecided("a root of long polynomials")
        factor, radicand = (quotient_of(*reduced(part, algebra)) for part in pure)
        side = _side(factor, radicand, algebra)
        square = quotient_of(*reduced(factor * factor * radicand, algebra))
        squares = squares + square * (weights[name] * side)
    return squares


def _side(factor: Any, radicand: Any, algebra: SignedAlgebra) -> int:
    """Return 1 for a factor that is never negative, -1 for one that is never positive."""
    sign = algebra.sign(factor)
    if sign is None:
        top, bottom = algebra.fraction(factor)
        if algebra.polynomial(bottom) not in ("positive", "negative"):
            raise Undecided("a root with a part of unknown sign")
        used = {
            place
            for end in (top, bottom, *algebra.fraction(radicand))
            for place, power in enumerate(end.degrees())
            if power > 0
        }
        if len(used) > MOST_GENERATORS:
            raise Undecided("a root of unknown sign in many generators")
        raise open_sign(top, algebra)
    return -1 if sign in ("negative", "nonpositive") else 1


def reduced(margin: Any, algebra: SignedAlgebra) -> tuple[Any, Any]:
    """Cancel common factors, so that signs are not hidden by them."""
    top, bottom = algebra.fraction(margin)
    if not top:
        return algebra.space.zero, algebra.space.one
    found = cancelled(top, bottom)
    if found is None:
        raise Undecided(f"a fraction of {len(top)} and {len(bottom)} terms is too large to be reduced")
    return found
