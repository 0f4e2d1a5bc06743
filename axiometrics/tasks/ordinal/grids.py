"""How far the sweep goes: the most items for each number of classes."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["grid", "grid_text", "pairs_grid"]

CLASSES = (2, 3, 4, 5)
_FEWER = {2: 0, 3: 1, 4: 3, 5: 5}
_FEWER_PAIRS = {2: 2, 3: 3, 4: 5, 5: 6}


def grid(size: int) -> dict[int, int]:
    """Return the most items for each number of classes.

    >>> grid(8), grid(3)
    ({2: 8, 3: 7, 4: 5, 5: 3}, {2: 3, 3: 3, 4: 3, 5: 3})
    """
    return {classes: max(size - _FEWER[classes], min(size, 3)) for classes in CLASSES}


def pairs_grid(size: int) -> dict[int, int]:
    """Return the same for cases of two systems, of which there are many more.

    >>> pairs_grid(8)
    {2: 6, 3: 5, 4: 3, 5: 2}
    """
    return {classes: max(size - _FEWER_PAIRS[classes], min(size, 2)) for classes in CLASSES}


def grid_text(most: Mapping[int, int]) -> str:
    """Say what was swept.

    >>> grid_text(grid(8))
    'K 2/3/4/5, N ≤ 8/7/5/3'
    """
    classes, items = ("/".join(map(str, numbers)) for numbers in zip(*sorted(most.items()), strict=True))
    return f"K {classes}, N ≤ {items}"
