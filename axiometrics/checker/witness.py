"""Witnesses: one case, exact and drawn, with code that reproduces it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from axiometrics.axioms import Constraint
from axiometrics.checker.scores import Source, scorers
from axiometrics.checker.verdict import Witness
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["witness"]


def witness(metric: Metric, constraint: Constraint, source: Source, case: Any, *, minimal: bool) -> Witness:
    """Return the witness of a case; ``minimal`` says that every smaller case was tried."""
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
