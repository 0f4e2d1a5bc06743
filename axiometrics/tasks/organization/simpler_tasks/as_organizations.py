"""Outputs of the simpler tasks written as organizations, and their documents counted without naming any.

* A clustering is one level of clusters, and so is its gold.
* Overlapping clusters are one level too; an item that the system leaves out is in its tail.
* A filtered collection has the selected items in the upper and the others in the lower level, its gold the relevant and
  the irrelevant ones; or both leave the lower level to the tail.
* A ranking has a level for each listed document; its gold has a level for each grade, and leaves documents that are not
  relevant to the tail.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import count
from typing import Any

from axiometrics.errors import InputError
from axiometrics.tasks.clustering.table import Table
from axiometrics.tasks.filtering.counts import Counts
from axiometrics.tasks.notation import letters
from axiometrics.tasks.organization.distribution import Distribution
from axiometrics.tasks.organization.organization import Organization
from axiometrics.tasks.organization.placements import ALONE, Place, Placement, Placements
from axiometrics.tasks.overlapping.families import Families
from axiometrics.tasks.ranking.ranking import Ranking

__all__ = [
    "SIMPLER",
    "Placed",
    "from_clustering",
    "from_filtering",
    "from_overlapping",
    "from_ranking",
    "placed",
]


def from_clustering(table: Table) -> Organization:
    """Write a clustering; the items of a category have its letter and a number.

    >>> from_clustering(Table.from_notation("{a a b}{b}")).notation()
    '[{a1 a2 b1} b2] | [{a1 a2} {b1 b2}]'
    """
    numbers = [count(1) for _ in table.category_sizes]
    system = tuple(
        tuple(f"{letters(j)}{next(numbers[j])}" for j in sorted(cluster) for _ in range(cluster[j]))
        for cluster in table.clusters()
    )
    gold = tuple(
        tuple(f"{letters(j)}{place}" for place in range(1, size + 1))
        for j, size in enumerate(table.category_sizes)
    )
    return Organization((gold,), (system,))


def from_overlapping(families: Families) -> Organization:
    """Write an overlapping clustering; items have the letters of its notation.

    >>> from_overlapping(Families.from_notation("{a b}{a c} | {a b}{c}")).notation()
    '[{a b} {a c}] | [{a b} c]'
    """
    levels = (tuple(tuple(map(letters, part)) for part in side) for side in (families.gold, families.system))
    return Organization(*((level,) if level else () for level in levels))


def from_filtering(counts: Counts, bottom: str = "level") -> Organization:
    """Write a filtered collection; relevant items are r1, r2, ..., the others n1, n2, ...

    >>> from_filtering(Counts(1, 0, 1, 1)).notation()
    '[r1] [r2 n1] | [r1 r2] [n1]'
    >>> from_filtering(Counts(1, 0, 1, 1), bottom="tail").notation()
    '[r1] | [r1 r2]'
    """
    relevant = [f"r{place}" for place in range(1, counts.relevant + 1)]
    others = [f"n{place}" for place in range(1, counts.irrelevant + 1)]
    system = [relevant[: counts.tp] + others[: counts.fp], relevant[counts.tp :] + others[counts.fp :]]
    gold = [relevant, others]
    shown = 2 if bottom == "level" else 1
    return Organization(_alone(gold[:shown]), _alone(system[:shown]))


def from_ranking(ranking: Ranking) -> Organization:
    """Write a ranking; relevant documents are r1, r2, ... by grade and rank, judged others n1, ..., unjudged u1, ...

    >>> from_ranking(Ranking.from_notation("- r ? | r")).notation()
    '[n1] [r1] [u1] | [r1 r2]'
    """
    grades = sorted(set(ranking.ideal), reverse=True)
    starts = {grade: 1 + sum(other > grade for other in ranking.ideal) for grade in grades}
    names = {grade: (f"r{place}" for place in count(start)) for grade, start in starts.items()}
    names |= {0: (f"n{place}" for place in count(1)), None: (f"u{place}" for place in count(1))}  # type: ignore[dict-item]
    system = [[next(names[grade])] for grade in ranking.grades]  # type: ignore[index]
    gold = [[f"r{starts[grade] + place}" for place in range(ranking.ideal.count(grade))] for grade in grades]
    return Organization(_alone(gold), _alone(system))


def _alone(levels: Iterable[Iterable[str]]) -> Distribution:
    """Levels of documents that are all alone in their clusters; empty levels are left out."""
    return tuple(level for each in levels if (level := tuple((document,) for document in each)))


def _clustering_placements(table: Table) -> Placements:
    """Count the items of a clustering: every cell is a placement."""
    clusters, categories = table.cluster_sizes, table.category_sizes
    found = tuple(
        Placement((_place(cluster, clusters),), (_place(category, categories),), count)
        for cluster, category, count in table.cells
    )
    return Placements(found, (table.items,), (table.items,), clusters, categories)


def _place(number: int, sizes: tuple[int, ...]) -> Place:
    return 0, number if sizes[number] > 1 else ALONE


def _overlapping_placements(families: Families) -> Placements:
    """Count the items of an overlapping clustering by their sets on both sides."""
    clusters, categories = _places(families.system), _places(families.gold)
    counts = Counter(
        (clusters.get(item, ()), categories.get(item, ())) for item in {**categories, **clusters}
    )
    found = tuple(Placement(*places, count) for places, count in counts.items())
    system, gold = (tuple(map(len, side)) for side in (families.system, families.gold))
    return Placements(found, _level_of(system), _level_of(gold), system, gold)


def _level_of(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the size of the one level of some sets, if there are any."""
    return (sum(sizes),) if sizes else ()


