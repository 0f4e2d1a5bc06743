"""From cells, values and comparisons to the status of a claim. Nothing here knows a metric or a publication."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from axiometrics.checker.verdict import Cell
from axiometrics.claims.cells import Store, is_settled, missing, satisfies
from axiometrics.claims.files import (
    Cells,
    Claim,
    Compared,
    Expects,
    Family,
    Printed,
    Reading,
    Tried,
    Unchecked,
    named,
)
from axiometrics.claims.finding import Beside, Finding, Status, beside, further
from axiometrics.claims.kinder import favours
from axiometrics.reports.words import phrase

__all__ = ["judged"]

_OF_SOME: tuple[Status, ...] = ("confirmed", "depends", "not checkable", "refuted")
_OF_EVERY: tuple[Status, ...] = ("refuted", "depends", "not checkable", "confirmed")
"""Which status of a member decides that of its family, the first that occurs."""

_WAYS = {"cut": "cut and not rounded", "fewer digits": "printed with fewer digits than the others"}
"""How a printed value can agree, other than by rounding."""


def judged(claim: Claim, store: Store) -> Finding:
    """Return the finding of one claim; the cells that it needs are in the store."""
    about = claim.about
    if isinstance(about, Unchecked):
        return Finding(claim, "not checkable", about.why)
    if isinstance(about, Compared):
        return _compared(claim, about)
    if isinstance(about, Printed):
        return _printed(claim, about)
    if isinstance(about, Family):
        return _family(claim, about, store)
    return _cells(claim, about, store)


def _compared(claim: Claim, about: Compared) -> Finding:
    if about.undecided:
        return Finding(claim, "not checkable", about.undecided)
    if about.agrees:
        return Finding(claim, "confirmed", f"computed: {about.computed}")
    why = f": {about.explanation}" if about.explanation else ""
    told = f"computed: {about.computed}{why}"
    if about.favours:
        words = f"{told}; so it is for {about.favours}"
        return Finding(claim, "depends", words, favours=(about.favours,), tried=about.tried)
    return Finding(claim, "rounding" if about.near else "refuted", told, tried=about.tried)


def _printed(claim: Claim, about: Printed) -> Finding:
    lacking = missing(about.task, about.metrics)
    if lacking:
        return Finding(claim, "not checkable", lacking)
    values = tuple(beside(about, metric) for metric in about.metrics)
    told = "; ".join(f"{each.metric} is {_value(each.exact, each.value)}" for each in values)
    agreeing = [each.metric for each in values if each.agrees]
    if len(agreeing) == len(values):
        return Finding(claim, "confirmed", ", ".join([told, *_ways(values)]), values=values)
    if agreeing:
        return Finding(claim, "depends", f"printed is {' or '.join(agreeing)}: {told}", values=values)
    return _differing(claim, about, values, told)


def _ways(values: Sequence[Beside]) -> list[str]:
    return list(dict.fromkeys(_WAYS[each.agrees] for each in values if each.agrees in _WAYS))


def _differing(claim: Claim, about: Printed, values: tuple[Beside, ...], told: str) -> Finding:
    """No registered reading has the printed value: look at the further ones, and at how far it is."""
    others = [each for metric in about.metrics for each in further(about, metric)]
    tried = tuple(
        dict.fromkeys(
            Tried(each.metric, ", ".join([_value(each.exact, each.value), *_ways([each])]), bool(each.agrees))
            for each in others
        )
    )
    if right := [each.reading for each in tried if each.supports]:
        words = f"{told}; so it is for {', '.join(right)}"
        return Finding(claim, "depends", words, favours=tuple(right), tried=tried, values=values)
    if about.given:
        return Finding(claim, "not checkable", f"{about.given}; there {told}", tried=tried, values=values)
    return Finding(claim, "refuted", told, tried=tried, values=values)


def _value(exact: str | None, value: float | None) -> str:
    if exact is None or value is None:
        return "without value"
    return exact if exact.lstrip("-").isdigit() else f"{exact} ≈ {value:.4f}"


def _family(claim: Claim, about: Family, store: Store) -> Finding:
    """Judge every member: one that is refuted refutes what is claimed of all, one confirmed confirms it of some."""
    found = [_cells(claim, member, store) for member in about.members]
    status = _of_family(about, [each.status for each in found])
    cells = tuple(pair for each in found for pair in each.cells)
    if not cells:
        return replace(found[0], status=status)
    deciding = [each for each in found if each.status == status]
    decisive = tuple(pair for each in deciding for pair in each.cells)
    told = _told(decisive, about.readings)
    names = tuple(dict.fromkeys(name for each in deciding for name in each.favours))
    tried = tuple(dict.fromkeys(each for member in deciding for each in member.tried))
    kinder = _kinder(about.members[0].expects, names)
    supporting = tuple(pair for each in deciding for pair in each.supporting)
    return Finding(claim, status, f"{told}{kinder}", cells, names, tried, supporting, decisive)


def _of_family(about: Family, statuses: Sequence[Status]) -> Status:
    """Return the status of what is claimed of every member, or of some: the best that so many members have."""
    if not about.some:
        return min(statuses, key=_OF_EVERY.index)
    return sorted(statuses, key=_OF_SOME.index)[about.least - 1]


def _kinder(expects: Expects, names: Sequence[str]) -> str:
    """Say in which kinder senses a claim is right."""
    so = "so it is for" if expects == "holds" else "not so for"
    return f"; {so} {', '.join(names)}" if names else ""


def _cells(claim: Claim, about: Cells, store: Store) -> Finding:
    cells = tuple((reading, cell) for reading in about.readings if (cell := store.cell(reading)) is not None)
    if len(cells) < len(about.readings):
        absent = next(each for each in about.readings if store.cell(each) is None)
        return Finding(
            claim, "not checkable", missing(absent.task, [absent.metric], [absent.constraint]), cells
        )
    shown = [satisfies(cell, about.expects, about.for_n) for _, cell in cells]
    supporting = [pair for pair, each in zip(cells, shown, strict=True) if each]
    if all(shown):
        return Finding(claim, "confirmed", _told(supporting, about.readings), cells)
    if supporting:
        against = [pair for pair, each in zip(cells, shown, strict=True) if not each]
        told = f"{_told(supporting, about.readings)}; but {_told(against, about.readings)}"
        return Finding(claim, "depends", told, cells)
    return _unsupported(claim, about, cells, shown, store)


def _unsupported(
    claim: Claim,
    about: Cells,
    cells: tuple[tuple[Reading, Cell], ...],
    shown: Sequence[bool | None],
    store: Store,
) -> Finding:
    """No reading supports the claim: look for a kinder one, and for a verdict that is final."""
    kinder = favours(about, store)
    told, tried = _told(cells, about.readings), kinder.tried
    if kinder.found:
        words = f"{told}{_kinder(about.expects, kinder.found)}"
        return Finding(claim, "depends", words, cells, kinder.found, tried, kinder.cells)
    if all(each is None for each in shown):
        return Finding(claim, "not checkable", told, cells, tried=tried)
    against = [cell for (_, cell), each in zip(cells, shown, strict=True) if each is False]
    if not all(map(is_settled, against)):
        reason = f"nothing tried goes against the metric, and nothing proves that nothing does: {told}"
        return Finding(claim, "not checkable", reason, cells, tried=tried)
    return Finding(claim, "refuted", told, cells, tried=tried)


def _told(cells: Sequence[tuple[Reading, Cell]], among: Sequence[Reading]) -> str:
    """Say the verdicts, cells with the same one together."""
    groups: dict[str, list[str]] = {}
    for reading, cell in cells:
        groups.setdefault(phrase(cell), []).append(named(reading, among))
    return "; ".join(f"{', '.join(names)}: {verdict}" for verdict, names in groups.items())
