"""Constraints that demand a value between two others: on the way from one output to another the value must be met.

A formula that is continuous on the way meets every value between; that is a proof. Of other metrics the way is halved
again and again: where the value still jumps over the wanted one when the ends have met, nothing meets it.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.checker.cells import counts_of, no_verdict, witness
from axiometrics.checker.options import Options
from axiometrics.checker.prove import prove
from axiometrics.checker.prove.confirmation import confirm
from axiometrics.checker.scores import Source, orientation_sign
from axiometrics.checker.sweep import sweep, sweep_cases
from axiometrics.checker.verdict import Cell, Verdict
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.cases import Case

__all__ = ["between_cell"]

HALVINGS = 36
JUMP = 1e-5
"""What a value changes by, at least, over a way of 2^-36 to count as a jump."""
MOST_CASES = 150
"""Cases on which the way is halved."""


def between_cell(metric: Metric, constraint: Constraint, source: Source, options: Options) -> Cell:
    """Check one metric against a constraint that demands a value between; the premises say where one is wanted."""
    task = get_task(metric.task)
    cases = sweep_cases(constraint, options.sweep_size(metric.trusted, task.sweep_sizes))
    part = sweep(metric, constraint, source, cases)
    counts = counts_of(cases, part.tried, part.applicable)
    reason = part.undefined[1] if part.undefined else None
    if (without := no_verdict(metric, constraint, counts, reason, int(part.unknown.sum()))) is not None:
        return without
    proof = prove(metric, constraint)
    if proof is not None:
        confirm(proof, metric, constraint, cases)
        found = Verdict("holds", "proof", **counts)
        return Cell(metric.label, constraint.label, found, found, proof=proof.to_dict())
    places = np.flatnonzero(part.defined)
    chosen = places[np.linspace(0, len(places) - 1, min(MOST_CASES, len(places))).astype(int)]
    for place in dict.fromkeys(chosen.tolist()):
        case = cases.case(place)
        ends = _jump(metric, constraint, source, case)
        if ends is not None:
            shown = replace(case, outputs={**case.outputs, "low": ends[0], "high": ends[1]})
            bad = Verdict("contradicted", "witness", **counts)
            seen = witness(metric, constraint, source, shown, minimal=False)
            return Cell(metric.label, constraint.label, bad, bad, witness=seen)
    found = Verdict(
        "holds", "search", **{**counts, "size": None, "cases": len(chosen), "applicable": len(chosen)}
    )
    return Cell(metric.label, constraint.label, found, found)


def _jump(metric: Metric, constraint: Constraint, source: Source, case: Case) -> tuple[Any, Any] | None:
    """Halve the way between two outputs; return its last ends where the value jumps over the wanted one."""
    task, ends = get_task(metric.task), [Fraction(0), Fraction(1)]
    start = case.outputs["low"], case.outputs["high"]

    def scores(outputs: list[Any]) -> Any:
        """Return the scores, turned so that more is better, and how far off they may be."""
        cases = [replace(case, outputs=dict.fromkeys(constraint.outputs, output)) for output in outputs]
        batch = task.batch_of_cases(constraint.outputs, cases).outputs["judged"]
        found = source.scores(batch)
        return found.values * orientation_sign(metric), found.radius

    ((wanted,), (off,)) = scores([case.outputs["judged"]])
    for _ in range(HALVINGS):
        middle = (ends[0] + ends[1]) / 2
        ((value,), (spread,)) = scores([task.between(*start, middle)])
        if abs(value - wanted) <= off + spread:
            return None
        ends[int(value > wanted)] = middle
    last = [task.between(*start, end) for end in ends]
    below, above = scores(last)[0]
    return (last[0], last[1]) if wanted - below > JUMP and above - wanted > JUMP else None
