"""Scores of somebody else's function: called in a worker process, once per distinct table, with every failure kept."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.checker.options import Options
from axiometrics.checker.scores import (
    UNDECIDED,
    UNDEFINED,
    Judged,
    Scores,
    certain,
    noisy,
    rounded_judged,
    rounded_sign,
    scorers,
)
from axiometrics.errors import AxiometricsError
from axiometrics.foreign import Failure, Reply, Target, Worker, disagreement, probe
from axiometrics.formulas.arithmetics.scalars import SCALARS
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.abilities import Composed, Scaled, plain_parts
from axiometrics.tasks.cases import CaseBatch

__all__ = [
    "ForeignSource",
    "NoScoreError",
    "NoticesFormError",
    "UnrepeatableMetricError",
    "UnusableMetricError",
    "patience",
    "worker_of",
]

CHUNK = 256
AGAIN = 1000
"""Outputs of a row that are scored once more, in another process, before the row is reported."""
FATAL = frozenset({"timed_out", "out_of_memory", "crashed"})


class UnusableMetricError(AxiometricsError, RuntimeError):
    """A metric that cannot be judged at all: it hangs, crashes, changes its input, or does not repeat itself."""


class UnrepeatableMetricError(UnusableMetricError):
    """A metric that gives another value when it is asked again: nothing that it has said counts."""


class NoScoreError(AxiometricsError, ArithmeticError):
    """A case without a score where one is needed."""


class NoticesFormError(UnusableMetricError):
    """A metric whose value depends on how an output is written: on the names of labels, or the order of items."""


NOTICED = ("DependsOnItemOrder", "DependsOnLabelNames")


class ForeignSource:
    """Calls a black-box metric; values are floats, so equality means equality up to rounding."""

    exact = False

    def __init__(self, metric: Metric, options: Options) -> None:
        self.metric = metric
        self.task = get_task(metric.task)
        self._worker = worker_of(metric, options)
        self._fresh = self._worker.another()
        self._known: dict[Any, float | Failure] = {}
        self._said: dict[Any, Reply] = {}

    def __enter__(self) -> ForeignSource:
        self._worker.__enter__()
        return self

    def __exit__(self, *exception: object) -> None:
        self._worker.close()
        self._fresh.close()

    def probe(self, outputs: list[Any]) -> None:
        """Look for bad manners on small outputs; raises UnusableMetricError with one line that names the case."""
        reads = self.metric.reads or ""
        single = [each for output in outputs if not _is_number(output) for each in plain_parts(output)]
        outputs = list(dict.fromkeys(single))
        self._ask(outputs)
        cases = [self.task.arguments(reads, output) for output in outputs]
        changed = {repr(case): output for case, output in zip(cases, outputs, strict=True)}

        def rewriting(kind: str) -> Any:
            return lambda case, seed: self.task.equivalent_forms(reads, changed[repr(case)], seed)[kind]

        offered = self.task.equivalent_forms(reads, outputs[0], 0) if outputs else {}
        changes = [rewriting(kind) if kind in offered else None for kind in ("items", "labels")]
        complaint = probe(self._worker, cases, *changes, fresh=self._fresh)
        if complaint:
            raise (NoticesFormError if complaint.startswith(NOTICED) else UnusableMetricError)(complaint)

    def confirm(self) -> None:
        """Ask for some of all the scores that are known once more, in the other process.

        Raises UnrepeatableMetricError where one is not what it was.
        """
        known = [output for output, reply in self._said.items() if not _is_lost(reply)]
        chosen = known[:: -(-len(known) // AGAIN) or 1]
        for start in range(0, len(chosen), CHUNK):
            self._again(chosen[start : start + CHUNK], lost_too=False)

    def _again(self, outputs: list[Any], *, lost_too: bool) -> None:
        reads = self.metric.reads or ""
        rounds = [(self.task.arguments(reads, output), self._said[output]) for output in outputs]
        complaint = disagreement(self._fresh, rounds, lost_too=lost_too)
        if complaint:
            raise UnrepeatableMetricError(complaint)

    def scores(self, outputs: Any) -> Scores:
        """Return the scores of a batch; each distinct table is asked for once. Cost: the calls."""
        tables = list(outputs.tables())
        self._ask([table for table in dict.fromkeys(tables) if table not in self._known])
        replies = [self._known[table] for table in tables]
        values = np.array([math.nan if isinstance(reply, Failure) else reply for reply in replies])
        failures = {
            index: f"{reply.kind}: {reply.message} on {tables[index].notation()}"
            for index, reply in enumerate(replies)
            if isinstance(reply, Failure)
        }
        return noisy(values, failures)

    def signs(self, constraint: Constraint, cases: CaseBatch, places: Any, most: int | None = None) -> Any:
        """Return that nothing more than the floats is known."""
        return np.full(len(places), UNDECIDED)

    def sign(self, constraint: Constraint, outputs: Mapping[str, Any]) -> int:
        """Return the sign of one margin; differences below rounding are ties."""
        return certain(rounded_sign(self.metric, constraint, self._values(constraint, outputs))[0])

    quick = sign

    def judge(self, constraint: Constraint, outputs: Mapping[str, Any]) -> Judged:
        """Return one margin as Python writes its floats, after asking for its scores in another process again."""
        values = self._values(constraint, outputs)
        parts = [part for output in outputs.values() for part in plain_parts(output)]
        self._again([part for part in dict.fromkeys(parts) if part in self._said], lost_too=True)
        return rounded_judged(self.metric, constraint, values)

    def _values(self, constraint: Constraint, outputs: Mapping[str, Any]) -> dict[str, float]:
        self._ask([table for table in dict.fromkeys(outputs.values()) if table not in self._known])
        found: dict[str, float] = {}
        used = {name for form in constraint.forms for name in form}
        for name, (task, scorer, table) in scorers(self.metric, constraint, outputs).items():
            if scorer is not self.metric:
                found[name] = float(task.value(scorer, table, SCALARS))
                continue
            reply = self._known[table]
            if isinstance(reply, Failure) and name not in used:
                continue
            if isinstance(reply, Failure) and not (constraint.of_a_case.total and reply.kind == UNDEFINED):
                lost = UnusableMetricError if reply.kind in FATAL else NoScoreError
                raise lost(f"{reply.kind}: {reply.message} on {table.notation()}")
            found[name] = math.nan if isinstance(reply, Failure) else reply
        return found

    def _ask(self, tables: list[Any]) -> None:
        """Ask for what is not known; a number stands for itself, multiples and means are computed from values."""
        numbers = {table: float(table.times) for table in tables if _is_number(table)}
        self._known.update(numbers)
        means = [table for table in tables if isinstance(table, Composed)]
        if means:
            self._average(means)
        tables = [table for table in tables if table not in numbers and not isinstance(table, Composed)]
        for start in range(0, len(tables), CHUNK):
            chunk = tables[start : start + CHUNK]
            replies = self._worker.call(
                [self.task.arguments(self.metric.reads or "", table) for table in chunk]
            )
            self._said.update(zip(chunk, replies, strict=True))
            for table, reply in zip(chunk, replies, strict=True):
                times = float(table.times) if isinstance(table, Scaled) else 1.0
                self._known[table] = reply if isinstance(reply, Failure) else reply.value * times
            lost = [
                (table, reply)
                for table, reply in zip(chunk, replies, strict=True)
                if isinstance(reply, Failure) and reply.kind in FATAL
            ]
            if len(lost) >= 3:
                table, reply = lost[0]
                raise UnusableMetricError(f"{reply.kind}: {reply.message} on {table.notation()}")

    def _average(self, means: list[Any]) -> None:
        """Compute means from the values of their parts; where one of these fails, the mean does."""
        parts = dict.fromkeys(each for mean in means for each in mean.tables)
        self._ask([each for each in parts if each not in self._known])
        for mean in means:
            failed = [reply for each in mean.tables if isinstance(reply := self._known[each], Failure)]
            self._known[mean] = failed[0] if failed else mean.of(self._known.__getitem__, SCALARS)


def _is_number(output: object) -> bool:
    return isinstance(output, Scaled) and output.is_number


def _is_lost(reply: Reply) -> bool:
    return isinstance(reply, Failure) and reply.kind in FATAL


def worker_of(metric: Metric, options: Options) -> Worker:
    """Return a worker that calls a metric's function with its parameters; a target is loaded there."""
    function, values = metric.function, dict(metric.values)
    if values and isinstance(function, Target):
        function = replace(function, options=tuple(values.items()))
    elif values:
        function = partial(_with, metric.function, values)
    return Worker(function, timeout=options.timeout, startup=patience(options.timeout))


def patience(timeout: float) -> float:
    """Return how many seconds an import may take: six times as many as calls, and at least ten.

    >>> patience(10.0), patience(0.5)
    (60.0, 10.0)
    """
    return max(6.0 * timeout, 10.0)


def _with(function: Any, values: Mapping[str, Any], *arguments: Any) -> Any:
    return function(*arguments, **values)
