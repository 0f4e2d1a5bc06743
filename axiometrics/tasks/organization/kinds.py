"""Documents that are organized alike, counted: relations depend on nothing else.

A place is a level and a cluster; a document that is alone in its cluster has no fellow there, so that all documents
alone in one level have the same place.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from axiometrics.tasks.organization.distribution import Distribution
from axiometrics.tasks.organization.organization import Organized

__all__ = ["ALONE", "Chunk", "Kind", "Kinds", "Place", "Side", "chunks", "kinds"]

ALONE = -1
"""The cluster of a document that is alone in it."""

Place = tuple[int, int]
"""A level and a cluster, both counted from 0, top level first."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Documents with the same places in the system output and in the gold."""

    system: tuple[Place, ...]
    gold: tuple[Place, ...]
    count: int


class Kinds(NamedTuple):
    """All kinds, in order of first mention, and of each side the sizes of its levels and of its clusters."""

    kinds: tuple[Kind, ...]
    system_levels: tuple[int, ...]
    gold_levels: tuple[int, ...]
    system_clusters: tuple[int, ...]
    gold_clusters: tuple[int, ...]

    def turned(self) -> Kinds:
        """Exchange system and gold."""
        turned = tuple(Kind(kind.gold, kind.system, kind.count) for kind in self.kinds)
        return Kinds(turned, self.gold_levels, self.system_levels, self.gold_clusters, self.system_clusters)


def kinds(gold: Distribution, system: Distribution) -> Kinds:
    """Count the documents of two distributions by their places.

    >>> from axiometrics.tasks.organization.distribution import parse
    >>> found = kinds(parse("[{a b}]"), parse("[a b] [c]"))
    >>> [(kind.system, kind.gold, kind.count) for kind in found.kinds]
    [(((0, -1),), ((0, 0),), 2), (((1, -1),), (), 1)]
    """
    upper, wanted = _places(system), _places(gold)
    documents = dict.fromkeys([*upper, *wanted])
    counts = Counter((tuple(upper.get(each, ())), tuple(wanted.get(each, ()))) for each in documents)
    sides = (system, gold)
    return Kinds(
        tuple(Kind(*places, count) for places, count in counts.items()),
        *(tuple(sum(map(len, level)) for level in side) for side in sides),
        *(tuple(len(cluster) for level in side for cluster in level) for side in sides),
    )


def _places(levels: Distribution) -> dict[Hashable, list[Place]]:
    found: defaultdict[Hashable, list[Place]] = defaultdict(list)
    number = 0
    for depth, level in enumerate(levels):
        for cluster in level:
            place = depth, number if len(cluster) > 1 else ALONE
            for document in cluster:
                found[document].append(place)
            number += 1
    return found


Integers = NDArray[np.int64]

MOST_PAIRS = 1 << 21
"""Pairs of kinds in one chunk, unless one organization alone has more."""


@dataclass(frozen=True)
class Chunk:
    """The kinds of some organizations: whose each is and how many documents it counts; and both sides.

    The ordered pairs of an organization's kinds are numbered row by row: the pair of kinds i and j is
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
        before = np.cumsum(self.level_sizes) - self.level_sizes
        return before - (np.cumsum(self.totals) - self.totals)[self.level_output]

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
        """Return the pair of kinds of each pair of places."""
        row, place = self.chunk_rows
        return row[self.kind[places[0]]] + place[self.kind[places[1]]]

    @cached_property
    def step_counts(self) -> Integers:
        """How often each pair of kinds is in order."""
        return np.bincount(self.pair(self.steps), minlength=self.pairs)

    @cached_property
    def fellow_counts(self) -> Integers:
        """How many clusters each pair of kinds shares."""
        return np.bincount(self.pair(self.fellows), minlength=self.pairs)


def joined(group: Integers, groups: int) -> tuple[Integers, Integers]:
    """Return all ordered pairs of rows in the same group; the groups' numbers ascend.

    >>> [part.tolist() for part in joined(np.array([0, 0, 2]), 3)]
    [[0, 0, 1, 1, 2], [0, 1, 0, 1, 2]]
    """
    sizes = np.bincount(group, minlength=groups)
    first = np.cumsum(sizes) - sizes
    one = np.repeat(np.arange(len(group)), sizes[group])
    start = np.cumsum(sizes[group]) - sizes[group]
    other = np.arange(len(one)) - np.repeat(start - first[group], sizes[group])
    return one, other


def chunks(organizations: Iterable[Organized]) -> Iterator[Chunk]:
    """Split organizations into chunks of bounded size."""
    held: list[Kinds] = []
    pairs = 0
    for found in (each.kinds for each in organizations):
        more = len(found.kinds) ** 2
        if held and pairs + more > MOST_PAIRS:
            yield _chunk(held)
            held, pairs = [], 0
        held.append(found)
        pairs += more
    if held:
        yield _chunk(held)


def _chunk(held: Sequence[Kinds]) -> Chunk:
    numbers = _array(len(found.kinds) for found in held)
    output = np.repeat(np.arange(len(held)), numbers)
    place = np.arange(len(output)) - np.repeat(np.cumsum(numbers) - numbers, numbers)
    row = np.repeat(np.cumsum(numbers**2) - numbers**2, numbers) + place * numbers[output]
    pairs = int((numbers**2).sum())
    return Chunk(
        outputs=len(held),
        output=output,
        count=_array(kind.count for found in held for kind in found.kinds),
        row=row,
        place=place,
        pairs=pairs,
        system=_side(
            [[kind.system for kind in found.kinds] for found in held],
            [(found.system_levels, found.system_clusters) for found in held],
            (row, place),
            pairs,
        ),
        gold=_side(
            [[kind.gold for kind in found.kinds] for found in held],
            [(found.gold_levels, found.gold_clusters) for found in held],
            (row, place),
            pairs,
        ),
    )


def _side(
    places: Sequence[Sequence[tuple[Place, ...]]],
    sizes: Sequence[tuple[tuple[int, ...], tuple[int, ...]]],
    rows: tuple[Integers, Integers],
    pairs: int,
) -> Side:
    """Flatten one side: the places of every kind of every organization, and the sizes of its levels and clusters."""
    levels, clusters = (_array(len(each[part]) for each in sizes) for part in (0, 1))
    per_kind = _array(len(kind) for found in places for kind in found)
    kind = np.repeat(np.arange(len(per_kind)), per_kind)
    per_output = _array(sum(map(len, found)) for found in places)
    output = np.repeat(np.arange(len(places)), per_output)
    every = chain.from_iterable(place for found in places for kind in found for place in kind)
    level, cluster = _array(every).reshape(-1, 2).T
    first = np.cumsum(clusters) - clusters
    return Side(
        chunk_rows=rows,
        pairs=pairs,
        kind=kind,
        level=level + (np.cumsum(levels) - levels)[output],
        cluster=np.where(cluster != ALONE, cluster + first[output], ALONE),
        level_sizes=_array(chain.from_iterable(each for each, _ in sizes)),
        level_output=np.repeat(np.arange(len(places)), levels),
        cluster_sizes=_array(chain.from_iterable(each for _, each in sizes)),
        outputs=len(places),
    )


def _array(values: Iterable[int]) -> Integers:
    return np.fromiter(values, dtype=np.int64)
