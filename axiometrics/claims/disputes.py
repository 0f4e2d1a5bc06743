"""Where a matrix and the literature disagree: cells marked with the claims that say otherwise."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import TypeVar

from axiometrics.checker.verdict import Cell, Matrix
from axiometrics.claims.cells import constraint_of, metric_of, missing, satisfies
from axiometrics.claims.claim import Cells, Family, Reading
from axiometrics.claims.expanding import expanded
from axiometrics.claims.files import publications, read

__all__ = ["disputed", "marked"]

M = TypeVar("M", bound=Matrix)


def marked(matrix: M) -> M:
    """Return the matrix with every cell's ``disagrees_with`` filled: the claims that its verdict goes against."""
    cells = tuple(disputed(cell, matrix.task) for cell in matrix.cells)
    return replace(matrix, cells=cells)


def disputed(cell: Cell, task: str) -> Cell:
    """Return a cell with the claims that its strict verdict goes against, by the first reading of their words.

    >>> from axiometrics.checker.verdict import Verdict
    >>> tie = Verdict("blind", "witness")
    >>> disputed(Cell("jaccard", "homogeneity", tie, tie), "clustering").disagrees_with[0]
    'amigo2009.figure11.homogeneity.jaccard'
    """
    found = _claimed().get(Reading(task, cell.metric, cell.constraint), ())
    against = [key for key, cells in found if satisfies(cell, cells.expects, cells.for_n) is False]
    return replace(cell, disagrees_with=tuple(against)) if against else cell


@cache
def _claimed() -> Mapping[Reading, tuple[tuple[str, Cells], ...]]:
    """Return the claims about every cell of our own metrics, by labels as matrices write them."""
    found: dict[Reading, list[tuple[str, Cells]]] = defaultdict(list)
    for publication in publications():
        for claim in expanded(read(publication), "constraint"):
            for cells in _members(claim.about):
                reading = cells.readings[0]
                if _is_ours(reading):
                    found[_as_shown(reading)].append((claim.key, cells))
    return {reading: tuple(claims) for reading, claims in found.items()}


def _is_ours(reading: Reading) -> bool:
    """Whether we define the metric and have the constraint; others may have given another metric the same name."""
    there = not missing(reading.task, [reading.metric], [reading.constraint])
    return there and metric_of(reading.task, reading.metric).built_in


def _members(about: object) -> Iterator[Cells]:
    """Yield what is claimed of single cells; what is claimed of some member of a family is claimed of none."""
    if isinstance(about, Cells):
        yield about
    elif isinstance(about, Family) and not about.some:
        yield from about.members


def _as_shown(reading: Reading) -> Reading:
    metric, constraint = (
        metric_of(reading.task, reading.metric),
        constraint_of(reading.task, reading.constraint),
    )
    return Reading(reading.task, metric.label, constraint.label)
