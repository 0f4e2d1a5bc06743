"""The parametric Unanimous Improvement Ratio: the differences on two metrics as a bivariate normal."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["parametric_ratio", "parametric_ratios"]

Values = NDArray[np.float64]


def parametric_ratio(first: Values, second: Values) -> float:
    """Return P(both differences >= 0) - P(both <= 0) for a normal law with the sample's moments.

    It equals Phi(m1 / s1) + Phi(m2 / s2) - 1: the correlation cancels. A metric whose differences do not vary is an
    atom at its mean. NaN with fewer than two cases.

    >>> round(parametric_ratio(np.array([1.0, 3.0]), np.array([-1.0, 1.0])), 5)
    0.42135
    """
    table = np.stack([np.stack([first, np.zeros_like(first)]), np.stack([second, np.zeros_like(second)])])
    return float(parametric_ratios(table)[0, 1])


def parametric_ratios(oriented: Values) -> Values:
    """Return the matrix of parametric ratios of all pairs from scores of shape (2, systems, cases)."""
    metrics, systems, cases = oriented.shape
    if metrics != 2 or cases < 2:
        return np.full((systems, systems), np.nan)
    up, down = zip(*(_tails(values) for values in oriented), strict=True)
    atoms = [_atoms(values) for values in oriented]
    smooth = up[0] + up[1] - 1
    constant = up[0] * up[1] - down[0] * down[1]
    return np.asarray(np.where(atoms[0] | atoms[1], constant, smooth))


def _tails(values: Values) -> tuple[Values, Values]:
    """Return P(difference >= 0) and P(difference <= 0) of every pair under the normal law, an atom included."""
    from scipy.special import ndtr

    means, spread = _moments(values)
    with np.errstate(divide="ignore", invalid="ignore"):
        above = ndtr(means / spread)
    constant = spread == 0
    return (
        np.where(constant, means >= 0, above),
        np.where(constant, means <= 0, 1 - above),
    )


def _atoms(values: Values) -> NDArray[np.bool_]:
    return np.asarray(_moments(values)[1] == 0)


def _moments(values: Values) -> tuple[Values, Values]:
    """Return mean and standard deviation (over cases - 1) of the differences of all pairs, system by system."""
    systems, cases = values.shape
    means, spread = np.empty((systems, systems)), np.empty((systems, systems))
    for row in range(systems):
        differences = values[row] - values
        constant = (differences == differences[:, :1]).all(axis=1)
        means[row] = np.where(constant, differences[:, 0], differences.mean(axis=1))
        spread[row] = np.where(constant, 0.0, differences.std(axis=1, ddof=1) if cases > 1 else np.nan)
    return means, spread
