"""Joining margin and score in one branch: the multiplier and the bound that leave no negative coefficient."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import sympy

from axiometrics.checker.conditions.certificate import BoundBranch, plain_branch
from axiometrics.checker.conditions.multiplier import Line, least_bound
from axiometrics.checker.conditions.readings import Reading, composed
from axiometrics.formulas.signs import polynomial_sign

__all__ = ["joined"]


def joined(
    reading: Reading,
    algebra: Any,
    margin: tuple[Any, Any, Any],
    score: tuple[Any, Any],
    factors: Sequence[Any],
    turn: int,
    path: Any,
) -> BoundBranch | None:
    """Return the branch with the best bound in one reading, or None where none is shown.

    The margin comes as two factors of its numerator, of which the first must be positive and is left aside, and its
    denominator; score and bound may be multiplied by any positive one of the ``factors``.
    """
    shared, rest, bottom, over, under = (composed(part, reading, algebra) for part in (*margin, *score))
    if polynomial_sign(shared.terms(), algebra.positive, algebra.signed) == "negative":
        shared, rest = -shared, -rest
    if not all(_positive(part, algebra) for part in (shared, bottom, under)):
        return None
    best = None
    for factor in dict.fromkeys(composed(part, reading, algebra) for part in factors):
        if not _positive(factor, algebra):
            continue
        lines = _lines(algebra, rest, turn * over * factor, under * factor)
        found = least_bound(lines) if lines else None
        if found and (best is None or found[0] < best[0]):
            best = (*found, over * factor, under * factor)
    if best is None:
        return None
    bound, multiplier, over, under = best
    remainder = _scaled(multiplier, rest, algebra) - turn * over + _scaled(bound, under, algebra)
    return BoundBranch(
        plain_branch(path, algebra, (shared, rest), bottom, "positive"),
        plain_branch(path, algebra, (over,), under, "positive"),
        plain_branch(path, algebra, (remainder,), algebra.ring(1), "nonnegative" if remainder else "zero"),
        multiplier,
        turn * bound,
    )


def _positive(polynomial: Any, algebra: Any) -> bool:
    return polynomial_sign(polynomial.terms(), algebra.positive, algebra.signed) == "positive"


def _lines(algebra: Any, *parts: Any) -> list[Line] | None:
    """Return the coefficients of every monomial; None where a generator has no known sign."""
    monomials = dict.fromkeys(powers for part in parts for powers in part.itermonoms())
    if any(
        power and place not in algebra.signed for powers in monomials for place, power in enumerate(powers)
    ):
        return None
    top, over, under = parts
    return [
        (_fraction(top.get(powers, 0)), _fraction(over.get(powers, 0)), _fraction(under.get(powers, 0)))
        for powers in monomials
    ]


def _fraction(value: Any) -> Fraction:
    return Fraction(int(value.numerator), int(value.denominator)) if value else Fraction(0)


def _scaled(factor: Fraction, polynomial: Any, algebra: Any) -> Any:
    return algebra.ring(sympy.QQ(factor.numerator, factor.denominator)) * polynomial
