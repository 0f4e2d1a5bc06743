"""The cell of a metric that no case can judge: it has no value there, its code fails, or there is no case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from axiometrics.axioms import Constraint
from axiometrics.checker.scores import UNDEFINED, belongs
from axiometrics.checker.verdict import Cell, Outcome, Verdict
from axiometrics.foreign.replies import plain
from axiometrics.metrics import Metric

__all__ = ["failed_cell", "unjudged", "unsuited_cell"]


def failed_cell(metric: Metric, constraint: Constraint, message: str) -> Cell:
    """Return the cell of a metric that cannot be judged."""
    verdict = Verdict("error")
    return Cell(metric.label, constraint.label, verdict, verdict, error=plain(message))


def unjudged(
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
    """Return the cell of a constraint about outputs that the metric does not judge."""
    verdict = Verdict("not_applicable")
    return Cell(metric.label, constraint.label, verdict, verdict)
