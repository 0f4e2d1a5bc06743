"""The margin of one branch: scores brought over a common denominator, roots compared through their squares."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from axiometrics.checker.prove.algebra import SignedAlgebra, Undecided
from axiometrics.checker.prove.solving import open_sign
from axiometrics.formulas.polynomials import cancelled
from axiometrics.formulas.quotients import Quotient
from axiometrics.formulas.roots import Root, as_root

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
        return algebra.ring(0), algebra.ring(1), False
    if squared:
        margin = _square_margin(values, weights, algebra)
    else:
        parts = (Quotient(*reduced(values[name], algebra)) * weight for name, weight in weights.items())
        margin = sum(parts, algebra.number(Fraction(0)))
    return (*reduced(margin, algebra), squared)


def _square_margin(values: Mapping[str, Any], weights: Mapping[str, int], algebra: SignedAlgebra) -> Any:
    """Compare two roots v through v|v|, which grows with v; a sign that is open is a distinction of its own."""
    if sorted(weights.values()) != [-1, 1]:
        raise Undecided("square roots are only compared in pairs")
    zero, one = algebra.number(Fraction(0)), algebra.number(Fraction(1))
    squares: Any = algebra.number(Fraction(0))
    for name in sorted(weights, key=lambda name: -weights[name]):
        root = as_root(values[name], zero, one)
        pure = root if root.plain == 0 else Root(zero, root.plain, one) if root.factor == 0 else None
        if pure is None:
            raise Undecided("a root beside another term")
        parts = [
            algebra.ring(end) for part in (pure.factor, pure.radicand) for end in (part.top, part.bottom)
        ]
        if max(map(len, parts)) > LONGEST:
            raise Undecided("a root of long polynomials")
        factor, radicand = (Quotient(*reduced(part, algebra)) for part in (pure.factor, pure.radicand))
        side = _side(factor, radicand, algebra)
        square = Quotient(*reduced(factor * factor * radicand, algebra))
        squares = squares + square * (weights[name] * side)
    return squares


def _side(factor: Any, radicand: Any, algebra: SignedAlgebra) -> int:
    """Return 1 for a factor that is never negative, -1 for one that is never positive."""
    sign = algebra.sign(factor)
    if sign is None:
        if algebra.polynomial(factor.bottom) not in ("positive", "negative"):
            raise Undecided("a root with a part of unknown sign")
        used = {
            place
            for part in (factor, radicand)
            for end in (part.top, part.bottom)
            for powers in algebra.ring(end).itermonoms()
            for place, power in enumerate(powers)
            if power
        }
        if len(used) > MOST_GENERATORS:
            raise Undecided("a root of unknown sign in many generators")
        raise open_sign(factor.top, algebra)
    return -1 if sign in ("negative", "nonpositive") else 1


def reduced(margin: Any, algebra: SignedAlgebra) -> tuple[Any, Any]:
    """Cancel common factors, so that signs are not hidden by them."""
    top, bottom = algebra.ring(margin.top), algebra.ring(margin.bottom)
    if top == 0:
        return algebra.ring(0), algebra.ring(1)
    found = cancelled(top, bottom)
    if found is None:
        raise Undecided(f"a fraction of {len(top)} and {len(bottom)} terms is too large to be reduced")
    return found
