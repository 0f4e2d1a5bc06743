"""Constraints that demand something of some case: one case that meets it is enough, and is shown."""

from __future__ import annotations

from typing import Any

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.checker.given import each_given_cell
from axiometrics.checker.options import Options
from axiometrics.checker.scores import UNDEFINED, Source
from axiometrics.checker.sweep import Sweep, families, sweep, sweep_cases
from axiometrics.checker.unjudged import unjudged
from axiometrics.checker.verdict import Cell, Outcome, Verdict
from axiometrics.checker.witness import witness
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["some_case_cell"]


def some_case_cell(metric: Metric, constraint: Constraint, source: Source, options: Options) -> Cell:
    """Check one metric against a constraint that is demanded of some case.

    It holds on the evidence of the smallest case that meets it, which is shown. Where none does, the metric is blind
    if some case ties, else it contradicts, as far as cases were swept.
    """
    size = options.sweep_size(metric.trusted, get_task(metric.task).sweep_sizes)
    batches = (sweep_cases(constraint, size), families(constraint, wide=metric.trusted))
    sweeps = [sweep(metric, constraint, source, batch, every=True) for batch in batches if len(batch)]
    counts = _counts(sweeps)
    reasons = [part.undefined[1] for part in sweeps if part.undefined]
    reason = min(reasons, key=lambda each: each.startswith(UNDEFINED), default=None)
    if (without := unjudged(metric, constraint, counts, reason)) is not None:
        return without
    if constraint.demand.given:
        return each_given_cell(metric, constraint, source, sweeps, counts)
    for part in sweeps:
        met = np.flatnonzero(part.defined & ~part.ties & ~part.inversions)
        if len(met):
            return _cell(metric, constraint, source, part, int(met[0]), Verdict("holds", "witness", **counts))
    tied = next(((part, place) for part in sweeps if (place := part.first(part.ties)) is not None), None)
    part, place = tied or (sweeps[0], int(np.flatnonzero(sweeps[0].inversions)[0]))
    fails: Outcome = "blind" if tied else "contradicted"
    return _cell(metric, constraint, source, part, place, Verdict(fails, "sweep", **counts))


def _counts(sweeps: list[Sweep]) -> dict[str, Any]:
    first = sweeps[0].cases if sweeps else None
    return {
        "cases": sum(part.tried for part in sweeps),
        "applicable": sum(part.applicable for part in sweeps),
        "size": getattr(first, "bound", None),
        "grid": getattr(first, "grid", ""),
    }


def _cell(
    metric: Metric, constraint: Constraint, source: Source, part: Sweep, place: int, strict: Verdict
) -> Cell:
    shown = witness(metric, constraint, source, part.cases.case(place), minimal=part.cases.bound is not None)
    weak = Verdict(
        "contradicted" if strict.outcome == "contradicted" else "holds",
        strict.evidence,
        cases=strict.cases,
        applicable=strict.applicable,
        size=strict.size,
        grid=strict.grid,
    )
    return Cell(metric.label, constraint.label, strict, weak, witness=shown)
