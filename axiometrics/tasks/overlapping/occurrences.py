"""One side (gold or system) of many cases: occurrences of items in sets, and how often two items are together.

Sets of small cases are bits of numbers, all pairs of which are compared; in large cases those are found that share
something, and the pairs of one large case are counted by sparse products.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, pairwise
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from axiometrics.formulas.rows import Integers, Rows, before, numbered, repeated, stretches
from axiometrics.tasks.overlapping import Families

SIZES = {"companions": "d", "gold_companions": "h", "occurrence_pairs": "a", "gold_occurrence_pairs": "b"}
"""What the bodies of sums over pairs call the companions of an item, or the size of the set."""
BITS = 52
"""Bits in one of the numbers that sets are written as: floats add them up exactly."""
Masks = list[Integers]
"""Sets as bits of one number, or of several."""
FEWER, ROOM = 8, 1 << 20
"""Pairs of a case are looked for by what they share where all are more than so many times as many, and so many more."""


def common(masks: Masks, one: Integers, other: Integers) -> Integers:
    """Return how many elements two of the sets at a time have in common."""
    return shared(masks, one, masks, other)


def shared(masks: Masks, one: Integers, others: Masks, other: Integers) -> Integers:
    """Return how many elements sets have in common with other ones."""
    counts = [np.bitwise_count(own[one] & their[other]) for own, their in zip(masks, others, strict=False)]
    found: Integers = counts[0] if len(counts) == 1 else np.sum(counts, axis=0, dtype=np.int64)
    return found


def _masks(row: Integers, bit: Integers, rows: int) -> Masks:
    """Write sets as bits: of every element its set, and its number there."""
    word, bit = np.divmod(bit, BITS)
    words = 1 + int(word.max(initial=0))
    found = np.bincount(word * rows + row, np.ldexp(1.0, bit), words * rows)
    return list(found.astype(np.int64).reshape(words, rows))


@dataclass(frozen=True)
class Side:
    """Occurrences sorted by set: the set's number through the batch, and the item's number in its case."""

    set_number: Integers
    item: Integers
    set_case: Integers

    @classmethod
    def from_families(cls, families: Sequence[Sequence[Sequence[int]]]) -> Side:
        """Build from the families of single cases."""
        sets = [part for family in families for part in family]
        set_case, set_number = (
            repeated(np.fromiter(map(len, each), dtype=np.int64))[0] for each in (families, sets)
        )
        return cls(set_number, np.fromiter(chain.from_iterable(sets), dtype=np.int64), set_case)

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

    @cached_property
    def in_order(self) -> Side:
        """The side with the sets of every case in the order in which `family` returns them.

        Items are digits of numbers, by which sets are sorted; the cost grows with the size of the largest set.
        """
        rows, bits, start = len(self.set_case), self.width.bit_length(), before(self.size)
        each = BITS // bits
        word, place = np.divmod(np.arange(len(self.item)) - start[self.set_number], each)
        digits = np.ldexp(self.item + 1.0, bits * (each - 1 - place))
        words = 1 + int(word.max(initial=0))
        keys = np.bincount(word * rows + self.set_number, digits, words * rows).reshape(words, rows)
        order = np.lexsort((*keys[::-1], self.set_case))
        number, within = repeated(self.size[order])
        return Side(number, self.item[start[order][number] + within], self.set_case)

    def holding(self, place: Integers, items: int) -> Masks:
        """Return which sets of its case hold each of so many items, where every occurrence has the item's place."""
        first = before(np.bincount(self.set_case))
        return _masks(place, self.set_number - first[self.case], items)

    @cached_property
    def words(self) -> int:
        """Numbers that the sets of one case are written as."""
        return 1 + int(np.bincount(self.set_case).max(initial=0)) // BITS

    def meet(self, other: Side) -> tuple[Integers, Integers, Integers]:
        """Return every own set, other set, and number of common items.

        Cost: pairs of sets of the same case, or pairs of occurrences of the same item where these are far fewer.
        """
        width = max(self.width, other.width)
        cases = 1 + max(int(side.set_case.max(initial=-1)) for side in (self, other))
        first, many = stretches(other.set_case, cases)
        sets = len(self.set_case) + len(other.set_case) + int(many[self.set_case].sum())
        work = (1 + width // BITS) * sets
        if work > ROOM:
            start, times, theirs = self._at_items(other, width)
            if work > ROOM + FEWER * int(times.sum()):
                own, within = repeated(times)
                return self._met(other, self.set_number[own], theirs[start[own] + within])
        own, within = repeated(many[self.set_case])
        met = first[self.set_case[own]] + within
        n = shared(self._items, own, other._items, met)
        some = np.flatnonzero(n)
        return own[some], met[some], n[some].astype(np.int64)

    def _at_items(self, other: Side, width: int) -> tuple[Integers, Integers, Integers]:
        """Return where the other sets with the item of every occurrence begin, how many there are, and these sets."""
        own, their = (side.case * width + side.item for side in (self, other))
        order = np.argsort(their, kind="stable")
        start, end = (np.searchsorted(their[order], own, side) for side in ("left", "right"))
        return start, end - start, other.set_number[order]

    def _met(self, other: Side, own: Integers, met: Integers) -> tuple[Integers, Integers, Integers]:
        """Count an own set and another one that stand beside each other once for every common item."""
        key, which = numbered(own * len(other.set_case) + met)
        order = np.argsort(key)
        own, met = np.divmod(key[order], max(len(other.set_case), 1))
        return own, met, np.bincount(which, minlength=len(key))[order]

    @cached_property
    def _items(self) -> Masks:
        """The items of every set."""
        return _masks(self.set_number, self.item, len(self.set_case))


Kind = tuple[int, ...]
BLOCK = 1024
"""Rows that are multiplied at once."""
COMPANIONS = ("companions", "gold_companions")
"""The domains of pairs of items that share a cluster, and of those that share a category."""


def rows(output: Families, domain: str) -> Rows:
    """Return what a domain runs over in one output.

    Cost: S times the rows that share a set with a row, S signatures.
    """
    found = _Signatures.of(output)
    if domain.startswith("best"):
        return _cells(found, domain)
    known = found.kinds(domain)
    columns = np.array([(*kind, many) for kind, many in sorted(known.items())], dtype=np.int64).T
    names = "xg" + SIZES.get(domain, "")
    return Rows(
        np.zeros(len(known), dtype=np.int64), dict(zip(names, columns, strict=False)), times=columns[-1]
    )


def _cells(found: _Signatures, domain: str) -> Rows:
    """The categories that each cluster meets, or the clusters that each category meets."""
    together = csr_array((found.clusters.T * found.weight) @ found.categories)
    table = together if domain == "best_in_cluster" else csr_array(together.T)
    group, _ = repeated(np.diff(table.indptr))
    both = (group, table.indices) if domain == "best_in_cluster" else (table.indices, group)
    sizes = [side.T @ found.weight for side in (found.clusters, found.categories)]
    a, b = (size[number] for size, number in zip(sizes, both, strict=True))
    return Rows(np.zeros_like(group), {"n": table.data, "a": a, "b": b}, "best", group)


class _Signatures:
    """The distinct (clusters, categories) of items as rows, and how many items each has."""

    def __init__(self, output: Families) -> None:
        labels: list[tuple[list[int], list[int]]] = [([], []) for _ in range(_width(output))]
        for side, family in enumerate((output.system, output.gold)):
            for number, part in enumerate(family):
                for item in part:
                    labels[item][side].append(number)
        rows = Counter((tuple(system), tuple(gold)) for system, gold in labels if system or gold)
        self._known: dict[str, Counter[Kind]] = {}
        self.weight: Integers = np.array(list(rows.values()), dtype=np.int64)
        self.clusters = _incidence([system for system, _ in rows], len(output.system))
        self.categories = _incidence([gold for _, gold in rows], len(output.gold))

    @staticmethod
    @lru_cache(maxsize=4)
    def of(output: Families) -> _Signatures:
        """Return the signatures of an output."""
        return _Signatures(output)

    @cached_property
    def _base(self) -> int:
        """One more than the most categories of an item: x and g are the digits of one number."""
        return int(self.categories.sum(axis=1).max()) + 1

    def _blocks(self) -> Iterator[tuple[int, Any]]:
        """Yield rows with the number of every row that shares a set with them: x times the base, plus g."""
        for start in range(0, len(self.weight), BLOCK):
            block = slice(start, min(start + BLOCK, len(self.weight)))
            x, g = (csr_array(side[block] @ side.T) for side in (self.clusters, self.categories))
            yield start, csr_array(x * self._base + g)

    def kinds(self, domain: str) -> Counter[Kind]:
        """Count the pairs of a domain by (x, g) and size."""
        if domain == "items":
            return self._items()
        if domain not in self._known:
            one_block = len(self.weight) <= BLOCK  # more blocks are gone through once, for both sides
            sides = [domain] if one_block else COMPANIONS
            self._known |= self._companions(sides) if domain in COMPANIONS else self._occurrences()
        return self._known[domain]

    def _items(self) -> Counter[Kind]:
        """Items by their numbers of clusters and of categories."""
        found: Counter[Kind] = Counter()
        sides = (side.sum(axis=1).tolist() for side in (self.clusters, self.categories))
        for *kind, many in zip(*sides, self.weight.tolist(), strict=True):
            found[tuple(map(int, kind))] += many
        return found

    def _companions(self, sides: Sequence[str]) -> dict[str, Counter[Kind]]:
        """Pairs of companions on some sides, by (x, g) and the companions of the first item."""
        found: dict[str, Counter[Kind]] = {side: Counter() for side in sides}
        for start, both in self._blocks():
            for side, counts in found.items():
                self._count_companions(counts, both, start, COMPANIONS.index(side))
        return found

    def _count_companions(self, found: Counter[Kind], both: Any, start: int, side: int) -> None:
        row, _ = repeated(np.diff(both.indptr))
        own = both.data // self._base if side == 0 else both.data % self._base
        kept = own > 0
        row, code = row[kept], both.data[kept].astype(np.int64)
        weight = self.weight[both.indices[kept]]
        degree = np.bincount(row, weights=weight, minlength=both.shape[0]).astype(np.int64)
        width = int(code.max(initial=0)) + 1
        table = np.bincount(row * width + code, weights=weight, minlength=len(degree) * width)
        sizes, place = np.unique(degree, return_inverse=True)
        many = np.zeros((len(sizes), width))
        np.add.at(many, place, table.reshape(-1, width) * self.weight[start : start + len(degree), None])
        for size, whole in zip(*(part.tolist() for part in np.nonzero(many)), strict=True):
            x, g = divmod(whole, self._base)
            found[x, g, int(sizes[size])] += round(many[size, whole])

    def _occurrences(self) -> dict[str, Counter[Kind]]:
        """Pairs in every set of either side, by (x, g) and the size of the set."""
        width = (int(self.clusters.sum(axis=1).max()) + 1) * self._base
        counts = [np.zeros((side.shape[1], width)) for side in (self.clusters, self.categories)]
        code = np.zeros(len(self.weight), dtype=np.int64)
        for start, both in self._blocks():
            for row in range(both.shape[0]):
                part = slice(both.indptr[row], both.indptr[row + 1])
                code[both.indices[part]] = both.data[part]
                for side in (0, 1):
                    self._count_sets(counts[side], code, start + row, side)
        pairs = zip(("occurrence_pairs", "gold_occurrence_pairs"), counts, self._members, strict=True)
        return {domain: self._by_size(table, members) for domain, table, members in pairs}

    def _count_sets(self, table: Any, code: Integers, row: int, side: int) -> None:
        """Add the pairs of one row to each of its sets."""
        incidence = (self.clusters, self.categories)[side]
        for number in incidence.indices[incidence.indptr[row] : incidence.indptr[row + 1]]:
            members, weight, _ = self._members[side][number]
            counts = np.bincount(code[members], weights=weight)
            table[number, : len(counts)] += counts * self.weight[row]

    def _by_size(self, table: Any, members: list[tuple[Integers, Integers, int]]) -> Counter[Kind]:
        """Add up the sets of one size."""
        found: Counter[Kind] = Counter()
        for number, code in zip(*(part.tolist() for part in np.nonzero(table)), strict=True):
            x, g = divmod(code, self._base)
            found[x, g, members[number][2]] += round(table[number, code])
        return found

    @cached_property
    def _members(self) -> tuple[list[tuple[Integers, Integers, int]], ...]:
        """The rows of every set, their weights, and the items of the set."""
        sides = []
        for side in (self.clusters, self.categories):
            turned = csr_array(side.T)
            rows = np.split(turned.indices.astype(np.int64), turned.indptr[1:-1])
            sides.append([(part, self.weight[part], int(self.weight[part].sum())) for part in rows])
        return tuple(sides)


def _width(output: Families) -> int:
    return max(item for part in (*output.gold, *output.system) for item in part) + 1


def _incidence(labels: list[tuple[int, ...]], columns: int) -> Any:
    sizes = [len(own) for own in labels]
    indices = np.fromiter((number for own in labels for number in own), dtype=np.int64, count=sum(sizes))
    pointer = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    return csr_array((np.ones(len(indices), dtype=np.int64), indices, pointer), shape=(len(labels), columns))
