"""From cells, values and comparisons to the status of a claim. Nothing here knows a metric or a publication."""

from __future__ import annotations

from collections.abc import Sequence

from axiometrics.checker.verdict import Cell
from axiometrics.claims.cells import Store, missing
from axiometrics.claims.claim import Cells, Claim, Compared, Printed, Reading, Unchecked, named
from axiometrics.claims.favour import favours
from axiometrics.claims.finding import Finding
from axiometrics.claims.satisfying import is_settled, satisfies
from axiometrics.claims.values import beside

__all__ = ["judged"]


def judged(claim: Claim, store: Store) -> Finding:
    """Return the finding of one claim; the cells that it needs are in the store."""
    about = claim.about
    if isinstance(about, Unchecked):
        return Finding(claim, "not checkable", about.why)
    if isinstance(about, Compared):
        return _compared(claim, about)
    if isinstance(about, Printed):
        return _printed(claim, about)
    return _cells(claim, about, store)


def _compared(claim: Claim, about: Compared) -> Finding:
    if about.agrees:
        return Finding(claim, "confirmed", f"the printed data give {about.computed}")
    why = f": {about.explanation}" if about.explanation else ""
    return Finding(claim, "refuted", f"the printed data give {about.computed}{why}")


def _printed(claim: Claim, about: Printed) -> Finding:
    lacking = missing(about.task, about.metrics)
    if lacking:
        return Finding(claim, "not checkable", lacking)
    values = tuple(beside(about, metric) for metric in about.metrics)
    told = "; ".join(f"{each.metric} is {_value(each.exact, each.value)}" for each in values)
    agreeing = [each.metric for each in values if each.agrees]
    if len(agreeing) == len(values):
        cut = ", cut and not rounded" if any(each.agrees == "cut" for each in values) else ""
        return Finding(claim, "confirmed", told + cut, values=values)
    if agreeing:
        return Finding(claim, "depends", f"printed is {' or '.join(agreeing)}: {told}", values=values)
    if about.given:
        return Finding(claim, "not checkable", f"{about.given}; there {told}", values=values)
    return Finding(claim, "refuted", told, values=values)


def _value(exact: str | None, value: float | None) -> str:
    if exact is None or value is None:
        return "without value"
    return exact if exact.lstrip("-").isdigit() else f"{exact} ≈ {value:.4f}"


def _cells(claim: Claim, about: Cells, store: Store) -> Finding:
    cells = tuple((reading, cell) for reading in about.readings if (cell := store.cell(reading)) is not None)
    if len(cells) < len(about.readings) and not (about.some and cells):
        absent = next(each for each in about.readings if store.cell(each) is None)
        return Finding(claim, "not checkable", missing(absent.task, [absent.metric], [absent.constraint]), cells)
    shown = [satisfies(cell, about.expects, about.for_n) for _, cell in cells]
    supporting = [pair for pair, each in zip(cells, shown, strict=True) if each]
    if supporting and (about.some or all(shown)):
        return Finding(claim, "confirmed", _told(supporting), cells)
    if supporting:
        against = [pair for pair, each in zip(cells, shown, strict=True) if not each]
        return Finding(claim, "depends", f"{_told(supporting)}; but {_told(against)}", cells)
    return _unsupported(claim, about, cells, shown, store)


def _unsupported(
    claim: Claim,
    about: Cells,
    cells: tuple[tuple[Reading, Cell], ...],
    shown: Sequence[bool | None],
    store: Store,
) -> Finding:
    """No reading supports the claim: look for a kinder one, and for a verdict that is final."""
    found, tried = favours(about, store)
    told = _told(cells)
    if found:
        kinder = f"{told}; {'so it is for' if about.expects == 'holds' else 'not so for'} {', '.join(found)}"
        return Finding(claim, "depends", kinder, cells, tuple(found), tuple(tried))
    final = [is_settled(cell) for (_, cell), each in zip(cells, shown, strict=True) if each is False]
    if all(each is None for each in shown):
        return Finding(claim, "not checkable", told, cells, (), tuple(tried))
    if not all(final):
        reason = f"nothing tried goes against the metric, and nothing proves that nothing does: {told}"
        return Finding(claim, "not checkable", reason, cells, (), tuple(tried))
    return Finding(claim, "refuted", told, cells, (), tuple(tried))


def _told(cells: Sequence[tuple[Reading, Cell]]) -> str:
    """Say the verdicts, cells with the same one together."""
    from axiometrics.reports.words import phrase

    groups: dict[str, list[str]] = {}
    for reading, cell in cells:
        groups.setdefault(phrase(cell), []).append(named(reading, [other for other, _ in cells]))
    return "; ".join(f"{', '.join(names)}: {verdict}" for verdict, names in groups.items())
