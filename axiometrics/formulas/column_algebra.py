"""The operations of formulas over exact columns: fractions, square roots, quotients of logarithms, and tangents.

What columns cannot do raises UndecidedError: such cases are decided one by one.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import UndecidedError
from axiometrics.formulas.columns import UNKNOWN, Column, column, where
from axiometrics.formulas.log_columns import log_column, log_signs
from axiometrics.formulas.root_columns import RootColumn
from axiometrics.formulas.tanh_columns import TanhColumn, inside

__all__ = ["COLUMNS", "Columns", "signs_of"]

Integers = NDArray[np.int64]


def signs_of(first: Any, second: Any) -> Integers:
    """Return the signs of first - second, `UNKNOWN` where a number was lost. Raises UndecidedError."""
    if isinstance(first, RootColumn) or isinstance(second, RootColumn):
        both = (first, second)
        parts = [part if isinstance(part, RootColumn) else RootColumn(part, column(1)) for part in both]
        first, second = (part.signed_square for part in parts)
    if isinstance(first, Column) and isinstance(second, Column):
        found = first - second
        return np.where(found.lost, UNKNOWN, found.sign)
    if isinstance(first, TanhColumn) or isinstance(second, TanhColumn):
        return signs_of(inside(first), inside(second))
    return log_signs(first, second)


LOST = Column(np.asarray(0), None, np.asarray(True))
"""A value that no column tells."""


def _vanishes(quantity: Any) -> Any:
    """Return where a quantity is known to be zero."""
    return (quantity.sign == 0) & np.logical_not(np.logical_or(quantity.absent, quantity.lost))


class Columns:
    """The operations of formulas over columns; what cannot be done there raises UndecidedError."""

    undefined = Column(np.asarray(0), np.asarray(0))
    infinite = LOST
    """No column tells infinity."""

    def number(self, value: Fraction) -> Column:
        """Return the constant."""
        return column(value)

    def ratio(self, numerator: Any, denominator: Any, otherwise: Any) -> Any:
        """Divide, or return the convention's value where the denominator is zero."""
        zero = _vanishes(denominator)
        found = numerator / denominator
        return where(zero, otherwise, found) if zero.any() else found

    def guard(self, value: Any, quantity: Any, otherwise: Any) -> Any:
        """Return the value, or the convention's one where the quantity is zero."""
        found = where(quantity.absent, self.undefined, where(_vanishes(quantity), otherwise, value))
        return where(quantity.lost, LOST, found) if np.any(quantity.lost) else found

    def larger(self, first: Any, second: Any) -> Any:
        """Return the larger value."""
        return self._extreme(first, second, 1)

    def smaller(self, first: Any, second: Any) -> Any:
        """Return the smaller value."""
        return self._extreme(first, second, -1)

    def _extreme(self, first: Any, second: Any, better: int) -> Any:
        signs = signs_of(first, second)
        if (signs == UNKNOWN).any():
            raise UndecidedError("some of the values to choose from have lost their exact number")
        missing = np.logical_or(first.absent, second.absent)
        return where(missing, self.undefined, where(signs == better, first, second))

    def sqrt(self, value: Any) -> Any:
        """Return the roots."""
        if isinstance(value, RootColumn | TanhColumn):
            raise UndecidedError("roots of roots are decided one by one")
        return RootColumn(column(1), value)

    def log(self, value: Any) -> Any:
        """Return the natural logarithms of positive fractions."""
        return log_column(value)

    def tanh(self, value: Any) -> Any:
        """Return the hyperbolic tangents."""
        return TanhColumn(value)

    def _none(self, *values: Any) -> Any:
        raise UndecidedError("such values are decided one by one")

    power = log_binomial = inverse_log2 = _none


COLUMNS = Columns()
