"""Floats with an error bound: every value of a batch with a radius, within which the exact number lies.

Whole numbers, halves, quarters and so on are exact as long as 53 bits hold them, so that conventions (0/0) are decided
on counts and not on rounded numbers. NaN says that there is no value; a radius of infinity that it is not known whether
there is one, whatever the value says.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["BOUNDED", "Bounded", "BoundedFloats", "stretched"]

Floats = NDArray[np.float64]
STEP = 2.0**-52
"""At least twice the relative rounding error of one operation."""
LIBRARY = 2.0**-48
"""At least the relative error of a logarithm, a power or a hyperbolic tangent."""
EXACT = 2.0**53
"""Multiples of a unit are exact up to so many units."""
SMALLEST = 2.0**-900
"""Results that are closer to zero may be nothing but underflow."""


class Bounded:
    """``value`` and ``radius``, arrays or numbers.

    Where ``unit`` is not 0 it is a power of two, all values are exact multiples of it, and the radius is 0.
    """

    __slots__ = ("radius", "unit", "value")
    __array_ufunc__ = None

    def __init__(self, value: Any, radius: Any, unit: float = 0.0) -> None:
        self.value = value
        self.radius = radius
        self.unit = unit

    @classmethod
    def rounded(cls, value: Any, radius: Any) -> Bounded:
        """Return the result of an operation, whose own rounding is added to what came with its operands."""
        return _rounded(value, np.abs(value), radius)

    def __add__(self, other: Any) -> Any:
        if not isinstance(other, Bounded):
            return NotImplemented
        unit = min(self.unit, other.unit)
        return _made(self, other, self.value + other.value, unit, _together)

    def __neg__(self) -> Bounded:
        return Bounded(-self.value, self.radius, self.unit)

    def __sub__(self, other: Any) -> Any:
        return self + (-other)

    def __mul__(self, other: Any) -> Any:
        if not isinstance(other, Bounded):
            return NotImplemented
        unit = self.unit * other.unit
        return _made(self, other, self.value * other.value, unit, _spread)

    def __truediv__(self, other: Any) -> Any:
        if not isinstance(other, Bounded):
            return NotImplemented
        certain = other.is_apart
        bottom, blur = other.value, other.radius
        if not np.all(certain):
            bottom, blur = np.where(certain, bottom, 1.0), np.where(certain, blur, 0.0)
        found = self.value / bottom
        size = np.abs(found)
        spread = self.radius if _is_nothing(blur) else self.radius + _times(size, other.radius)
        if not _is_nothing(spread):
            spread = spread / ((np.abs(bottom) - blur) * (1 - 4 * STEP))
        if not _least(size) >= SMALLEST and np.any(lost := (size < SMALLEST) & ~self.is_zero):
            spread = np.where(lost, np.maximum(spread, SMALLEST), spread)
        result = _rounded(found, size, spread)
        if not _largest(size) < np.inf and np.isinf(self.value).any():  # as in products
            sure = _is_infinite(self) & certain & np.isfinite(other.value)
            result = result.where(~sure, Bounded(found, 0.0))
        if np.all(certain):
            return result
        return result.where(certain, NOTHING).doubted(
            (~certain & ~other.is_zero & ~self.is_absent & ~other.is_absent) | np.isinf(other.radius)
        )

    def __pow__(self, exponent: int) -> Any:
        found = self
        for _ in range(exponent - 1):
            found = found * self
        return found if exponent else ONE

    def __getitem__(self, places: Any) -> Bounded:
        value, radius = (part[places] if np.ndim(part) else part for part in (self.value, self.radius))
        return Bounded(value, radius, self.unit)

    def where(self, mask: Any, other: Bounded) -> Bounded:
        """Return these values where a mask says so, else the other's."""
        if np.all(mask):
            return self
        value = np.where(mask, self.value, other.value)
        if self.unit and other.unit:
            return Bounded(value, 0.0, min(self.unit, other.unit))
        return Bounded(value, np.where(mask, self.radius, other.radius))

    def doubted(self, mask: Any) -> Bounded:
        """Return the values, which are not known where a mask says so."""
        return Bounded(self.value, np.where(mask, np.inf, self.radius)) if np.any(mask) else self

    @property
    def ndim(self) -> int:
        """0 for the same value everywhere, else 1."""
        return int(np.ndim(self.value))

    @property
    def is_zero(self) -> Any:
        """Where the value is exactly 0."""
        return self.value == 0 if _is_nothing(self.radius) else (self.value == 0) & (self.radius == 0)

    @property
    def is_apart(self) -> Any:
        """Where there certainly is a value, and it is not 0."""
        return np.abs(self.value) > self.radius

    @property
    def is_absent(self) -> Any:
        """Where there certainly is no value."""
        return np.isnan(self.value) & np.isfinite(self.radius)

    @property
    def is_finite(self) -> bool:
        """Whether every value is there and finite, for certain."""
        return bool(np.isfinite(np.sum(self.value)) and np.isfinite(np.sum(self.radius)))

    @property
    def signs(self) -> Any:
        """The sign of every value: -1, 0, 1, or `UNDECIDED` where the radius leaves it open, or there is no value."""
        above, below = np.asarray(self.value > self.radius), np.asarray(self.value < -self.radius)
        found = above.astype(int) - below
        return np.where(above | below | self.is_zero, found, UNDECIDED)


