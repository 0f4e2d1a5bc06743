"""The regions of one cell: every parameter of the metric by itself, the others at their values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import (
    AllSizesFrom,
    Between,
    EqualMaxima,
    Implies,
    OfACase,
    SomeSize,
)
from axiometrics.checker.cells import equivalent_cases, equivalent_cell
from axiometrics.checker.regions.bounds import Bound
from axiometrics.checker.regions.curves import Curve
from axiometrics.checker.regions.grounds import Grounds, grounds_of, shown_at
from axiometrics.checker.regions.proving import in_one_letter, open_parameters
from axiometrics.checker.regions.recheck import check_bounds, check_signs
from axiometrics.checker.regions.region import JointRegion, Region, WholeValues, joint_region
from axiometrics.checker.regions.searching import Found, Trial, searched
from axiometrics.checker.regions.sets import ValueSet, set_text
from axiometrics.checker.sweep import larger_cases, sweep_cases
from axiometrics.checker.verdict import Cell, Witness
from axiometrics.metrics import Metric
from axiometrics.parameters import Parameter
from axiometrics.tasks import get_task

MOST_WHOLE = 20
"""Whole numbers that are tried, from the least on."""


def regions_of(
    metric: Metric, constraint: Constraint, telling: Sequence[Any] = ()
) -> tuple[Region | JointRegion, ...]:
    """Return the region of every parameter that is a number, where some value has a verdict.

    ``telling`` are cases that settled the cell itself; they are tried first. A cell that is one of another task is
    looked at there.
    """
    if metric.reads is not None or not metric.trusted:
        return ()
    metric, constraint = equivalent_cell(metric, constraint)
    spans = open_parameters(metric)
    joint = joint_region(metric, constraint)
    if joint is not None:
        return (joint,)
    found: list[Region | None] = []
    one = in_one_letter(metric)
    if one is not None and metric.combined is not None:
        region = _real(Trial(one, constraint, metric.combined.name, list(telling)))
        found.append(region and replace(region, meaning=metric.combined.written))
        spans = {name: span for name, span in spans.items() if name not in metric.combined.names}
    for parameter in metric.parameters:
        if parameter.name in spans:
            found.append(_real(Trial(metric, constraint, parameter.name, list(telling))))
        elif parameter.whole:
            found.append(_whole(Trial(metric, constraint, parameter.name, list(telling)), parameter))
    return tuple(region for region in found if region is not None)


def with_regions(cell: Cell, metric: Metric, constraint: Constraint) -> Cell:
    """Return a cell with what is found about the metric's parameters."""
    if cell.strict.outcome == "error" or not metric.trusted or not metric.parameters:
        return cell
    if isinstance(constraint.demand, Implies | Between | EqualMaxima) or constraint.demand.given:
        return cell  # which cases count differs from value to value
    found = regions_of(metric, constraint, _telling(cell, metric, constraint))
    plain = tuple(region.to_dict() for region in found)
    return replace(cell, region=regions_text(metric, found), regions=plain)


def _telling(cell: Cell, metric: Metric, constraint: Constraint) -> list[Any]:
    """Return the case that the cell shows, where it settles the demand."""
    if cell.witness is None or isinstance(constraint.demand, AllSizesFrom):
        return []
    if equivalent_cell(metric, constraint)[0] is not metric:
        return _inner_case(cell.witness, metric, constraint)
    record = {"gold": cell.witness.gold, **cell.witness.outputs}
    return [get_task(constraint.task).batch_of(constraint.outputs, [record]).case(0)]


def _inner_case(shown: Witness, metric: Metric, constraint: Constraint) -> list[Any]:
    """Return the case of the other task that a swept witness was made of; nothing for one that was drawn."""
    task = get_task(metric.task)
    if not isinstance(constraint.demand, OfACase):
        return []
    for batch in (
        sweep_cases(constraint, task.sweep_sizes["normal"][0]),
        larger_cases(constraint, wide=True),
    ):
        for place in np.flatnonzero(batch.size == shown.size):
            if task.notation(batch.case(int(place)).outputs)[1] == shown.outputs:
                return [equivalent_cases(batch).case(int(place))]
    return []


def regions_text(metric: Metric, regions: Sequence[Region | JointRegion]) -> str | None:
    """Say for which parameter values the constraint holds; what holds for every value is left out beside others."""
    if not regions:
        return None
    telling = [region for region in regions if not region.is_whole] or regions
    others = {
        region.parameter: [
            f"{name} = {value}" for name, value in metric.values.items() if name != region.parameter
        ]
        for region in telling
    }
    parts = [region.text for region in telling]
    if len(telling) == 1 or all(region.is_whole for region in telling):
        return "; ".join(parts)
    return "; ".join(
        f"{part} (with {', '.join(others[region.parameter])})"
        for part, region in zip(parts, telling, strict=True)
    )


