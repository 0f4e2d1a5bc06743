"""Joining margin and score in one branch: the multiplier and the bound that leave no negative coefficient."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from axiometrics.checker.conditions.certificate import BoundBranch, plain_branch
from axiometrics.checker.conditions.multiplier import Line, least_bound
from axiometrics.checker.conditions.readings import Reading, composed
from axiometrics.formulas.polynomials import fraction_of, number

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
    if algebra.evident(shared) == "negative":
        shared, rest = -shared, -rest
    if not all(_positive(part, algebra) for part in (shared, bottom, under)):
        return None
    best = None
    for factor in {
        str(part): part for part in (composed(part, reading, algebra) for part in factors)
    }.values():
        if not _positive(factor, algebra):
            continue
        lines = _lines(algebra, rest, turn * over * factor, under * factor)
        found = least_bound(lines) if lines else None
        if found and (best is None or found[0] < best[0]):
            best = (*found, over * factor, under * factor)
    if best is None:
        return None
    bound, multiplier, over, under = best
    remainder = number(multiplier) * rest - turn * over + number(bound) * under
    return BoundBranch(
        plain_branch(path, algebra, (shared, rest), bottom, "positive"),
        plain_branch(path, algebra, (over,), under, "positive"),
        plain_branch(path, algebra, (remainder,), algebra.space.one, "nonnegative" if remainder else "zero"),
        multiplier,
        turn * bound,
    )


def _positive(polynomial: Any, algebra: Any) -> bool:
    return bool(algebra.evident(polynomial) == "positive")


def _lines(algebra: Any, *parts: Any) -> list[Line] | None:
    """Return the coefficients of every monomial; None where a generator has no known sign."""
    if any(
        power > 0 and place not in algebra.signed
        for part in parts
        for place, power in enumerate(part.degrees())
    ):
        return None
    top, over, under = parts
    return [
        (fraction_of(top[powers]), fraction_of(over[powers]), fraction_of(under[powers]))
        for powers in dict.fromkeys(powers for part in parts for powers in part.monoms())
    ]
