"""The relations between documents: how many of one side's, weighted, are among the other side's.

A side states that a document has priority over another once for every pair of occurrences of which the first is in a
higher level, and that two documents belong together once for every cluster that holds both. A relation that a side
states x times and the other side g times is right with probability min(g, x)/x.

Documents of many outputs are laid out as arrays, a row for all with the same places; relations are counted in chunks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from axiometrics.formulas.rows import Integers, Rows, before, different, joined, marks, repeated, stretches
from axiometrics.tasks.organization import ALONE, Place, Placements
from axiometrics.tasks.organization.distribution import Weighting


class Shares(NamedTuple):
    """What the formulas of this task are made of; a share of nothing is 0.

    ``stated`` and ``demanded`` count the levels of the system and of the gold that have something below them,
    ``listed`` and ``organized`` the occurrences of the system and of the gold.
    """

    priority_reliability: Any
    priority_sensitivity: Any
    clustering_reliability: Any
    clustering_sensitivity: Any
    stated: Any
    demanded: Any
    listed: Any
    organized: Any


def share(name: str, chunk: Chunk, weights: Weighting, arithmetic: object) -> Any:
    """Return one of the shares, by name, of every organization of a chunk, in any arithmetic of columns.

    Cost O(pairs of occurrences). Nothing is subtracted, so that floats lose nothing.
    """
    turned = name.endswith("sensitivity")
    own, other = (chunk.gold, chunk.system) if turned else (chunk.system, chunk.gold)
    relations = _Relations(chunk, own, other, weights.tail, arithmetic)
    weighed = _uniform(own, arithmetic) if weights.tail == "none" else _weighed(own, weights, arithmetic)
    return relations.priority(weighed) if name.startswith("priority") else relations.clustering(weighed)


def counts(name: str, chunk: Chunk, weights: Weighting) -> Integers:
    """Return one of the numbers, by name, of every organization of a chunk."""
    side = chunk.system if name in ("listed", "stated") else chunk.gold
    if name in ("listed", "organized"):
        return side.totals
    levels = np.bincount(side.level_output, minlength=side.outputs)
    return np.maximum(levels - (weights.tail == "none"), 0)


@dataclass(frozen=True)
class _Weights:
    """What an occurrence weighs in each level, that divided by what is left outside the level, and each output's tail.

    ``ends`` is what the relations of an occurrence with the tail weigh, seen from both ends; None without a tail.
    """

    level: Any
    outside: Any
    tail: Any
    ends: Any = None


def _uniform(side: Side, arithmetic: Any) -> _Weights:
    """All occurrences weigh the same, and there is no tail; of a single level nothing is outside, and nothing asks."""
    total = side.totals[side.level_output]
    rest = np.maximum(total - side.level_sizes, 1)
    nothing = arithmetic.column(np.zeros(side.outputs, dtype=np.int64))
    return _Weights(arithmetic.column(1, total), arithmetic.column(1, rest), nothing)


def _weighed(side: Side, weights: Weighting, arithmetic: Any) -> _Weights:
    """Weigh as `weighting` says: c/(s(s + size)) in a level that starts at s; the rest is what is left outside."""
    c, column = arithmetic.number(weights.c), arithmetic.column
    size, above = side.level_sizes, side.above
    start, total = c + column(above), side.totals
    level = c / (start * (start + column(size)))
    outside = c / (start * start + column(above * size))
    tail = c / (c + column(total))
    ends = tail[side.level_output] * outside + level * c / column(total[side.level_output])
    return _Weights(level, outside, tail, ends)


@dataclass(frozen=True)
class _Relations:
    """One side's relations, and the other side, which may have them."""

    chunk: Chunk
    own: Side
    other: Side
    tail: str
    arithmetic: Any

    def priority(self, weights: _Weights) -> Any:
        """Return the share of the priorities that the other side has.

        An occurrence's relations lead to everything outside its level; each weighs as much of the occurrence's weight
        as its other end weighs there.
        """
        right, stated, (one, below) = self._ordered()
        first, second = self.own.level[one], self.own.level[below]
        link = weights.outside[first] * weights.level[second] + weights.level[first] * weights.outside[second]
        found = self._total(link * self.arithmetic.column(right, stated), one)
        if weights.ends is None:
            return found
        return found + self._by_place(weights.ends[self.own.level])

    def _ordered(self) -> tuple[Integers, Integers, tuple[Integers, Integers]]:
        """Return the pairs of places in order, of which some are right: right ones times documents, and stated ones."""
        one, below = self.own.steps
        first, second = self.own.kind[one], self.own.kind[below]
        pair = self.own.pair((one, below))
        known = self.other.step_counts[pair]
        if self.tail == "open":
            known = np.where(self.other.places[second] == 0, self.other.places[first], known)
        stated = self.own.step_counts[pair]
        right = np.minimum(stated, known) * self.chunk.count[first] * self.chunk.count[second]
        some = np.flatnonzero(right)
        return right[some], stated[some], (one[some], below[some])

    def clustering(self, weights: _Weights) -> Any:
        """Return the share of the clustering relations that the other side has; those in the tail count, as right.

        Every occurrence in a cluster is related to all documents of the cluster, itself included.
        """
        own, other, count = self.own, self.other, self.chunk.count
        size = np.where(own.cluster == ALONE, 1, np.append(own.cluster_sizes, 1)[own.cluster])
        each = weights.level[own.level] * self.arithmetic.column(1, size)
        one, fellow = own.fellows
        first, second = own.kind[one], own.kind[fellow]
        pair = own.pair((one, fellow))
        shared = own.fellow_counts[pair]
        right = (
            np.minimum(shared, other.fellow_counts[pair]) * count[first] * (count[second] - (first == second))
        )
        some = np.flatnonzero(right)
        values = each[one[some]] * self.arithmetic.column(right[some], shared[some])
        return weights.tail + self._by_place(each) + self._total(values, one[some])

    def _by_place(self, values: object) -> Any:
        """Add up what the places of each organization hold, times the documents there that the other side has too."""
        own, kind = self.own, self.own.kind
        there = own.places[kind]
        right = np.minimum(there, self.other.places[kind]) * self.chunk.count[kind]
        return self._total(values * self.arithmetic.column(right, there), np.arange(len(kind)))

    def _total(self, values: object, places: Integers) -> Any:
        """Add up values by the output to which their places belong."""
        owner = self.chunk.output[self.own.kind[places]]
        return self.arithmetic.total(values, *stretches(owner, self.chunk.outputs))


