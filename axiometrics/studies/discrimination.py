"""Discriminative power: how many pairs of systems does a metric tell apart, at which significance?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from axiometrics.studies.chance import require_level
from axiometrics.studies.findings import Findings, Picture
from axiometrics.studies.given import score_table
from axiometrics.studies.scores import ScoreTable
from axiometrics.studies.tables import Table
from axiometrics.studies.tukey import Tukey, tukey_hsd

__all__ = ["discriminative_power", "tukey"]


def discriminative_power(
    scores: Any,
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
    permutations. Raises InputError for fewer than two systems.
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
            Table("curves", "P-values in descending order", ("pair", *curves), curve_rows),
        ),
        {"permutations": permutations, "level": level, "seed": seed, "strict": strict, "plus_one": plus_one},
        (Picture("discriminative-power", "P-values of all pairs", lambda: _curves(curves, level)),),
    )


def tukey(
    scores: Any,
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
    order = np.argsort(-test.means, kind="stable")
    rows = [
        (metric, table.systems[i], table.systems[j], float(test.means[i] - test.means[j]), float(test.p_values[i, j]),
         float(test.effect_sizes[i, j]))
        for at, i in enumerate(order)
        for j in order[at + 1 :]
    ]  # fmt: skip
    return sorted(rows, key=lambda row: (row[4], -row[3]))


def _curves(curves: Mapping[str, Any], level: float) -> Any:
    from axiometrics.studies.plotting import draw_curves

    named = {name: (np.arange(1.0, len(each) + 1), each) for name, each in curves.items()}
    return draw_curves(named, "pairs of systems, by descending p-value", "p-value", bound=level)
