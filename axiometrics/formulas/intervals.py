"""Intervals that are rounded outwards: what a formula can be where its quantities are only known to lie between bounds.

An interval contains every value that is computed from numbers in the intervals that it is computed from. It may contain
more: two parts of a formula that depend on each other are taken as if they did not. Numbers without a value add nothing
to an interval, so one that has a value nowhere is `NO_VALUE`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

from axiometrics.errors import UndecidedError
from axiometrics.formulas.undefined import NO_VALUE, absent

__all__ = ["INTERVALS", "Interval", "Intervals", "between", "hull", "sign_of"]

BITS = 160
GUARD = 10
"""Bits by which a logarithm or exponential is widened: mpmath rounds outwards, but only what it has approximated."""


@lru_cache(maxsize=1)
def _context() -> Any:
    from mpmath.ctx_iv import MPIntervalContext

    found = MPIntervalContext()
    found.prec = BITS
    return found


class Interval:
    """All numbers from ``a`` to ``b``; the ends may be infinite, and so may numbers inside."""

    __slots__ = ("inside",)

    def __init__(self, inside: Any) -> None:
        self.inside = inside

    @property
    def a(self) -> Any:
        """The lower end."""
        return self.inside.a

    @property
    def b(self) -> Any:
        """The upper end."""
        return self.inside.b

    @property
    def is_zero(self) -> bool:
        """Whether zero is its only number."""
        return bool(self.a == 0 == self.b)

    def _with(self, other: Any, operation: Callable[[Any, Any], Any]) -> Any:
        if not isinstance(other, Interval | int):
            return NotImplemented
        return Interval(operation(self.inside, other.inside if isinstance(other, Interval) else other))

    def __add__(self, other: Any) -> Any:
        return self._with(other, operator.add)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self._with(other, operator.sub)

    def __neg__(self) -> Any:
        return Interval(-self.inside)

    def __mul__(self, other: Any) -> Any:
        """Multiply; zero times an infinite end is zero.

        A number in an interval is below an infinite end, and times zero it is zero; infinity itself has no value times
        zero. So zero is all that such a product can add.
        """
        if self.is_zero and isinstance(other, Interval | int):
            return self
        if isinstance(other, Interval) and other.is_zero:
            return other
        return self._with(other, operator.mul)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        """Divide by what is not zero in an interval; nothing is known of a division by zero alone."""
        if self.is_zero and isinstance(other, Interval) and not other.is_zero:
            return self
        found = self._with(other, operator.truediv)
        return (
            found if found is NotImplemented else _from_to(found.a, found.b)
        )  # of infinite ends: has no NaN

    def __pow__(self, exponent: int) -> Any:
        return Interval(self.inside**exponent)

    def __repr__(self) -> str:
        return f"[{float(self.a)}, {float(self.b)}]"


def between(low: Fraction, high: Fraction) -> Interval:
    """Return an interval that contains all numbers between two."""
    context = _context()
    first, last = (context.mpf(each.numerator) / context.mpf(each.denominator) for each in (low, high))
    return _from_to(first.a, last.b)


def _from_to(low: Any, high: Any) -> Interval:
    return Interval(_context().mpf([low, high]))


def hull(first: Any, second: Any) -> Any:
    """Return an interval that contains two, of which either may be `NO_VALUE`.

    >>> hull(between(Fraction(0), Fraction(1)), between(Fraction(3), Fraction(3)))
    [0.0, 3.0]
    """
    if absent(first) or absent(second):
        return second if absent(first) else first
    return _from_to(min(first.a, second.a), max(first.b, second.b))


def sign_of(value: Any) -> int | None:
    """Return the sign of all numbers in an interval; None where they have several.

    >>> sign_of(between(Fraction(1, 3), Fraction(1, 2))), sign_of(between(Fraction(-1), Fraction(1)))
    (1, None)
    """
    if value.a > 0:
        return 1
    if value.b < 0:
        return -1
    return 0 if value.is_zero else None


class Intervals:
    """The operations of formulas on intervals."""

    undefined = NO_VALUE

    @property
    def infinite(self) -> Interval:
        """Larger than every number."""
        return _from_to("inf", "inf")

    def number(self, value: Fraction) -> Interval:
        """Return a narrow interval around a constant."""
        return between(value, value)

    def ratio(self, numerator: Any, denominator: Any, otherwise: Any) -> Any:
        """Divide, and add the convention's value where the denominator can be zero."""
        if absent(denominator):
            return NO_VALUE
        if denominator.is_zero:
            return otherwise
        found = numerator / denominator
        return found if sign_of(denominator) else hull(found, otherwise)

    def guard(self, value: Any, quantity: Any, otherwise: Any) -> Any:
        """Return the value, and add the convention's one where the quantity can be zero."""
        if absent(quantity):
            return NO_VALUE
        if quantity.is_zero:
            return otherwise
        return value if sign_of(quantity) else hull(value, otherwise)

    def larger(self, first: Any, second: Any) -> Any:
        """Return the larger value."""
        if absent(first, second):
            return NO_VALUE
        return _from_to(max(first.a, second.a), max(first.b, second.b))

    def smaller(self, first: Any, second: Any) -> Any:
        """Return the smaller value."""
        if absent(first, second):
            return NO_VALUE
        return _from_to(min(first.a, second.a), min(first.b, second.b))

    def sqrt(self, value: Any) -> Any:
        """Return the root of what is never negative; numbers below zero are rounding, and count as zero."""
        if absent(value):
            return NO_VALUE
        context = _context()
        return Interval(context.sqrt(context.mpf([max(value.a, 0), max(value.b, 0)])))

    def log(self, value: Any) -> Any:
        """Return the natural logarithm of what is positive; nothing is known where no number is."""
        if absent(value):
            return NO_VALUE
        if not value.b > 0:
            return _from_to("-inf", "inf")
        context = _context()
        return Interval(_widened(context.log(context.mpf([max(value.a, 0), value.b]))))

    def tanh(self, value: Any) -> Any:
        """Return the hyperbolic tangent, 1 - 2/(exp(2x) + 1)."""
        if absent(value):
            return NO_VALUE
        return Interval(1 - 2 / (_widened(_context().exp(2 * value.inside)) + 1))

    def log_binomial(self, upper: Any, lower: Any) -> Any:
        """Return the natural logarithm of a binomial coefficient of known numbers."""
        if absent(upper, lower):
            return NO_VALUE
        return self.log(self.number(Fraction(comb(_whole(upper), _whole(lower)))))

    def inverse_log2(self, value: Any) -> Any:
        """Return one over the logarithm to base 2."""
        return self.log(self.number(Fraction(2))) / self.log(value)

    def power(self, base: Any, exponent: Any) -> Any:
        """Return the power of a value; the exponent is a known whole number, negative ones too."""
        if absent(base, exponent):
            return NO_VALUE
        times, one = _whole(exponent), self.number(Fraction(1))
        return one if times == 0 else base**times if times > 0 else one / base**-times


INTERVALS = Intervals()


def _widened(found: Any) -> Any:
    """Return an interval that is larger by a few units in the last place; exact zeros and infinities stay."""
    slack = Fraction(1, 2 ** (BITS - GUARD))
    return found * between(1 - slack, 1 + slack).inside


def _whole(value: Interval) -> int:
    if not _context().isint(value.inside):
        raise UndecidedError(f"{value} is not known to be one whole number")
    return int(value.inside)
