"""One organization of documents against its gold, and every form it is given in or handed out."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from axiometrics.errors import InputError
from axiometrics.tasks.abilities import Output
from axiometrics.tasks.notation import sides
from axiometrics.tasks.organization.distribution import (
    Distribution,
    Level,
    distribution,
    occurrences,
    parse,
    write,
)
from axiometrics.tasks.organization.placements import Placements, placements_of
from axiometrics.tasks.overlapping.families import Families

__all__ = ["Organization"]

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
