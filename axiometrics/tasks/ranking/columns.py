"""What formulas read at every rank, one array a name, computed when it is first needed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.tasks.ranking.view import At

__all__ = ["Columns", "grade_columns"]

Floats = NDArray[np.float64]


class Columns:
    """The arrays x, b, z, i, c, g, h, d of some documents, as `view` names them."""

    def __init__(self, makers: Mapping[str, Callable[[Columns], Any]]) -> None:
        self._makers = makers
        self._known: dict[str, Floats] = {}

    def __getitem__(self, name: str) -> Floats:
        if name not in self._known:
            self._known[name] = np.asarray(self._makers[name](self), dtype=float)
        return self._known[name]

    def used(self, names: Collection[str], where: Any = slice(None)) -> list[Floats | None]:
        """Return the named columns in the view's order, None for the others, of all documents or of some."""
        return [self[name][where] if name in names else None for name in At._fields]


def grade_columns(grades: Any) -> tuple[Any, Any, Any]:
    """Return x, b and z of grades, where a negative grade is no judgement.

    >>> grade_columns(np.array([-1, 0, 2]))[2]
    array([False,  True, False])
    """
    return np.maximum(grades, 0), grades > 0, grades == 0
