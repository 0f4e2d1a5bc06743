"""F_alpha of systems as a function of alpha, the weight of the first metric, and where two curves cross."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError

__all__ = ["GRID", "crossings", "curves", "f_alpha", "harmonic", "point_crossing"]

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
