"""Scores of metrics of ours: whole batches in floats with error bounds, and exactly where the sign hangs on it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.axioms import Constraint
from axiometrics.checker.scores import (
    AND,
    NO_MARGIN,
    UNDEFINED,
    Judged,
    Numbered,
    Scores,
    bounded_signs,
    certain,
    exact_judged,
    exact_sign,
    exact_signs,
    noisy,
    rounded_sign,
    scorers,
)
from axiometrics.errors import AxiometricsError, UndecidedError, UnknownPrimeError
from axiometrics.formulas.arithmetics.bounded import UNDECIDED
from axiometrics.formulas.arithmetics.budget import budget
from axiometrics.formulas.arithmetics.exact import most_knowing
from axiometrics.formulas.arithmetics.scalars import SCALARS, elementwise
from axiometrics.formulas.rows import different
from axiometrics.formulas.undefined import absent
from axiometrics.metrics import Metric
from axiometrics.tasks import Task, get_task
from axiometrics.tasks.cases import CaseBatch

MOST_WORK = 8_000_000
"""Products of terms that exact values of a batch may take: some seconds."""
MOST_PRIMES = 60
"""Further primes of cases that are decided together: every term of a polynomial has an exponent for each of them."""


class TrustedSource:
    """Our own metrics and users' formulas: evaluated in this process, with exact arithmetic to confirm."""

    sparing = False

    def __init__(self, metric: Metric) -> None:
        self.metric = metric
        self.task = get_task(metric.task)
        self.exact = metric.reads is None or metric.exact is not None

    def scores(self, outputs: Any) -> Scores:
        """Return the scores; values that are not finite are undefined, unless the formula says that it is infinite."""
        values, radius = self._floats(outputs)
        bad = np.flatnonzero(np.isnan(values) if self.metric.is_unbounded else ~np.isfinite(values))
        bad = bad[np.isfinite(radius[bad])]  # else it is not known that there is no value
        failures = dict.fromkeys(bad.tolist(), f"{UNDEFINED}: no value")
        for index in bad[np.isinf(values[bad])].tolist():
            failures[index] = f"{UNDEFINED}: the value is {values[index]}"
        if len(bad):
            first = int(bad[0])
            failures[first] += f" on {self.task.notation({'output': outputs.table(first)})[1]['output']}"
        values[bad] = np.nan
        open_ = ~np.isfinite(radius)
        values[open_] = np.nan_to_num(values[open_])
        return Scores(values, radius, failures) if self.exact else noisy(values, failures)

    def _floats(self, outputs: Any) -> tuple[Any, Any]:
        """Return values and error bounds; what a function of ours returns may be off by rounding."""
        with np.errstate(all="ignore"):
            if self.metric.reads is None:
                found = outputs.bounded(self.metric.formula)
                shape = (len(outputs),)
                return np.array(np.broadcast_to(found.value, shape)), np.broadcast_to(found.radius, shape)
            values = np.array(self.task.values(self.metric, outputs), dtype=float)
        return values, noisy(values).radius

    def signs(
        self, constraint: Constraint, cases: CaseBatch, places: NDArray[Any], most: int | None = None
    ) -> NDArray[Any]:
        """Return exact signs of cases; those in which everything is equal that scores depend on are decided once."""
        if not self.exact:
            return np.full(len(places), UNDECIDED)
        found = scorers(self.metric, constraint, cases.outputs)
        marks = {name: _marks(metric, batch, places) for name, (_, metric, batch) in found.items()}
        first, group = different([column for part in marks.values() for column in part])
        known = np.full(len(first), UNDECIDED)
        tied = self._alike(constraint, marks, found, places)[first]
        known[tied] = constraint.of_a_case.case_sign([0] * len(constraint.forms))
        rest = np.flatnonzero(~tied)
        rest = rest[np.argsort(first[rest])][:most]
        rows = {name: part[:, first[rest]] for name, part in marks.items()}
        known[rest] = self._decided(constraint, cases, places[first[rest]], found, rows)
        return known[group]

    def _alike(
        self, constraint: Constraint, marks: Mapping[str, Any], found: Mapping[str, Any], places: NDArray[Any]
    ) -> NDArray[np.bool_]:
        """Where a difference of two scores is zero, since everything is equal that they depend on, and they exist."""
        nowhere = np.zeros(len(places), dtype=bool)
        if (
            len(constraint.forms) > 1
            or sorted(constraint.margin.values()) != [-1, 1]
            or constraint.of_a_case.of_values
        ):
            return nowhere
        one, other = (found.get(name) for name in constraint.margin)
        if one is None or other is None or one[1] is not other[1] or self.metric.reads is not None:
            return nowhere
        value = one[2].bounded(one[1].formula)
        exists = np.isfinite(value.radius) & ~np.isnan(value.value)
        low, high = (marks[name] for name in constraint.margin)
        return np.asarray(np.all(low == high, axis=0) & np.broadcast_to(exists, (len(one[2]),))[places])

    def _decided(
        self,
        constraint: Constraint,
        cases: CaseBatch,
        places: NDArray[Any],
        found: Mapping[str, Any],
        marks: Mapping[str, Any],
    ) -> NDArray[Any]:
        """Return exact signs: of all cases together, or where that fails of each by itself.

        Where that would take more than `MOST_WORK`, the signs stay undecided. Cases that need many different primes
        are decided in halves.
        """
        if not len(places):
            return places
        try:
            with budget(MOST_WORK):
                values, arithmetic = _exact(found, places, marks)
        except _ManyPrimes:
            halves = np.array_split(np.arange(len(places)), 2)
            parts = [{name: part[:, half] for name, part in marks.items()} for half in halves]
            return np.concatenate(
                [
                    self._decided(constraint, cases, places[half], found, part)
                    for half, part in zip(halves, parts, strict=True)
                ]
            )
        except (AxiometricsError, ArithmeticError):
            with budget(MOST_WORK):
                return np.array(
                    [self._single(constraint, cases.case(int(place)).outputs) for place in places]
                )
        with budget(MOST_WORK):
            return exact_signs(self.metric, constraint, values, arithmetic)

    def _single(self, constraint: Constraint, outputs: Mapping[str, Any]) -> int:
        try:
            sign, _, values = exact_sign(self.metric, constraint, outputs)
        except (AxiometricsError, ArithmeticError):
            return UNDECIDED
        return NO_MARGIN if absent(*values.values()) else sign

    def sign(self, constraint: Constraint, outputs: Mapping[str, Any]) -> int:
        """Return the exact sign of the margin; for a function without exact definition what its floats tell."""
        if not self.exact:
            return certain(rounded_sign(self.metric, constraint, self._values(constraint, outputs))[0])
        return certain(exact_sign(self.metric, constraint, outputs)[0])

    def quick(self, constraint: Constraint, outputs: Mapping[str, Any]) -> int:
        """Return the sign by floats where their error bounds tell it, else exactly."""
        found = scorers(self.metric, constraint, outputs)
        if self.metric.reads is None and all(metric.reads is None for _, metric, _ in found.values()):
            scores = {
                name: TrustedSource(metric).scores(task.batch([output]))
                for name, (task, metric, output) in found.items()
            }
            sign = int(bounded_signs(self.metric, constraint, scores)[0])
            if sign not in (UNDECIDED, NO_MARGIN):
                return sign
        return self.sign(constraint, outputs)

    def judge(self, constraint: Constraint, outputs: Mapping[str, Any]) -> Judged:
        """Return the margin, exact where the metric has an exact definition, with every score as text."""
        if not self.exact:
            return _rounded_judged(self.metric, constraint, self._values(constraint, outputs))
        try:
            return exact_judged(self.metric, constraint, outputs)
        except UndecidedError:  # a value that exact numbers do not have
            found = _rounded_judged(self.metric, constraint, self._values(constraint, outputs))
            about = {
                name: text if text == UNDEFINED else f"about {text}" for name, text in found.scores.items()
            }
            return replace(found, scores=about)

    def _values(self, constraint: Constraint, outputs: Mapping[str, Any]) -> dict[str, float]:
        return {
            name: float(task.value(metric, output, SCALARS))
            for name, (task, metric, output) in scorers(self.metric, constraint, outputs).items()
        }


