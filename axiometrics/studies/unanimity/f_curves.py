"""F_alpha of systems as a function of alpha, the weight of the first metric, where curves cross, and their picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.studies.findings import BLUE, GREY, RED, new_figure

if TYPE_CHECKING:
    from axiometrics.studies.unanimity import Pair
    from axiometrics.studies.unanimity.ratio import Unanimity

Values = NDArray[np.float64]

GRID: Values = np.linspace(0, 1, 201)
"""The values of alpha at which curves are drawn and searched for crossings."""


def f_alpha(first: Values, second: Values, alpha: float) -> Values:
    """Return 1 / (alpha / first + (1 - alpha) / second), elementwise, for scores that are not negative.

    0 where a score is 0 and 0 < alpha < 1; with alpha 1 the first score, with alpha 0 the second.

    >>> f_alpha(np.array([0.5, 1.0, 0.0]), np.array([0.5, 0.25, 1.0]), 0.5).tolist()
    [0.5, 0.4, 0.0]
    """
    if not 0 <= alpha <= 1:
        raise InputError(f"alpha={alpha} is not possible; give a weight of the first metric in [0, 1]")
    if alpha in (0, 1):
        return np.asarray(first if alpha else second, dtype=np.float64)
    below = alpha * second + (1 - alpha) * first
    found = np.zeros_like(below)
    np.divide(first * second, below, out=found, where=below > 0)
    return found


def harmonic(scores: Values) -> Values:
    """Return the harmonic mean over the first axis; 0 where one of the scores is 0."""
    with np.errstate(divide="ignore"):
        return np.asarray(len(scores) / np.sum(1 / scores, axis=0))


def curves(
    first: Values, second: Values, alphas: Sequence[float] | Values = GRID, *, pooled: bool = False
) -> Values:
    """Return the curve of each system, shape (systems, alphas), from scores of shape (systems, cases).

    The macro curve is the mean over cases of F_alpha; the pooled curve is F_alpha of the mean scores.
    """
    if pooled:
        one, other = first.mean(axis=1), second.mean(axis=1)
        return np.stack([f_alpha(one, other, float(alpha)) for alpha in alphas], axis=1)
    return np.stack([f_alpha(first, second, float(alpha)).mean(axis=1) for alpha in alphas], axis=1)


def point_crossing(one: tuple[float, float], other: tuple[float, float]) -> float | None:
    """Return the alpha in (0, 1) at which two points have the same F, None where there is none or every alpha is one.

    With d1 and d2 the differences of the reciprocals of the first and second scores it is d2 / (d2 - d1): it exists
    exactly when each point is strictly better on one metric and no score is 0.

    >>> point_crossing((0.5, 0.25), (0.25, 0.5))
    0.5
    """
    if min(*one, *other) <= 0:
        return None
    first, second = (1 / mine - 1 / theirs for mine, theirs in zip(one, other, strict=True))
    return second / (second - first) if first * second < 0 else None


def crossings(
    one: tuple[Values, Values], other: tuple[Values, Values], difference: Values, *, pooled: bool = False
) -> tuple[float, ...]:
    """Return where the curves of two systems cross in (0, 1); macro curves may cross more than once.

    ``difference`` are the curves' differences on GRID. Crossings are found between neighbouring grid points whose
    differences have opposite signs, and refined by halving; two crossings between neighbours are not seen.
    """
    if pooled:
        at = point_crossing(_means(one), _means(other))
        return () if at is None else (at,)
    inner = np.arange(1, len(GRID) - 1)
    signs = np.sign(difference[inner])
    places = inner[signs != 0]
    turns = np.flatnonzero(np.diff(np.sign(difference[places])))
    return tuple(_refined(one, other, GRID[places[turn]], GRID[places[turn + 1]]) for turn in turns)


def _means(scores: tuple[Values, Values]) -> tuple[float, float]:
    return float(scores[0].mean()), float(scores[1].mean())


def _refined(one: tuple[Values, Values], other: tuple[Values, Values], low: float, high: float) -> float:
    def above(alpha: float) -> bool:
        return float(f_alpha(*one, alpha).mean()) > float(f_alpha(*other, alpha).mean())

    start = above(low)
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if above(middle) == start else (low, middle)
    return float((low + high) / 2)


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


def drawn(found: Unanimity, pairs: Sequence[Pair]) -> Any:
    """Draw F over alpha for pairs of systems, with the alphas at which the curves cross."""
    columns = min(3, len(pairs))
    rows = -(-len(pairs) // columns)
    figure, axes = new_figure(3.1 * columns, 2.7 * rows, rows, columns)
    first, second = found.table.oriented
    grid = curves(first, second, GRID, pooled=found.settings.pooled)
    inner = slice(1, -1)
    panels = np.atleast_1d(axes).ravel()
    for panel in panels[len(pairs) :]:
        panel.set_axis_off()
    for panel, pair in zip(panels, pairs, strict=False):
        for name, colour in ((pair.first, BLUE), (pair.second, GREY)):
            place = found.table.systems.index(name)
            panel.plot(GRID[inner], grid[place, inner], color=colour, label=name)
        for alpha in pair.crossings:
            panel.axvline(alpha, color=RED, linewidth=0.8, linestyle=":")
        panel.set_title(f"ratio {pair.ratio:.2f}", fontsize=9)
        panel.set_xlabel(f"alpha, the weight of {found.table.metrics[0]}", fontsize=7)
        panel.legend(fontsize=6, frameon=False)
    return figure
