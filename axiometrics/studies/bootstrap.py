"""Bootstrap intervals of the Unanimous Improvement Ratio, for all pairs at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.parameters import whole
from axiometrics.studies.chance import MOST_DRAWS, generator

__all__ = ["bootstrap_intervals", "pair_signs"]

_BLOCK = 4096


def pair_signs(
    oriented: NDArray[np.float64], first: NDArray[np.intp], second: NDArray[np.intp]
) -> NDArray[np.int8]:
    """Return, for pairs of systems, the sign of each case: 1 better, -1 worse, 0 equal or biased."""
    one, other = oriented[:, first], oriented[:, second]
    up, down = (one >= other).all(axis=0), (other >= one).all(axis=0)
    return np.asarray(up.astype(np.int8) - down.astype(np.int8))


def bootstrap_intervals(
    oriented: NDArray[np.float64],
    first: NDArray[np.intp],
    second: NDArray[np.intp],
    *,
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 0,
) -> NDArray[np.float64]:
    """Return the percentile interval of each pair's ratio, shape (pairs, 2), over resamples of the cases.

    Every pair sees the same resamples. A bound is the smallest value whose share of resamples at or below it reaches
    the level. A pair that is unanimous in every case has the interval [1, 1]: no resample differs.
    Raises InputError for fewer than one resample or a confidence outside (0, 1).
    """
    whole("resamples", resamples, 1, MOST_DRAWS)
    if not 0 < confidence < 1:
        raise InputError(f"confidence={confidence} is not possible; give a number in (0, 1)")
    cases = oriented.shape[2]
    weights = generator(seed).multinomial(cases, np.full(cases, 1 / cases), size=resamples)
    drawn = weights.astype(np.float32)
    found = np.empty((len(first), 2))
    for start in range(0, len(first), _BLOCK):
        block = slice(start, start + _BLOCK)
        nets = pair_signs(oriented, first[block], second[block]).astype(np.float32) @ drawn.T
        found[block] = _quantiles(nets, confidence) / cases
    return found


def _quantiles(nets: NDArray[np.float32], confidence: float) -> NDArray[np.float64]:
    resamples = nets.shape[1]
    tail = (1 - confidence) / 2
    places = [max(0, int(np.ceil(level * resamples - 1e-9)) - 1) for level in (tail, 1 - tail)]
    ordered = np.partition(nets, places, axis=1)
    return ordered[:, places].astype(np.float64)
