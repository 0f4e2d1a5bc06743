"""Relations in place of metrics: functions that compare two outputs and give neither of them a score.

A relation returns 1 where the first output is better, -1 where the second is, 0 where they are equally good, and None
where they cannot be compared. Constraints on the order of outputs ask nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import UNIT
from axiometrics.checker.scores import UNDEFINED, Judged, Scores
from axiometrics.checker.selection import Options
from axiometrics.checker.sources.foreign import (
    CHUNK,
    FATAL,
    NoScoreError,
    UnrepeatableMetricError,
    UnusableMetricError,
    worker_of,
)
from axiometrics.errors import InputError, UndecidedError
from axiometrics.foreign import Failure, Worker
from axiometrics.formulas.arithmetics.bounded import UNDECIDED
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.abilities import is_plain
from axiometrics.tasks.cases import CaseBatch

Pair = tuple[Any, Any]
RELATION = "relation"
"""The form of input that says so."""
ALLOWED = "it may say 1, 0, -1 or None"


class RelationSource:
    """Where the comparisons of a relation come from; each different pair of outputs is compared once."""

    exact = True
    sparing = False

    def __init__(self, metric: Metric, options: Options) -> None:
        self.metric = metric
        self.task = get_task(metric.task)
        self.known: dict[Pair, float] = {}
        self._worker = None if metric.trusted else worker_of(metric, options)
        self._fresh = self._worker.another() if self._worker else None

    def __enter__(self) -> RelationSource:
        return self

    def __exit__(self, *exception: object) -> None:
        for worker in (self._worker, self._fresh):
            if worker is not None:
                worker.close()

    def scores(self, outputs: Any) -> Scores:
        """Return what compares a batch of outputs with another one."""
        tables = list(outputs.tables())

        def compare(other: Scores) -> NDArray[np.float64]:
            return np.array(self._compared(list(zip(tables, other.outputs, strict=True))), dtype=float)

        return Scores(np.zeros(len(tables)), np.zeros(len(tables)), {}, compare=compare, outputs=tables)

    def confirm(self) -> None:
        """Ask for every comparison once more, in another process; raises UnrepeatableMetricError."""
        self._again(list(self.known))

    def _again(self, pairs: list[Pair]) -> None:
        if self._fresh is None:
            return
        for pair, said in zip(pairs[::-1], self._replies(self._fresh, pairs[::-1]), strict=True):
            before = self.known[pair]
            if said != before and (said == said or before == before):
                raise UnrepeatableMetricError(
                    f"NonDeterministic: {before} then {said} on {' and '.join(each.notation() for each in pair)}"
                )

    def compare(self, one: object, other: object) -> float:
        """Return 1, 0 or -1, NaN where the relation does not compare. Raises InputError for another answer."""
        return self._compared([(one, other)])[0]

    def _compared(self, pairs: list[Pair]) -> list[float]:
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self.known]
        plain = [pair for pair in new if all(map(is_plain, pair))]
        self.known.update(
            dict.fromkeys(new, float("nan"))
        )  # multiples and numbers mean nothing to a relation
        try:
            self.known.update(zip(plain, self._replies(self._worker, plain), strict=True))
        except BaseException:
            for pair in new:
                del self.known[pair]
            raise
        return [self.known[pair] for pair in pairs]

    def _replies(self, worker: Worker | None, pairs: list[Pair]) -> list[float]:
        calls = [tuple(self.task.arguments(RELATION, each) for each in pair) for pair in pairs]
        if worker is None:
            return [self._read(self.metric.function(*each, **self.metric.values)) for each in calls]
        found: list[float] = []
        for start in range(0, len(calls), CHUNK):
            for pair, reply in zip(pairs[start:], worker.call(calls[start : start + CHUNK]), strict=False):
                if isinstance(reply, Failure) and reply.kind != UNDEFINED:
                    lost = UnusableMetricError if reply.kind in FATAL else NoScoreError
                    where = " and ".join(each.notation() for each in pair)
                    raise lost(f"{reply.kind}: {reply.message} on {where}; {ALLOWED}")
                found.append(self._read(None if isinstance(reply, Failure) else reply.value))
        return found

    def _read(self, found: object) -> float:
        if found is None:
            return float("nan")
        if found not in (1, 0, -1):
            raise InputError(f"the relation {self.metric.key} says {found!r}; {ALLOWED}")
        return float(found)

    def signs(
        self, constraint: Constraint, cases: CaseBatch, places: NDArray[Any], most: int | None = None
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
            if constraint.of_a_case.total:
                return -1
            raise UndecidedError("the relation does not compare these outputs")
        return int(constraint.of_a_case.case_sign([int(sign) for sign in found]))

    def _form(self, form: Mapping[str, int], outputs: Mapping[str, Any]) -> float:
        names = sorted((name for name, weight in form.items() if weight), key=lambda name: form[name])
        if sorted(weight for weight in form.values() if weight) != [-1, 1] or UNIT in names:
            return float("nan")
        return self.compare(outputs[names[1]], outputs[names[0]])

    quick = sign

    def judge(self, constraint: Constraint, outputs: Mapping[str, Any]) -> Judged:
        """Return what the relation says of each linear form, in words; somebody's says it in another process again."""
        said = {}
        for form in constraint.forms:
            low, high = sorted((name for name, weight in form.items() if weight), key=lambda name: form[name])
            sign = self._form(form, outputs)
            self._again([pair for pair in [(outputs[high], outputs[low])] if pair in self.known])
            said[f"{high} against {low}"] = (
                UNDEFINED if sign != sign else ("worse", "equal", "better")[int(sign) + 1]
            )
        sign = self._sign(constraint, outputs)
        return Judged(sign, said, str(sign))
