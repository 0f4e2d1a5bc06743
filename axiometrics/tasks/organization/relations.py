"""The relations between documents: how many of one side's, weighted, are among the other side's.

A side states that a document has priority over another once for every pair of occurrences of which the first is in a
higher level, and that two documents belong together once for every cluster that holds both. A relation that a side
states x times and the other side g times is right with probability min(g, x)/x.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from axiometrics.formulas.arithmetics.bounded import STEP, Bounded
from axiometrics.formulas.rows import Integers, before, joined, repeated, stretches
from axiometrics.tasks.organization import ALONE, Organization, Placement, Placements
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


ROUNDINGS = 32
"""At least the roundings on the way to one term of a share (20), and from the sums of terms to the share (2)."""


def bounded_share(name: str, chunk: Chunk, weights: Weighting) -> Bounded:
    """Return one of the shares in floats with their error bounds.

    It is made of whole numbers and the constant c by sums, products and quotients of what is never negative; so the
    relative errors of operands add up, and each operation adds at most 2^-53. A sum of so many terms is as many
    operations; an output with k places has at most k + k^2 of them. With a c from 10^-30 to 10^30, as its parameters
    allow, nothing leaves the range of floats on the way.
    """
    side = chunk.gold if name.endswith("sensitivity") else chunk.system
    places = np.bincount(chunk.output[side.kind], minlength=chunk.outputs).astype(float)
    value = share(name, chunk, weights, _Plain())
    return Bounded.rounded(value, value * (ROUNDINGS + places + places**2) * STEP)


class _Plain:
    """Floats without error bounds as an arithmetic of columns."""

    number = float

    def column(self, top: Any, bottom: Any = None) -> Any:
        return np.asarray(top, dtype=float) if bottom is None else np.divide(top, bottom)

    def total(self, values: Any, starts: Integers, lengths: Integers) -> Any:
        found, some = np.zeros(len(starts)), lengths > 0
        found[some] = np.add.reduceat(values, starts[some]) if len(values) else 0.0
        return found


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


Group = tuple[int | None, int | None, int]
"""Documents that are alone in their clusters: their level in the system and in the gold, or None, and how many."""


def placements_alone(groups: Iterable[Group]) -> Placements:
    """Return the placements of documents that are all alone, in the order in which the system, then the gold has them.

    >>> found = Organization.from_notation("[a b] [c] | [b c] [d]")
    >>> placements_alone([(0, None, 1), (0, 0, 1), (1, 0, 1), (None, 1, 1)]) == found.placements
    True
    """
    kinds, system, gold = [], dict[int, int](), dict[int, int]()
    for own, other, count in groups:
        if not count or (own is None and other is None):
            continue
        kinds.append(_placed_alone(own, other, count))
        if own is not None:
            system[own] = system.get(own, 0) + count
        if other is not None:
            gold[other] = gold.get(other, 0) + count
    levels = [tuple(known[level] for level in sorted(known)) for known in (system, gold)]
    return Placements(tuple(kinds), *levels, *((1,) * sum(each) for each in levels))


@lru_cache(maxsize=1 << 14)
def _placed_alone(own: int | None, other: int | None, count: int) -> Placement:
    """Return a placement, which many organizations share."""
    system, gold = (() if level is None else ((level, ALONE),) for level in (own, other))
    return Placement(system, gold, count)


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
        one, other = joined(self.level_output[self.level], self.outputs)
        above = self.level[one] < self.level[other]
        return one[above], other[above]

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


def chunks(organizations: Iterable[Organization]) -> Iterator[Chunk]:
    """Split organizations into chunks of bounded size."""
    held: list[Placements] = []
    pairs = 0
    for found in (each.placements for each in organizations):
        more = len(found.placements) ** 2
        if held and pairs + more > MOST_PAIRS:
            yield _chunk(held)
            held, pairs = [], 0
        held.append(found)
        pairs += more
    if held:
        yield _chunk(held)


def _chunk(held: Sequence[Placements]) -> Chunk:
    numbers = _array(len(found.placements) for found in held)
    output, place = repeated(numbers)
    row = before(numbers**2)[output] + place * numbers[output]
    pairs = int((numbers**2).sum())
    return Chunk(
        outputs=len(held),
        output=output,
        count=_array(kind.count for found in held for kind in found.placements),
        row=row,
        place=place,
        pairs=pairs,
        system=_side(held, "system", (row, place), pairs),
        gold=_side(held, "gold", (row, place), pairs),
    )


def _side(held: Sequence[Placements], name: str, rows: tuple[Integers, Integers], pairs: int) -> Side:
    """Flatten one side: the places of every kind of every organization, and the sizes of its levels and clusters."""
    places = [[getattr(kind, name) for kind in found.placements] for found in held]
    level_sizes = [getattr(found, f"{name}_levels") for found in held]
    cluster_sizes = [getattr(found, f"{name}_clusters") for found in held]
    levels, clusters = (_array(map(len, sizes)) for sizes in (level_sizes, cluster_sizes))
    per_kind = _array(len(kind) for found in places for kind in found)
    kind, _ = repeated(per_kind)
    per_output = _array(sum(map(len, found)) for found in places)
    output, _ = repeated(per_output)
    every = chain.from_iterable(place for found in places for kind in found for place in kind)
    level, cluster = _array(every).reshape(-1, 2).T
    return Side(
        chunk_rows=rows,
        pairs=pairs,
        kind=kind,
        level=level + before(levels)[output],
        cluster=np.where(cluster != ALONE, cluster + before(clusters)[output], ALONE),
        level_sizes=_array(chain.from_iterable(level_sizes)),
        level_output=repeated(levels)[0],
        cluster_sizes=_array(chain.from_iterable(cluster_sizes)),
        outputs=len(places),
    )


def _array(values: Iterable[int]) -> Integers:
    return np.fromiter(values, dtype=np.int64)
