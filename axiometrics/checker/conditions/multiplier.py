"""The best bound that coefficients show: one multiplier that leaves no negative coefficient, found exactly.

With a margin M/C and a score A/B (C and B positive) the score exceeds t where A - tB is positive. If some s > 0 makes
every coefficient of s M - A + t B non-negative, and the generators are, then s M >= A - t B, so that the margin is
positive wherever the score exceeds t.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

__all__ = ["Line", "least_bound"]

Line = tuple[Fraction, Fraction, Fraction]
"""The coefficients (m, a, b) of one monomial in the margin and in the score's numerator and denominator, b >= 0."""
Slope = tuple[Fraction, Fraction]
"""A line over s: its slope and its value at 0."""


def least_bound(lines: Sequence[Line]) -> tuple[Fraction, Fraction] | None:
    """Return the least t, with its s > 0, such that s m - a + t b >= 0 for every monomial; None where there is none.

    For one s the least t is the largest of the (a - s m)/b, a convex function of s, whose minimum is where a falling
    and a rising line meet.

    >>> half = Fraction(1, 2)
    >>> least_bound([(Fraction(1), Fraction(1), Fraction(1)), (Fraction(-1), Fraction(0), Fraction(1))])
    (Fraction(1, 2), Fraction(1, 2))
    """
    span = _allowed((m, a) for m, a, b in lines if b == 0)
    slopes = sorted({(-m / b, a / b) for m, a, b in lines if b})
    if span is None or not slopes:
        return None
    found = _last_lowest(slopes, *span)
    return (_value(_highest(slopes, found), found), found) if found else None


def _last_lowest(slopes: Sequence[Slope], low: Fraction, high: Fraction | None) -> Fraction | None:
    """Return the last place between two where the highest of the lines is lowest; None where it falls for ever."""
    falling = _highest(slopes, low)
    if falling[0] > 0:
        return low
    rising = slopes[-1] if high is None else _highest(slopes, high)
    if high is not None and rising[0] <= 0:
        return high
    if rising[0] < 0:
        return None
    if rising[0] == 0:  # level from the last crossing on
        return max([low + 1, *((rising[1] - line[1]) / line[0] for line in slopes if line[0] < 0)])
    while True:
        place = (rising[1] - falling[1]) / (falling[0] - rising[0])
        top = _highest(slopes, place)
        if _value(top, place) == _value(falling, place):
            return place
        falling, rising = (top, rising) if top[0] <= 0 else (falling, top)


def _allowed(free: Iterable[tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction | None] | None:
    """Return the s >= 0 with s m >= a for every pair, as an interval; None where there are none."""
    low, high = Fraction(0), None
    for m, a in free:
        if m > 0:
            low = max(low, a / m)
        elif m < 0:
            high = a / m if high is None else min(high, a / m)
        elif a > 0:
            return None
    return None if high is not None and high < low else (low, high)


def _value(line: Slope, place: Fraction) -> Fraction:
    return line[0] * place + line[1]


def _highest(slopes: Sequence[Slope], place: Fraction) -> Slope:
    return max(slopes, key=lambda line: (_value(line, place), line[0]))
