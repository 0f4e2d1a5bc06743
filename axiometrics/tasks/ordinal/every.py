"""Every matrix of a few items in 2 to 4 ordered classes, also with classes that gold or system leave empty."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import combinations, pairwise

from axiometrics.tasks.ordinal.confusion import Confusion

__all__ = ["CHECKED", "FORM", "SIZE", "SWAPS", "gold", "identity", "outputs", "perfect", "swapped"]

SIZE = 4
CHECKED = 2
SWAPS = True
FORM = "matrix"


def outputs(size: int) -> Iterator[Confusion]:
    """Yield all matrices of up to ``size`` items in 2 classes, one item less with each further class.

    >>> [found.notation() for found in outputs(1)]
    ['[1 0; 0 0]', '[0 1; 0 0]', '[0 0; 1 0]', '[0 0; 0 1]']
    """
    for items in range(1, size + 1):
        for classes in range(2, min(4, size - items + 2) + 1):
            for counts in _shared_out(items, classes**2):
                rows = [counts[start : start + classes] for start in range(0, classes**2, classes)]
                yield Confusion(tuple(rows))


def _shared_out(items: int, places: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to put items into places, the first places full first."""
    slots = items + places - 1
    for bars in reversed(list(combinations(range(slots), places - 1))):
        edges = (-1, *bars, slots)
        yield tuple(high - low - 1 for low, high in pairwise(edges))


def swapped(output: Confusion) -> Confusion:
    """Take the system for the gold."""
    return Confusion(tuple(zip(*output.rows, strict=True)), output.values)


def identity(output: Confusion) -> Hashable:
    """Return the output itself: it names nothing."""
    return output


def gold(output: Confusion) -> Hashable:
    """Return the items of each true class."""
    return output.gold


def perfect(output: Confusion) -> bool:
    """Say whether every item is assigned right."""
    return sum(output.rows[place][place] for place in range(output.classes)) == output.items
