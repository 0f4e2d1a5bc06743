"""Exact arithmetic for discounts by rank: 1/log2(k) is a number of its own for every k that is no perfect power.

So a discounted gain is a linear form, not a quotient with a product of logarithms below. Two values are equal when
their forms are; where they differ, an interval that excludes zero gives the sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sympy import QQ, Integer, log, perfect_power, primerange
from sympy.polys.rings import ring

from axiometrics.errors import AxiometricsError
from axiometrics.formulas.exact import Exact
from axiometrics.formulas.quotients import Quotient
from axiometrics.formulas.undefined import NO_VALUE, absent

__all__ = ["Discounted", "discounted_algebra"]

STEP = 32
"""Bounds are rounded up to multiples of this, so that few arithmetics serve many lists."""


class Discounted(Exact):
    """Rationals, logarithms of the primes and discounts 1/log2(k) up to a bound."""

    def __init__(self, bound: int) -> None:
        self.bound = bound
        self.bases = [k for k in range(3, bound + 1) if not perfect_power(k)]
        super().__init__([int(prime) for prime in primerange(2, bound + 1)])
        names = [f"log{prime}" for prime in self.primes] + [f"discount{k}" for k in self.bases]
        self.ring, *generators = ring(names, QQ)
        self.logs = dict(zip(self.primes, map(Quotient, generators), strict=False))
        self._discounts = dict(zip(self.bases, map(Quotient, generators[len(self.primes) :]), strict=True))
        self._discounts[2] = self.one
        self._known_discounts: dict[int, Any] = {}

    def knowing(self, primes: Sequence[int]) -> Discounted:
        """Return the arithmetic with the logarithms and discounts up to these primes."""
        return discounted_algebra(max(primes))

    def inverse_log2(self, value: Any) -> Any:
        """Return the discount of a whole number from 2 on: that of its root, divided by the exponent."""
        if absent(value):
            return NO_VALUE
        k = int(self._fraction(value))
        if k not in self._known_discounts:
            base, exponent = perfect_power(k) or (k, 1)
            if int(base) not in self._discounts:
                raise AxiometricsError(
                    f"1/log2({k}) is beyond this arithmetic, which knows 2 to {self.bases[-1]}"
                )
            self._known_discounts[k] = self._discounts[int(base)] * self.number_of(1, int(exponent))
        return self._known_discounts[k]

    def number_of(self, top: int, bottom: int) -> Any:
        """Return a fraction."""
        return Quotient(QQ(top, bottom))

    def _meanings(self) -> list[Any]:
        return [*super()._meanings(), *(log(Integer(2)) / log(Integer(k)) for k in self.bases)]

    def _intervals(self, digits: int) -> Sequence[Any]:
        return *super()._intervals(digits), *_interval_discounts(tuple(self.bases), digits)


@lru_cache(maxsize=256)
def _interval_discounts(bases: tuple[int, ...], digits: int) -> tuple[Any, ...]:
    from mpmath import iv

    iv.dps = digits
    return tuple(iv.log(2) / iv.log(k) for k in bases)


@lru_cache(maxsize=64)
def _algebra(bound: int) -> Discounted:
    return Discounted(bound)


def discounted_algebra(bound: int) -> Discounted:
    """Return an arithmetic whose logarithms and discounts cover the whole numbers up to a bound.

    >>> arithmetic = discounted_algebra(9)
    >>> arithmetic.text(arithmetic.inverse_log2(arithmetic.number_of(9, 1)))
    'log(2)/(2*log(3))'
    """
    return _algebra(-(-max(bound, 4) // STEP) * STEP)
