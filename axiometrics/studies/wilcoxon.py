"""Wilcoxon's signed-rank test per metric, and the class of a pair: concordant, opposite or none."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

__all__ = ["classes", "exact_signed_rank", "signed_rank_tests"]

Values = NDArray[np.float64]

EXACT_UP_TO = 50
"""The number of non-zero differences up to which the distribution is enumerated; beyond it is taken as normal."""


def exact_signed_rank(differences: Values) -> Fraction:
    """Return the exact two-sided p-value of the signed-rank test; zero differences are dropped, ties have midranks.

    Under the null each difference is as likely to have the other sign; all signs are enumerated, through the
    distribution of the rank sum. 1 where nothing differs. Differences are rounded to 12 digits of the largest.

    >>> exact_signed_rank(np.array([1.0] * 8 + [-1.0] * 2))
    Fraction(7, 64)
    """
    statistic, ranks, _ = _doubled(differences[None, :])
    return _exact(int(statistic[0]), tuple(sorted(ranks[0][ranks[0] > 0].tolist())))


def signed_rank_tests(differences: Values) -> tuple[Values, NDArray[np.int64]]:
    """Return the two-sided p-value of each row, and its direction: the sign of the positive minus the negative ranks.

    Exact for up to 50 differences that are not zero, also with ties; beyond, normal with the variance of the ranks
    that occur and no correction for continuity.
    """
    statistic, ranks, counts = _doubled(differences)
    direction = np.sign(2 * statistic - ranks.sum(axis=1)).astype(np.int64)
    found = np.ones(len(differences))
    for row in range(len(differences)):
        if counts[row] > EXACT_UP_TO:
            found[row] = _normal(statistic[row], ranks[row])
        elif counts[row]:
            kept = tuple(sorted(ranks[row][ranks[row] > 0].tolist()))
            found[row] = float(_exact(int(statistic[row]), kept))
    return found, direction


def classes(
    oriented: Values, first: NDArray[np.intp], second: NDArray[np.intp], *, level: float = 0.05
) -> NDArray[np.int64]:
    """Return the class of each pair: 1 concordant towards the first, -1 towards the second, 0 none, 2 opposite.

    A metric is significant where its signed-rank test over cases has p < level. *Concordant*: some metric is
    significantly better and none worse; *opposite*: some better and some worse; *none*: no metric is significant.
    """
    up = np.zeros(len(first), dtype=bool)
    down = np.zeros(len(first), dtype=bool)
    for values in oriented:
        p_values, direction = signed_rank_tests(values[first] - values[second])
        up |= (p_values < level) & (direction > 0)
        down |= (p_values < level) & (direction < 0)
    return np.where(up & down, 2, up.astype(np.int64) - down.astype(np.int64))


def _doubled(differences: Values) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return twice the positive rank sum, twice the midranks (0 for zero differences), and how many are not zero."""
    from scipy.stats import rankdata

    differences = _settled(differences)
    zeros = (differences == 0).sum(axis=1)
    ranks = np.rint(2 * rankdata(np.abs(differences), axis=1)).astype(np.int64) - 2 * zeros[:, None]
    ranks[differences == 0] = 0
    return (ranks * (differences > 0)).sum(axis=1), ranks, differences.shape[1] - zeros


def _settled(differences: Values) -> Values:
    """Round to 12 digits of the largest difference: 0.3 - 0.2 and 0.2 - 0.1 are the same size, but not as floats."""
    largest = float(np.abs(differences).max(initial=0.0))
    return differences.round(12 - int(np.ceil(np.log10(largest)))) if largest else differences


@lru_cache(maxsize=4096)
def _exact(statistic: int, ranks: tuple[int, ...]) -> Fraction:
    counts = _distribution(ranks)
    total = len(counts) - 1
    tail = int(counts[max(statistic, total - statistic) :].sum())
    return min(Fraction(1), Fraction(2 * tail, 2 ** len(ranks)))


@lru_cache(maxsize=64)
def _distribution(ranks: tuple[int, ...]) -> NDArray[np.int64]:
    """Count the choices of signs by the sum of the positive ranks; at most 2^50 of them."""
    counts = np.zeros(sum(ranks) + 1, dtype=np.int64 if len(ranks) <= EXACT_UP_TO else object)
    counts[0] = 1
    for rank in ranks:
        counts[rank:] = counts[rank:] + counts[:-rank]
    return counts


def _normal(statistic: np.int64, ranks: NDArray[np.int64]) -> float:
    from scipy.special import ndtr

    distance = abs(2 * int(statistic) - int(ranks.sum()))
    return float(2 * ndtr(-distance / np.sqrt((ranks.astype(np.float64) ** 2).sum())))
