"""The parts of a cell that every demand shares: its witness, and the cell of a metric that no case can judge."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from axiometrics.axioms import Constraint
from axiometrics.checker.scores import UNDEFINED, Source, belongs, scorers
from axiometrics.checker.verdict import Cell, Outcome, Verdict, Witness
from axiometrics.foreign.replies import plain
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

if TYPE_CHECKING:
    from axiometrics.tasks.cases import CaseBatch

__all__ = ["counts_of", "failed_cell", "no_verdict", "unsuited_cell", "witness"]


def witness(metric: Metric, constraint: Constraint, source: Source, case: Any, *, minimal: bool) -> Witness:
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


def counts_of(cases: CaseBatch | None, tried: int, applicable: int) -> dict[str, Any]:
    """Return what a verdict says of the cases that it rests on: how many, and what the first batch of them covers."""
    size = None if cases is None else cases.complete_up_to
    grid = "" if cases is None or size is None else cases.grid
    return {"cases": tried, "applicable": applicable, "size": size, "grid": grid}


def no_verdict(
    metric: Metric, constraint: Constraint, counts: Mapping[str, Any], reason: str | None
) -> Cell | None:
    """Return that cell; None where cases with a value decide. ``reason`` says why the first case has no margin."""
    if counts["applicable"] and (reason is None or belongs(metric, reason)):
        return None
    outcome: Outcome = "undefined" if counts["cases"] else "not_applicable"
    if reason is not None and not reason.startswith(UNDEFINED):
        outcome = "error"
    verdict = Verdict(outcome, None, **counts)
    return Cell(metric.label, constraint.label, verdict, verdict, error=reason)


def unsuited_cell(metric: Metric, constraint: Constraint) -> Cell:
    """Return the cell of a constraint about outputs that the metric does not judge, or about values that it has not."""
    verdict = Verdict("not_applicable")
    return Cell(metric.label, constraint.label, verdict, verdict)