def _real(trial: Trial) -> Region | None:
    found = searched(trial)
    if not found.defined:
        return None
    grounds = grounds_of(trial, found)
    check_bounds(grounds.values)
    for curve in found.curves:
        check_bounds(curve.positive)
        check_signs(curve.positive, curve.meets_at)
    at_low, low_shown = _at_low(trial, grounds)
    curves = _needed(found, some=isinstance(trial.constraint.demand, SomeSize))
    return Region(
        trial.parameter,
        grounds.values,
        inside=grounds.inside,
        outside=grounds.outside,
        at_low=at_low,
        low_shown=low_shown,
        argument=(*_cases(trial, curves), *grounds.argument),
        plot=picture_data(grounds.values, curves),
        reach=trial.reach,
        every=isinstance(trial.constraint.demand, OfACase),
        own=bool(found.tried.get(Fraction(str(trial.metric.values[trial.parameter])))),
    )


def _at_low(trial: Trial, grounds: Grounds) -> tuple[bool | None, bool]:
    """Return whether the least value is in, and whether that is shown; None where none is allowed.

    A value for which no case has a margin is not in, which is not shown.
    """
    span = grounds.values.span
    if not span.closed or span.low is None:
        return None, False
    holds = trial.at(span.low).holds
    return bool(holds), holds is not None and _is_shown(trial, grounds, holds)


def _is_shown(trial: Trial, grounds: Grounds, at_low: bool) -> bool:
    """Whether it is shown that the least value is in, or out: by a case, or by a proof that covers it."""
    if not isinstance(trial.constraint.demand, OfACase):
        return at_low is (isinstance(trial.constraint.demand, SomeSize))
    if not at_low or (grounds.inside and grounds.values.held[0]):
        return True
    assert grounds.values.span.low is not None
    return shown_at(trial, grounds.values.span.low)


def _needed(found: Found, *, some: bool) -> list[Curve]:
    """Return the fewest of the last decisive cases that give the same values."""
    kept = list(found.curves)
    for curve in found.curves:
        fewer = [each for each in kept if each is not curve]
        values = ValueSet.empty(found.values.span) if some else ValueSet.whole(found.values.span)
        for each in fewer:
            values = values.union(each.positive) if some else values.intersection(each.positive)
        if values == found.values:
            kept = fewer
    return kept


def _cases(trial: Trial, curves: Sequence[Curve]) -> Iterator[str]:
    """Tell what each decisive case says."""
    for curve in curves:
        case = "; ".join(
            f"{name} {text}" for name, text in get_task(trial.metric.task).notation(curve.outputs)[1].items()
        )
        yield (
            f"{case}: the margin {curve.text and curve.text + ' '}is "
            f"{trial.constraint.of_a_case.sign} for "
            f"{set_text(curve.positive, trial.parameter)}."
        )


def _whole(trial: Trial, parameter: Parameter) -> Region | None:
    least = max(parameter.least or 1, (parameter.above or 0) + 1)
    tried = {n: trial.at(Fraction(n)).holds for n in range(least, least + MOST_WHOLE)}
    known = {n: held for n, held in tried.items() if held is not None}
    if not known:
        return None
    demand, own = trial.constraint.demand, trial.metric.values[trial.parameter]
    return Region(
        trial.parameter,
        WholeValues(known),
        inside=isinstance(demand, SomeSize),  # a case shows what is in; elsewhere one shows what is out
        outside=isinstance(demand, OfACase),
        reach=trial.reach,
        every=isinstance(demand, OfACase),
        own=bool(known.get(int(own))),
    )


POINTS = 60
MOST_CURVES = 4
NEAR = Fraction(1, 10**9)


def picture_data(values: ValueSet, curves: Sequence[Curve]) -> dict[str, Any]:
    """Return ``curves`` as points, the ``held`` intervals (None: without end) and the bounds as ``marks``."""
    marks = [_place(bound) for bound in values.bounds]
    low, high = _window(values, marks)
    places = [low + (high - low) * (k + 0.5) / POINTS for k in range(POINTS)]
    shown = [
        [[place, height] for place in places if (height := curve.height(place)) is not None]
        for curve in curves
    ]
    held = [
        [None if end is None else _place(end) for end in (piece.low, piece.high)]
        for piece, inside in values.pieces()
        if inside
    ]
    return {
        "curves": _rounded(shown[:MOST_CURVES]),
        "held": _rounded(held),
        "marks": _rounded(marks),
        "window": _rounded([low, high]),
    }


def _place(bound: Bound) -> float:
    near = bound.narrowed(NEAR)
    return float((near.low + near.high) / 2)


def _window(values: ValueSet, marks: Sequence[float]) -> tuple[float, float]:
    """Return the values between which is drawn: the whole span where it ends, else some room around the bounds."""
    span = values.span
    low = None if span.low is None else float(span.low)
    high = None if span.high is None else float(span.high)
    reach = max([1.0, *(abs(mark - (low or 0.0)) for mark in marks)])
    low = min([0.0, *marks]) - reach if low is None else low
    return low, max([low, *marks]) + 2 * reach if high is None else high


def _rounded(values: object) -> Any:
    """Round to six digits, so that every machine writes the same."""
    if isinstance(values, list):
        return [_rounded(value) for value in values]
    return values if values is None else float(f"{values:.6g}")