@lru_cache(maxsize=1024)
def _places(family: tuple[tuple[int, ...], ...]) -> dict[int, tuple[Place, ...]]:
    """Return the places of every item in one level of sets."""
    found: dict[int, tuple[Place, ...]] = {}
    for number, part in enumerate(family):
        place = (0, number if len(part) > 1 else ALONE)
        for item in part:
            found[item] = (*found.get(item, ()), place)
    return found


def _filtering_placements(counts: Counts, bottom: str = "level") -> Placements:
    """Count the items of a filtered collection: every one of the four counts is a placement."""
    system = [counts.selected, counts.fn + counts.tn] if bottom == "level" else [counts.selected]
    gold = [counts.relevant, counts.irrelevant] if bottom == "level" else [counts.relevant]
    found = [
        (counts.tp, 0, 0),
        (counts.fp, 0, 1),
        (counts.fn, 1, 0),
        (counts.tn, 1, 1),
    ]
    made = tuple(
        Placement(_level(upper, system), _level(wanted, gold), count)
        for count, upper, wanted in found
        if count
    )
    levels = tuple(filter(None, system)), tuple(filter(None, gold))
    return Placements(
        tuple(each for each in made if each.system or each.gold),
        *levels,
        *((1,) * sum(each) for each in levels),
    )


def _level(number: int, sizes: list[int]) -> tuple[Place, ...]:
    """Return the place of a document alone in a level, numbered without the empty ones; none in the tail."""
    if number >= len(sizes):
        return ()
    return ((sum(1 for size in sizes[:number] if size), ALONE),)


def _ranking_placements(ranking: Ranking) -> Placements:
    """Count the documents of a ranking: every listed one has its own, all missing ones of one grade share one."""
    grades = sorted(set(ranking.ideal), reverse=True)
    gold = {grade: ((place, ALONE),) for place, grade in enumerate(grades)}
    found = [
        Placement(((rank, ALONE),), gold[grade] if grade else (), 1)
        for rank, grade in enumerate(ranking.grades)
    ]
    found += [Placement((), gold[grade], count) for grade, count in _counted(ranking.missing) if grade]
    sizes = tuple(ranking.ideal.count(grade) for grade in grades)
    listed = (1,) * len(ranking.grades)
    return Placements(tuple(found), listed, sizes, listed, (1,) * len(ranking.ideal))


def _counted(grades: tuple[int, ...]) -> Iterable[tuple[int, int]]:
    return ((grade, grades.count(grade)) for grade in dict.fromkeys(grades))


_WRITERS: Mapping[str, tuple[Callable[..., Organization], Callable[..., Placements]]] = {
    "clustering": (from_clustering, _clustering_placements),
    "overlapping": (from_overlapping, _overlapping_placements),
    "filtering": (from_filtering, _filtering_placements),
    "ranking": (from_ranking, _ranking_placements),
}
"""By task: how its outputs are written, and how their documents are counted."""

SIMPLER = tuple(_WRITERS)
"""The tasks whose outputs are organizations, in the order of the reports."""


@dataclass(frozen=True)
class Placed:
    """An output of a simpler task, read as an organization; its documents get names only when they are asked for."""

    task: str
    output: Any
    bottom: str = "level"

    @cached_property
    def organization(self) -> Organization:
        """The organization with its documents."""
        return _WRITERS[self.task][0](self.output, **self._lowest)

    @cached_property
    def placements(self) -> Placements:
        """The placements of documents."""
        return _WRITERS[self.task][1](self.output, **self._lowest)

    def seen_as(self, task: str) -> Any:
        """Return the output as another task judges it."""
        return self.organization.seen_as(task)

    @property
    def _lowest(self) -> dict[str, str]:
        """Where the lower of two levels goes, for the task that has one."""
        return {"bottom": self.bottom} if self.task == "filtering" else {}

    def notation(self) -> str:
        """Return the organization in notation."""
        return self.organization.notation()


def placed(task: str, output: Any, *, bottom: str = "level") -> Placed:
    """Read an output of a simpler task as an organization; raises InputError for a task that has no such form."""
    if task not in SIMPLER:
        raise InputError(f"outputs of {task} are no organizations; those of {', '.join(SIMPLER)} are")
    return Placed(task, output, bottom)
