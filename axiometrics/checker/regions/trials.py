"""One value of a parameter tried out: does the constraint hold for it, and which case decides?"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from sympy import count_ops

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import AllSizesFrom, OfACase, SomeSize, Zero
from axiometrics.checker.demands.sizes import series_of
from axiometrics.checker.prove.engine import too_high
from axiometrics.checker.regions.letters import open_parameters, opened
from axiometrics.checker.scores import belongs
from axiometrics.checker.series import prove_series
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.sweep import Sweep, families, sweep, sweep_cases
from axiometrics.errors import NotSymbolicError, UndecidedError
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.cases import Case

__all__ = ["SERIES", "Trial", "Tried"]

SERIES = (*range(1, 61), 80, 100, 150, 200)
"""The n that are tried for a constraint on some n, or on all n from some n0 on."""


LATER = (800, 6_000, 40_000)
"""Those that are tried of a constraint on all n from some n0 on where the margin is not positive before."""

LARGE = 150
"""Operations of all terms of a formula, from which on it counts as large."""
FEW = (2, 3, 4, 5, 6, 8, 10, 13, 17, 25, 50)
"""Those that are tried where every one takes its time."""


@dataclass(frozen=True)
class Tried:
    """Whether a constraint holds for a value as far as tried; None where no case has a margin.

    ``case`` is what settles it: a case that fails what is demanded of every case, or meets what is demanded of some.
    """

    holds: bool | None
    case: Any = None


@dataclass(frozen=True)
class Trial:
    """A metric and a constraint whose parameter is tried out; cases that settled a value are tried first for others."""

    metric: Metric
    constraint: Constraint
    parameter: str
    telling: list[Any] = field(default_factory=list, compare=False)

    @cached_property
    def modest(self) -> bool:
        """Whether the formula is so large with the parameter left open that only small cases are tried."""
        if self.parameter not in open_parameters(self.metric):
            return False
        try:
            formula = opened(self.metric, (self.parameter,)).formula
            return too_high(formula) or sum(count_ops(atom.body) for atom in formula.atoms) > LARGE
        except NotSymbolicError:
            return False

    def at(self, value: Fraction) -> Tried:
        """Try one value. Cost O(cells of all cases), far less where a case is known that settles it."""
        instance = self.metric.with_parameters(**{self.parameter: value})
        every = isinstance(self.constraint.demand, OfACase)
        source = TrustedSource(instance)
        try:
            for case in self.telling:
                if _fails(source, self.constraint, case) if every else _meets(source, self.constraint, case):
                    return Tried(not every, case)
            found = (_every if every else _series)(instance, self.constraint, source, modest=self.modest)
        except UndecidedError:
            return Tried(None)
        if found.case is not None:
            self.telling.insert(0, found.case)
        return found


def _fails(source: TrustedSource, constraint: Constraint, case: Case) -> bool:
    """Whether a case has a margin that is not what is demanded."""
    try:
        sign = source.quick(constraint, case.outputs)
    except UndecidedError:  # an output has no value
        return False
    return sign != 0 if isinstance(constraint.of_a_case, Zero) else sign <= 0


def _meets(source: TrustedSource, constraint: Constraint, case: Case) -> bool:
    """Whether a case has a positive margin."""
    try:
        return source.quick(constraint, case.outputs) > 0
    except UndecidedError:  # an output has no value
        return False


def _every(instance: Metric, constraint: Constraint, source: TrustedSource, *, modest: bool) -> Tried:
    size = get_task(instance.task).sweep_sizes["quick"][modest]
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
        if _fails(source, constraint, case):
            return case
    return None


def _series(instance: Metric, constraint: Constraint, source: TrustedSource, *, modest: bool) -> Tried:
    if isinstance(constraint.demand, AllSizesFrom) and (proof := prove_series(instance, constraint)):
        return Tried(proof.sign == "positive")
    values = FEW if modest else SERIES
    found = sweep(instance, constraint, source, series_of(constraint, values), every=True)
    met = found.defined & ~found.ties & ~found.inversions
    if not found.applicable:
        return Tried(None)
    if isinstance(constraint.demand, SomeSize):
        first = found.first(met)
        return Tried(first is not None, None if first is None else found.cases.case(first))
    return Tried(bool(met[np.flatnonzero(found.defined)[-1]]) or _later(instance, constraint, source))


def _later(instance: Metric, constraint: Constraint, source: TrustedSource) -> bool:
    """Whether the margin is positive for an n far beyond those that were tried: n0 may be large."""
    for n in LATER:
        cases = series_of.__wrapped__(constraint, (n,))
        found = sweep(instance, constraint, source, cases, every=True)
        if found.defined.all() and not (found.ties | found.inversions).any():
            return True
    return False
