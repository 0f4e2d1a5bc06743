"""Whether one system's macro F is higher than another's for every alpha: a certificate, not a grid.

Every F_alpha is convex in alpha. On an interval the better curve lies above its tangent at the middle, and the other
below its chord: where the tangent is above the chord at both ends, it is above everywhere between. Else the interval is
halved. At an end where the curves meet, slopes decide: the better curve's slope is at least that at the interval's left
end, the other's at most that at its right end.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum

import numpy as np
from numpy.typing import NDArray

__all__ = ["higher_for_every_alpha"]

Values = NDArray[np.float64]

_DEPTH = 40
_ROUNDING = 1e-13


def higher_for_every_alpha(one: tuple[Values, Values], other: tuple[Values, Values]) -> bool | None:
    """Return whether the first system's macro F is nowhere lower on [0, 1] and higher on (0, 1).

    Systems are given by their scores on the two metrics, one per case, none negative. Sums that differ by no more
    than 1e-13 of their size are equal, as sums of the same decimals in another order are. None where neither a
    certificate nor a counterexample was found: curves that almost touch.

    >>> better = np.array([0.5, 0.75]), np.array([0.5, 0.5])
    >>> worse = np.array([0.5, 0.5]), np.array([0.5, 0.25])
    >>> higher_for_every_alpha(better, worse), higher_for_every_alpha(worse, better)
    (True, False)
    """
    if any(_lower(mine, theirs) for mine, theirs in zip(one, other, strict=True)):
        return False
    up, down = _Curve.of(*one), _Curve.of(*other)
    if not len(up.level):
        return False
    return _decided(up, down)


def _lower(mine: Values, theirs: Values) -> bool:
    """Whether a metric's mean is lower: the end of the curve at which only this metric counts."""
    return fsum([*mine, *(-theirs)]) < -_ROUNDING * fsum([*mine, *theirs])


@dataclass(frozen=True)
class _Curve:
    """A sum of 1 / (slope alpha + level): the cases whose scores are both positive; the others add 0 on (0, 1)."""

    slope: Values
    level: Values

    @classmethod
    def of(cls, first: Values, second: Values) -> _Curve:
        kept = (first > 0) & (second > 0)
        first, second = first[kept], second[kept]
        return cls(1 / first - 1 / second, 1 / second)

    def value(self, alpha: float) -> float:
        return float((1 / (self.slope * alpha + self.level)).sum())

    def rise(self, alpha: float) -> float:
        return float((-self.slope / (self.slope * alpha + self.level) ** 2).sum())


def _decided(up: _Curve, down: _Curve) -> bool | None:
    margin = _ROUNDING * (1 + up.value(0) + up.value(1) + down.value(0) + down.value(1))
    if _sign(up, down, 0.0, margin) < 0 or _sign(up, down, 1.0, margin) < 0:
        return False
    waiting = [(0.0, 1.0, 0)]
    while waiting:
        low, high, depth = waiting.pop()
        if _certified(up, down, low, high, margin):
            continue
        middle = (low + high) / 2
        if _sign(up, down, middle, margin) <= 0:
            return False
        if depth == _DEPTH:
            return None
        waiting += [(low, middle, depth + 1), (middle, high, depth + 1)]
    return True


def _certified(up: _Curve, down: _Curve, low: float, high: float, margin: float) -> bool:
    """Whether the difference is certainly positive inside the interval; its ends are known not to be negative."""
    middle = (low + high) / 2
    value, rise = up.value(middle), up.rise(middle)
    ends = (value + rise * (at - middle) - down.value(at) for at in (low, high))
    if min(ends) > margin * (1 + abs(rise) * (high - low)):
        return True
    if low == 0:
        return _above(up.rise(low), down.rise(high), margin)
    return high == 1 and _above(down.rise(low), up.rise(high), margin)


def _above(one: float, other: float, margin: float) -> bool:
    return one - other > margin * (1 + abs(one) + abs(other))


def _sign(up: _Curve, down: _Curve, alpha: float, margin: float) -> int:
    difference = up.value(alpha) - down.value(alpha)
    return 0 if abs(difference) <= margin else 1 if difference > 0 else -1
