"""Outputs of the simpler tasks written as organizations.

* A clustering is one level of clusters, and so is its gold.
* Overlapping clusters are one level too; an item that the system leaves out is in its tail.
* A filtered collection has the selected items in the upper and the others in the lower level, its gold the relevant and
  the irrelevant ones; or both leave the lower level to the tail.
* A ranking has a level for each listed document; its gold has a level for each grade, and leaves documents that are not
  relevant to the tail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import count
from typing import Any

from axiometrics.errors import InputError
from axiometrics.tasks.clustering.table import Table
from axiometrics.tasks.filtering.counts import Counts
from axiometrics.tasks.notation import letters
from axiometrics.tasks.organization.distribution import Distribution
from axiometrics.tasks.organization.organization import Organization
from axiometrics.tasks.overlapping.families import Families
from axiometrics.tasks.ranking.ranking import Ranking

__all__ = [
    "SIMPLER",
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
    names = [
        letters(j) if len(letters(j)) == 1 else f"{letters(j)}." for j in range(len(table.category_sizes))
    ]
    items = [map(f"{name}{{}}".format, count(1)) for name in names]
    system = tuple(
        tuple(next(items[j]) for j in sorted(cluster) for _ in range(cluster[j]))
        for cluster in table.clusters()
    )
    sizes = zip(names, table.category_sizes, strict=True)
    gold = tuple(tuple(f"{name}{place}" for place in range(1, size + 1)) for name, size in sizes)
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


_WRITERS: Mapping[str, Callable[..., Organization]] = {
    "clustering": from_clustering,
    "overlapping": from_overlapping,
    "filtering": from_filtering,
    "ranking": from_ranking,
}
"""By task: how its outputs are written."""

SIMPLER = tuple(_WRITERS)
"""The tasks whose outputs are organizations, in the order of the reports."""


def placed(task: str, output: Any, *, bottom: str = "level") -> Organization:
    """Write an output of a simpler task as an organization; raises InputError for a task that has no such form.

    ``bottom`` says where the lower of two levels goes, for filtered collections.
    """
    if task not in SIMPLER:
        raise InputError(f"outputs of {task} are no organizations; those of {', '.join(SIMPLER)} are")
    return _WRITERS[task](output, **({"bottom": bottom} if task == "filtering" else {}))
