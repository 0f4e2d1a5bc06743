"""Every output of a small collection, also where all or none of its items are relevant."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import product

from axiometrics.tasks.filtering.counts import Counts

__all__ = ["CHECKED", "FORM", "SIZE", "SWAPS", "gold", "identity", "outputs", "perfect", "swapped"]

SIZE = 6
CHECKED = 4
SWAPS = True
FORM = "labels"


def outputs(size: int) -> Iterator[Counts]:
    """Yield all counts of up to so many items, smallest first.

    >>> [counts.notation() for counts in outputs(1)][:2], len(list(outputs(4)))
    (['tp=1 fp=0 fn=0 tn=0', 'tp=0 fp=1 fn=0 tn=0'], 69)
    """
    for items in range(1, size + 1):
        for tp, fp, fn in product(range(items, -1, -1), repeat=3):
            if tp + fp + fn <= items:
                yield Counts(tp, fp, fn, items - tp - fp - fn)


def swapped(output: Counts) -> Counts:
    """Take the system for the gold."""
    return Counts(output.tp, output.fn, output.fp, output.tn)


def identity(output: Counts) -> Hashable:
    """Return the output itself: it names nothing."""
    return output


def gold(output: Counts) -> Hashable:
    """Return the numbers of relevant and irrelevant items."""
    return output.relevant, output.irrelevant


def perfect(output: Counts) -> bool:
    """Say whether exactly the relevant items are selected."""
    return output.fp == output.fn == 0
