"""Constraints on largest values: that of all outputs for one gold must be the same for every gold.

Or on the worst ones: then values are turned so that a larger one is worse, and no bound is looked for.

The unit is a group of cases, those with the same gold. As far as cases were tried, the largest values are compared
exactly. That one is smaller than another is proved by a bound from the task, which no output for this gold exceeds, and
which an independent check confirms.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import EqualMinima, Zero
from axiometrics.checker.cells import counts_of, no_verdict, undecided_cell, witness
from axiometrics.checker.prove.confirmation import confirm_largest
from axiometrics.checker.scores import Source
from axiometrics.checker.selection import Options
from axiometrics.checker.sweep import sweep_cases
from axiometrics.checker.verdict import Cell, Verdict
from axiometrics.errors import EngineDisagreementError, NotSymbolicError, UndecidedError
from axiometrics.formulas.arithmetics.bounded import STEP, UNDECIDED
from axiometrics.metrics import Metric
from axiometrics.tasks import Task, get_task
from axiometrics.tasks.cases import CaseBatch

DIFFERENT = Zero({"higher": 1, "lower": -1})
MOST_PROVED = 12
"""Golds with a smaller largest value for which a bound is looked for."""


@dataclass(frozen=True)
class _Tried:
    """The values of all cases, and the cases of every gold that has values, in the order of first cases."""

    metric: Metric
    constraint: Constraint
    source: Source
    cases: CaseBatch
    values: NDArray[np.float64]
    radius: NDArray[np.float64]
    groups: Sequence[tuple[int, NDArray[Any]]]

    @property
    def orientation(self) -> int:
        """Return -1 where a lower value counts as a larger one."""
        return _orientation(self.metric, self.constraint)

    def output(self, place: int) -> Any:
        """Return one judged output."""
        (batch,) = self.cases.outputs.values()
        return batch.table(place)

    def best(self, places: NDArray[Any]) -> tuple[int, bool]:
        """Return the first of the cases with the largest value, and whether it is known that none has a larger one.

        Values are compared exactly where floats leave it open.
        """
        least = np.max(self.values[places] - self.radius[places])
        first, *others = places[self.values[places] + self.radius[places] >= least].tolist()
        certain = True
        for other in others:
            sign = self.sign(other, first)
            first, certain = other if sign == 1 else first, certain and sign != UNDECIDED
        return int(first), certain

    def sign(self, one: int, other: int) -> int:
        """Return the sign of the difference of two values, exact where it is close to zero; `UNDECIDED` if unknown."""
        first, second = self.values[one], self.values[other]
        if self.output(one) == self.output(other):
            return 0
        apart = abs(first - second)
        if apart > self.radius[one] + self.radius[other] + STEP * apart:
            return 1 if first > second else -1
        plain = self.constraint.about(DIFFERENT)
        try:
            found = self.source.sign(plain, {"higher": self.output(one), "lower": self.output(other)})
        except UndecidedError:
            return UNDECIDED
        return self.orientation * (-found if self.metric.orientation == "error" else found)


def equal_maxima_cell(metric: Metric, constraint: Constraint, source: Source, options: Options) -> Cell:
    """Check one metric against a constraint on largest values of the one judged output.

    It holds as far as cases were tried. It is contradicted by an infinite value, since then there is no largest one;
    and by two golds with different largest values: on the evidence of a proof where a bound shows that nothing reaches
    the higher one for the other gold, and its check confirms that. Of a formula nothing is said without such a proof,
    since what was not tried may reach it; a function is contradicted as far as cases were tried, as are worst values,
    of which no output is left out.
    """
    task = get_task(metric.task)
    cases = sweep_cases(constraint, options.sweep_size(metric.trusted, task.sweep_sizes))
    (batch,) = cases.outputs.values()
    scores = source.scores(batch)
    known = ~np.isnan(scores.values)
    counts = counts_of(cases, len(cases), int(known.sum()))
    reason = next(iter(scores.failures.values()), None)
    if (without := no_verdict(metric, constraint, counts, reason)) is not None:
        return without
    values = _orientation(metric, constraint) * scores.values
    tried = _Tried(metric, constraint, source, cases, values, scores.radius, _groups(task, batch, known))
    infinite = np.flatnonzero(np.isposinf(values))
    if len(infinite):
        return _infinite(tried, int(infinite[0]), counts)
    found = list(_compared(tried))
    pairs = [part for sign, *part in found if sign != UNDECIDED]
    if pairs:
        return _contradicted(tried, pairs, counts)
    held = Verdict("holds", "search" if found else "sweep", **counts)
    if found:
        reason = f"undecided: whether {len(found)} golds have the same largest value is not known"
    return Cell(metric.label, constraint.label, held, held, error=reason)


def _orientation(metric: Metric, constraint: Constraint) -> int:
    worst = isinstance(constraint.demand, EqualMinima)
    return -1 if worst and metric.orientation == "score" else 1


def _groups(task: Task, batch: object, known: NDArray[np.bool_]) -> list[tuple[int, NDArray[Any]]]:
    """Return, for every gold, the number of the kind of golds it is compared with, and its cases with a value."""
    kinds, golds = task.judged_against(batch)
    order = np.argsort(golds, kind="stable")
    starts = np.flatnonzero(np.diff(golds[order], prepend=-1))
    parts = [part[known[part]] for part in np.split(order, starts[1:])]
    found = [(int(kinds[part[0]]), part) for part in parts if len(part)]
    return sorted(found, key=lambda group: int(group[1][0]))


def _compared(tried: _Tried) -> Iterator[tuple[int, int, int, NDArray[Any]]]:
    """Yield the best cases of a gold and of the first one of its kind unless they tie, the higher one first.

    After the sign of their difference, and before the cases of the lower one.
    """
    first: dict[int, NDArray[Any]] = {}
    for kind, places in tried.groups:
        known = first.setdefault(kind, places)
        (one, sure), (other, also_sure) = tried.best(known), tried.best(places)
        sign = tried.sign(one, other)
        if (sign != 1 and not sure) or (sign != -1 and not also_sure):
            sign = UNDECIDED
        if sign:
            yield (1, other, one, known) if sign < 0 else (sign, one, other, places)


def _contradicted(tried: _Tried, pairs: Sequence[Sequence[Any]], counts: dict[str, Any]) -> Cell:
    proved = (
        (higher, lower, certificate)
        for higher, lower, places in pairs[:MOST_PROVED]
        if (certificate := _exceeding(tried, higher, places)) is not None
    )
    found = next(proved, None)
    higher, lower = (found or pairs[0])[:2]
    if found is None and tried.metric.reads is None and not isinstance(tried.constraint.demand, EqualMinima):
        golds = " and ".join(tried.output(place).notation() for place in (higher, lower))
        why = (
            f"undecided: the largest values that were tried differ, as those of {golds}, but nothing shows that no "
            "other output reaches the higher one"
        )
        return undecided_cell(tried.metric, tried.constraint, counts, len(pairs), why)
    plain = tried.constraint.about(DIFFERENT)
    case = max((tried.cases.case(place) for place in (lower, higher)), key=lambda each: int(each.size))
    names = ("higher", "lower")[:: tried.orientation]
    both = dict(zip(names, (tried.output(higher), tried.output(lower)), strict=True))
    shown = witness(tried.metric, plain, tried.source, replace(case, outputs=both), minimal=False)
    verdict = Verdict("contradicted", "proof" if found else "search", **counts)
    proof = {"tactic": "a bound at vertices", "margin_latex": "", "certificate": found[2]} if found else None
    return Cell(tried.metric.label, tried.constraint.label, verdict, verdict, witness=shown, proof=proof)


def _exceeding(tried: _Tried, higher: int, places: NDArray[Any]) -> dict[str, Any] | None:
    """Return the certificate that no output for the gold of some cases reaches the value of another case."""
    task = get_task(tried.metric.task)
    if tried.metric.reads is not None or isinstance(tried.constraint.demand, EqualMinima):
        return None
    best, output = tried.output(tried.best(places)[0]), tried.output(higher)
    bound = task.largest(tried.metric, best)
    if bound is None:
        return None
    least = tried.values[places] - tried.radius[places]
    above = bound.exceeded([tried.output(int(place)) for place in places], least)
    if above is not None:
        raise EngineDisagreementError(
            f"a bound for {tried.metric.label} is said to hold for every estimate, but not for {above.notation()}"
        )
    algebra = task.algebra(output)
    value = algebra.expression(task.value(tried.metric, output, algebra))
    if not bound.below(value):
        return None
    said = {"output": output.notation(), "value": str(value), "lower": best.notation()}
    certificate = {"kind": "largest value", **said, **bound.certificate()}
    with suppress(UndecidedError, NotSymbolicError):  # intervals may not tell
        return {**certificate, "boxes": confirm_largest(certificate, tried.metric)}
    return None


def _infinite(tried: _Tried, place: int, counts: dict[str, Any]) -> Cell:
    verdict = Verdict("contradicted", "witness", **counts)
    shown = witness(tried.metric, tried.constraint, tried.source, tried.cases.case(place), minimal=True)
    return Cell(tried.metric.label, tried.constraint.label, verdict, verdict, witness=shown)
