"""Cells: their witness, those that no case can judge, and those that a task says are another task's.

Proofs of the latter are found and re-checked there. The two must have the same values; that is looked at in every case
that a proof is re-checked on.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Protocol

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.checker.prove import Proof, prove
from axiometrics.checker.recheck import CertificateError
from axiometrics.checker.recheck.cases import OPEN, Cases, Concrete, Places
from axiometrics.checker.scores import UNDEFINED, Source, belongs, scorers
from axiometrics.checker.verdict import Cell, Outcome, Verdict, Witness
from axiometrics.errors import EngineDisagreementError
from axiometrics.foreign.replies import plain
from axiometrics.formulas.arithmetics.budget import budget
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.cases import Case, CaseBatch


def witness(metric: Metric, constraint: Constraint, source: Source, case: Case, *, minimal: bool) -> Witness:
    """Return the witness of a case; ``minimal`` says that every smaller case of the sweep was tried."""
    task = get_task(metric.task)
    judged = source.judge(constraint, case.outputs)
    gold, outputs = task.notation(case.outputs)
    return Witness(
        gold=gold,
        outputs=outputs,
        parameters=dict(case.sizes),
        scores=judged.scores,
        margin=judged.margin,
        size=case.size,
        minimal=minimal,
        text=task.drawing(outputs),
        python=_code(metric, constraint, case.outputs),
    )


def _code(metric: Metric, constraint: Constraint, outputs: Mapping[str, Any]) -> str:
    """Return code that prints every score, in one part for each metric that scores."""
    parts: dict[tuple[str, str], tuple[Any, Metric, dict[str, Any]]] = {}
    for name, (task, scorer, output) in scorers(metric, constraint, outputs).items():
        parts.setdefault((scorer.task, scorer.label), (task, scorer, {}))[2][name] = output
    return "\n\n".join(task.snippet(scorer, judged) for task, scorer, judged in parts.values())


def failed_cell(metric: Metric, constraint: Constraint, message: str) -> Cell:
    """Return the cell of a metric that cannot be judged."""
    verdict = Verdict("error")
    return Cell(metric.label, constraint.label, verdict, verdict, error=plain(message))


class Covering(Protocol):
    """What says up to which size all cases are there, or of what grid."""

    @property
    def complete_up_to(self) -> int | None:
        """Up to which size all cases are there; None where that is not claimed."""

    @property
    def grid(self) -> str:
        """What they are all cases of, in words, where that is not the size."""


def counts_of(cases: Covering | None, tried: int, applicable: int) -> dict[str, Any]:
    """Return what a verdict says of the cases that it rests on: how many, and what the first batch of them covers."""
    size = None if cases is None else cases.complete_up_to
    grid = "" if cases is None or size is None else cases.grid
    return {"cases": tried, "applicable": applicable, "size": size, "grid": grid}


def undecided(count: int) -> str | None:
    """Say how many margins have a sign that nothing decides."""
    return f"undecided: the sign of {count} margins of the sweep is not known" if count else None


def undecided_cell(
    metric: Metric, constraint: Constraint, counts: Mapping[str, Any], count: int, why: str | None = None
) -> Cell:
    """Return the cell of a verdict that hangs on margins whose sign nothing decides, or on what ``why`` says."""
    verdict = Verdict("error", None, **counts)
    return Cell(metric.label, constraint.label, verdict, verdict, error=why or undecided(count))


def no_verdict(
    metric: Metric, constraint: Constraint, counts: Mapping[str, Any], reason: str | None, unknown: int = 0
) -> Cell | None:
    """Return that cell; None where cases with a value decide. ``reason`` says why the first case has no margin.

    ``unknown`` is how many margins have a sign that nothing decides.
    """
    if counts["applicable"] and (reason is None or belongs(metric, reason)):
        return None
    if reason is None and unknown:
        return undecided_cell(metric, constraint, counts, unknown)
    outcome: Outcome = "undefined" if counts["cases"] else "not_applicable"
    if reason is not None and not reason.startswith(UNDEFINED):
        outcome = "error"
    verdict = Verdict(outcome, None, **counts)
    return Cell(metric.label, constraint.label, verdict, verdict, error=reason)


def unsuited_cell(metric: Metric, constraint: Constraint) -> Cell:
    """Return the cell of a constraint about outputs that the metric does not judge, or about values that it has not."""
    verdict = Verdict("not_applicable")
    return Cell(metric.label, constraint.label, verdict, verdict)


EQUIVALENT_WORK = 1_000_000
"""Products of terms that a proof in another task may take: more than those need that are found."""


def equivalent_cell(metric: Metric, constraint: Constraint) -> tuple[Metric, Constraint]:
    """Return the metric and the constraint of the other task, or those that were given."""
    return get_task(metric.task).in_simpler_task(metric, constraint) or (metric, constraint)


def prove_equivalent(metric: Metric, constraint: Constraint, *, weak: bool = False) -> Proof | None:
    """Return a proof of the margin's sign, of the other task's cell if there is one, or None.

    With ``weak`` one that is not strict is enough.
    """
    own = equivalent_cell(metric, constraint)
    if own[0] is metric:
        return prove(metric, constraint, weak=weak)
    with budget(EQUIVALENT_WORK):
        return prove(*own, weak=weak)


def equivalent_cases(cases: CaseBatch) -> CaseBatch:
    """Return the cases of the other task that cases were made of, or those that were given."""
    return cases if cases.simpler is None else cases.simpler


def compared(metric: Metric, constraint: Constraint, *batches: CaseBatch, smallest: int | None = None) -> int:
    """Compare the values of both in every case; return their number. Raises EngineDisagreementError.

    In exact numbers a sample is compared, that of the ``smallest`` cases where these grow with their size.
    """
    own, _ = equivalent_cell(metric, constraint)
    if own is metric:
        return 0
    number = 0
    for cases in batches:
        for name in cases.outputs if len(cases) else ():
            theirs = Concrete.of(own, {name: 1}, equivalent_cases(cases))
            number += Concrete.of(metric, {name: 1}, cases).compared(partial(_same, theirs, name), smallest)
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
