"""Kinder readings of a claim that its own readings do not support: each is tried, also several at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Implies, OfACase
from axiometrics.checker.verdict import Cell
from axiometrics.claims.cells import (
    Store,
    conditions,
    constraint_of,
    metric_of,
    satisfies,
    tells_apart,
    weakly_holds,
)
from axiometrics.claims.files import Cells, Reading, Tried, named
from axiometrics.metrics import Metric
from axiometrics.parameters import Value
from axiometrics.reports.words import phrase

__all__ = ["Favours", "favours", "numeric", "variants"]


def variants(reading: Reading) -> tuple[Reading, ...]:
    """Return the metric and its own variants against the constraint and its variants, in every combination."""
    metric = metric_of(reading.task, reading.metric)
    constraint = constraint_of(reading.task, reading.constraint)
    demands = [constraint, *(constraint.with_parameters(**values) for values in _joined(constraint))]
    labels = [metric.label, *_worded(metric)]
    found = [Reading(reading.task, label, demand.label) for label, demand in product(labels, demands)]
    own = Reading(reading.task, metric.label, constraint.label)
    return tuple(dict.fromkeys(other for other in found if other not in (reading, own)))


def _joined(constraint: Constraint) -> Iterator[Mapping[str, Value]]:
    """Yield what the constraint's variants change, and what two do that change different parameters."""
    defaults = {parameter.name: parameter.default for parameter in constraint.parameters}
    changes = [
        {name: value for name, value in each.items() if value != defaults[name]}
        for each in constraint.variants
    ]
    yield from changes
    yield from ({**one, **other} for one, other in combinations(changes, 2) if not one.keys() & other.keys())


def _worded(metric: Metric) -> list[str]:
    """Return the metric with every other word that one of its parameters may take."""
    return [
        metric.with_parameters(**{parameter.name: word}).label
        for parameter in metric.parameters
        if not parameter.of_reading
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
    tried: tuple[Tried, ...]
    cells: tuple[tuple[Reading, Cell], ...]


def favours(about: Cells, store: Store) -> Favours:
    """Return what speaks for a claim that none of its own readings supports."""
    known = [reading for reading in about.readings if store.cell(reading) is not None]
    others = [each for reading in known for each in variants(reading) if store.cell(each) is not None]
    tried = [each for reading in known for each in _senses(reading, known, about, store)]
    supporting = []
    for variant in dict.fromkeys(others):
        if variant not in about.readings:
            cell, name = store.cells[variant], named(variant, [*known, *others])
            supported = bool(satisfies(cell, about.expects, about.for_n))
            alone = Tried(name, phrase(cell), supported, f"{name} ({cell.strict.evidence})")
            together = [] if supported else list(_senses(variant, [*known, *others], about, store, name))
            tried += [alone, *together]
            if any(each.supports for each in (alone, *together)):
                supporting.append((variant, cell))
    found = dict.fromkeys(each.sense for each in tried if each.supports)
    return Favours(tuple(found), tuple(dict.fromkeys(tried)), tuple(supporting))


def _senses(
    reading: Reading, among: list[Reading], about: Cells, store: Store, name: str = ""
) -> Iterator[Tried]:
    """Yield the kinder senses that a cell itself answers; with a variant's ``name``, what they are joined to."""
    cell, shown = store.cells[reading], named(reading, among)
    prefix = f"{name}, " if name else f"{shown}, " if len(about.readings) > 1 else ""
    if about.expects == "holds" and about.for_n is None:
        demand = constraint_of(reading.task, reading.constraint)
        asked = reading in store.regions or bool(cell.region)
        for sense, found, condition in _within(cell, demand, asked=asked):
            yield Tried(f"{prefix}{sense}", found, bool(condition), f"{shown} {condition}")
    if about.differs:
        apart = tells_apart(cell)
        yield Tried(
            f"{prefix}{about.differs}", "some case differs" if apart else phrase(cell), apart, about.differs
        )


def _within(cell: Cell, constraint: Constraint, *, asked: bool) -> Iterator[tuple[str, str, str]]:
    """Yield kinder senses, what is found of each, and the condition under which the claim is right, if it is."""
    if isinstance(constraint.demand, OfACase | Implies):
        weak = weakly_holds(cell, constraint)
        yield "ties allowed", _weakly(cell, weak=weak), "if ties are allowed" if weak else ""
        told = [each for each in conditions(cell) if each.startswith("except")]
        yield "degenerate cases left out", "; ".join(told) or "others fail too", "; ".join(told)
    if asked:
        told = [each for each in conditions(cell) if each.startswith("for ")]
        yield "other parameter values", "; ".join(told) or (cell.region or "none is known"), "; ".join(told)


def _weakly(cell: Cell, *, weak: bool) -> str:
    if weak:
        return f"holds ({cell.weak.evidence})"
    return "every case ties" if cell.weak.outcome == "holds" else "a case goes against it"
