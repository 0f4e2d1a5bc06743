"""Exact arithmetic of many fractions at once, so that whole cases of a sweep are decided at the speed of arrays.

A value whose numbers outgrow 64 bits is lost, and says so: whoever asks computes it again from Python's numbers, which
never do.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.formulas.bounded import SMALL, common_bottom, product_of, sum_of

__all__ = ["UNKNOWN", "Column", "column", "where"]

Integers = NDArray[np.int64]
Bools = NDArray[np.bool_]
UNKNOWN = 2
"""The sign of a value that is lost."""


class Column:
    """``top / bottom`` for every case; a ``bottom`` of 0 means no value, and None that all are 1.

    A single ``bottom`` for all cases is not reduced while it is small.
    """

    __slots__ = ("bottom", "lost", "top")

    def __init__(self, top: Integers, bottom: Integers | None = None, lost: Any = False) -> None:
        self.top = top
        self.bottom = bottom
        self.lost = lost

    @property
    def bottoms(self) -> Integers:
        """Every bottom."""
        return np.ones_like(self.top) if self.bottom is None else self.bottom

    @property
    def whole(self) -> Any:
        """The single bottom of all values."""
        return 1 if self.bottom is None else self.bottom

    @property
    def absent(self) -> Any:
        """Where there is no value."""
        return False if self.bottom is None else self.bottom == 0

    @property
    def sign(self) -> Integers:
        """The sign of every value."""
        return np.asarray(np.sign(self.top)).astype(np.int64)

    def __add__(self, other: Any) -> Any:
        if not isinstance(other, Column):
            return NotImplemented
        lost = np.logical_or(self.lost, other.lost)
        if self.bottom is None and other.bottom is None:
            total, large = sum_of(self.top, other.top)
            return Column(total, None, lost | large)
        common = common_bottom(self.bottom, other.bottom)
        if common is not None:
            one, first = product_of(self.top, common // self.whole)
            two, second = product_of(other.top, common // other.whole)
            total, third = sum_of(one, two)
            return Column(total, common, lost | first | second | third)
        one, first = product_of(self.top, other.bottoms)
        two, second = product_of(other.top, self.bottoms)
        bottom, third = product_of(self.bottoms, other.bottoms)
        total, large = sum_of(one, two)
        return _reduced(total, bottom, lost | first | second | third | large)

    def __neg__(self) -> Column:
        return Column(-self.top, self.bottom, self.lost)

    def __sub__(self, other: Any) -> Any:
        return self + (-other)

    def __mul__(self, other: Any) -> Any:
        if not isinstance(other, Column):
            return NotImplemented
        top, large = product_of(self.top, other.top)
        lost = np.logical_or(self.lost, other.lost) | large
        if self.bottom is None and other.bottom is None:
            return Column(top, None, lost)
        if common_bottom(self.bottom, other.bottom) is not None and self.whole * other.whole <= SMALL:
            return Column(top, np.asarray(self.whole * other.whole), lost)
        bottom, large = product_of(self.bottoms, other.bottoms)
        return _reduced(top, bottom, lost | large)

    def __truediv__(self, other: Any) -> Any:
        return self * other.inverse() if isinstance(other, Column) else NotImplemented

    def __pow__(self, exponent: int) -> Any:
        found: Any = self
        for _ in range(exponent - 1):
            found = found * self
        return found

    def inverse(self) -> Column:
        """Return one over every value; there is none of zero."""
        sign = np.where(self.top < 0, -1, 1)
        return Column(self.bottoms * sign, np.where(self.absent, 0, self.top * sign), self.lost)

    def chosen(self, mask: Bools, other: Column) -> Column:
        """Return these values where a mask says so, else the other's."""
        bottom = None
        if (
            other.top.ndim == 0
            and other.top == 0
            and other.bottom is None
            and common_bottom(self.bottom, None)
        ):
            bottom = self.bottom  # zero over whatever the others have
        elif self.bottom is not None or other.bottom is not None:
            bottom = np.where(mask, self.bottoms, other.bottoms)
        return Column(np.where(mask, self.top, other.top), bottom, np.where(mask, self.lost, other.lost))

    def taken(self, places: Integers) -> Column:
        """Return the values of some cases."""
        parts = np.broadcast_arrays(self.top, self.bottoms, self.lost)
        top, bottom, lost = (
            part[places] if part.ndim else np.broadcast_to(part, places.shape) for part in parts
        )
        return Column(top, bottom, lost)


def _reduced(top: Integers, bottom: Integers, lost: Any) -> Column:
    """Divide by the greatest common divisor."""
    common = np.maximum(np.gcd(top, bottom), 1)
    return Column(top // common, bottom // common, lost)


def column(value: Any) -> Column:
    """Return whole numbers, halves as floats, or a fraction as a column; objects are numbers of any size.

    >>> (column(Fraction(1, 2)) + column(np.array([1, 2]))).top.tolist()
    [3, 5]
    """
    if isinstance(value, Fraction):
        bottom = None if value.denominator == 1 else np.asarray(value.denominator, dtype=np.int64)
        return Column(np.asarray(value.numerator, dtype=np.int64), bottom)
    found = np.asarray(value)
    if found.dtype == object:
        parts = np.array([(each.numerator, each.denominator) for each in found.ravel()], dtype=object)
        return Column(*parts.reshape(-1, 2).T)
    if found.dtype.kind == "f":
        doubled = (2 * found).astype(np.int64)
        return Column(doubled, np.asarray(2)) if (doubled % 2).any() else Column(doubled // 2)
    return Column(found.astype(np.int64))


def where(mask: Any, one: Any, other: Any) -> Any:
    """Choose between two columns case by case."""
    if isinstance(one, Column) and not isinstance(other, Column):
        return other.chosen(np.logical_not(mask), one)
    return one.chosen(np.asarray(mask), other)
