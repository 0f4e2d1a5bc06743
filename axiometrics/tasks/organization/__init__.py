"""Document organization: levels of clusters of documents, most important level first, above an unlimited tail.

Here is one output, of a `distribution` on each side, which lists all small ones; a large one in floating point is
`large_columns` with `large_relations`. `view` is what metrics see, shares of `relations` by weight in many outputs,
laid out as arrays, `reading` what users give, `draw` its pictures. `cases` are what constraints get, random ones too;
cells of simpler tasks have `closed_forms`.

Documents that are organized alike are counted: relations depend on nothing else.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, filterfalse, repeat
from typing import Any

from axiometrics.errors import InputError
from axiometrics.tasks import chooser
from axiometrics.tasks.abilities import Output
from axiometrics.tasks.chooser import Template
from axiometrics.tasks.organization.distribution import (
    Distribution,
    Level,
    distribution,
    occurrences,
    parse,
    write,
)
from axiometrics.tasks.overlapping import Families
from axiometrics.tasks.users_data import sides

__all__ = ["Chooser", "Embedded", "Generator", "Organization", "Template", "outputs"]

Row = tuple[Hashable, int, int]


@dataclass(frozen=True)
class Organization(Output):
    """The levels of a system output and of its gold; the two may name different documents.

    >>> found = Organization.from_notation("[d1] [{d2 d3}] | [{d1 d2}]")
    >>> found.system, found.size
    (((('d1',),), (('d2', 'd3'),)), 5)
    """

    gold: Distribution
    system: Distribution

    @classmethod
    def of(cls, gold: Iterable[Iterable[Any]], system: Iterable[Iterable[Any]]) -> Organization:
        """Build from two lists of levels, each a list of clusters."""
        return cls(distribution(gold), distribution(system))

    @classmethod
    def from_notation(cls, text: str) -> Organization:
        """Read the notation: the system's levels, a bar, and the gold's."""
        how = "write the system's levels, a bar and the gold's, as in '[d1] [{d2 d3}] | [{d1 d2}]'"
        system, gold = sides(text, f"cannot read the organization {text!r}; {how}")
        return cls(parse(gold), parse(system))

    @property
    def named(self) -> Organization:
        """The organization itself, as of one in arrays."""
        return self

    @cached_property
    def placements(self) -> Placements:
        """The placements of documents: all that relations depend on."""
        return placements_of(self.gold, self.system)

    @property
    def size(self) -> int:
        """Occurrences of documents in both."""
        return occurrences(self.gold) + occurrences(self.system)

    @property
    def organized(self) -> int:
        """Occurrences of documents in the gold."""
        return occurrences(self.gold)

    def check(self) -> Organization:
        """Return the organization itself; raise InputError where the gold organizes nothing."""
        if not self.gold:
            raise InputError("the gold organizes no document; give at least one level with a document")
        return self

    def notation(self) -> str:
        """Write the notation.

        >>> Organization((), ((("d1",),),)).notation()
        '[d1] |'
        """
        return f"{write(self.system)} | {write(self.gold)}".strip()

    def seen_as(self, task: str) -> Any:
        """Return the output as another task judges it: ``clustering``, of one level on either side without overlap."""
        if max(len(self.gold), len(self.system)) > 1:
            raise InputError(
                f"{self.notation()} has several levels; a clustering is one level on either side"
            )
        sides = (level for side in (self.gold, self.system) for level in side or ((),))
        return Families.from_sets(*sides).seen_as(task)

    def to_levels(self) -> tuple[list[Any], list[Any]]:
        """Return (gold, system) as lists of levels, which are lists of clusters, which are lists of documents."""
        gold, system = (
            [[list(cluster) for cluster in level] for level in side] for side in (self.gold, self.system)
        )
        return gold, system

    def to_occurrences(self) -> tuple[list[Row], list[Row]]:
        """Return (gold, system) as rows (document, level, cluster); both are numbered from 1, top level first."""
        return list(_rows(self.gold)), list(_rows(self.system))

    def to_json(self) -> tuple[str, str]:
        """Return (gold, system) as JSON texts of the levels."""
        gold, system = self.to_levels()
        return json.dumps(gold), json.dumps(system)


def _rows(levels: Iterable[Level]) -> Iterator[Row]:
    clusters = ((place, cluster) for place, level in enumerate(levels, 1) for cluster in level)
    for number, (place, cluster) in enumerate(clusters, 1):
        yield from ((document, place, number) for document in cluster)


ALONE = -1
"""The cluster of a document that is alone in it."""

Place = tuple[int, int]
"""A level and a cluster, both counted from 0, top level first."""


@dataclass(frozen=True, slots=True)
class Placement:
    """Documents with the same places in the system output and in the gold."""

    system: tuple[Place, ...]
    gold: tuple[Place, ...]
    count: int


Placements = tuple[Placement, ...]
"""All placements, in order of first mention."""


def placements_of(gold: Distribution, system: Distribution) -> Placements:
    """Count the documents of two distributions by their places.

    >>> from axiometrics.tasks.organization.distribution import parse
    >>> found = placements_of(parse("[{a b}]"), parse("[a b] [c]"))
    >>> [(kind.system, kind.gold, kind.count) for kind in found]
    [(((0, -1),), ((0, 0),), 2), (((1, -1),), (), 1)]
    """
    own, other = _Side(system), _Side(gold)
    pairs = zip(own.places.values(), map(other.places.get, own.places, repeat(0)), strict=True)
    left = filterfalse(own.places.__contains__, other.places)
    counts = Counter(chain(pairs, ((0, other.places[document]) for document in left)))
    return tuple(
        Placement(own.kinds.places[one], other.kinds.places[two], count)
        for (one, two), count in counts.items()
    )


class _Side:
    """The number of the places that each document has, and the kinds that these are.

    There may be thousands of documents, most of them alone in one level: those are taken together.
    """

    def __init__(self, levels: Distribution) -> None:
        self.places: dict[Hashable, int] = {}
        self.kinds = _Kinds()
        self.clusters = 0
        for depth, level in enumerate(levels):
            if not (all(len(cluster) == 1 for cluster in level) and self._together(depth, level)):
                self._one_by_one(depth, level)
            self.clusters += len(level)

    def _together(self, depth: int, level: Level) -> bool:
        """Take the documents of a level, all alone, if each of them is there once, and new."""
        alone = dict.fromkeys(chain.from_iterable(level), self.kinds[0, (depth, ALONE)])
        new = len(alone) == len(level) and self.places.keys().isdisjoint(alone)
        if new:
            self.places |= alone
        return new

    def _one_by_one(self, depth: int, level: Level) -> None:
        for number, cluster in enumerate(level, self.clusters):
            place = depth, number if len(cluster) > 1 else ALONE
            for document in cluster:
                self.places[document] = self.kinds[self.places.get(document, 0), place]


class _Kinds(dict[tuple[int, Place], int]):
    """The numbers of places, by the number of those without the last place, and this; 0 are none."""

    def __init__(self) -> None:
        super().__init__()
        self.places: list[tuple[Place, ...]] = [()]

    def __missing__(self, asked: tuple[int, Place]) -> int:
        before, place = asked
        self.places.append((*self.places[before], place))
        self[asked] = len(self.places) - 1
        return self[asked]


@dataclass(frozen=True)
class Embedded:
    """The cases of a simpler task's generator; ``bottom`` says where documents of the lowest of two levels go."""

    task: str
    generator: Callable[..., Any]
    bottom: str = "level"


SMALLEST: Distribution = ((("d1",),),)


class Chooser(chooser.Chooser):
    """Where a generator gets what it is about from: the smallest distributions, unless others are given."""

    reach = 8

    def distributions(self, *names: str) -> tuple[Distribution, ...]:
        """Return distributions of documents, each with at least one; ask once for all of them."""
        return (SMALLEST,) * len(names)

    def embedded(self, task: str, generator: Callable[..., Any], *, bottom: str = "level") -> Embedded:
        """Return what a generator returns that hands on one of a simpler task."""
        return Embedded(task, generator, bottom)


Generator = Callable[..., Template | Embedded | None]
"""A generator; it returns None where what it was given makes no case."""


def outputs(gold: Distribution, **systems: Distribution) -> Template:
    """Describe outputs by their distributions.

    >>> outputs(((("d1",),),), worse=(), better=((("d1",),),)).outputs["worse"].notation()
    '| [d1]'
    """
    return Template({name: Organization(gold, system) for name, system in systems.items()})
