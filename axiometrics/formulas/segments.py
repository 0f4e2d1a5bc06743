"""Sums and largest values of exact columns over groups of their rows."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import UndecidedError
from axiometrics.formulas.bounded import LIMIT
from axiometrics.formulas.columns import Column

__all__ = ["largest_of", "total_of"]

Integers = NDArray[np.int64]


def total_of(value: Any, group: Integers, groups: int) -> Column:
    """Return the sum of the rows of every group, 0 where it has none.

    >>> from axiometrics.formulas.columns import column
    >>> halves = column(np.array([1, 2, 3])) / column(np.array([2, 3, 4]))
    >>> total = total_of(halves, np.array([0, 0, 1]), 2)
    >>> total.top.tolist(), total.bottom.tolist()
    ([7, 3], [6, 4])
    """
    return _folded(value, group, groups, np.add)


def largest_of(value: Any, group: Integers, groups: int) -> Column:
    """Return the largest row of every group, 0 where it has none."""
    return _folded(value, group, groups, np.maximum)


def _folded(value: Any, group: Integers, groups: int, fold: np.ufunc) -> Column:
    if not isinstance(value, Column):
        raise UndecidedError("roots and logarithms of groups are decided one by one")
    top, bottom, lost = np.broadcast_arrays(value.top, value.bottoms, value.lost, group)[:3]
    order = np.argsort(group, kind="stable")
    starts = np.flatnonzero(np.diff(group[order], prepend=-1))
    found = Column(
        np.zeros(groups, dtype=np.int64), np.ones(groups, dtype=np.int64), np.zeros(groups, dtype=bool)
    )
    if len(starts):
        here = group[order][starts]
        parts = _segments(top[order], bottom[order], lost[order], starts, fold)
        found.top[here], found.bottoms[here], found.lost[here] = parts
    return found


def _segments(
    top: Integers, bottom: Integers, lost: NDArray[np.bool_], starts: Integers, fold: np.ufunc
) -> tuple[Integers, Integers, NDArray[np.bool_]]:
    """Bring every segment to one denominator and fold its numerators; lost where a number is too large.

    A common multiple that has outgrown its 64 bits is still right as long as it is positive and every denominator
    divides it.
    """
    ends = np.append(starts[1:], len(top))
    with np.errstate(all="ignore"):
        common = np.lcm.reduceat(bottom, starts)
        each = np.repeat(common, ends - starts)
        factor = each // bottom
        wrong = (each <= 0) | (bottom <= 0) | (factor * bottom != each) | lost
        large = np.add.reduceat(np.abs(top.astype(float)) * factor, starts) >= LIMIT
        total = fold.reduceat(top * factor, starts)
        shared = np.maximum(np.gcd(total, common), 1)
    return total // shared, common // shared, np.logical_or.reduceat(wrong, starts) | large
