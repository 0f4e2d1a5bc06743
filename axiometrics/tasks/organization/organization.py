"""One organization of documents against its gold, and every form it is given in or handed out.

Documents that are organized alike are counted: relations depend on nothing else.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, filterfalse, repeat
from typing import Any, NamedTuple

from axiometrics.errors import InputError
from axiometrics.tasks.abilities import Output
from axiometrics.tasks.organization.distribution import (
    Distribution,
    Level,
    distribution,
    occurrences,
    parse,
    write,
)
from axiometrics.tasks.overlapping.families import Families
from axiometrics.tasks.users_data import sides

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


class Placements(NamedTuple):
    """All placements, in order of first mention, and of each side the sizes of its levels and of its clusters."""

    placements: tuple[Placement, ...]
    system_levels: tuple[int, ...]
    gold_levels: tuple[int, ...]
    system_clusters: tuple[int, ...]
    gold_clusters: tuple[int, ...]

    def turned(self) -> Placements:
        """Exchange system and gold."""
        turned = tuple(Placement(kind.gold, kind.system, kind.count) for kind in self.placements)
        return Placements(
            turned, self.gold_levels, self.system_levels, self.gold_clusters, self.system_clusters
        )


def placements_of(gold: Distribution, system: Distribution) -> Placements:
    """Count the documents of two distributions by their places.

    >>> from axiometrics.tasks.organization.distribution import parse
    >>> found = placements_of(parse("[{a b}]"), parse("[a b] [c]"))
    >>> [(kind.system, kind.gold, kind.count) for kind in found.placements]
    [(((0, -1),), ((0, 0),), 2), (((1, -1),), (), 1)]
    """
    upper, own = _places(system)
    wanted, theirs = _places(gold)
    pairs = zip(upper.values(), map(wanted.get, upper, repeat(0)), strict=True)
    below = ((0, wanted[document]) for document in filterfalse(upper.__contains__, wanted))
    counts = Counter(chain(pairs, below))
    sides = (system, gold)
    return Placements(
        tuple(Placement(own[one], theirs[other], count) for (one, other), count in counts.items()),
        *(tuple(sum(map(len, level)) for level in side) for side in sides),
        *(tuple(map(len, chain.from_iterable(side))) for side in sides),
    )


def _places(levels: Distribution) -> tuple[dict[Hashable, int], list[tuple[Place, ...]]]:
    """Return the number of the places that each document has, and what has which number: 0 are none.

    There may be thousands of documents, most of them alone in one level: those are taken together.
    """
    found: dict[Hashable, int] = {}
    kinds = _Kinds()
    number = 0
    for depth, level in enumerate(levels):
        alone = dict.fromkeys(chain.from_iterable(level), kinds[0, (depth, ALONE)]) if _apart(level) else {}
        if len(alone) == len(level) and found.keys().isdisjoint(alone):
            found |= alone
            number += len(level)
            continue
        for cluster in level:
            place = depth, number if len(cluster) > 1 else ALONE
            for document in cluster:
                found[document] = kinds[found.get(document, 0), place]
            number += 1
    return found, kinds.places


def _apart(level: Level) -> bool:
    """Whether every document is alone in its cluster."""
    return set(map(len, level)) == {1}


class _Kinds(dict[tuple[int, Place], int]):
    """The numbers of places, by the number of those without the last place, and this."""

    def __init__(self) -> None:
        super().__init__()
        self.places: list[tuple[Place, ...]] = [()]

    def __missing__(self, asked: tuple[int, Place]) -> int:
        before, place = asked
        self.places.append((*self.places[before], place))
        self[asked] = len(self.places) - 1
        return self[asked]
