"""The operations of formulas over floats with an error bound: every value of a batch with a radius around it.

The exact number lies within the radius; what that leaves open is decided elsewhere. `binomials` is Pascal's
triangle in floats.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.formulas.arithmetics.bounded import (
    EXACT,
    LIBRARY,
    NOTHING,
    ONE,
    SMALLEST,
    STEP,
    UNDECIDED,
    Bounded,
    largest,
)

__all__ = ["BOUNDED", "ONE", "UNDECIDED", "Bounded", "BoundedFloats", "binomials", "stretched"]


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
        exact = max(largest(value), -np.minimum.reduce(value, axis=None, initial=0.0)) < EXACT
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
        """Return columns as a single one, one after the other."""
        unit, value = min(part.unit for part in parts), np.concatenate([part.value for part in parts])
        if unit:
            return Bounded(value, 0.0, unit)
        radii = [np.broadcast_to(part.radius, np.shape(part.value)) for part in parts]
        return Bounded(value, np.concatenate(radii), unit)

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
        if np.isinf(sizes).any():
            infinite = stretched(np.isinf(values.value).astype(float), starts, some) > 0
            return found.where(~infinite | np.isinf(radius), Bounded(value, 0.0))
        return found

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
        if certain.all() and value.is_finite:
            found = np.log(value.value)
            return Bounded.rounded(found, value.radius / low + np.abs(found) * LIBRARY)
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
        known, doubt = (
            certain & ~base.is_absent & ~(base.is_zero & (near < 0)),
            ~certain & ~exponent.is_absent,
        )
        if base.unit >= 1 and np.min(near, initial=0.0) >= 0 and np.max(np.abs(found), initial=0.0) < EXACT:
            return Bounded(found, 0.0, 1.0).where(known, NOTHING).doubted(doubt)
        return self._power(base, near, found).where(known, NOTHING).doubted(doubt | np.isinf(base.radius))

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


BOUNDED = BoundedFloats()


@lru_cache(maxsize=4)
def binomials(most: int) -> NDArray[np.float64]:
    """Return Pascal's triangle; a number in row N is off by at most N roundings."""
    table = np.zeros((most + 1, most + 1))
    table[:, 0] = 1.0
    for row in range(1, most + 1):
        table[row, 1 : row + 1] = table[row - 1, :row] + table[row - 1, 1 : row + 1]
    return table
