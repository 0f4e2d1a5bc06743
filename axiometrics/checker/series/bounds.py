"""What is known of sums: closed forms, of geometric sums and of terms that are differences of neighbours, or bounds.

Bounds of the others go by the shape of their terms.

* Terms that rise or fall with the index lie between the first and the last one.
* The sum of convex terms is at least the number of terms times the one in the middle (Jensen), and at most that number
  times the mean of the first and the last one (the chord lies above); for concave terms the other way round.
* With weights q^(i - first) the terms are bounded by the ends, and the weights are summed.
* 1/log2(t) is convex and falls for t > 1. The logarithm there lies between rational functions: for t >= 2^k

      k + 36/25 (1 - 2^k/t)  <=  log2(t)  <=  k + 3/2 (t/2^k - 1),

  since 1 - 1/u <= log u <= u - 1 and 36/25 < 1/log 2 < 3/2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import Any

import sympy
from sympy import Expr

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.signs import EXCESS, INDEX, OFFSET, SIZE, Sign, rational_sign
from axiometrics.tasks.asymptotics import AsymptoticCase, Total

HIGHEST = 6
"""The highest power of the index that is summed."""
FARTHEST = 40
"""The most terms that a telescoping sum may leave at one end."""


@dataclass(frozen=True)
class Closed:
    """The value of a sum; ``antidifference`` F has F(i + 1) - F(i) as its terms, None for a geometric sum."""

    tactic: str
    value: Expr
    antidifference: Expr | None = None


def closed(total: Total, case: AsymptoticCase) -> Closed | None:
    """Return the closed form of a sum, or None where there is none to be seen."""
    if total.opaque or total.logged is not None:
        return None
    if total.weight != 1:
        if total.body != 1:
            return None
        try:
            left = case.power(total.weight, total.count)
        except NotSymbolicError:
            return None
        return Closed("geometric", (1 - left) / (1 - total.weight))
    found = _antidifference(total.body)
    if found is None:
        return None
    ends = [found.xreplace({INDEX: place}) for place in (total.last + 1, total.first)]
    return Closed("telescoping", ends[0] - ends[1], found)


@lru_cache(maxsize=1024)
def _antidifference(body: Expr) -> Expr:
    """Return F with F(i + 1) - F(i) = body, or None."""
    if body.is_polynomial(INDEX):
        parts = sympy.Poly(body, INDEX).terms()
        if parts[0][0][0] > HIGHEST:
            return None
        return sympy.expand(sum(value * _powers_before(power) for (power,), value in parts))
    if body.free_symbols != {INDEX}:
        return None
    found, shares = sympy.S.Zero, []
    for part in sympy.Add.make_args(sympy.apart(body, INDEX)):
        share = _simple(part)
        if share is None:
            if not part.is_polynomial(INDEX):
                return None
            found += _antidifference(part)
        else:
            shares.append(share)
    shares.sort(key=lambda share: (share[1] % 1, share[1]))
    for _, group in groupby(shares, key=lambda share: share[1] % 1):
        summed = _telescoped(list(group))
        if summed is None:
            return None
        found += summed
    return found


def _powers_before(power: int) -> Expr:
    """Return the sum of the powers of 0 to i - 1."""
    return (sympy.bernoulli(power + 1, INDEX) - sympy.bernoulli(power + 1, 0)) / (power + 1)


def _simple(part: Expr) -> tuple[Any, Any] | None:
    """Return A and d of a term A/(i + d), None for any other term."""
    top, bottom = part.as_numer_denom()
    poly = sympy.Poly(bottom, INDEX)
    if not top.is_Rational or poly.degree() != 1:
        return None
    slope, rest = poly.all_coeffs()
    return top / slope, rest / slope


def _telescoped(shares: list[tuple[Any, Any]]) -> Expr:
    """Sum terms A/(i + d) whose d differ by whole numbers and whose A add up to zero."""
    least = shares[0][1]
    if sum(share for share, _ in shares) != 0 or shares[-1][1] - least > FARTHEST:
        return None
    return sum(
        share / (INDEX + least + step) for share, place in shares for step in range(int(place - least))
    )


SHAPES = {"nonnegative": ("convex", "rising"), "positive": ("convex", "rising")}
SHAPES |= {"nonpositive": ("concave", "falling"), "negative": ("concave", "falling")}


@dataclass(frozen=True)
class Bounds:
    """A lower and an upper bound, and how they are reached.

    ``side`` is the end of the range from which the shape of the terms is seen; ``levels`` are the k of the logarithms.
    """

    tactic: str
    lower: Expr
    upper: Expr
    side: str = ""
    levels: Mapping[str, int] = field(default_factory=dict)


def bounds(total: Total, case: AsymptoticCase, start: int) -> Bounds | None:
    """Return bounds of a sum that hold for every n from the start on; None where no shape is to be seen."""
    if total.opaque:
        return None
    try:
        if total.logged is not None:
            return _logarithmic(total, start)
        if total.weight != 1:
            return _weighted(total, case, start)
        return _curved(total, start) or _monotone(total, start, total.count)
    except NotSymbolicError:
        return None


def _curved(total: Total, start: int) -> Bounds | None:
    found = _shape(total, 2, start)
    if found is None:
        return None
    sign, side = found
    first, middle, last = (
        total.count * total.body.xreplace({INDEX: place})
        for place in (total.first, (total.first + total.last) / 2, total.last)
    )
    ends = (first + last) / 2
    tactic = SHAPES[sign][0]
    return Bounds(tactic, *((middle, ends) if tactic == "convex" else (ends, middle)), side)


def _monotone(total: Total, start: int, weight: Expr) -> Bounds | None:
    found = _shape(total, 1, start)
    if found is None:
        return None
    sign, side = found
    first, last = (weight * total.body.xreplace({INDEX: place}) for place in (total.first, total.last))
    tactic = SHAPES[sign][1]
    return Bounds(tactic, *((first, last) if tactic == "rising" else (last, first)), side)


def _weighted(total: Total, case: AsymptoticCase, start: int) -> Bounds | None:
    left = case.power(total.weight, total.count)
    return _monotone(total, start, (1 - left) / (1 - total.weight))


def _shape(total: Total, order: int, start: int) -> tuple[str, str] | None:
    """Return the sign of a derivative of the terms along the range, and the end from which it is seen."""
    slope = _derivative(total.body, order)
    for side, place in (("first", total.first + OFFSET), ("last", total.last - OFFSET)):
        sign = _sign(slope.xreplace({INDEX: place}), start)
        if sign in SHAPES:
            return sign, side
    return None


@lru_cache(maxsize=1024)
def _derivative(body: Expr, order: int) -> Expr:
    return sympy.cancel(sympy.diff(body, INDEX, order))


def _sign(expression: Expr, start: int) -> Sign | None:
    return rational_sign(sympy.expand(expression.xreplace({SIZE: start + EXCESS})), (), (EXCESS, OFFSET))


def _logarithmic(total: Total, start: int) -> Bounds | None:
    slope = total.logged.coeff(INDEX, 1)
    if total.body != 1 or total.weight != 1 or not (slope.is_Rational and slope > 0):
        return None
    places = {"first": total.first, "middle": (total.first + total.last) / 2, "last": total.last}
    inside = {name: sympy.expand(total.logged.xreplace({INDEX: place})) for name, place in places.items()}
    levels = {name: _level(value, start) for name, value in inside.items()}
    if None in levels.values():
        return None
    known = {name: int(level or 0) for name, level in levels.items()}
    lower = total.count / _log_above(inside["middle"], known["middle"])
    ends = (1 / _log_below(inside[name], known[name]) for name in ("first", "last"))
    return Bounds("logarithmic", lower, total.count * sum(ends) / 2, "", known)


def _level(value: Expr, start: int) -> int | None:
    """Return the largest k >= 1 with 2^k <= the value at the start, where the value never falls below."""
    least = value.xreplace({SIZE: sympy.Integer(start)})
    if not least.is_Rational or least < 2 or _sign(value - least, start) not in ("zero", "nonnegative"):
        return None
    return int(least.p // least.q).bit_length() - 1


def _log_above(value: Expr, level: int) -> Expr:
    return level + sympy.Rational(3, 2) * (value / 2**level - 1)


def _log_below(value: Expr, level: int) -> Expr:
    return level + sympy.Rational(36, 25) * (1 - 2**level / value)
