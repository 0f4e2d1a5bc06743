"""The search for a region: one value tried out, cases that decide at sampled values, each solved exactly.

It ends when no sample disagrees.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from sympy import count_ops

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import AllSizesFrom, OfACase, SomeSize, Zero
from axiometrics.checker.demands.every_case import replay_cases
from axiometrics.checker.demands.sizes import series_of
from axiometrics.checker.prove.engine import too_high
from axiometrics.checker.regions.bounds import Bound, Span
from axiometrics.checker.regions.curves import Curve, curve_of
from axiometrics.checker.regions.proving import open_parameters, opened
from axiometrics.checker.regions.sets import Piece, ValueSet
from axiometrics.checker.scores import belongs, bounded_signs
from axiometrics.checker.search import drawn_cases
from axiometrics.checker.series import prove_series
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.sweep import Sweep, far, larger_cases, scored, sweep, sweep_cases
from axiometrics.errors import NotSymbolicError, UndecidedError
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.cases import Case

SERIES = (*range(1, 61), 80, 100, 150, 200)
"""The n that are tried for a constraint on some n, or on all n from some n0 on."""


LATER = (800, 6_000, 40_000)
"""Those that are tried of a constraint on all n from some n0 on where the margin is not positive before."""

DRAWN = 25
"""How many random cases are asked for: what a formula looks at no further than is seen in large ones alone."""
LARGE = 150
"""Operations of all terms of a formula, from which on it counts as large."""
LARGEST = 150
"""The size of a case up to which it is tried first for other values."""
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

    @property
    def reach(self) -> str:
        """How far a value is tried, in words."""
        if isinstance(self.constraint.demand, OfACase):
            largest = max(
                int(batch.size.max()) for batch in _batches(self.constraint, self.modest) if len(batch)
            )
            return f"no case larger than size {largest} was tried"
        last = max(FEW if self.modest else SERIES)
        if not isinstance(self.constraint.demand, AllSizesFrom):
            return f"no n above {last} was tried"
        return f"no n above {max(LATER)} was tried, and from {last} on none whose sign rounding may hide"

    def at(self, value: Fraction) -> Tried:
        """Try one value. Cost O(cells of all cases), far less where a case is known that settles it."""
        instance = _instance(self.metric, self.parameter, value)
        every = isinstance(self.constraint.demand, OfACase)
        source = TrustedSource(instance)
        try:
            for case in self.telling:
                if _fails(source, self.constraint, case) if every else _meets(source, self.constraint, case):
                    return Tried(not every, case)
            found = (_every if every else _series)(instance, self.constraint, source, modest=self.modest)
        except (
            UndecidedError,
            NotSymbolicError,
        ):  # the latter where the formula divides by zero in every case
            return Tried(None)
        if found.case is not None and found.case.size <= LARGEST:
            self.telling.insert(0, found.case)
        return found


@lru_cache(maxsize=1 << 10)
def _instance(metric: Metric, parameter: str, value: Fraction) -> Metric:
    """Return a metric with one value of its parameter, whose formula is traced once for all constraints."""
    return metric.with_parameters(**{parameter: value})


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
    tried = 0
    *near, distant = _batches(constraint, modest)
    for batch in near:
        if not len(batch):
            continue
        found = sweep(instance, constraint, source, batch)
        if found.undefined and not belongs(instance, found.undefined[1]):
            return Tried(None)
        tried += found.applicable
        failing = _decided(found, source, constraint)
        if failing is not None:
            return Tried(False, failing)
    if tried and (clear := _clearly_failing(instance, constraint, source, distant)) is not None:
        return Tried(False, clear)
    return Tried(True if tried else None)


def _clearly_failing(instance: Metric, constraint: Constraint, source: TrustedSource, cases: Any) -> Any:
    """Return the first case whose margin fails by more than floats may err: exact values of thousands take long."""
    if not len(cases):
        return None
    found = bounded_signs(instance, constraint, scored(instance, constraint, source, cases))
    zero = isinstance(constraint.of_a_case, Zero)
    failing = np.flatnonzero((found == -1) | ((found == 1) & zero))
    return cases.case(int(failing[0])) if len(failing) else None


def _batches(constraint: Constraint, modest: bool) -> Iterator[Any]:
    """Yield what is tried of a constraint on every case."""
    yield sweep_cases(constraint, get_task(constraint.task).sweep_sizes["quick"][modest])
    yield larger_cases(constraint, wide=True)
    yield drawn_cases(constraint, DRAWN, 0)
    yield replay_cases(constraint)
    yield far(constraint)


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
    """Whether floats tell that the margin is positive for an n far beyond those that were tried: n0 may be large."""
    for n in LATER:
        cases = _far(constraint, n)
        if (bounded_signs(instance, constraint, scored(instance, constraint, source, cases)) == 1).all():
            return True
    return False


@lru_cache(maxsize=len(LATER))
def _far(constraint: Constraint, n: int) -> Any:
    """Return the case of a large n, kept for the next value: exact numbers of thousands of documents fill a memory."""
    return series_of.__wrapped__(constraint, (n,))


SHARES = tuple(Fraction(share) for share in ("1/2", "1/1024", "1023/1024"))
"""Where in an interval values are tried."""
FAR = (Fraction(1, 64), Fraction(64), Fraction(4096))
"""What is tried of an interval without end, from its end."""
MOST_CURVES = 12
HIGHEST = 24
"""The degree of a margin above which its roots tell nobody anything; bounds are numeric then."""
LONGEST = 12
"""The size of a case from which on its margin is not solved where the formula is large."""
NARROW = Fraction(1, 10**5)
"""How narrow a numeric bound's bracket is, as a share of it; wider by `MODEST` where every trial takes its time."""
MODEST = 100