UNDECIDED = 2
"""Stands for a sign that is not known."""
NOTHING = Bounded(np.nan, 0.0)


def _is_nothing(radius: Any) -> bool:
    """Whether nothing at all is off: a radius of 0 for all values."""
    return not np.ndim(radius) and radius == 0


def _least(size: Any) -> Any:
    return np.minimum.reduce(size, axis=None, initial=1.0)


def _largest(size: Any) -> Any:
    return np.maximum.reduce(size, axis=None, initial=0.0)


def _rounded(value: Any, size: Any, radius: Any) -> Bounded:
    """Return values of a known size with what they are off by, rounding included."""
    bound = (radius + size * STEP) * (1 + 4 * STEP)
    if not _least(size) >= SMALLEST:
        tiny = (size < SMALLEST) & ((size > 0) | (radius > 0))
        bound = bound + np.where(tiny, SMALLEST, 0.0) if np.any(tiny) else bound
    if _largest(size) < np.inf:
        return Bounded(value, bound)
    finite = np.isfinite(value)
    certain = np.isnan(value) & ~np.isinf(radius)
    return Bounded(value, np.where(finite, bound, np.where(certain, 0.0, np.inf)))


def _times(one: Any, two: Any) -> Any:
    """Multiply bounds; nothing times infinity is infinite where a bound is."""
    if np.ndim(one) == 0 == one or np.ndim(two) == 0 == two:
        other = two if np.ndim(one) == 0 == one else one
        if not np.ndim(other):
            return np.inf if np.isinf(other) else 0.0
        return 0.0 if _largest(other) < np.inf or not np.any(np.isinf(other)) else _infinite(other, 0.0)
    with np.errstate(invalid="ignore"):
        found = one * two
    none = np.isnan(found)
    if not none.any():
        return found
    return np.where(none, np.where(np.isinf(one) | np.isinf(two), np.inf, 0.0), found)


def _infinite(where: Any, otherwise: Any) -> Any:
    return np.where(np.isinf(where), np.inf, otherwise)


def _together(one: Bounded, two: Bounded, size: Any) -> Any:
    """Return how far off a sum may be, its own rounding aside."""
    return one.radius + two.radius


def _spread(one: Bounded, two: Bounded, size: Any) -> Any:
    """Return how far off a product may be, its own rounding aside."""
    if _is_nothing(one.radius) and _is_nothing(two.radius) and _largest(size) < np.inf:
        found: Any = 0.0
    else:
        sizes = np.abs(one.value), np.abs(two.value)
        found = _times(sizes[0], two.radius) + _times(sizes[1], one.radius) + _times(one.radius, two.radius)
    if _least(size) >= SMALLEST:
        return found
    lost = (size < SMALLEST) & ~(one.is_zero | two.is_zero)
    return found + np.where(lost, SMALLEST, 0.0) if np.any(lost) else found


