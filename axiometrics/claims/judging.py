"""From cells, values and comparisons to the status of a claim. Nothing here knows a metric or a publication."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Implies, OfACase
from axiometrics.checker.verdict import Cell
from axiometrics.claims.cells import (
    Store,
    conditions,
    constraint_of,
    is_settled,
    metric_of,
    missing,
    satisfies,
    tells_apart,
    weakly_holds,
)
from axiometrics.claims.files import (
    Cells,
    Claim,
    Compared,
    Expects,
    Family,
    Printed,
    Reading,
    Unchecked,
    named,
)
from axiometrics.claims.finding import Finding, Status, beside
from axiometrics.metrics import Metric
from axiometrics.reports.words import phrase

__all__ = ["judged", "numeric", "variants"]

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
    if about.agrees:
        return Finding(claim, "confirmed", f"computed: {about.computed}")
    why = f": {about.explanation}" if about.explanation else ""
    told = f"computed: {about.computed}{why}"
    if about.favours:
        return Finding(claim, "depends", f"{told}; so it is for {about.favours}", favours=(about.favours,))
    return Finding(claim, "refuted", told)


def _printed(claim: Claim, about: Printed) -> Finding:
    lacking = missing(about.task, about.metrics)
    if lacking:
        return Finding(claim, "not checkable", lacking)
    values = tuple(beside(about, metric) for metric in about.metrics)
    told = "; ".join(f"{each.metric} is {_value(each.exact, each.value)}" for each in values)
    agreeing = [each.metric for each in values if each.agrees]
    if len(agreeing) == len(values):
        ways = [_WAYS[each.agrees] for each in values if each.agrees in _WAYS]
        return Finding(claim, "confirmed", ", ".join([told, *dict.fromkeys(ways)]), values=values)
    if agreeing:
        return Finding(claim, "depends", f"printed is {' or '.join(agreeing)}: {told}", values=values)
    if about.given:
        return Finding(claim, "not checkable", f"{about.given}; there {told}", values=values)
    return Finding(claim, "refuted", told, values=values)


def _value(exact: str | None, value: float | None) -> str:
    if exact is None or value is None:
        return "without value"
    return exact if exact.lstrip("-").isdigit() else f"{exact} ≈ {value:.4f}"


def _family(claim: Claim, about: Family, store: Store) -> Finding:
    """Judge every member: one that is refuted refutes what is claimed of all, one confirmed confirms it of some."""
    found = [_cells(claim, member, store) for member in about.members]
    order = _OF_SOME if about.some else _OF_EVERY
    status = min((each.status for each in found), key=order.index)
    cells = tuple(pair for each in found for pair in each.cells)
    if not cells:
        return replace(found[0], status=status)
    deciding = [each for each in found if each.status == status]
    decisive = tuple(pair for each in deciding for pair in each.cells)
    told = _told(decisive, about.readings)
    names = tuple(dict.fromkeys(name for each in deciding for name in each.favours))
    tried = tuple(dict.fromkeys(name for each in deciding for name in each.tried))
    kinder = _kinder(about.members[0].expects, names)
    supporting = tuple(pair for each in deciding for pair in each.supporting)
    return Finding(claim, status, f"{told}{kinder}", cells, names, tried, supporting, decisive)


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


def variants(reading: Reading) -> tuple[Reading, ...]:
    """Return the same metric against the constraint's variants, and its own variants against the constraint."""
    metric = metric_of(reading.task, reading.metric)
    constraint = constraint_of(reading.task, reading.constraint)
    others = [constraint.with_parameters(**values).label for values in constraint.variants]
    found = [Reading(reading.task, reading.metric, other) for other in others]
    found += [Reading(reading.task, other, reading.constraint) for other in _worded(metric)]
    return tuple(dict.fromkeys(other for other in found if other != reading))


def _worded(metric: Metric) -> list[str]:
    """Return the metric with every other word that one of its parameters may take."""
    return [
        metric.with_parameters(**{parameter.name: word}).label
        for parameter in metric.parameters
        for word in parameter.choices
        if metric.values[parameter.name] != word
    ]


def numeric(reading: Reading) -> bool:
    """Whether the metric has a parameter that is a number."""
    return any(not parameter.choices for parameter in metric_of(reading.task, reading.metric).parameters)


@dataclass(frozen=True)
class Favours:
    """In which kinder senses a claim is right, all that were tried, and the variants' cells that show it."""

    found: tuple[str, ...]
    tried: tuple[str, ...]
    cells: tuple[tuple[Reading, Cell], ...]


def favours(about: Cells, store: Store) -> Favours:
    """Return what speaks for a claim that none of its own readings supports."""
    found: list[str] = []
    tried: list[str] = []
    known = [reading for reading in about.readings if store.cell(reading) is not None]
    others = [each for reading in known for each in variants(reading) if store.cell(each) is not None]
    for reading in known:
        if about.expects == "holds" and about.for_n is None:
            demand = constraint_of(reading.task, reading.constraint)
            one, other = _in_the_cell(named(reading, known), reading, store, demand)
            found += one
            tried += other
        if about.differs:
            tried.append(about.differs)
            found += [about.differs] if tells_apart(store.cells[reading]) else []
    supporting = []
    for variant in dict.fromkeys(others):
        if variant not in about.readings:
            tried.append(named(variant, [*known, *others]))
            cell = store.cells[variant]
            together: list[str] = []
            if about.expects == "holds" and about.for_n is None:
                demand = constraint_of(variant.task, variant.constraint)
                together, _ = _in_the_cell(tried[-1], variant, store, demand)
            if satisfies(cell, about.expects, about.for_n):
                together = [f"{tried[-1]} ({cell.strict.evidence})"]
            if together:
                found += together
                supporting.append((variant, cell))
    return Favours(tuple(dict.fromkeys(found)), tuple(dict.fromkeys(tried)), tuple(supporting))


def _in_the_cell(
    name: str, reading: Reading, store: Store, constraint: Constraint
) -> tuple[list[str], list[str]]:
    """Return the kinder senses that the cell itself answers, and those tried."""
    cell = store.cells[reading]
    found = [f"{name} if ties are allowed"] if weakly_holds(cell, constraint) else []
    found += [f"{name} {condition}" for condition in conditions(cell)]
    every = isinstance(constraint.demand, OfACase | Implies)
    tried = ["ties allowed", "degenerate cases left out"] if every else []
    return found, tried + (["other parameter values"] if reading in store.regions else [])
