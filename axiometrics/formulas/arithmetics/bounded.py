"""One float with an error bound, or a column of them: the arithmetic.

Whole numbers, halves, quarters and so on are exact as long as 53 bits hold them, so that conventions (0/0) are decided
on counts and not on rounded numbers. NaN says that there is no value; a radius of infinity that it is not known whether
there is one, whatever the value says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

STEP = 2.0**-52
"""At least twice the relative rounding error of one operation."""
LIBRARY = 2.0**-48
"""At least the relative error of a logarithm, a power or a hyperbolic tangent."""
EXACT = 2.0**53
"""Multiples of a unit are exact up to so many units."""
SMALLEST = 2.0**-900
"""Results that are closer to zero may be nothing but underflow."""
_PLAIN = frozenset({int, float})


class Bounded:
    """``value`` and ``radius``, arrays or numbers.

    Where ``unit`` is not 0 it is a power of two, all values are exact multiples of it, and the radius is 0. A number is
    kept as NumPy has it: what it is compared with is then a mask, while ``~True`` of Python is -2, which is not false.
    """

    __slots__ = ("radius", "unit", "value")
    __array_ufunc__ = None

    def __init__(self, value: Any, radius: Any, unit: float = 0.0) -> None:
        self.value: Any = np.float64(value) if type(value) in _PLAIN else value
        self.radius = radius
        self.unit = unit

    @property
    def nbytes(self) -> int:
        """How much memory the values and radii take."""
        return int(np.asarray(self.value).nbytes + np.asarray(self.radius).nbytes)

    @classmethod
    def rounded(cls, value: Any, radius: Any) -> Bounded:
        """Return the result of an operation, whose own rounding is added to what came with its operands."""
        size = np.abs(value)
        return _rounded(value, size, radius, *_plain(size, largest(size)))

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
        if not (everywhere := certain.all()):
            bottom, blur = np.where(certain, bottom, 1.0), np.where(certain, blur, 0.0)
        found = self.value / bottom
        size = np.abs(found)
        spread = self.radius if _is_nothing(blur) else self.radius + _times(size, other.radius)
        if not _is_nothing(spread):
            spread = spread / ((np.abs(bottom) - blur) * (1 - 4 * STEP))
        finite, normal = _plain(size, largest(size))
        if not normal and np.any(lost := (size < SMALLEST) & ~self.is_zero):
            spread = np.where(lost, np.maximum(spread, SMALLEST), spread)
        result = _rounded(found, size, spread, finite, normal)
        if not finite and np.isinf(self.value).any():  # as in products
            sure = _is_infinite(self) & certain & np.isfinite(other.value)
            result = result.where(~sure, Bounded(found, 0.0))
        if everywhere:
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

    def equals(self, other: Bounded) -> bool:
        """Whether the values certainly are the same exact numbers, one by one."""
        return bool(self.unit and other.unit) and np.array_equal(self.value, other.value)

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
        """Where there certainly is none."""
        return np.isnan(self.value) & np.isfinite(self.radius)

    @property
    def is_finite(self) -> bool:
        """Whether every value is there and finite, for certain."""
        return bool(np.isfinite(np.sum(self.value)) and np.isfinite(np.sum(self.radius)))

    @property
    def signs(self) -> Any:
        """The sign of every value: -1, 0, 1, or `UNDECIDED` where the radius leaves it open, or there is no value."""
        if self.unit:
            return np.asarray(np.sign(self.value)).astype(int)
        above, below = np.asarray(self.value > self.radius), np.asarray(self.value < -self.radius)
        found = above.astype(int) - below
        return np.where(above | below | self.is_zero, found, UNDECIDED)


UNDECIDED = 2
"""Stands for a sign that is not known."""
NOTHING = Bounded(np.nan, 0.0)


def _is_nothing(radius: Any) -> bool:
    """Whether nothing at all is off: a radius of 0 for all values."""
    return not np.ndim(radius) and radius == 0


def _plain(size: Any, most: Any) -> tuple[bool, bool]:
    """Whether all sizes, of which one is the largest, are finite, and whether none is so small that it may be lost."""
    return bool(most < np.inf), bool(np.minimum.reduce(size, axis=None, initial=1.0) >= SMALLEST)


def largest(size: Any) -> Any:
    """Return the largest of sizes, 0 where there is none."""
    return np.maximum.reduce(size, axis=None, initial=0.0)


def _rounded(value: Any, size: Any, radius: Any, finite: bool, normal: bool) -> Bounded:
    """Return values of a known size, see `_plain`, with what they are off by, rounding included."""
    bound = size * STEP if _is_nothing(radius) else radius + size * STEP
    bound *= 1 + 4 * STEP
    if not normal:
        tiny = np.asarray(size < SMALLEST)
        blur = radius[tiny] if np.ndim(radius) and np.shape(radius) == tiny.shape else radius
        if np.any(size[tiny] > 0) or np.any(blur > 0):  # else these are nothing but plain zeros
            bound = bound + np.where(tiny & ((size > 0) | (radius > 0)), SMALLEST, 0.0)
    if finite:
        return Bounded(value, bound)
    certain = np.isnan(value) & ~np.isinf(radius)
    return Bounded(value, np.where(np.isfinite(value), bound, np.where(certain, 0.0, np.inf)))


def _times(one: Any, two: Any) -> Any:
    """Multiply bounds; nothing times infinity is infinite where a bound is."""
    if np.ndim(one) == 0 == one or np.ndim(two) == 0 == two:
        other = two if np.ndim(one) == 0 == one else one
        if not np.ndim(other):
            return np.inf if np.isinf(other) else 0.0
        return 0.0 if largest(other) < np.inf or not np.any(np.isinf(other)) else _infinite(other, 0.0)
    with np.errstate(invalid="ignore"):
        found = one * two
    none = np.isnan(found)
    if not none.any():
        return found
    return np.where(none, np.where(np.isinf(one) | np.isinf(two), np.inf, 0.0), found)


def _infinite(where: Any, otherwise: Any) -> Any:
    return np.where(np.isinf(where), np.inf, otherwise)


def _together(one: Bounded, two: Bounded, size: Any, finite: bool, normal: bool) -> Any:
    """Return how far off a sum may be, its own rounding aside."""
    return one.radius + two.radius


def _spread(one: Bounded, two: Bounded, size: Any, finite: bool, normal: bool) -> Any:
    """Return how far off a product may be, its own rounding aside."""
    sizes = np.abs(one.value), np.abs(two.value)
    found = _finite_spread(one.radius, two.radius, *sizes) if finite else np.nan
    if np.isnan(found).any():
        found = _times(sizes[0], two.radius) + _times(sizes[1], one.radius) + _times(one.radius, two.radius)
    if normal:
        return found
    lost = (size < SMALLEST) & ~(one.is_zero | two.is_zero)
    return found + np.where(lost, SMALLEST, 0.0) if np.any(lost) else found


def _finite_spread(one: Any, two: Any, first: Any, second: Any) -> Any:
    """Return how far off a product of numbers of finite sizes may be; NaN where one is 0 and the other not known."""
    with np.errstate(invalid="ignore"):
        if _is_nothing(one):
            return 0.0 if _is_nothing(two) else first * two
        return second * one if _is_nothing(two) else first * two + second * one + one * two


def _made(
    one: Bounded,
    two: Bounded,
    value: Any,
    unit: float,
    radius: Callable[[Bounded, Bounded, Any, bool, bool], Any],
) -> Bounded:
    size = np.abs(value)
    most = largest(size)
    if unit and most < EXACT * unit:
        return Bounded(value, 0.0, unit)
    finite, normal = _plain(size, most)
    found = _rounded(value, size, radius(one, two, size, finite, normal), finite, normal)
    if not finite and np.isinf(value).any():  # infinity stays exact where both operands are known
        sure = (_is_infinite(one) | _is_infinite(two)) & _is_known(one) & _is_known(two)
        return found.where(~(np.isinf(value) & sure), Bounded(value, 0.0))
    return found


def _is_infinite(part: Bounded) -> Any:
    return np.isinf(part.value) & (part.radius == 0)


def _is_known(part: Bounded) -> Any:
    """Where a value is infinity, or has a sign."""
    return _is_infinite(part) | (np.abs(part.value) > part.radius) | part.is_zero


ONE = Bounded(1.0, 0.0, 1.0)


def exact_sum(terms: Sequence[tuple[Bounded, Sequence[int]]], columns: Sequence[Bounded]) -> Bounded | None:
    """Return the sum of constants times powers of columns where all of it is certainly exact, else None.

    What every single sum and product would find out of all its rows is told of the largest numbers alone: with none
    below 1, and no unit above it, no step has larger numbers, or finer ones, than the whole.
    """
    sizes = [max(1.0, float(largest(np.abs(each.value)))) for each in columns]
    units = [min(1.0, each.unit) for each in columns]
    most, unit = 0.0, 1.0
    for constant, powers in terms:
        size, own = max(1.0, abs(float(constant.value))), constant.unit
        for place, power in enumerate(powers):
            for _ in range(power):
                size, own = size * sizes[place], own * units[place]
        most, unit = most + size, min(unit, own)
    if not terms or not 2 * most < EXACT * unit:  # the bound itself is rounded
        return None
    return Bounded(sum(_exact_product(*term, columns) for term in terms), 0.0, unit)


def _exact_product(constant: Bounded, powers: Sequence[int], columns: Sequence[Bounded]) -> Any:
    found = constant.value
    for place, power in enumerate(powers):
        for _ in range(power):
            found = found * columns[place].value
    return found
