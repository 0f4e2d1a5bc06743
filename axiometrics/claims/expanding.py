"""From the tables of a claim file to single claims, and the cells of a matrix that go against them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any, TypeVar

from axiometrics.checker.verdict import Cell, Matrix
from axiometrics.claims.calculating import calculated, correlated, formulated, marked_ranks, scores_of
from axiometrics.claims.cells import constraint_of, metric_of, missing, satisfies, tells_apart
from axiometrics.claims.files import (
    About,
    Cells,
    Claim,
    ClaimFile,
    Compared,
    Expects,
    Family,
    Printed,
    Reading,
    Stated,
    Unchecked,
    publications,
    read,
)
from axiometrics.errors import DuplicateKeyError, InputError, nearest

_EXPECTED: tuple[Expects, ...] = ("holds", "fails", "ties")
_FAMILY: Mapping[str, Expects] = {"some": "holds", "none": "fails"}
_NEGATED = "-"
"""Before a metric's label: the value is printed with the other sign."""


def claims_of(publication: str) -> tuple[Claim, ...]:
    """Return every claim of a publication in the order of its file.

    >>> claims_of("sakai2021")[0].key
    'sakai2021.table4.ordinal-classes.kappa'
    """
    return expanded(read(publication))


def expanded(file: ClaimFile, kind: str = "") -> tuple[Claim, ...]:
    """Return the claims of a file, all or those of one kind; raises DuplicateKeyError where two have one key."""
    found: dict[str, tuple[Claim, str]] = {}
    for table, place in zip(file.tables, file.places, strict=True):
        if kind and kind not in table:
            continue
        for subject, about in _members(file, table, place):
            claim = Claim(file.publication, table["key"], subject, table["place"], table["says"], about)
            if claim.key in found:
                raise DuplicateKeyError(
                    f"{place}: claim {claim.key!r} is already at {found[claim.key][1]}; rename one"
                )
            found[claim.key] = claim, place
    return tuple(claim for claim, _ in found.values())


def _members(file: ClaimFile, table: Mapping[str, Any], place: str) -> Iterator[tuple[str, About]]:
    if "unchecked" in table:
        yield "", Unchecked(table["unchecked"])
    elif "arithmetic" in table:
        names = scores_of(table["task"], table.get("outputs", {})) if "task" in table else {}
        yield from ((name, calculated(*each, names=names)) for name, each in table["arithmetic"].items())
    elif "formulas" in table:
        for name, each in table["formulas"].items():
            yield name, formulated(*_texts(each), least=table.get("least"))
    elif "correlations" in table:
        for name, tau in table["correlations"].items():
            yield name, correlated(tau, table["pairs"])
    elif "marks" in table:
        yield from ((each.subject, each.about) for each in marked_ranks(table["marks"]))
    elif "compare" in table:
        yield from _compared(table["compare"], table.get("unclaimed", ()), place)
    elif "output" in table:
        yield from _printed(file, table, place)
    else:
        yield from _cells(file, table, place)


def _cells(file: ClaimFile, table: Mapping[str, Any], place: str) -> Iterator[tuple[str, About]]:
    constraints = _texts(table["constraint"])
    for expects in _EXPECTED:
        for name in _each(file, table.get(expects, ())):
            readings = _readings(table["task"], _metrics(file, name, place), constraints)
            yield name, Cells(expects, readings, table.get("for_n"), table.get("differs", ""))
    for name in _each(file, table.get("lack", ())):
        metrics = _metrics(file, name, place)
        cells = [Cells("fails", _readings(table["task"], metrics, [each])) for each in constraints]
        yield name, Family(tuple(cells), some=True, least=table.get("at_least", 1))
    for way, expects in _FAMILY.items():
        for family in table.get(way, ()):
            named = [_metrics(file, name, place) for name in _each(file, [family])]
            members = [Cells(expects, _readings(table["task"], metrics, constraints)) for metrics in named]
            yield family, Family(tuple(members), some=way == "some")


