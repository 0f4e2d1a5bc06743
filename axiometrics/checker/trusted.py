"""Scores of metrics of ours: whole batches in floats, single cases in floats or exactly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.axioms import Constraint
from axiometrics.checker.scores import (
    CLOSE,
    UNDECIDED,
    UNDEFINED,
    Judged,
    Scores,
    agreement,
    exact_judged,
    exact_sign,
    rounded_judged,
    rounded_sign,
    scorers,
    totals_of,
    turn,
)
from axiometrics.formulas.floats import SCALARS
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["TrustedSource"]


class TrustedSource:
    """Our own metrics and users' formulas: evaluated in this process, with exact arithmetic to confirm."""

    def __init__(self, metric: Metric) -> None:
        self.metric = metric
        self.task = get_task(metric.task)
        self.exact = metric.reads is None or metric.exact is not None

    def scores(self, outputs: Any) -> Scores:
        """Return the scores; values that are not finite are undefined, unless the formula says that it is infinite."""
        with np.errstate(all="ignore"):
            values = np.array(self.task.values(self.metric, outputs), dtype=float)
        bad = np.flatnonzero(np.isnan(values) if self.metric.is_unbounded else ~np.isfinite(values))
        failures = dict.fromkeys(bad.tolist(), f"{UNDEFINED}: no value")
        for index in bad[np.isinf(values[bad])].tolist():
            failures[index] = f"{UNDEFINED}: the value is {values[index]}"
        if len(bad):
            first = int(bad[0])
            failures[first] += f" on {self.task.notation({'output': outputs.table(first)})[1]['output']}"
        values[bad] = np.nan
        return Scores(values, failures)

    def signs(self, constraint: Constraint, cases: Any, places: NDArray[Any]) -> NDArray[Any]:
        """Return exact signs where the task has exact arithmetic for whole batches."""
        decide = getattr(self.task, "exact_signs", None)
        if decide is None or self.metric.reads is not None or constraint.scored_by:
            return np.full(len(places), UNDECIDED)
        found = [decide(self.metric, form, cases, places) for form in constraint.forms]
        turned = turn(self.metric, constraint)
        unknown = np.any([signs == UNDECIDED for signs in found], axis=0)
        return np.where(unknown, UNDECIDED, agreement(constraint, [signs * turned for signs in found]))

    def sign(self, constraint: Constraint, outputs: Mapping[str, Any]) -> int:
        """Return the exact sign of the margin; for a function without exact definition the rounded one."""
        if not self.exact:
            return rounded_sign(self.metric, constraint, self._floats(constraint, outputs))[0]
        return exact_sign(self.metric, constraint, outputs)[0]

    def quick(self, constraint: Constraint, outputs: Mapping[str, Any]) -> int:
        """Return the sign by floats where the margin is clear of zero, else exactly."""
        values = self._floats(constraint, outputs)
        totals = totals_of(self.metric, constraint, values)
        if all(abs(total) > CLOSE * max(1.0, *map(abs, values.values())) for total in totals):
            return int(agreement(constraint, [1 if total > 0 else -1 for total in totals]))
        return self.sign(constraint, outputs)

    def judge(self, constraint: Constraint, outputs: Mapping[str, Any]) -> Judged:
        """Return the margin, exact where the metric has an exact definition, with every score as text."""
        if not self.exact:
            return rounded_judged(self.metric, constraint, self._floats(constraint, outputs))
        return exact_judged(self.metric, constraint, outputs)

    def _floats(self, constraint: Constraint, outputs: Mapping[str, Any]) -> dict[str, float]:
        return {
            name: float(task.value(metric, output, SCALARS))
            for name, (task, metric, output) in scorers(self.metric, constraint, outputs).items()
        }
