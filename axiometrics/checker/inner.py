"""Cells that a task says are cells of another task: proofs are found and re-checked there.

The two must have the same values; that is looked at in every case that a proof is re-checked on.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.checker.prove import Proof, prove
from axiometrics.errors import EngineDisagreementError
from axiometrics.formulas.budget import budget
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["compared", "inner_cases", "inner_of", "prove_inner"]

INNER_WORK = 1_000_000
"""Products of terms that a proof in another task may take: more than those need that are found."""


def inner_of(metric: Metric, constraint: Constraint) -> tuple[Metric, Constraint]:
    """Return the metric and the constraint of the other task, or those that were given."""
    return get_task(metric.task).inner(metric, constraint) or (metric, constraint)


def prove_inner(metric: Metric, constraint: Constraint) -> Proof | None:
    """Return a proof of the margin's sign, of the other task's cell if there is one, or None."""
    own = inner_of(metric, constraint)
    if own[0] is metric:
        return prove(metric, constraint)
    with budget(INNER_WORK):
        return prove(*own)


def inner_cases(cases: Any) -> Any:
    """Return the cases of the other task that cases were made of, or those that were given."""
    found = getattr(cases, "simpler", None)
    return cases if found is None else found


def compared(metric: Metric, constraint: Constraint, *batches: Any) -> int:
    """Compare the values of both in every case; return their number. Raises EngineDisagreementError."""
    own, _ = inner_of(metric, constraint)
    if own is metric:
        return 0
    number = 0
    for cases in batches:
        for name, outputs in (cases.outputs if len(cases) else {}).items():
            with np.errstate(all="ignore"):
                ours = np.asarray(get_task(metric.task).values(metric, outputs))
                theirs = np.asarray(get_task(own.task).values(own, inner_cases(cases).outputs[name]))
            if not np.allclose(ours, theirs, rtol=1e-9, atol=1e-12, equal_nan=True):
                raise EngineDisagreementError(
                    f"{metric.label} on {constraint.label} has other values than its closed form in {own.task}"
                )
            number += len(ours)
    return number
