"""Sets of items as bit masks: item i is in a set where bit i is 1."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

__all__ = ["items_of", "mask_of", "union"]


def mask_of(items: Iterable[int]) -> int:
    """Write different items as a mask.

    >>> mask_of({0, 2})
    5
    """
    return sum(1 << item for item in items)


def items_of(mask: int) -> tuple[int, ...]:
    """Return the items of a mask, ascending.

    >>> items_of(5)
    (0, 2)
    """
    return tuple(item for item in range(mask.bit_length()) if mask >> item & 1)


def union(masks: Iterable[int]) -> int:
    """Return the mask of the items of all masks.

    >>> union([1, 4])
    5
    """
    return reduce(or_, masks, 0)