MOST_PAIRS = 1 << 21
"""Pairs of placements in one chunk, unless one organization alone has more."""


@dataclass(frozen=True)
class Chunk:
    """The placements of some organizations: whose each is and how many documents it counts; and both sides.

    The ordered pairs of an organization's placements are numbered row by row: the pair of placements i and j is
    ``row[i] + place[j]``.
    """

    outputs: int
    output: Integers
    count: Integers
    row: Integers
    place: Integers
    pairs: int
    system: Side
    gold: Side


@dataclass(frozen=True)
class Side:
    """One side: the kind, level and cluster of every place, and the sizes of levels and clusters.

    Levels and clusters are numbered through all organizations, the cluster of a document alone is -1.
    """

    chunk_rows: tuple[Integers, Integers]
    pairs: int
    kind: Integers
    level: Integers
    cluster: Integers
    level_sizes: Integers
    level_output: Integers
    cluster_sizes: Integers
    outputs: int

    @cached_property
    def totals(self) -> Integers:
        """Occurrences of every output."""
        return np.bincount(self.level_output, self.level_sizes, minlength=self.outputs).astype(np.int64)

    @cached_property
    def above(self) -> Integers:
        """Occurrences of the output above each level."""
        return before(self.level_sizes) - before(self.totals)[self.level_output]

    @cached_property
    def places(self) -> Integers:
        """Places of every kind."""
        return np.bincount(self.kind, minlength=len(self.chunk_rows[0]))

    @cached_property
    def steps(self) -> tuple[Integers, Integers]:
        """Pairs of places of one organization of which the first is in a higher level."""
        if np.any(self.level[1:] < self.level[:-1]):
            one, other = joined(self.level_output[self.level], self.outputs)
            above = self.level[one] < self.level[other]
            return one[above], other[above]
        places = np.bincount(self.level, minlength=len(self.level_output))
        ends = np.cumsum(np.bincount(self.level_output, places, self.outputs)).astype(np.int64)
        start = np.cumsum(places)[self.level]
        one, within = repeated(ends[self.level_output[self.level]] - start)
        return one, start[one] + within

    @cached_property
    def fellows(self) -> tuple[Integers, Integers]:
        """Pairs of places in one cluster."""
        inside = np.flatnonzero(self.cluster != ALONE)
        inside = inside[np.argsort(self.cluster[inside], kind="stable")]
        one, other = joined(self.cluster[inside], len(self.cluster_sizes))
        return inside[one], inside[other]

    def pair(self, places: tuple[Integers, Integers]) -> Integers:
        """Return the pair of placements of each pair of places."""
        row, place = self.chunk_rows
        return row[self.kind[places[0]]] + place[self.kind[places[1]]]

    @cached_property
    def step_counts(self) -> Integers:
        """How often each pair of placements is in order."""
        return np.bincount(self.pair(self.steps), minlength=self.pairs)

    @cached_property
    def fellow_counts(self) -> Integers:
        """How many clusters each pair of placements shares."""
        return np.bincount(self.pair(self.fellows), minlength=self.pairs)


@dataclass(frozen=True)
class Places:
    """One side of a layout: of every place of a kind of documents, the kind, and its level and cluster in the output.

    Kinds ascend; levels count from 0 without gaps, top level first; documents alone in their clusters are `ALONE`.
    """

    kind: Integers
    level: Integers
    cluster: Integers

    def taken(self, kinds: Integers, count: int) -> Places:
        """Return the places of some of so many kinds, numbered in their order."""
        owner, rows = _rows_of(kinds, self.kind, count)
        return Places(owner, self.level[rows], self.cluster[rows])

    def marks(self, count: int, seed: int) -> Integers:
        """Return a number for the places of each of so many kinds, in their order, which floats may depend on."""
        order = np.arange(len(self.kind)) - before(np.bincount(self.kind, minlength=count))[self.kind]
        return marks([order, self.level, self.cluster], Rows(self.kind, {}), count, seed)