def _made(
    one: Bounded, two: Bounded, value: Any, unit: float, radius: Callable[[Bounded, Bounded, Any], Any]
) -> Bounded:
    if unit and max(_largest(value), -np.minimum.reduce(value, axis=None, initial=0.0)) < EXACT * unit:
        return Bounded(value, 0.0, unit)
    size = np.abs(value)
    found = _rounded(value, size, radius(one, two, size))
    if (
        not _largest(size) < np.inf and np.isinf(value).any()
    ):  # infinity stays exact where both operands are known
        sure = (_is_infinite(one) | _is_infinite(two)) & _is_known(one) & _is_known(two)
        return found.where(~(np.isinf(value) & sure), Bounded(value, 0.0))
    return found


def _is_infinite(part: Bounded) -> Any:
    return np.isinf(part.value) & (part.radius == 0)


def _is_known(part: Bounded) -> Any:
    """Where a value is infinity, or has a sign."""
    return _is_infinite(part) | (np.abs(part.value) > part.radius) | part.is_zero


class BoundedFloats:
    """The operations of formulas over floats with an error bound."""

    undefined = NOTHING
    infinite = Bounded(np.inf, 0.0)

    def number(self, value: Fraction) -> Bounded:
        """Return a constant; the nearest float, and how far off it may be."""
        try:
            near = value.numerator / value.denominator
        except OverflowError:
            return Bounded(0.0, np.inf)
        if Fraction(near) != value:
            return Bounded.rounded(near, 0.0 if near else SMALLEST)
        unit = 1 / value.denominator
        return Bounded(near, 0.0, unit if abs(near) < EXACT * unit else 0.0)

    def column(self, top: Any, bottom: Any = None) -> Bounded:
        """Return whole numbers, or quotients of whole numbers, as values."""
        if bottom is not None and np.asarray(top).dtype == object:
            tops, bottoms = np.broadcast_arrays(top, bottom)
            return Bounded.rounded(
                np.array([_quotient(one, other) for one, other in zip(tops, bottoms, strict=True)]), 0.0
            )
        value = _floats(top)
        exact = max(_largest(value), -np.minimum.reduce(value, axis=None, initial=0.0)) < EXACT
        whole = Bounded(value, 0.0, 1.0) if exact else Bounded.rounded(value, 0.0)
        if bottom is None:
            return whole
        if exact and np.ndim(bottom) == 0 and math.frexp(bottom)[0] == 0.5:
            return Bounded(value / bottom, 0.0, 1 / bottom)
        found: Bounded = whole / self.column(bottom)
        return found

    def filled(self, values: Bounded, size: int) -> Bounded:
        """Return values with one entry for each of so many rows."""
        if np.shape(values.value) == (size,):
            return values
        radius = np.broadcast_to(values.radius, (size,)) if np.ndim(values.radius) else values.radius
        return Bounded(np.broadcast_to(values.value, (size,)), radius, values.unit)

    def joined(self, parts: Sequence[Bounded]) -> Bounded:
        """Return columns of one length as a single one, one after the other."""
        shape = np.shape(parts[0].value)
        radii = [np.broadcast_to(part.radius, shape) for part in parts]
        unit = min(part.unit for part in parts)
        return Bounded(np.concatenate([part.value for part in parts]), np.concatenate(radii), unit)

    def placed(self, values: Bounded, places: Any, new: Bounded) -> Bounded:
        """Return values with other ones at some places."""
        value, radius = map(np.array, np.broadcast_arrays(values.value, values.radius))
        value[places], radius[places] = new.value, new.radius
        return Bounded(value, radius, min(values.unit, new.unit))

    def total(self, values: Bounded, starts: Any, lengths: Any) -> Bounded:
        """Return the sums of consecutive stretches of values, 0 for an empty one."""
        some = lengths > 0
        value = stretched(values.value, starts, some)
        if values.unit and np.abs(values.value).sum() < EXACT * values.unit:
            return Bounded(value, 0.0, values.unit)
        sizes = stretched(np.abs(values.value), starts, some)
        radius = values.radius
        if np.ndim(radius) or radius:
            radius = stretched(np.broadcast_to(radius, np.shape(values.value)), starts, some)
        found = Bounded.rounded(value, radius + lengths * STEP * np.where(np.isnan(sizes), 0.0, sizes))
        if not np.isinf(sizes).any():
            return found
        infinite = stretched(np.isinf(values.value).astype(float), starts, some) > 0
        return found.where(~infinite | np.isinf(radius), Bounded(value, 0.0))

    def best(self, values: Bounded, starts: Any, *, least: bool) -> Bounded:
        """Return the largest, or the least, value of consecutive stretches, none of which is empty."""
        turned = -values if least else values
        if not len(starts):
            return turned
        radius = np.broadcast_to(turned.radius, np.shape(turned.value))
        found = Bounded(
            np.maximum.reduceat(turned.value, starts), np.maximum.reduceat(radius, starts), turned.unit
        )
        return -found if least else found

    def ratio(self, numerator: Bounded, denominator: Bounded, otherwise: Bounded) -> Bounded:
        """Divide, or return the convention's value where the denominator is exactly zero."""
        if np.all(denominator.is_apart):
            found: Bounded = numerator / denominator
            return found
        return self.guard(numerator / denominator.where(~denominator.is_zero, ONE), denominator, otherwise)

    def guard(self, value: Bounded, quantity: Bounded, otherwise: Bounded) -> Bounded:
        """Return the value, or the convention's one where the quantity is exactly zero."""
        if np.all(quantity.is_apart):
            return value
        near = np.abs(quantity.value) <= quantity.radius
        found = value.where(~near, otherwise).where(~np.isnan(quantity.value), NOTHING)
        return found.doubted((near & ~quantity.is_zero) | np.isinf(quantity.radius))

    def larger(self, first: Bounded, second: Bounded) -> Bounded:
        """Return the larger value."""
        radius = np.maximum(first.radius, second.radius)
        return Bounded(np.maximum(first.value, second.value), radius, min(first.unit, second.unit))

    def smaller(self, first: Bounded, second: Bounded) -> Bounded:
        """Return the smaller value."""
        return -self.larger(-first, -second)

    def sqrt(self, value: Bounded) -> Bounded:
        """Return the root; of what is certainly negative there is none."""
        certain = (value.value > value.radius) | value.is_zero
        found = np.sqrt(np.maximum(value.value, 0.0))
        spread = value.radius / np.where(found > 0, found, 1.0) * (1 + 4 * STEP)
        none = value.value + value.radius < 0
        return (
            Bounded.rounded(found, spread).where(~none, NOTHING).doubted(~certain & ~none & ~np.isnan(found))
        )

    def log(self, value: Bounded) -> Bounded:
        """Return the natural logarithm; of what is certainly not positive there is none."""
        low = (value.value - value.radius) * (1 - 4 * STEP)
        certain = low > 0
        found = np.log(np.where(certain, value.value, 1.0))
        spread = value.radius / np.where(certain, low, 1.0) + np.abs(found) * LIBRARY
        result = Bounded.rounded(found, np.where(certain, spread, 0.0)).where(certain, NOTHING)
        result = result.where(~(np.isposinf(value.value) & (value.radius == 0)), self.infinite)
        return result.doubted((~certain & (value.value + value.radius > 0)) | np.isinf(value.radius))

    def tanh(self, value: Bounded) -> Bounded:
        """Return the hyperbolic tangent; that of infinity is 1."""
        infinite = np.isinf(value.value) & (value.radius == 0)
        found = np.tanh(value.value)
        result = Bounded.rounded(found, np.minimum(value.radius, 2.0) + LIBRARY * np.abs(found))
        result = result.where(~infinite, Bounded(np.sign(found), 0.0))
        return result.doubted(np.isinf(value.radius))

    def log_binomial(self, upper: Bounded, lower: Bounded) -> Bounded:
        """Return the natural logarithm of a binomial coefficient."""
        from scipy.special import gammaln  # SciPy takes long to import

        parts = [gammaln(part + 1.0) for part in (upper.value, lower.value, upper.value - lower.value)]
        spread = sum(np.abs(part) for part in parts) * LIBRARY
        sure = (lower.value >= 0) & (lower.value <= upper.value) & (upper.unit >= 1) & (lower.unit >= 1)
        ends = (lower.value == 0) | (lower.value == upper.value)
        found = np.where(ends, 0.0, parts[0] - parts[1] - parts[2])
        return Bounded.rounded(found, np.where(ends, 0.0, spread)).doubted(
            ~sure & ~(np.isnan(found) & np.isfinite(upper.radius + lower.radius))
        )

    def inverse_log2(self, value: Bounded) -> Bounded:
        """Return one over the logarithm to base 2."""
        two = Bounded(np.log(2.0), np.log(2.0) * STEP)
        found: Bounded = two / self.log(value)
        return found

    def power(self, base: Bounded, exponent: Bounded) -> Bounded:
        """Return the power, of zero with a negative exponent there is none; not known where none is certainly whole."""
        times = exponent.value
        certain = (exponent.radius == 0) & (np.floor(times) == times)
        near = np.where(certain, times, 0.0)
        found = np.power(np.asarray(base.value, dtype=float), near)
        if base.unit >= 1 and np.min(near, initial=0.0) >= 0 and np.max(np.abs(found), initial=0.0) < EXACT:
            return Bounded(found, 0.0, 1.0).where(certain, NOTHING).doubted(~certain & ~np.isnan(times))
        known = certain & ~(base.is_zero & (near < 0))
        result = self._power(base, near, found).where(known & ~base.is_absent, NOTHING)
        return result.doubted((~certain & ~exponent.is_absent) | np.isinf(base.radius))

    def _power(self, base: Bounded, times: Any, found: Any) -> Bounded:
        sure = (np.abs(base.value) > 2 * base.radius) | base.is_zero | (times == 0)
        share = np.where(
            base.is_zero | ~sure, 0.0, base.radius / np.where(base.value == 0, 1.0, np.abs(base.value))
        )
        spread = np.abs(found) * (np.expm1(np.abs(times) * 2 * share) + np.abs(times) * STEP + LIBRARY)
        exact = (times == 0) | ((times == 1) & (base.radius == 0)) | (base.is_zero & (times > 0))
        lost = (np.abs(found) < SMALLEST) & ~base.is_zero & (times != 0)
        spread = np.where(lost, SMALLEST, np.where(exact, 0.0, spread))
        return Bounded.rounded(found, spread).doubted(~sure & ~(np.isnan(found) & np.isfinite(base.radius)))


def _floats(numbers: Any) -> Any:
    """Return whole numbers as floats; those beyond all floats as infinity, which is not known exactly."""
    try:
        return np.asarray(numbers, dtype=float)
    except OverflowError:
        return np.array([_quotient(each, 1) for each in np.ravel(numbers)])


def _quotient(top: int, bottom: int) -> float:
    try:
        return top / bottom
    except OverflowError:
        return math.inf if (top > 0) == (bottom > 0) else -math.inf


def stretched(values: Any, starts: Any, some: Any) -> Any:
    """Return the sums of stretches, one after another, of which some are not empty."""
    if some.all():
        return np.add.reduceat(values, starts) if len(starts) else np.zeros(0)
    found = np.zeros(len(starts))
    if some.any():
        found[some] = np.add.reduceat(values, starts[some])
    return found


ONE = Bounded(1.0, 0.0, 1.0)
BOUNDED = BoundedFloats()
