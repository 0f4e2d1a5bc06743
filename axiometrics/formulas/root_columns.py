"""Columns of square roots, alone or times fractions: they are ordered as their squares with their signs."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import UndecidedError
from axiometrics.formulas.columns import Column, column, where

__all__ = ["RootColumn"]

Integers = NDArray[np.int64]
Bools = NDArray[np.bool_]


class RootColumn:
    """``factor * sqrt(radicand)`` for every case: what is a root of fractions, or a product with such."""

    __slots__ = ("factor", "radicand")

    def __init__(self, factor: Column, radicand: Column) -> None:
        self.factor = factor
        self.radicand = radicand

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, RootColumn):
            return RootColumn(self.factor * other.factor, self.radicand * other.radicand)
        return RootColumn(self.factor * other, self.radicand) if isinstance(other, Column) else NotImplemented

    __rmul__ = __mul__

    def __neg__(self) -> RootColumn:
        return RootColumn(-self.factor, self.radicand)

    def __truediv__(self, other: Any) -> Any:
        return self * (other.inverse() if isinstance(other, Column | RootColumn) else other)

    def __rtruediv__(self, other: Any) -> Any:
        return self.inverse() * other

    def inverse(self) -> RootColumn:
        """Return one over every value."""
        return RootColumn(self.factor.inverse(), self.radicand.inverse())

    def _refuse(self, other: Any) -> Any:
        raise UndecidedError("sums of square roots are decided one by one")

    __add__ = __radd__ = __sub__ = __rsub__ = _refuse

    @property
    def signed_square(self) -> Any:
        """The square with the sign of the value, which orders the values."""
        return self.factor**2 * self.radicand * Column(self.factor.sign)

    @property
    def sign(self) -> Any:
        """The sign of every value."""
        return self.signed_square.sign

    @property
    def absent(self) -> Any:
        """Where there is no value."""
        return np.logical_or(self.factor.absent, self.radicand.absent)

    @property
    def lost(self) -> Any:
        """Where there is no exact value."""
        return np.logical_or(self.factor.lost, self.radicand.lost)

    def chosen(self, mask: Bools, other: Any) -> RootColumn:
        """Return these values where a mask says so, else the other's."""
        same = other if isinstance(other, RootColumn) else RootColumn(other, column(1))
        return RootColumn(where(mask, self.factor, same.factor), where(mask, self.radicand, same.radicand))

    def taken(self, places: Integers) -> RootColumn:
        """Return the values of some cases."""
        return RootColumn(self.factor.taken(places), self.radicand.taken(places))
