"""Documents that are organized alike, counted: relations depend on nothing else.

A place is a level and a cluster; a document that is alone in its cluster has no fellow there, so that all documents
alone in one level have the same place.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable
from dataclasses import dataclass
from typing import NamedTuple

from axiometrics.tasks.organization.distribution import Distribution

__all__ = ["ALONE", "Place", "Placement", "Placements", "placements_of"]

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
    upper, wanted = _places(system), _places(gold)
    documents = dict.fromkeys([*upper, *wanted])
    counts = Counter((tuple(upper.get(each, ())), tuple(wanted.get(each, ()))) for each in documents)
    sides = (system, gold)
    return Placements(
        tuple(Placement(*places, count) for places, count in counts.items()),
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
