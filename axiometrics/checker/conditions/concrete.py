"""Concrete cases for the re-check of a bound."""

from __future__ import annotations

from typing import Any

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.checker.conditions.certificate import BoundProof
from axiometrics.checker.conditions.recheck import Measured, recheck_bound
from axiometrics.checker.prove.agreement import measure_of
from axiometrics.checker.scores import direction
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["confirm_bound", "measured"]


def confirm_bound(proof: BoundProof, metric: Metric, constraint: Constraint, *batches: Any) -> int:
    """Re-check a proof on concrete cases; return their number. Raises CertificateError."""
    found = [measured(metric, constraint, batch, proof.output) for batch in batches if len(batch)]
    return recheck_bound(proof.to_dict(), found)


def measured(metric: Metric, constraint: Constraint, cases: Any, output: str) -> Measured:
    """Return how to measure cases, their margins, and the scores of one output."""
    task = get_task(metric.task)
    with np.errstate(all="ignore"):
        values = {
            name: np.asarray(task.values(metric, batch), dtype=float) for name, batch in cases.outputs.items()
        }
        weighted = sum(weight * values[name] for name, weight in constraint.margin.items())
    return (
        measure_of(metric, cases),
        np.asarray(weighted) * direction(metric),
        values[output],
    )
