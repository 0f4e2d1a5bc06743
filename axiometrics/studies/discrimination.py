"""Discriminative power: how many pairs of systems does a metric tell apart, at which significance?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.parameters import whole
from axiometrics.studies.findings import Findings, Picture, Table, draw_curves
from axiometrics.studies.score_files import score_table
from axiometrics.studies.scores import MOST_DRAWS, ScoreTable, generator, require_level

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

    def pairs(self, names: Sequence[str]) -> list[tuple[str, str, float, float, float]]:
        """Return all pairs, the larger mean first: difference, p-value and effect size."""
        order = np.argsort(-self.means, kind="stable")
        parts = np.subtract.outer(self.means, self.means), self.p_values, self.effect_sizes
        return [
            (names[i], names[j], *(float(part[i, j]) for part in parts))
            for at, i in enumerate(order)
            for j in order[at + 1 :]
        ]

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


def discriminative_power(
    scores: object,
    *,
    metrics: Sequence[str] | None = None,
    permutations: int = 5000,
    level: float = 0.05,
    seed: int = 0,
    strict: bool = False,
    plus_one: bool = False,
) -> Findings:
    """Test all pairs of systems by every metric and compare how many of them each metric tells apart.

    The test is the randomised paired Tukey HSD test over cases. The curve of a metric is its pairs' p-values in
    descending order; its power is the share of pairs with a p-value below the level. All metrics see the same
    permutations. A table has the p-values pair by pair. Raises InputError for fewer than two systems.
    """
    table = score_table(scores, metrics=metrics)
    tests = _tests(table, level, permutations=permutations, seed=seed, strict=strict, plus_one=plus_one)
    pairs = len(table.systems) * (len(table.systems) - 1) // 2
    rows = [
        (name, test.power(level), round(test.power(level) * pairs), test.detectable(level))
        for name, test in tests.items()
    ]
    note = "*Smallest detectable*: the difference of means that is told apart, in the metric's own unit."
    words = (
        f"Randomised paired Tukey HSD of {len(table.systems)} systems ({pairs} pairs) on {len(table.cases)} cases.",
    )
    columns = ("metric", "power", "pairs told apart", "smallest detectable")
    curves = {name: test.curve() for name, test in tests.items()}
    curve_rows = tuple(zip(range(1, pairs + 1), *(map(float, each) for each in curves.values()), strict=True))
    return Findings(
        "discriminative_power",
        "Discriminative power",
        words,
        (
            Table(
                "power", f"Power at {level}", columns, tuple(sorted(rows, key=lambda row: -row[1])), (note,)
            ),
            _by_pair(table, tests),
            Table("curves", "P-values in descending order", ("pair", *curves), curve_rows),
        ),
        {"permutations": permutations, "level": level, "seed": seed, "strict": strict, "plus_one": plus_one},
        (Picture("discriminative-power", "P-values of all pairs", lambda: _curves(curves, level)),),
    )


def tukey(
    scores: object,
    *,
    metrics: Sequence[str] | None = None,
    permutations: int = 5000,
    level: float = 0.05,
    seed: int = 0,
    strict: bool = False,
    plus_one: bool = False,
) -> Findings:
    """List every pair of systems with its difference of means, p-value and effect size, by every metric.

    The test is that of ``tukey_hsd``; the effect size is the difference of means over the root of the residual
    variance of the model of case plus system effects. Raises InputError for fewer than two systems.
    """
    table = score_table(scores, metrics=metrics)
    tests = _tests(table, level, permutations=permutations, seed=seed, strict=strict, plus_one=plus_one)
    rows = [row for name, test in tests.items() for row in _pairs(table, name, test)]
    told = sum(row[4] < level for row in rows)
    words = (
        f"{told} of {len(rows)} pairs differ with p below {level}: randomised paired Tukey HSD of "
        f"{len(table.systems)} systems on {len(table.cases)} cases.",
    )
    columns = ("metric", "first", "second", "difference", "p", "effect size")
    return Findings(
        "tukey",
        "Pairs of systems",
        words,
        (Table("tukey", "Pairs", columns, tuple(rows)),),
        {"permutations": permutations, "level": level, "seed": seed, "strict": strict, "plus_one": plus_one},
    )


def _tests(table: ScoreTable, level: float, **options: Any) -> dict[str, Tukey]:
    require_level(level)
    return {name: tukey_hsd(table.matrix(name), **options) for name in table.metrics}


def _pairs(table: ScoreTable, metric: str, test: Tukey) -> list[tuple[Any, ...]]:
    """Return the pairs of one metric, the better system first, the smallest p-value first."""
    rows = [(metric, *row) for row in test.pairs(table.systems)]
    return sorted(rows, key=lambda row: (row[4], -row[3]))


def _by_pair(table: ScoreTable, tests: Mapping[str, Tukey]) -> Table:
    """Return the p-values of every pair by every metric, the system first that the first metric calls better."""
    order = np.argsort(-next(iter(tests.values())).means, kind="stable")
    rows = [
        (table.systems[i], table.systems[j], *(float(test.p_values[i, j]) for test in tests.values()))
        for at, i in enumerate(order)
        for j in order[at + 1 :]
    ]
    rows.sort(key=lambda row: sorted(row[2:]))
    title = "P-values of the pairs, the clearest first"
    return Table("pairs", title, ("first", "second", *tests), tuple(rows))


def _curves(curves: Mapping[str, Any], level: float) -> Any:
    named = {name: (np.arange(1.0, len(each) + 1), each) for name, each in curves.items()}
    return draw_curves(named, "pairs of systems, by descending p-value", "p-value", bound=level)
