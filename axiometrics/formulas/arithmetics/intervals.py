"""Intervals that are rounded outwards: what a formula can be where its quantities are only known to lie between bounds.

An interval contains every value that is computed from numbers in the intervals that it is computed from. It may contain
more: two parts of a formula that depend on each other are taken as if they did not. Numbers without a value add nothing
to an interval, so one that has a value nowhere is `NO_VALUE`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import wraps
from math import comb
from typing import Any, ParamSpec, TypeVar

import flint
from flint import arb

from axiometrics.errors import UndecidedError
from axiometrics.formulas.arithmetics.polynomials import number
from axiometrics.formulas.undefined import NO_VALUE, absent

Given = ParamSpec("Given")
Found = TypeVar("Found")
BITS = 160
ABOVE, BELOW = arb.pos_inf(), arb.neg_inf()


def _precise(function: Callable[Given, Found]) -> Callable[Given, Found]:
    """Compute with as many bits as intervals have."""

    @wraps(function)
    def found(*arguments: Given.args, **named: Given.kwargs) -> Found:
        with flint.ctx.workprec(BITS):
            return function(*arguments, **named)

    return found


class Interval:
    """All numbers from ``a`` to ``b``; the ends may be infinite, and so may numbers inside."""

    __slots__ = ("a", "b")

    def __init__(self, a: arb, b: arb) -> None:
        self.a = a
        self.b = b

    @property
    def is_zero(self) -> bool:
        """Whether zero is its only number."""
        return bool(self.a == 0 == self.b)

    @_precise
    def __add__(self, other: Interval) -> Interval:
        if not isinstance(other, Interval | int):
            return NotImplemented
        first, last = _ends(other)
        return _around((self.a + first,), (self.b + last,))

    __radd__ = __add__

    def __sub__(self, other: Interval) -> Interval:
        return self + (-other) if isinstance(other, Interval | int) else NotImplemented

    @_precise
    def __neg__(self) -> Interval:
        return _around((-self.b,), (-self.a,))

    @_precise
    def __mul__(self, other: Interval) -> Interval:
        """Multiply; zero times an infinite end is zero.

        A number in an interval is below an infinite end, and times zero it is zero; infinity itself has no value times
        zero. So zero is all that such a product can add.
        """
        if not isinstance(other, Interval | int):
            return NotImplemented
        products = [
            arb(0) if one == 0 or two == 0 else one * two for one in (self.a, self.b) for two in _ends(other)
        ]
        return _around(products, products)

    __rmul__ = __mul__

    def __truediv__(self, other: Interval) -> Interval:
        """Divide by what is not zero in an interval; nothing is known of a division by zero alone."""
        if not isinstance(other, Interval):
            return NotImplemented
        if other.is_zero:
            return Interval(BELOW, ABOVE)
        return self if self.is_zero else self * other._inverse()

    @_precise
    def _inverse(self) -> Interval:
        if self.a < 0 < self.b:
            return Interval(BELOW, ABOVE)
        return _around((BELOW if self.b == 0 else 1 / self.b,), (ABOVE if self.a == 0 else 1 / self.a,))

    @_precise
    def __pow__(self, exponent: int) -> Interval:
        turned = self.b <= 0 and exponent % 2 == 0
        ends = [_power(end, exponent) for end in ((self.b, self.a) if turned else (self.a, self.b))]
        if self.a < 0 < self.b and exponent % 2 == 0:
            return _around((arb(0),), ends)
        return _around(ends[:1], ends[1:])

    def __repr__(self) -> str:
        return f"[{float(self.a)}, {float(self.b)}]"


def _ends(value: Interval | int) -> tuple[Any, Any]:
    return (value.a, value.b) if isinstance(value, Interval) else (arb(value), arb(value))


def _around(low: Iterable[Any], high: Iterable[Any]) -> Interval:
    """Return the interval from the least to the largest number of some balls; of no number nothing is known."""
    lower = [BELOW if each.is_nan() else each.lower() for each in low]
    upper = [ABOVE if each.is_nan() else each.upper() for each in high]
    return Interval(min(lower), max(upper))


def _power(base: arb, exponent: int) -> arb:
    found = arb(1)
    for _ in range(exponent):
        found = found * base
    return found


@_precise
def between(low: Fraction, high: Fraction) -> Interval:
    """Return an interval that contains all numbers between two."""
    return _around((arb(number(low)),), (arb(number(high)),))


def hull(first: Any, second: Any) -> Any:
    """Return an interval that contains two, of which either may be `NO_VALUE`.

    >>> hull(between(Fraction(0), Fraction(1)), between(Fraction(3), Fraction(3)))
    [0.0, 3.0]
    """
    if absent(first) or absent(second):
        return second if absent(first) else first
    return Interval(min(first.a, second.a), max(first.b, second.b))


def sign_of(value: Interval) -> int | None:
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
        return Interval(ABOVE, ABOVE)

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
        return Interval(max(first.a, second.a), max(first.b, second.b))

    def smaller(self, first: Any, second: Any) -> Any:
        """Return the smaller value."""
        if absent(first, second):
            return NO_VALUE
        return Interval(min(first.a, second.a), min(first.b, second.b))

    @_precise
    def sqrt(self, value: Any) -> Any:
        """Return the root of what is never negative; numbers below zero are rounding, and count as zero."""
        if absent(value):
            return NO_VALUE
        return _around((max(value.a, arb(0)).sqrt(),), (max(value.b, arb(0)).sqrt(),))

    @_precise
    def log(self, value: Any) -> Any:
        """Return the natural logarithm of what is positive; nothing is known where no number is."""
        if absent(value):
            return NO_VALUE
        if not value.b > 0:
            return Interval(BELOW, ABOVE)
        return _around((value.a.log() if value.a > 0 else BELOW,), (value.b.log(),))

    @_precise
    def tanh(self, value: Any) -> Any:
        """Return the hyperbolic tangent."""
        return NO_VALUE if absent(value) else _around((value.a.tanh(),), (value.b.tanh(),))

    def log_binomial(self, upper: Any, lower: Any) -> Any:
        """Return the natural logarithm of a binomial coefficient of known numbers."""
        if absent(upper, lower):
            return NO_VALUE
        return self.log(self.number(Fraction(comb(_whole(upper), _whole(lower)))))

    def inverse_log2(self, value: Interval) -> Any:
        """Return one over the logarithm to base 2."""
        return self.log(self.number(Fraction(2))) / self.log(value)

    def power(self, base: Any, exponent: Any) -> Any:
        """Return the power of a value; the exponent is a known whole number, negative ones too."""
        if absent(base, exponent):
            return NO_VALUE
        times, one = _whole(exponent), self.number(Fraction(1))
        return one if times == 0 else base**times if times > 0 else one / base**-times


INTERVALS = Intervals()


class _OneSide(Intervals):
    """Intervals of values for which each convention that is open either counts or does not, as a path says."""

    def __init__(self) -> None:
        self.path: tuple[bool, ...] = ()
        self.asked = 0

    def _counts(self) -> bool:
        """Whether the next convention counts; one that no path tells of does not."""
        self.asked += 1
        if self.asked > len(self.path):
            self.path = (*self.path, False)
        return self.path[self.asked - 1]

    def ratio(self, numerator: Any, denominator: Any, otherwise: Any) -> Any:
        """Divide, or return the convention's value."""
        if absent(denominator) or denominator.is_zero or sign_of(denominator):
            return super().ratio(numerator, denominator, otherwise)
        return otherwise if self._counts() else numerator / denominator

    def guard(self, value: Any, quantity: Any, otherwise: Any) -> Any:
        """Return the value, or the convention's one."""
        if absent(quantity) or quantity.is_zero or sign_of(quantity):
            return super().guard(value, quantity, otherwise)
        return otherwise if self._counts() else value


_ONE_SIDE = _OneSide()


def sides(evaluated: Callable[[Intervals], Any]) -> Iterator[Any]:
    """Yield intervals which together contain all values, one for each choice of the conventions that count.

    So a value that jumps where a convention counts is not taken to be anywhere between.

    >>> near = between(Fraction(0), Fraction(1, 8))
    >>> one = INTERVALS.number(Fraction(1))
    >>> list(sides(lambda algebra: algebra.guard(one, near, near)))
    [[1.0, 1.0], [0.0, 0.125]]
    """
    path: tuple[bool, ...] | None = ()
    while path is not None:
        _ONE_SIDE.path, _ONE_SIDE.asked = path, 0
        yield evaluated(_ONE_SIDE)
        left = _ONE_SIDE.path[: _ONE_SIDE.asked]
        while left and left[-1]:
            left = left[:-1]
        path = (*left[:-1], True) if left else None


def _whole(value: Interval) -> int:
    found = value.a.unique_fmpz() if value.a == value.b else None
    if found is None:
        raise UndecidedError(f"{value} is not known to be one whole number")
    return int(found)
