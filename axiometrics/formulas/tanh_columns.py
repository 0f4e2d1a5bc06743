"""Columns of hyperbolic tangents: they are ordered as what is inside, and otherwise decided one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import UndecidedError
from axiometrics.formulas.columns import Column

__all__ = ["TanhColumn", "inside"]

Integers = NDArray[np.int64]


class TanhColumn:
    """``tanh(inner)`` for every case."""

    __slots__ = ("inner",)

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    def _refuse(self, *others: Any) -> Any:
        raise UndecidedError("sums and products of hyperbolic tangents are decided one by one")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _refuse
    __neg__ = __pow__ = chosen = _refuse
    sign = absent = lost = property(_refuse)

    def taken(self, places: Integers) -> TanhColumn:
        """Return the values of some cases."""
        return TanhColumn(self.inner.taken(places))


def inside(value: Any) -> Any:
    """Return what a value is the hyperbolic tangent of: 0 for 0. Raises UndecidedError for other numbers."""
    if isinstance(value, TanhColumn):
        return value.inner
    if (
        isinstance(value, Column)
        and not np.any(value.lost)
        and not np.any(value.absent)
        and not value.top.any()
    ):
        return value
    raise UndecidedError("hyperbolic tangents and other numbers are decided one by one")
