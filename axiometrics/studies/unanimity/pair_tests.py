"""Tests of a pair of systems: bootstrap intervals, a sign test of the ratio, Wilcoxon's per metric, a normal law."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.parameters import whole
from axiometrics.studies.scores import MOST_DRAWS, generator


@cache
def sign_test(better: int, worse: int) -> Fraction:
    """Return the exact two-sided p-value of a ratio when the two systems are exchangeable within every case.

    Exchanging the outputs of equal or biased cases changes nothing, so that only the cases better and worse move:
    the number better of ``better + worse`` is binomial with probability 1/2. Range (0, 1].

    >>> sign_test(6, 0), sign_test(3, 3)
    (Fraction(1, 32), Fraction(1, 1))
    """
    total = better + worse
    tail = sum(comb(total, count) for count in range(max(better, worse), total + 1))
    return min(Fraction(1), Fraction(2 * tail, 2**total))


def sign_tests(better: NDArray[np.int64], worse: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the p-value of every pair of counts."""
    found = [float(sign_test(int(up), int(down))) for up, down in zip(better.flat, worse.flat, strict=True)]
    return np.array(found).reshape(better.shape)


def adjusted(p_values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return Holm's adjusted p-values: those below a level keep the chance of any false one below it.

    >>> adjusted(np.array([0.01, 0.04, 0.03])).round(12).tolist()
    [0.03, 0.06, 0.06]
    """
    order = np.argsort(p_values, kind="stable")
    steps = p_values[order] * np.arange(len(p_values), 0, -1)
    found = np.empty_like(p_values)
    found[order] = np.minimum(np.maximum.accumulate(steps), 1.0) if len(steps) else steps
    return found


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


Values = NDArray[np.float64]

EXACT_UP_TO = 50
"""The number of non-zero differences up to which the distribution is enumerated; beyond it is taken as normal."""


def signed_rank_tests(differences: Values) -> tuple[Values, NDArray[np.int64]]:
    """Return the two-sided p-value of each row, and its direction: the sign of the positive minus the negative ranks.

    Zero differences are dropped, ties have midranks, and differences are rounded to 12 digits of the largest. Under
    the null each is as likely to have the other sign: exact for up to 50 that are not zero; beyond, normal with the
    variance of the ranks that occur and no correction for continuity. 1 where nothing differs.

    >>> signed_rank_tests(np.array([[1.0] * 8 + [-1.0] * 2]))
    (array([0.109375]), array([1]))
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


def parametric_ratios(oriented: Values) -> Values:
    """Return P(both differences >= 0) - P(both <= 0) of all pairs, for normal laws with the moments of the differences.

    Scores have the shape (2, systems, cases). It equals Phi(m1 / s1) + Phi(m2 / s2) - 1: the correlation cancels. A
    metric whose differences do not vary is an atom at its mean. NaN with fewer than two cases.

    >>> float(parametric_ratios(np.array([[[1.0, 3.0], [0, 0]], [[-1.0, 1.0], [0, 0]]])).round(5)[0, 1])
    0.42135
    """
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
    return (np.where(constant, means >= 0, above), np.where(constant, means <= 0, 1 - above))


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
