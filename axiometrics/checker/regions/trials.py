"""One value of a parameter tried out: does the constraint hold for it, and which case decides?"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.checker.quantified import series_of
from axiometrics.checker.scores import TrustedSource, belongs
from axiometrics.checker.sweep import Sweep, families, sweep, sweep_cases
from axiometrics.errors import UndecidedError
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["SERIES", "Trial", "Tried", "trial"]

SERIES = (*range(1, 61), 80, 100, 150, 200)
"""The n that are tried for a constraint on some n, or on all n from some n0 on."""


@dataclass(frozen=True)
class Tried:
    """Whether a constraint holds for a value as far as tried; None where no case has a margin.

    ``case`` is what settles it: a case that fails what is demanded of every case, or meets what is demanded of some.
    ``margin`` is the least margin of all cases, or for series the largest, for plots.
    """

    holds: bool | None
    case: Any = None
    margin: float | None = None


@dataclass(frozen=True)
class Trial:
    """A metric and a constraint whose parameter is tried out."""

    metric: Metric
    constraint: Constraint
    parameter: str

    def at(self, value: Any) -> Tried:
        """Try one value. Cost O(cells of all cases)."""
        instance = self.metric.with_parameters(**{self.parameter: value})
        try:
            if self.constraint.quantifier == "every":
                return _every(instance, self.constraint)
            return _series(instance, self.constraint)
        except UndecidedError:
            return Tried(None)


def trial(metric: Metric, constraint: Constraint, parameter: str, value: Fraction) -> Tried:
    """Try one value of one parameter."""
    return Trial(metric, constraint, parameter).at(value)


def _every(instance: Metric, constraint: Constraint) -> Tried:
    size = get_task(instance.task).sweep_sizes["quick"][0]
    source = TrustedSource(instance)
    tried = 0
    for batch in (sweep_cases(constraint, size), families(constraint, wide=True)):
        if not len(batch):
            continue
        found = sweep(instance, constraint, source, batch)
        if found.undefined and not belongs(instance, found.undefined[1]):
            return Tried(None)
        tried += found.applicable
        failing = _decided(found, source, constraint)
        if failing is not None:
            return Tried(False, failing)
    return Tried(True if tried else None)


def _decided(found: Sweep, source: TrustedSource, constraint: Constraint) -> Any:
    """Return the first case whose exact margin fails what is demanded."""
    for place in np.flatnonzero(found.ties | found.inversions):
        case = found.cases.case(int(place))
        sign = source.sign(constraint, case.outputs)
        if sign != 0 if constraint.demand == "zero" else sign <= 0:
            return case
    return None


def _series(instance: Metric, constraint: Constraint) -> Tried:
    found = sweep(instance, constraint, TrustedSource(instance), series_of(constraint, SERIES), every=True)
    met = found.defined & ~found.ties & ~found.inversions
    if not found.applicable:
        return Tried(None)
    if constraint.quantifier == "some n":
        first = found.first(met)
        return Tried(first is not None, None if first is None else found.cases.case(first))
    return Tried(bool(met[np.flatnonzero(found.defined)[-1]]))
