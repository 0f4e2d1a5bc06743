"""What can be tried in a publication's favour before a claim is called wrong.

The registered variants of the constraint, the other words that a parameter of the metric or the constraint may take,
ties allowed, degenerate cases set aside, and the values of the metric's parameters.
"""

from __future__ import annotations

from dataclasses import dataclass

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Implies, OfACase
from axiometrics.checker.verdict import Cell
from axiometrics.claims.cells import Store, constraint_of, metric_of
from axiometrics.claims.claim import Cells, Reading, named
from axiometrics.claims.satisfying import conditions, satisfies, weakly_holds
from axiometrics.metrics import Metric

__all__ = ["Favours", "favours", "numeric", "variants"]


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
    supporting = []
    for variant in dict.fromkeys(others):
        if variant not in about.readings:
            tried.append(named(variant, [*known, *others]))
            cell = store.cells[variant]
            if satisfies(cell, about.expects, about.for_n):
                found.append(f"{tried[-1]} ({cell.strict.evidence})")
                supporting.append((variant, cell))
    return Favours(tuple(dict.fromkeys(found)), tuple(dict.fromkeys(tried)), tuple(supporting))


def _in_the_cell(
    name: str, reading: Reading, store: Store, constraint: Constraint
) -> tuple[list[str], list[str]]:
    """Return the kinder senses that the cell itself answers, and those tried."""
    cell = store.cells[reading]
    found = [f"{name} if ties are allowed"] if weakly_holds(cell, constraint) else []
    found += [f"{name} {condition}" for condition in conditions(cell)]
    tried = (
        ["ties allowed", "degenerate cases left out"]
        if isinstance(constraint.demand, OfACase | Implies)
        else []
    )
    return found, tried + (["other parameter values"] if reading in store.regions else [])
