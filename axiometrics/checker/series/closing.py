"""Sums in closed form: geometric ones, and those whose terms are differences of neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.eventual import INDEX
from axiometrics.tasks.asymptotics import AsymptoticCase, Total

__all__ = ["Closed", "closed"]

HIGHEST = 6
"""The highest power of the index that is summed."""
FARTHEST = 40
"""The most terms that a telescoping sum may leave at one end."""


@dataclass(frozen=True)
class Closed:
    """The value of a sum; ``antidifference`` F has F(i + 1) - F(i) as its terms, None for a geometric sum."""

    tactic: str
    value: Any
    antidifference: Any = None


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
def _antidifference(body: Any) -> Any:
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


def _powers_before(power: int) -> Any:
    """Return the sum of the powers of 0 to i - 1."""
    return (sympy.bernoulli(power + 1, INDEX) - sympy.bernoulli(power + 1, 0)) / (power + 1)


def _simple(part: Any) -> tuple[Any, Any] | None:
    """Return A and d of a term A/(i + d), None for any other term."""
    top, bottom = part.as_numer_denom()
    poly = sympy.Poly(bottom, INDEX)
    if not top.is_Rational or poly.degree() != 1:
        return None
    slope, rest = poly.all_coeffs()
    return top / slope, rest / slope


def _telescoped(shares: list[tuple[Any, Any]]) -> Any:
    """Sum terms A/(i + d) whose d differ by whole numbers and whose A add up to zero."""
    least = shares[0][1]
    if sum(share for share, _ in shares) != 0 or shares[-1][1] - least > FARTHEST:
        return None
    return sum(
        share / (INDEX + least + step) for share, place in shares for step in range(int(place - least))
    )
