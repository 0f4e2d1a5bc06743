"""Ranking consistency: does a metric rank the systems alike on two disjoint sets of cases?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.parameters import whole
from axiometrics.studies.discrimination import Tukey, tukey_hsd
from axiometrics.studies.findings import Findings, Picture, Table
from axiometrics.studies.plotting import draw_strips
from axiometrics.studies.score_files import score_table
from axiometrics.studies.scores import MOST_DRAWS, ScoreTable, generator, require_level
from axiometrics.studies.similarity import orders

__all__ = ["consistency", "split_taus"]

_BLOCK_CELLS = 4_000_000


def consistency(
    scores: Any,
    *,
    metrics: Sequence[str] | None = None,
    trials: int = 1000,
    split: int | None = None,
    permutations: int = 5000,
    level: float = 0.05,
    seed: int = 0,
) -> Findings:
    """Split the cases at random, rank the systems on both parts by every metric, and correlate the two rankings.

    Each trial uses one split for all metrics: halves (the smaller one first), or two disjoint sets of ``split``
    cases. A metric's consistency is its mean Kendall's tau over trials; metrics are compared by the randomised Tukey
    HSD test whose blocks are the trials. Raises InputError for fewer than two systems, or cases that cannot be split.
    """
    require_level(level)
    table = score_table(scores, metrics=metrics)
    taus = split_taus(table, trials=trials, split=split, seed=seed)
    test = tukey_hsd(taus, permutations=permutations, seed=seed) if len(table.metrics) > 1 else None
    order = np.argsort(-taus.mean(axis=0), kind="stable")
    names = [table.metrics[place] for place in order]
    rows = tuple(_row(table.metrics, taus, test, int(place), order, level) for place in order)
    note = (
        "*Outperforms*: the metrics whose mean is lower with p below the level. Effect size: the difference from the "
        "best mean over the residual standard deviation."
    )
    size = split or len(table.cases) // 2
    words = (
        f"{trials} random splits of {len(table.cases)} cases, {size} against {split or len(table.cases) - size}, "
        f"{len(table.systems)} systems.",
    )
    return Findings(
        "consistency",
        "Ranking consistency over random splits",
        words,
        (
            Table("consistency", "Consistency", _COLUMNS, rows, (note,)),
            *_p_values(table.metrics, test, order),
        ),
        {"trials": trials, "permutations": permutations, "level": level, "seed": seed},
        (Picture("consistency", "Tau over trials", lambda: _strips(names, taus[:, order])),),
    )


_COLUMNS = ("metric", "mean tau", "standard deviation", "effect size from best", "outperforms")


def split_taus(
    table: ScoreTable, *, trials: int = 1000, split: int | None = None, seed: int = 0
) -> NDArray[np.float64]:
    """Return Kendall's tau between the rankings on the two parts, shape (trials, metrics)."""
    whole("trials", trials, 1, MOST_DRAWS)
    cases, size = len(table.cases), split or len(table.cases) // 2
    if len(table.systems) < 2 or size < 1 or 2 * size > cases:
        raise InputError(
            f"{len(table.systems)} systems, {cases} cases, parts of {split or 'half the cases'}: "
            "give at least two systems, and twice as many cases as a part has"
        )
    draws = generator(seed).random((trials, cases)).argsort(axis=1)
    one, other = (np.zeros((trials, cases)) for _ in range(2))
    np.put_along_axis(one, draws[:, :size], 1, axis=1)
    np.put_along_axis(other, draws[:, size : 2 * size if split else cases], 1, axis=1)
    return np.stack([_taus(values.T, one, other) for values in table.oriented], axis=1)


def _taus(
    scores: NDArray[np.float64], one: NDArray[np.float64], other: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the tau of every trial for one metric; scores have the shape (cases, systems)."""
    systems = scores.shape[1]
    step = max(1, _BLOCK_CELLS // (systems * systems))
    found = []
    for start in range(0, len(one), step):
        parts = [part[start : start + step] for part in (one, other)]
        signs = [orders(part @ scores / part.sum(axis=1, keepdims=True)) for part in parts]
        found.append((signs[0] * signs[1]).mean(axis=1, dtype=np.float64))
    return np.concatenate(found)


def _row(
    names: Sequence[str], taus: Any, test: Tukey | None, place: int, order: Any, level: float
) -> tuple[Any, ...]:
    means = taus.mean(axis=0)
    spread = float(taus[:, place].std(ddof=1)) if len(taus) > 1 else None
    if test is None:
        return names[place], float(means[place]), spread, None, ()
    beaten = [other for other in order if means[other] < means[place] and test.p_values[place, other] < level]
    return (
        names[place],
        float(means[place]),
        spread,
        float(test.effect_sizes[order[0], place]),
        tuple(names[other] for other in beaten),
    )


def _p_values(names: Sequence[str], test: Tukey | None, order: Any) -> tuple[Table, ...]:
    if test is None:
        return ()
    rows = tuple(
        (
            names[i],
            names[j],
            float(test.means[i] - test.means[j]),
            float(test.p_values[i, j]),
            float(test.effect_sizes[i, j]),
        )
        for at, i in enumerate(order)
        for j in order[at + 1 :]
    )
    columns = ("metric", "other", "difference", "p", "effect size")
    return (Table("pairs", "Pairs of metrics, randomised Tukey HSD", columns, rows),)


def _strips(names: Sequence[str], taus: Any) -> Any:
    return draw_strips(names, taus, "Kendall's tau between the two parts")