def _readings(task: str, metrics: Iterable[str], constraints: Iterable[str]) -> tuple[Reading, ...]:
    listed = list(constraints)
    return tuple(
        Reading(task, metric.removeprefix(_NEGATED), constraint)
        for metric in metrics
        for constraint in listed
    )


def _printed(file: ClaimFile, table: Mapping[str, Any], place: str) -> Iterator[tuple[str, About]]:
    for name, printed in table["values"].items():
        metrics = _metrics(file, name, place)
        plain = tuple(metric.removeprefix(_NEGATED) for metric in metrics)
        negated = metrics[0].startswith(_NEGATED)
        digits = table.get("digits", len(printed.partition(".")[2]))
        given, further = table.get("given", ""), table.get("further", "")
        yield name, Printed(table["task"], plain, table["output"], printed, digits, negated, given, further)


def _compared(target: str, unclaimed: Iterable[str], place: str) -> Iterator[tuple[str, About]]:
    """Yield what a computation compared; statements about which the publication is silent are no claims."""
    module, _, name = target.partition(":")
    found = list(getattr(import_module(module), name)())
    left_out = set(unclaimed)
    if unknown := left_out - {each.what for each in found if not isinstance(each, Stated)}:
        raise InputError(
            f"{place}: unclaimed names {min(unknown)!r}, which {target} does not yield; correct it"
        )
    for each in found:
        if isinstance(each, Stated):
            yield each.subject, each.about
        elif each.printed != "not stated" and each.what not in left_out:
            subject = f"table {each.table}: {each.what}"
            yield subject, Compared(each.printed, each.computed, each.agrees, each.explanation, each.favours)


def _each(file: ClaimFile, names: Iterable[str]) -> Iterator[str]:
    """Yield names, families as their members."""
    for name in names:
        yield from file.families.get(name, (name,))


def _metrics(file: ClaimFile, name: str, place: str) -> tuple[str, ...]:
    if name not in file.names:
        raise InputError(f"{place}: [names] has no {name!r}; {nearest(name, file.names)}")
    return file.names[name]


def _texts(found: str | list[str]) -> list[str]:
    return [found] if isinstance(found, str) else found


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
    found = _claimed(task).get(Reading(task, cell.metric, cell.constraint), ())
    against = [
        key
        for key, cells in found
        if satisfies(cell, cells.expects, cells.for_n) is False and not (cells.differs and tells_apart(cell))
    ]
    return replace(cell, disagrees_with=tuple(against)) if against else cell


@cache
def _claimed(task: str) -> Mapping[Reading, tuple[tuple[str, Cells], ...]]:
    """Return the claims about every cell of a task's own metrics, by labels as matrices write them."""
    found: dict[Reading, list[tuple[str, Cells]]] = defaultdict(list)
    for publication in publications():
        for claim in expanded(read(publication), "constraint"):
            for cells in _of_single_cells(claim.about):
                reading = cells.readings[0]
                if reading.task == task and _is_ours(reading):
                    found[_as_shown(reading)].append((claim.key, cells))
    return {reading: tuple(claims) for reading, claims in found.items()}


def _is_ours(reading: Reading) -> bool:
    """Whether we define the metric and have the constraint; others may have given another metric the same name."""
    there = not missing(reading.task, [reading.metric], [reading.constraint])
    return there and metric_of(reading.task, reading.metric).built_in


def _of_single_cells(about: object) -> Iterator[Cells]:
    """Yield what is claimed of single cells; what is claimed of some member of a family is claimed of none."""
    if isinstance(about, Cells):
        yield about
    elif isinstance(about, Family) and not about.some:
        yield from about.members


def _as_shown(reading: Reading) -> Reading:
    metric = metric_of(reading.task, reading.metric)
    constraint = constraint_of(reading.task, reading.constraint)
    return Reading(reading.task, metric.label, constraint.label)
