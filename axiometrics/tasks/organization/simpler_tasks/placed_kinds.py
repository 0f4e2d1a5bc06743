"""The kinds of documents of the simpler tasks' outputs, counted without naming any document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from axiometrics.tasks.clustering.table import Table
from axiometrics.tasks.filtering.counts import Counts
from axiometrics.tasks.organization.kinds import ALONE, Kind, Kinds, Place
from axiometrics.tasks.overlapping.families import Families
from axiometrics.tasks.ranking.ranking import Ranking

__all__ = ["clustering_kinds", "filtering_kinds", "overlapping_kinds", "ranking_kinds"]


def clustering_kinds(table: Table) -> Kinds:
    """Count the items of a clustering: every cell is a kind."""
    clusters, categories = table.cluster_sizes, table.category_sizes
    found = tuple(
        Kind((_place(cluster, clusters),), (_place(category, categories),), count)
        for cluster, category, count in table.cells
    )
    return Kinds(found, (table.items,), (table.items,), clusters, categories)


def _place(number: int, sizes: tuple[int, ...]) -> Place:
    return 0, number if sizes[number] > 1 else ALONE


def overlapping_kinds(families: Families) -> Kinds:
    """Count the items of an overlapping clustering by their sets on both sides."""
    clusters, categories = _places(families.system), _places(families.gold)
    counts = Counter(
        (clusters.get(item, ()), categories.get(item, ())) for item in {**categories, **clusters}
    )
    found = tuple(Kind(*places, count) for places, count in counts.items())
    system, gold = (tuple(map(len, side)) for side in (families.system, families.gold))
    return Kinds(found, _level_of(system), _level_of(gold), system, gold)


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


def filtering_kinds(counts: Counts, bottom: str = "level") -> Kinds:
    """Count the items of a filtered collection: every one of the four counts is a kind."""
    system = [counts.selected, counts.fn + counts.tn] if bottom == "level" else [counts.selected]
    gold = [counts.relevant, counts.irrelevant] if bottom == "level" else [counts.relevant]
    found = [
        (counts.tp, 0, 0),
        (counts.fp, 0, 1),
        (counts.fn, 1, 0),
        (counts.tn, 1, 1),
    ]
    made = tuple(
        Kind(_level(upper, system), _level(wanted, gold), count) for count, upper, wanted in found if count
    )
    levels = tuple(filter(None, system)), tuple(filter(None, gold))
    return Kinds(
        tuple(kind for kind in made if kind.system or kind.gold),
        *levels,
        *((1,) * sum(each) for each in levels),
    )


def _level(number: int, sizes: list[int]) -> tuple[Place, ...]:
    """Return the place of a document alone in a level, numbered without the empty ones; none in the tail."""
    if number >= len(sizes):
        return ()
    return ((sum(1 for size in sizes[:number] if size), ALONE),)


def ranking_kinds(ranking: Ranking) -> Kinds:
    """Count the documents of a ranking: every listed one is a kind, and all missing ones of one grade."""
    grades = sorted(set(ranking.ideal), reverse=True)
    gold = {grade: ((place, ALONE),) for place, grade in enumerate(grades)}
    found = [
        Kind(((rank, ALONE),), gold[grade] if grade else (), 1) for rank, grade in enumerate(ranking.grades)
    ]
    found += [Kind((), gold[grade], count) for grade, count in _counted(ranking.missing) if grade]
    sizes = tuple(ranking.ideal.count(grade) for grade in grades)
    listed = (1,) * len(ranking.grades)
    return Kinds(tuple(found), listed, sizes, listed, (1,) * len(ranking.ideal))


def _counted(grades: tuple[int, ...]) -> Iterable[tuple[int, int]]:
    return ((grade, grades.count(grade)) for grade in dict.fromkeys(grades))
