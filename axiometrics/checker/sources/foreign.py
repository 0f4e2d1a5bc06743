"""Scores of somebody else's function: called in a worker process, once per distinct table, with every failure kept."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from numbers import Rational
from typing import Any

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import UNIT
from axiometrics.checker.scores import (
    AND,
    NO_MARGIN,
    UNDEFINED,
    Judged,
    Scores,
    certain,
    form_signs,
    noisy,
    scorers,
    totals_of,
)
from axiometrics.checker.selection import Options
from axiometrics.errors import AxiometricsError
from axiometrics.foreign import ROUNDING, Failure, Reply, Target, Value, Worker, disagreement, probe, written
from axiometrics.formulas.arithmetics.bounded import UNDECIDED
from axiometrics.formulas.arithmetics.scalars import FRACTIONS, SCALARS
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.abilities import Composed, Scaled, plain_parts
from axiometrics.tasks.cases import CaseBatch

CHUNK = 256
FATAL = frozenset({"timed_out", "out_of_memory", "crashed"})


class UnusableMetricError(AxiometricsError, RuntimeError):
    """A metric that cannot be judged at all: it hangs, crashes, changes its input, or does not repeat itself."""


class UnrepeatableMetricError(UnusableMetricError):
    """A metric that gives another value when it is asked again: nothing that it has said counts."""


class NoScoreError(AxiometricsError, ArithmeticError):
    """A case without a score where one is needed."""


class NoticesFormError(UnusableMetricError):
    """A metric whose value depends on how an output is written: on the names of labels, or the order of items."""


NO_NUMBER = "not_a_number"
NOTICED = ("DependsOnItemOrder", "DependsOnLabelNames")


class ForeignSource:
    """Calls a black-box metric.

    Of floats equal ones are equal values, and small differences are not decided; whole numbers and fractions are
    compared as what they are.
    """

    exact = False

    def __init__(self, metric: Metric, options: Options) -> None:
        self.metric = metric
        self.task = get_task(metric.task)
        self._worker = worker_of(metric, options)
        self.sparing = self._worker.sparing
        self._fresh = self._worker.another()
        self._known: dict[Any, Value | Failure] = {}
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
        replies = [self._known[output] for output in outputs]
        failed = [each.message for each in replies if isinstance(each, Failure) and each.kind == NO_NUMBER]
        if failed and len(failed) == len(outputs):
            raise UnusableMetricError(
                f"{NO_NUMBER}: {failed[0]} on {outputs[0].notation()}, and no number on any of {len(failed)} small "
                "outputs; give a function that returns the one number you mean"
            )
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
        chosen = known[:: -(-len(known) // self._worker.repeats) or 1]
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
        failures = {
            index: f"{reply.kind}: {reply.message} on {tables[index].notation()}"
            for index, reply in enumerate(replies)
            if isinstance(reply, Failure)
        }
        return _as_scores(replies, failures)

    def signs(self, constraint: Constraint, cases: CaseBatch, places: Any, most: int | None = None) -> Any:
        """Return the signs of what was returned as whole numbers or fractions; of floats nothing more is known."""
        if all(isinstance(each, Failure) or _is_float(each) for each in self._known.values()):
            return np.full(len(places), UNDECIDED)
        found = [self._values(constraint, cases.case(int(place)).outputs) for place in places]
        return np.array([self._sign(constraint, values) for values in found], dtype=int)

    def sign(self, constraint: Constraint, outputs: Mapping[str, Any]) -> int:
        """Return the sign of one margin. Raises UndecidedError where floats differ by less than rounding."""
        return certain(self._sign(constraint, self._values(constraint, outputs)))

    quick = sign

    def _sign(self, constraint: Constraint, values: Mapping[str, Value | None]) -> int:
        """Return the sign of a case; where a demand is made of all values, one that is not there goes against it."""
        known = {name: value for name, value in values.items() if value is not None}
        if len(known) < len(values):
            return -1 if constraint.of_a_case.total else NO_MARGIN
        totals = totals_of(self.metric, constraint, {name: value.told for name, value in known.items()})
        signs = [
            _exact_sign(total)
            if _is_known(form, known)
            else int(form_signs(self.metric, constraint, _single(known), form)[0])
            for form, total in zip(constraint.forms, totals, strict=True)
        ]
        return int(constraint.of_a_case.case_sign(signs))

    def judge(self, constraint: Constraint, outputs: Mapping[str, Any]) -> Judged:
        """Return one margin in full, after asking for its scores in another process again."""
        values = self._values(constraint, outputs)
        parts = [part for output in outputs.values() for part in plain_parts(output)]
        self._again([part for part in dict.fromkeys(parts) if part in self._said], lost_too=True)
        sign = self._sign(constraint, values)
        shown = {name: UNDEFINED if value is None else value.shown for name, value in values.items()}
        known = [value for value in values.values() if value is not None]
        if len(known) < len(values):
            return Judged(sign, shown, UNDEFINED)
        exact = all(value.is_exact for value in known)
        numbers = {name: value.told if exact else value.value for name, value in values.items() if value}
        totals = totals_of(self.metric, constraint, numbers)
        return Judged(sign, shown, AND.join(map(_text, totals)))

    def _values(self, constraint: Constraint, outputs: Mapping[str, Any]) -> dict[str, Value | None]:
        """Return the value of every output that a case needs; None where one is undefined and may be."""
        self._ask([table for table in dict.fromkeys(outputs.values()) if table not in self._known])
        found: dict[str, Value | None] = {}
        used = {name for form in constraint.forms for name in form}
        for name, (task, scorer, table) in scorers(self.metric, constraint, outputs).items():
            if scorer is not self.metric:
                other = float(task.value(scorer, table, SCALARS))
                found[name] = None if math.isnan(other) else Value(other)
                continue
            reply = self._known[table]
            if isinstance(reply, Failure) and name not in used:
                continue
            if isinstance(reply, Failure) and not (constraint.of_a_case.total and reply.kind == UNDEFINED):
                lost = UnusableMetricError if reply.kind in FATAL else NoScoreError
                raise lost(f"{reply.kind}: {reply.message} on {table.notation()}")
            found[name] = None if isinstance(reply, Failure) else reply
        return found

    def _ask(self, tables: list[Any]) -> None:
        """Ask for what is not known; a number stands for itself, multiples and means are computed from values."""
        numbers = {table: _number(Fraction(table.times)) for table in tables if _is_number(table)}
        self._known.update(numbers)
        means = [table for table in tables if isinstance(table, Composed)]
        if means:
            self._average(means)
        tables = [table for table in tables if table not in numbers and not isinstance(table, Composed)]
        for start in range(0, len(tables), CHUNK):
            chunk = tables[start : start + CHUNK]
            calls = [self.task.arguments(self.metric.reads or "", table) for table in chunk]
            replies = [
                _as_given(reply, call) for reply, call in zip(self._worker.call(calls), calls, strict=True)
            ]
            self._said.update(zip(chunk, replies, strict=True))
            for table, reply in zip(chunk, replies, strict=True):
                times = Fraction(table.times) if isinstance(table, Scaled) else Fraction(1)
                self._known[table] = reply if isinstance(reply, Failure) else _multiple(reply, times)
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
            found = [self._known[each] for each in mean.tables]
            failed = [reply for reply in found if isinstance(reply, Failure)]
            self._known[mean] = failed[0] if failed else self._mean(mean)

    def _mean(self, mean: Any) -> Value:
        """Compute a mean (or the best, or the worst) of values exactly; it is as far off as one of these may be."""
        known = {each: value for each in mean.tables if isinstance(value := self._known[each], Value)}
        number = Fraction(mean.of(lambda each: known[each].told, FRACTIONS))
        return _about(number, max(value.rounded for value in known.values()))


def _about(number: Fraction, rounded: float) -> Value:
    """Return a number that was computed exactly from numbers that may be off."""
    value = float(number)
    return Value(value, number, rounded / max(1.0, abs(value)))


def _number(number: Fraction) -> Value:
    """Return a number that values are compared with: what is no double as the double that functions are given."""
    value = float(number)
    return Value(value, number, 0.0) if Fraction(value) == number else Value(value)


def _multiple(value: Value, times: Fraction) -> Value:
    if times == 1:
        return value
    if _is_float(value):
        return Value(value.value * float(times))
    return _about(value.told * times, value.rounded * abs(float(times)))


def _as_given(reply: Reply, arguments: object) -> Reply:
    """Return a reply; whole numbers and fractions that are made of floats are no more exact than these."""
    if isinstance(reply, Value) and reply.is_exact and _has_floats(arguments):
        return replace(reply, rounding=ROUNDING)
    return reply


def _has_floats(arguments: object) -> bool:
    if isinstance(arguments, Mapping):
        return any(map(_has_floats, (*arguments, *arguments.values())))
    if isinstance(arguments, (list, tuple, set, frozenset)):
        return any(map(_has_floats, arguments))
    if isinstance(arguments, np.ndarray):
        return bool(arguments.dtype.kind not in "iubUS")
    return not isinstance(arguments, (str, bytes, Rational, type(None)))


def _is_float(value: Value) -> bool:
    return value.number is None and value.rounding == ROUNDING


def _as_scores(replies: Sequence[Value | Failure], failures: Mapping[int, str] | None = None) -> Scores:
    """Return replies as scores, with what their doubles leave out."""
    floats = [math.nan if isinstance(reply, Failure) else reply.value for reply in replies]
    found = noisy(np.array(floats), failures)
    others = {
        place: reply
        for place, reply in enumerate(replies)
        if not isinstance(reply, Failure) and not _is_float(reply)
    }
    if not others:
        return found
    radius, cut = found.radius.copy(), np.zeros(len(replies), dtype=bool)
    radius[list(others)] = [reply.off for reply in others.values()]
    cut[list(others)] = [reply.is_cut or math.isinf(reply.off) for reply in others.values()]
    return replace(found, radius=radius, cut=cut)


def _single(values: Mapping[str, Value]) -> dict[str, Scores]:
    return {name: _as_scores([value]) for name, value in values.items()}


def _is_known(form: Mapping[str, int], values: Mapping[str, Value]) -> bool:
    """Whether the sign of a linear form is known in all digits: of exact numbers, and where equal numbers cancel."""
    named = [name for name in form if name != UNIT]
    if all(values[name].is_exact for name in named):
        return True
    weights: dict[Fraction, int] = defaultdict(int)
    for name in named:
        weights[values[name].told] += form[name]
    return (
        UNIT not in form and not any(weights.values()) and all(values[name].off < math.inf for name in named)
    )


def _exact_sign(total: Fraction) -> int:
    return (total > 0) - (total < 0)


def _text(total: Fraction | float) -> str:
    """Write a margin."""
    return f"{total!r} (floating point)" if isinstance(total, float) else written(total)


def _is_number(output: object) -> bool:
    return isinstance(output, Scaled) and output.is_number


def _is_lost(reply: Reply) -> bool:
    return isinstance(reply, Failure) and reply.kind in FATAL


def worker_of(metric: Metric, options: Options) -> Worker:
    """Return a worker that calls a metric's function with its parameters; a target is loaded there.

    A function that is a worker is that.
    """
    function, values = metric.function, dict(metric.values)
    if isinstance(function, Worker):
        return function
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