@dataclass(frozen=True)
class Found:
    """The values for which a constraint holds: what decisive cases leave, or add.

    ``curves`` are the margins of the decisive cases; ``solved`` says that all their roots are known, so that what they
    say is exact. ``defined`` is False where no value has a margin. ``tried`` tells what was found at single values.
    """

    values: ValueSet
    curves: tuple[Curve, ...] = ()
    solved: bool = True
    defined: bool = True
    tried: dict[Fraction, bool] = field(default_factory=dict)


def searched(trial: Trial) -> Found:
    """Return the region of one parameter as far as cases tell."""
    span = open_parameters(trial.metric)[trial.parameter]
    if isinstance(trial.constraint.demand, AllSizesFrom):
        return _bisected(trial, span)
    some = isinstance(trial.constraint.demand, SomeSize)
    found = Found(ValueSet.empty(span) if some else ValueSet.whole(span))
    while len(found.curves) < MOST_CURVES:
        case = _disagreeing(trial, found, some)
        if case is None:
            return replace(found, defined=any(known is not None for known in found.tried.values()))
        if trial.modest and case.size > LONGEST:
            return _bisected(trial, span)
        try:
            curve = curve_of(trial.metric, trial.constraint, trial.parameter, case.outputs)
            if curve.degree > HIGHEST:
                return _bisected(trial, span)
            more = curve.positive
        except (UndecidedError, NotSymbolicError):
            return _bisected(trial, span)
        values = found.values.union(more) if some else found.values.intersection(more)
        if values == found.values:
            return _bisected(trial, span)
        found = replace(
            found, values=values, curves=(*found.curves, curve), solved=found.solved and curve.sure
        )
    return replace(found, solved=False)


def _disagreeing(trial: Trial, found: Found, some: bool) -> Any:
    """Return a case that decides against what is believed of some value."""
    for piece, held in found.values.pieces():
        if held is some:
            continue
        for value in (*_own(trial, piece), *samples(piece, found.values.span)):
            if value in found.tried:
                continue
            tried = trial.at(value)
            found.tried[value] = tried.holds  # type: ignore[assignment]
            if tried.holds is some and tried.case is not None:
                return tried.case
    return None


def _own(trial: Trial, piece: Piece) -> list[Fraction]:
    """Return the metric's own value, if it is in a piece: it must never contradict the metric's own verdict."""
    value = trial.metric.values[trial.parameter]
    if piece.single or not isinstance(value, Fraction):
        return []
    place = Bound.rational(value)
    above = piece.low is None or place.compare(piece.low) > 0
    return [value] if above and (piece.high is None or place.compare(piece.high) < 0) else []


def samples(piece: Piece, span: Span) -> list[Fraction]:
    """Return the values that are tried of a piece: itself, or some inside."""
    if piece.single:
        return [piece.low.low] if piece.low is not None and piece.low.is_rational else []
    ends = (piece.low or span.low), (piece.high or span.high)
    if None in ends:
        middle = piece.sample(span)
        if ends[0] is None and ends[1] is None:
            return [middle, *(sign * far for far in FAR for sign in (1, -1))]
        side = 1 if ends[0] is not None else -1
        start = middle - side
        return [middle, *(start + side * far for far in FAR)]
    return [piece.sample(span, share) for share in SHARES]


def _bisected(trial: Trial, span: Span) -> Found:
    """Return a region with numeric bounds: between a value that is in and one that is not."""
    values = sorted({value for piece, _ in ValueSet.whole(span).pieces() for value in _spread(piece, span)})
    own = trial.metric.values[trial.parameter]
    if isinstance(own, Fraction) and span.contains(own):
        values = sorted({*values, own})
    known = {value: trial.at(value).holds for value in values}
    told = [value for value in values if known[value] is not None]
    if not told:
        return Found(ValueSet.empty(span), solved=False, defined=False)
    bounds, held = [], [bool(known[told[0]])]
    for low, high in pairwise(told):
        if known[low] != known[high]:
            bounds.append(_bracket(trial, known, low, high))
            held += [False, bool(known[high])]
    tried = {value: held for value, held in known.items() if held is not None}
    return Found(ValueSet(span, tuple(bounds), tuple(held)), solved=False, tried=tried)


def _spread(piece: Piece, span: Span) -> list[Fraction]:
    if span.low is not None and span.high is not None:
        return [piece.sample(span, Fraction(k, 16)) for k in range(1, 16)]
    side = 1 if span.low is not None or span.high is None else -1
    start = Fraction(0) if span.low is None and span.high is None else piece.sample(span) - side
    return sorted({*samples(piece, span), *(start + side * Fraction(k, 4) for k in range(1, 13))})


def _bracket(trial: Trial, known: dict[Fraction, bool | None], low: Fraction, high: Fraction) -> Bound:
    """Halve what is between two values that are known to differ, and add what is found to what is known."""
    width, first = NARROW * MODEST if trial.modest else NARROW, bool(known[low])
    while high - low > width * max(abs(high), width):
        middle = (low + high) / 2
        known[middle] = trial.at(middle).holds
        if bool(known[middle]) == first:
            low = middle
        else:
            high = middle
    return Bound(low, high)
