"""Relations in place of metrics: functions that compare two outputs and give neither of them a score.

A relation returns 1 where the first output is better, -1 where the second is, 0 where they are equally good, and None
where they cannot be compared. Constraints on the order of outputs ask nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.axioms.registry import UNIT, Constraint
from axiometrics.checker.scores import UNDECIDED, UNDEFINED, Judged, Scores, agreement
from axiometrics.checker.verdict import Cell, Verdict
from axiometrics.errors import InputError, UndecidedError
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["RELATION", "RelationSource", "without_scores"]

RELATION = "relation"
"""The form of input that says so."""


def without_scores(metric: Metric, constraint: Constraint) -> Cell:
    """Return the cell of a relation on a constraint that speaks of how scores change: it does not apply."""
    verdict = Verdict("not_applicable")
    return Cell(metric.label, constraint.label, verdict, verdict)


class RelationSource:
    """Where the comparisons of a relation come from; each different pair of outputs is compared once."""

    exact = True

    def __init__(self, metric: Metric) -> None:
        self.metric = metric
        self.task = get_task(metric.task)
        self.known: dict[tuple[Any, Any], float] = {}

    def scores(self, outputs: Any) -> Scores:
        """Return what compares a batch of outputs with another one."""
        tables = list(outputs.tables())

        def against(other: Scores) -> NDArray[np.float64]:
            pairs = zip(tables, other.outputs, strict=True)
            return np.array([self.compare(one, another) for one, another in pairs], dtype=float)

        return Scores(np.zeros(len(tables)), np.zeros(len(tables)), {}, against=against, outputs=tables)

    def compare(self, one: Any, other: Any) -> float:
        """Return 1, 0 or -1, NaN where the relation does not compare. Raises InputError for another answer."""
        if (one, other) not in self.known:
            self.known[one, other] = self._asked(one, other)
        return self.known[one, other]

    def _asked(self, one: Any, other: Any) -> float:
        if not (getattr(one, "plain", True) and getattr(other, "plain", True)):
            return float("nan")  # multiples of values and numbers mean nothing to a relation
        found = self.metric.function(
            *(self.task.arguments(RELATION, each) for each in (one, other)), **self.metric.values
        )
        if found is None:
            return float("nan")
        if found not in (1, 0, -1):
            raise InputError(f"the relation {self.metric.key} says {found!r}; it may say 1, 0, -1 or None")
        return float(found)

    def signs(
        self, constraint: Constraint, cases: Any, places: NDArray[Any], most: int | None = None
    ) -> NDArray[Any]:
        """Return the signs of some cases."""
        return np.array(
            [self._sign(constraint, cases.case(int(place)).outputs) for place in places], dtype=int
        )

    def _sign(self, constraint: Constraint, outputs: Mapping[str, Any]) -> int:
        try:
            return self.sign(constraint, outputs)
        except UndecidedError:
            return UNDECIDED

    def sign(self, constraint: Constraint, outputs: Mapping[str, Any]) -> int:
        """Return the sign of one case. Raises UndecidedError where an output cannot be compared."""
        found = [self._form(form, outputs) for form in constraint.forms]
        if any(sign != sign for sign in found):
            if constraint.total:
                return -1
            raise UndecidedError("the relation does not compare these outputs")
        return int(agreement(constraint, [int(sign) for sign in found]))

    def _form(self, form: Mapping[str, int], outputs: Mapping[str, Any]) -> float:
        names = sorted((name for name, weight in form.items() if weight), key=lambda name: form[name])
        if sorted(weight for weight in form.values() if weight) != [-1, 1] or UNIT in names:
            return float("nan")
        return self.compare(outputs[names[1]], outputs[names[0]])

    quick = sign

    def judge(self, constraint: Constraint, outputs: Mapping[str, Any]) -> Judged:
        """Return what the relation says of each linear form, in words."""
        said = {}
        for form in constraint.forms:
            low, high = sorted((name for name, weight in form.items() if weight), key=lambda name: form[name])
            sign = self._form(form, outputs)
            said[f"{high} against {low}"] = (
                UNDEFINED if sign != sign else ("worse", "equal", "better")[int(sign) + 1]
            )
        sign = self._sign(constraint, outputs)
        return Judged(sign, said, str(sign))
