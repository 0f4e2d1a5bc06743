"""Cells that a task says are equivalent to cells of another task: proofs are found and re-checked there.

The two must have the same values; that is looked at in every case that a proof is re-checked on.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.checker.prove import Proof, prove
from axiometrics.checker.recheck.cases import OPEN, Cases, Concrete, Places
from axiometrics.checker.recheck.refusal import CertificateError
from axiometrics.errors import EngineDisagreementError
from axiometrics.formulas.arithmetics.budget import budget
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["compared", "equivalent_cases", "equivalent_cell", "prove_equivalent"]

EQUIVALENT_WORK = 1_000_000
"""Products of terms that a proof in another task may take: more than those need that are found."""


def equivalent_cell(metric: Metric, constraint: Constraint) -> tuple[Metric, Constraint]:
    """Return the metric and the constraint of the other task, or those that were given."""
    return get_task(metric.task).inner(metric, constraint) or (metric, constraint)


def prove_equivalent(metric: Metric, constraint: Constraint) -> Proof | None:
    """Return a proof of the margin's sign, of the other task's cell if there is one, or None."""
    own = equivalent_cell(metric, constraint)
    if own[0] is metric:
        return prove(metric, constraint)
    with budget(EQUIVALENT_WORK):
        return prove(*own)


def equivalent_cases(cases: Any) -> Any:
    """Return the cases of the other task that cases were made of, or those that were given."""
    found = getattr(cases, "simpler", None)
    return cases if found is None else found


def compared(metric: Metric, constraint: Constraint, *batches: Any) -> int:
    """Compare the values of both in every case; return their number. Raises EngineDisagreementError."""
    own, _ = equivalent_cell(metric, constraint)
    if own is metric:
        return 0
    number = 0
    for cases in batches:
        for name in cases.outputs if len(cases) else ():
            theirs = Concrete.of(own, {name: 1}, equivalent_cases(cases))
            number += Concrete.of(metric, {name: 1}, cases).compared(partial(_same, theirs, name))
    return number


def _same(theirs: Concrete, name: str, cases: Cases) -> Places:
    """Compare an output's values; return where they certainly are the same."""
    other = cases.beside(theirs)
    try:
        cases.require_same(cases.score(name), other.score(name), f"value of {name}")
    except CertificateError as error:
        metric, task = cases.concrete.metric.label, theirs.metric.task
        raise EngineDisagreementError(
            f"{metric} has other values than its closed form in {task}: {error}"
        ) from error
    return np.where(cases.signs(cases.score(name) - other.score(name)) == 0, 0, OPEN)
