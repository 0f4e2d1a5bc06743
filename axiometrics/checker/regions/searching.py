"""The search for a region: cases that decide at sampled values, each solved exactly, until no sample disagrees."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from axiometrics.axioms.demands import AllSizesFrom, SomeSize
from axiometrics.checker.regions.bounds import Bound, Span
from axiometrics.checker.regions.curves import Curve, curve_of
from axiometrics.checker.regions.letters import open_parameters
from axiometrics.checker.regions.sets import Piece, ValueSet
from axiometrics.checker.regions.trials import Trial
from axiometrics.errors import NotSymbolicError, UndecidedError

__all__ = ["Found", "searched"]

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
            bounds.append(_bracket(trial, low, high, bool(known[low])))
            held += [False, bool(known[high])]
    return Found(
        ValueSet(span, tuple(bounds), tuple(held)), solved=False, tried={v: bool(known[v]) for v in told}
    )


def _spread(piece: Piece, span: Span) -> list[Fraction]:
    if span.low is not None and span.high is not None:
        return [piece.sample(span, Fraction(k, 16)) for k in range(1, 16)]
    return sorted({*samples(piece, span), *(piece.sample(span) * Fraction(k, 4) for k in range(1, 13))})


def _bracket(trial: Trial, low: Fraction, high: Fraction, first: bool) -> Bound:
    width = NARROW * MODEST if trial.modest else NARROW
    while high - low > width * max(abs(high), width):
        middle = (low + high) / 2
        if bool(trial.at(middle).holds) == first:
            low = middle
        else:
            high = middle
    return Bound(low, high)
