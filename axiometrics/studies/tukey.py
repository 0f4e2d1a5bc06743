"""The randomised paired Tukey HSD test, and effect sizes from the residuals of the two-way model."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.parameters import whole
from axiometrics.studies.chance import MOST_DRAWS, generator

__all__ = ["Tukey", "residual_variance", "tukey_hsd"]

Values = NDArray[np.float64]

_NOISE = 1e-9


@dataclass(frozen=True, eq=False)
class Tukey:
    """P-values and effect sizes of all pairs of columns; ``ranges`` are the sorted ranges of the permuted means."""

    means: Values
    p_values: Values
    effect_sizes: Values
    ranges: Values

    def curve(self) -> Values:
        """Return the p-values of all pairs, each once, in descending order."""
        return np.sort(self.p_values[np.triu_indices(len(self.means), 1)])[::-1]

    def power(self, level: float = 0.05) -> float:
        """Return the share of pairs with a p-value below the level."""
        found = self.curve()
        return float((found < level).mean()) if len(found) else 0.0

    def detectable(self, level: float = 0.05) -> float:
        """Return about the smallest difference of means that has a p-value below the level."""
        place = int(np.ceil((1 - level) * len(self.ranges)))
        return float(self.ranges[min(place, len(self.ranges) - 1)])


def tukey_hsd(
    scores: Values, *, permutations: int = 5000, seed: int = 0, strict: bool = False, plus_one: bool = False
) -> Tukey:
    """Test all pairs of columns at once; ``scores`` has one row per block (case, trial), one column per system.

    Each permutation shuffles every row on its own and notes the range of the column means; the p-value of a pair is
    the share of permutations with a range of at least the pair's difference of means (``strict``: of more than it;
    ``plus_one``: with the observed table counted among them, (count + 1) / (permutations + 1)). Ranges that differ
    from the difference by rounding only count as equal. Raises InputError for fewer than two columns, no rows or no
    permutations.
    """
    rows, columns = scores.shape
    whole("permutations", permutations, 1, MOST_DRAWS)
    if columns < 2 or rows < 1:
        raise InputError(f"{columns} systems and {rows} cases: give at least 2 and 1")
    means = scores.mean(axis=0)
    ranges = np.sort(_ranges(scores, permutations, seed))
    noise = _NOISE * max(float(np.abs(scores).max()), 1e-300)
    differences = np.abs(means[:, None] - means[None, :])
    below = np.searchsorted(ranges, differences + noise if strict else differences - noise, "left")
    counts = permutations - below
    p_values = (counts + 1) / (permutations + 1) if plus_one else counts / permutations
    np.fill_diagonal(p_values, 1.0)
    variance = residual_variance(scores)
    with np.errstate(divide="ignore", invalid="ignore"):
        sizes = (means[:, None] - means[None, :]) / np.sqrt(variance)
    return Tukey(means, p_values, sizes, ranges)


def residual_variance(scores: Values) -> float:
    """Return the residual variance of the model of row plus column effects; NaN with one row or one column.

    >>> table = np.array([[95, 90, 80], [90, 92, 70], [99, 85, 78], [97, 93, 84], [94, 95, 73]]) / 100
    >>> round(residual_variance(table), 12) == round(109 / 60000, 12)
    True
    """
    rows, columns = scores.shape
    if rows < 2 or columns < 2:
        return float("nan")
    rest = scores - scores.mean(axis=1, keepdims=True) - scores.mean(axis=0) + scores.mean()
    return float((rest**2).sum() / ((rows - 1) * (columns - 1)))


def _ranges(scores: Values, permutations: int, seed: int) -> Values:
    """Return max minus min of the column means of each permutation."""
    random = generator(seed)
    sums = np.zeros((permutations, scores.shape[1]))
    for row in scores:
        sums += row[random.random(sums.shape, dtype=np.float32).argsort(axis=1)]
    return np.asarray((sums.max(axis=1) - sums.min(axis=1)) / len(scores))
