"""Factors and common factors of polynomials, sought only where that is quick: their cost grows without warning."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any

from axiometrics.formulas.budget import spend
from axiometrics.formulas.compact import compacted, spread
from axiometrics.formulas.factors import factor_list

__all__ = ["cancelled", "factored", "few_variables"]

MOST_FACTORED = 80
"""Terms of a polynomial up to which its factors are sought."""
MOST_CANCELLED = 2000
"""Terms of two polynomials together up to which their common factors are sought."""
HIGHEST = 40
"""The highest total degree of either."""
COST = 250
"""Products of terms that one term costs, about: measured on products of linear forms."""


MOST_VARIABLES = 6
"""Variables of a polynomial up to which its factors are sought inside `few_variables`."""
_FEW: ContextVar[bool] = ContextVar("few", default=False)


@contextmanager
def few_variables() -> Iterator[None]:
    """Seek no factors of polynomials in many variables: with a letter among them that can take for ever."""
    token = _FEW.set(True)
    try:
        yield
    finally:
        _FEW.reset(token)


def factored(polynomial: Any) -> tuple[Any, list[tuple[Any, int]]] | None:
    """Return the constant and the factors with their multiplicities, or None for a polynomial that is too large."""
    if _FEW.get() and _variables(polynomial) > MOST_VARIABLES:
        return None
    if not _within(MOST_FACTORED, polynomial):
        return None
    constant, factors = factor_list(polynomial)
    return constant, list(factors)


def cancelled(top: Any, bottom: Any) -> tuple[Any, Any] | None:
    """Return a fraction without common factors, or None where it is too large; a constant divides everything."""
    if not _within(MOST_CANCELLED, top, bottom, cost=1 if bottom.is_ground else COST):
        return None
    return _cancel(top, bottom)


@lru_cache(maxsize=1 << 13)
def _cancel(top: Any, bottom: Any) -> tuple[Any, Any]:
    places, (one, other) = compacted(top, bottom)
    if len(places) in (0, top.ring.ngens):
        above, below = top.cancel(bottom)
        return above, below
    above, below = (spread(part, top.ring, places) for part in one.cancel(other))
    return above, below


def _within(most: int, *polynomials: Any, cost: int = COST) -> bool:
    """Whether the work may be done; it is counted then."""
    terms = sum(len(polynomial) for polynomial in polynomials)
    if terms > most or any(_degree(polynomial) > HIGHEST for polynomial in polynomials):
        return False
    spend(cost * terms)
    return True


def _degree(polynomial: Any) -> int:
    return max((sum(powers) for powers in polynomial.itermonoms()), default=0)


def _variables(polynomial: Any) -> int:
    return sum(any(column) for column in zip(*polynomial.itermonoms(), strict=True))