def _rounded_judged(metric: Metric, constraint: Constraint, values: Mapping[str, float]) -> Judged:
    """Return a margin of floats as Python writes them."""
    sign, totals = rounded_sign(metric, constraint, values)
    if not totals:
        shown = {name: UNDEFINED if math.isnan(value) else repr(value) for name, value in values.items()}
        return Judged(sign, shown, UNDEFINED)
    texts = [f"{total!r} (floating point)" for total in totals]
    return Judged(sign, {name: repr(value) for name, value in values.items()}, AND.join(texts))


class _ManyPrimes(Exception):
    """Cases need more than `MOST_PRIMES` primes beside those that their task knows."""


def _marks(metric: Metric, batch: Any, places: NDArray[Any]) -> NDArray[Any]:
    """Return columns of numbers, equal where everything is equal that the scores depend on."""
    if metric.reads is None:
        return np.asarray(batch.signature(metric.formula, places))
    return np.array([batch.numbered(places)])


def _exact(
    found: Mapping[str, Any], places: NDArray[Any], marks: Mapping[str, Any]
) -> tuple[dict[str, Numbered], Any]:
    """Return exact values for some cases of every output, and an arithmetic that knows every prime they need.

    Outputs in which everything is equal that a score depends on are evaluated once. Raises _ManyPrimes.
    """
    algebras = [task.algebra(batch.table(int(places[-1]))) for task, _, batch in found.values()]
    arithmetic, further = most_knowing(algebras), 0
    while True:
        try:
            return {
                name: _read(task, metric, batch, places, arithmetic, marks[name])
                for name, (task, metric, batch) in found.items()
            }, arithmetic
        except UnknownPrimeError as error:
            further += len(error.primes)
            if further > MOST_PRIMES and len(places) > 1:
                raise _ManyPrimes from error
            arithmetic = arithmetic.knowing(error.primes)


def _read(
    task: Task, metric: Metric, batch: Any, places: NDArray[Any], arithmetic: Any, marks: NDArray[Any]
) -> Numbered:
    first, number = different(list(marks))
    some = places[first]
    if metric.reads is None:
        read = batch.read(metric.formula, elementwise(arithmetic), some)
        return list(np.broadcast_to(read, (len(some),))), number
    return [task.value(metric, batch.table(int(place)), arithmetic) for place in some], number
