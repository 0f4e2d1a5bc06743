"""One side (gold or system) of many cases: occurrences of items in sets, and how often two items are together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

__all__ = ["SIZES", "Pairs", "Side", "lookup", "numbered"]

Integers = NDArray[np.int64]
SIZES = {"companions": "d", "gold_companions": "h", "occurrence_pairs": "a", "gold_occurrence_pairs": "b"}
"""What the bodies of sums over pairs call the companions of an item, or the size of the set."""
ROOM = 1 << 20
"""Entries of an array in which keys are counted rather than sorted, however few keys there are."""


@dataclass(frozen=True)
class Pairs:
    """Ordered pairs of items that are together in some set, equal ones included, in the order of their ``key``.

    ``together`` counts the common sets of each pair, ``degree`` the companions of its first item. ``place`` has one
    entry for every set and pair in it, the pair's number; ``size`` is that of the set.
    """

    key: Integers
    case: Integers
    together: Integers
    degree: Integers
    place: Integers
    size: Integers


@dataclass(frozen=True)
class Side:
    """Occurrences sorted by set: the set's number through the batch, and the item's number in its case."""

    set_number: Integers
    item: Integers
    set_case: Integers
    _pairs: dict[int, Pairs] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_families(cls, families: Sequence[Sequence[Sequence[int]]]) -> Side:
        """Build from the families of single cases."""
        sets = [part for family in families for part in family]
        set_case = np.repeat(np.arange(len(families)), [len(family) for family in families])
        item = np.fromiter(chain.from_iterable(sets), dtype=np.int64)
        return cls(np.repeat(np.arange(len(sets)), [len(part) for part in sets]), item, set_case)

    @classmethod
    def from_masks(cls, case: Integers, mask: Integers) -> Side:
        """Build from sets written as bits, one after another in the order of their cases."""
        most = int(mask.max()).bit_length() if len(mask) else 0
        number, item = np.nonzero((mask[:, None] >> np.arange(most)) & 1)
        return cls(number.astype(np.int64), item.astype(np.int64), case)

    @cached_property
    def size(self) -> Integers:
        """Items of every set."""
        return np.bincount(self.set_number, minlength=len(self.set_case))

    @cached_property
    def case(self) -> Integers:
        """The case of every occurrence."""
        return self.set_case[self.set_number]

    @cached_property
    def width(self) -> int:
        """One more than the largest item number."""
        return int(self.item.max()) + 1 if len(self.item) else 1

    def members(self, cases: int) -> Integers:
        """Count the items that occur, by case."""
        found = np.zeros((cases, self.width), dtype=bool)
        found[self.case, self.item] = True
        return np.asarray(found.sum(axis=1), dtype=np.int64)

    def sizes(self, cases: int) -> Integers:
        """Count the occurrences, by case."""
        return np.bincount(self.case, minlength=cases)

    def family(self, index: int) -> tuple[tuple[int, ...], ...]:
        """Return the sets of one case, in the order of their items."""
        first, last = np.searchsorted(self.set_case, [index, index + 1])
        low, high = np.searchsorted(self.set_number, [first, last])
        own = self.item[low:high]
        ends = np.cumsum(self.size[first:last])[:-1]
        return tuple(sorted(tuple(part.tolist()) for part in np.split(own, ends))) if last > first else ()

    def families(self, cases: int) -> Iterator[tuple[tuple[int, ...], ...]]:
        """Yield the sets of every case, each as `family` returns them. Cost O(occurrences)."""
        items, ends = self.item.tolist(), [0, *np.cumsum(self.size).tolist()]
        sets = [tuple(items[start:end]) for start, end in pairwise(ends)]
        bounds = [0, *np.cumsum(np.bincount(self.set_case, minlength=cases)).tolist()]
        return (tuple(sorted(sets[start:end])) for start, end in pairwise(bounds))

    def pairs(self, width: int) -> Pairs:
        """Return the pairs that are together; ``width`` is more than every item number. Cost: the squares of sizes."""
        if width not in self._pairs:
            self._pairs[width] = self._paired(width)
        return self._pairs[width]

    def _paired(self, width: int) -> Pairs:
        sizes = self.size[self.set_number]
        place = np.repeat(np.arange(len(self.item)), sizes)
        starts = (np.cumsum(self.size) - self.size)[self.set_number]
        within = np.arange(len(place)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        second = self.item[starts[place] + within]
        whole = (self.case[place] * width + self.item[place]) * width + second
        rows = len(self.set_case) and (int(self.set_case[-1]) + 1) * width
        key, where, together = numbered(whole, rows * width)
        first_item = key // width
        _, holder, degree = numbered(first_item, rows)
        return Pairs(key, first_item // width, together, degree[holder], where, sizes[place])

    def meet(self, other: Side, width: int) -> tuple[Integers, Integers, Integers]:
        """Return every own set, other set, and number of common items."""
        own, others = self.case * width + self.item, other.case * width + other.item
        order = np.argsort(others, kind="stable")
        low, high = (np.searchsorted(others[order], own, side) for side in ("left", "right"))
        counts = high - low
        place = np.repeat(np.arange(len(own)), counts)
        within = np.arange(len(place)) - np.repeat(np.cumsum(counts) - counts, counts)
        met = other.set_number[order[low[place] + within]]
        many = max(len(other.set_case), 1)
        key, _, n = numbered(self.set_number[place] * many + met, len(self.set_case) * many)
        return key // many, key % many, n


def lookup(pairs: Pairs, key: Integers) -> Integers:
    """Return how often the pairs with these keys are together; 0 where they never are."""
    if not len(pairs.key):
        return np.zeros_like(key)
    where = np.minimum(np.searchsorted(pairs.key, key), len(pairs.key) - 1)
    return np.where(pairs.key[where] == key, pairs.together[where], 0)


def numbered(keys: Integers, most: int) -> tuple[Integers, Integers, Integers]:
    """Return the different keys in order, which of them each key is, and how often each occurs; all are below a bound.

    Cost O(keys + bound), or a sort of the keys where the bound is far more than their number.
    """
    if most > ROOM + 8 * len(keys):
        return np.unique(keys, return_inverse=True, return_counts=True)
    counts = np.bincount(keys, minlength=most)
    present = np.flatnonzero(counts)
    number = np.zeros(len(counts), dtype=np.int64)
    number[present] = np.arange(len(present))
    return present, number[keys], counts[present]
