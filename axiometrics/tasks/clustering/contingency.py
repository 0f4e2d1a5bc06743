"""Reading contingency arrays: every cell an exact count, or refused by its place."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, Any

from axiometrics.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["contingency"]

EXACT = 2**53
"""From this count on, not every integer is a float."""


def contingency(array: Any) -> Iterator[tuple[tuple[Hashable, Hashable], int]]:
    """Yield ((cluster, category), count) for the non-zero cells of a checked contingency array; counts are exact."""
    import numpy as np

    try:
        cells = np.asarray(array)
    except (TypeError, ValueError) as error:
        raise InputError(f"a contingency table must be a rectangular array of counts ({error})") from error
    if cells.ndim != 2:
        raise InputError(
            f"a contingency table has 2 dimensions, not {cells.ndim}; give rows = clusters, columns = categories"
        )
    if cells.dtype.kind not in "iubfO":
        raise InputError(f"a contingency table must be a rectangular array of counts (not of {cells.dtype})")
    bad = _no_counts(cells)
    if bad.any():
        row, column = map(int, np.argwhere(bad)[0])
        value = cells[row : row + 1, column].tolist()[0]
        rule = (
            "floats from 2**53 on are not exact, give integers"
            if _inexact(value)
            else "counts are integers from 0 on"
        )
        raise InputError(f"cell ({row}, {column}) of the contingency table is {value}; {rule}")
    for row, column in np.argwhere(cells != 0):
        yield (int(row), int(column)), int(cells[row, column])


def _no_counts(cells: NDArray[Any]) -> NDArray[Any]:
    """Which cells are no counts; floats so large that integers beside them may have been rounded are none either."""
    import numpy as np

    if cells.dtype.kind == "f":
        wide = cells.astype(np.promote_types(cells.dtype, np.float64))  # half precision has no 2**53
        return np.asarray(~np.isfinite(wide) | (wide < 0) | (wide != np.floor(wide)) | (wide >= EXACT))
    if cells.dtype.kind == "O":
        return np.reshape([not _is_count(value) for value in cells.flat], cells.shape).astype(bool)
    return np.asarray(cells < 0)


def _is_count(value: Any) -> bool:
    try:
        return int(value) == value and value >= 0 and not _inexact(value)
    except (TypeError, ValueError, ArithmeticError):
        return False


def _inexact(value: Any) -> bool:
    """Whether a value is a float that may stand for several integers."""
    return isinstance(value, float) and EXACT <= value < math.inf
