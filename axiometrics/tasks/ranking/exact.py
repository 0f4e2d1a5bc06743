"""Exact arithmetic for discounts by rank: 1/log2(k) is a number of its own for every k that is no perfect power.

So a discounted gain is a linear form, not a quotient with a product of logarithms below. Two values are equal when
their forms are; where they differ, an interval that excludes zero gives the sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import gcd, prod
from typing import Any

import flint
from flint import arb, fmpq, fmpz

from axiometrics.formulas.exact import primes_up_to
from axiometrics.formulas.extended import Extended
from axiometrics.formulas.quotients import quotient_of

__all__ = ["Discounted", "discounted_algebra"]

STEP = 32
"""Bounds are rounded up to multiples of this, so that few arithmetics serve many lists."""


class Discounted(Extended):
    """Rationals, logarithms of the primes and discounts 1/log2(k) up to a bound, and logarithms of further primes."""

    def __init__(self, bound: int, further: Sequence[int] = ()) -> None:
        self.bound = bound
        self.bases = [k for k in range(3, bound + 1) if not fmpz(k).is_perfect_power()]
        super().__init__(sorted({*primes_up_to(bound), *further}))
        discounts = map(quotient_of, self.space.generators[len(self.primes) :])
        self._discounts = {2: self.one, **dict(zip(self.bases, discounts, strict=True))}

    def knowing(self, primes: Sequence[int]) -> Discounted:
        """Return the arithmetic that knows the logarithms of these primes, too."""
        return _algebra(self.bound, tuple(sorted({*self.primes, *primes})))

    def inverse_log2(self, value: Any) -> Any:
        """Return the discount of a whole number from 2 on: that of its root, divided by the exponent."""
        if not isinstance(value, fmpq) or value.q != 1 or value < 2:
            return super().inverse_log2(value)
        k = int(value)
        if k not in self._discounts:
            base, exponent = _without_exponent(k)
            if base not in self._discounts:
                return super().inverse_log2(value)
            self._discounts[k] = self._discounts[base] / exponent
        return self._discounts[k]

    def _names(self) -> list[str]:
        return [*super()._names(), *(f"discount{k}" for k in self.bases)]

    def _meanings(self) -> list[Any]:
        from sympy import Integer, log

        return [*super()._meanings(), *(log(Integer(2)) / log(Integer(k)) for k in self.bases)]

    def _balls(self, bits: int) -> Sequence[Any]:
        return _discount_balls(self.primes, tuple(self.bases), bits)


def _without_exponent(k: int) -> tuple[int, int]:
    """Return b and the largest e with k = b to the power e."""
    powers = fmpz(k).factor()
    exponent = gcd(*(times for _, times in powers))
    return prod(int(prime) ** (times // exponent) for prime, times in powers), exponent


@lru_cache(maxsize=256)
def _discount_balls(primes: tuple[int, ...], bases: tuple[int, ...], bits: int) -> tuple[Any, ...]:
    with flint.ctx.workprec(bits):
        two = arb(2).log()
        return (*(arb(prime).log() for prime in primes), *(two / arb(k).log() for k in bases))


@lru_cache(maxsize=64)
def _algebra(bound: int, further: tuple[int, ...] = ()) -> Discounted:
    return Discounted(bound, further)


def discounted_algebra(bound: int) -> Discounted:
    """Return an arithmetic whose logarithms and discounts cover the whole numbers up to a bound.

    >>> arithmetic = discounted_algebra(9)
    >>> arithmetic.text(arithmetic.inverse_log2(arithmetic.number(9)))
    'log(2)/(2*log(3))'
    """
    return _algebra(-(-max(bound, 4) // STEP) * STEP)