@dataclass(frozen=True)
class Layout:
    """Kinds of documents with the same places, of many organizations: whose each is, ascending, and its documents."""

    outputs: int
    output: Integers
    count: Integers
    system: Places
    gold: Places

    @classmethod
    def of(cls, held: Sequence[Placements]) -> Layout:
        """Return the layout of placements."""
        return cls(
            len(held),
            repeated(_array(map(len, held)))[0],
            _array(kind.count for found in held for kind in found),
            *(_places([getattr(kind, side) for found in held for kind in found]) for side in SIDES),
        )

    def taken(self, outputs: Integers) -> Layout:
        """Return that of some organizations."""
        owner, kinds = _rows_of(outputs, self.output, self.outputs)
        sides = (side.taken(kinds, len(self.output)) for side in (self.system, self.gold))
        return Layout(len(outputs), owner, self.count[kinds], *sides)

    def merged(self) -> Layout:
        """Return the same with documents of the same places in the same order together; they have marks of 128 bits."""
        found = [side.marks(len(self.output), seed) for side in (self.system, self.gold) for seed in (1, 2)]
        first, which = different([self.output, *found])
        if len(first) == len(self.output):
            return self
        sides = (side.taken(first, len(self.output)) for side in (self.system, self.gold))
        return Layout(self.outputs, self.output[first], _weighted(which, self.count), *sides)

    def different(self) -> tuple[Layout, Integers]:
        """Return the layout of the different organizations, and which of them each is; kinds in order tell them apart.

        So equal ones have the same floats wherever they are.
        """
        kinds, rows = len(self.output), Rows(self.output, {})
        place = np.arange(kinds) - before(np.bincount(self.output, minlength=self.outputs))[self.output]
        sides = self.system, self.gold
        found = [
            marks([place, self.count, *(side.marks(kinds, seed) for side in sides)], rows, self.outputs, seed)
            for seed in (1, 2)
        ]
        first, which = different(found)
        return (self if len(first) == self.outputs else self.taken(first)), which


SIDES = "system", "gold"


def _rows_of(groups: Integers, owner: Integers, count: int) -> tuple[Integers, Integers]:
    """Return the rows of some of so many groups, and the place of the group of each; groups of rows ascend."""
    starts, lengths = stretches(owner, count)
    place, within = repeated(lengths[groups])
    return place, starts[groups][place] + within


def _weighted(numbers: Integers, weights: Integers, least: int = 0) -> Integers:
    return np.bincount(numbers, weights, least).astype(np.int64)


def _places(sides: Sequence[Sequence[Place]]) -> Places:
    kind, _ = repeated(_array(map(len, sides)))
    level, cluster = _array(chain.from_iterable(chain.from_iterable(sides))).reshape(-1, 2).T
    return Places(kind, level, cluster)


def chunks(layout: Layout) -> Iterator[Chunk]:
    """Split a layout into chunks of bounded size."""
    last = np.cumsum(np.bincount(layout.output, minlength=layout.outputs) ** 2)
    start, pairs = 0, 0
    while start < layout.outputs:
        end = max(int(np.searchsorted(last, pairs + MOST_PAIRS, "right")), start + 1)
        whole = start == 0 and end == layout.outputs
        yield _chunk(layout if whole else layout.taken(np.arange(start, end)))
        start, pairs = end, int(last[end - 1])


def _chunk(layout: Layout) -> Chunk:
    numbers = np.bincount(layout.output, minlength=layout.outputs)
    place = np.arange(len(layout.output)) - before(numbers)[layout.output]
    row = before(numbers**2)[layout.output] + place * numbers[layout.output]
    pairs = int((numbers**2).sum())
    sides = (_side(layout, side, (row, place), pairs) for side in (layout.system, layout.gold))
    return Chunk(layout.outputs, layout.output, layout.count, row, place, pairs, *sides)


def _side(layout: Layout, places: Places, rows: tuple[Integers, Integers], pairs: int) -> Side:
    """Number the levels and clusters of one side through all outputs, and count what they hold."""
    output, count = layout.output[places.kind], layout.count[places.kind]
    levels, clusters = (np.zeros(layout.outputs, dtype=np.int64) for _ in range(2))
    np.maximum.at(levels, output, places.level + 1)
    np.maximum.at(clusters, output, places.cluster + 1)
    level, inside = places.level + before(levels)[output], places.cluster != ALONE
    cluster = np.where(inside, places.cluster + before(clusters)[output], ALONE)
    return Side(
        chunk_rows=rows,
        pairs=pairs,
        kind=places.kind,
        level=level,
        cluster=cluster,
        level_sizes=_weighted(level, count),
        level_output=repeated(levels)[0],
        cluster_sizes=_weighted(cluster[inside], count[inside]),
        outputs=layout.outputs,
    )


def _array(values: Iterable[int]) -> Integers:
    return np.fromiter(values, dtype=np.int64)
