"""What a plot of a region shows: the margins of the decisive cases at some values, and the values that are in."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from axiometrics.checker.regions.bounds import Bound
from axiometrics.checker.regions.curves import Curve
from axiometrics.checker.regions.sets import ValueSet

__all__ = ["drawn"]

POINTS = 60
MOST_CURVES = 4
NEAR = Fraction(1, 10**9)


def drawn(values: ValueSet, curves: Sequence[Curve]) -> dict[str, Any]:
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


def _rounded(values: Any) -> Any:
    """Round to six digits, so that every machine writes the same."""
    if isinstance(values, list):
        return [_rounded(value) for value in values]
    return values if values is None else float(f"{values:.6g}")
