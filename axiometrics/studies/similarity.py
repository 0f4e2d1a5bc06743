"""Ranking similarity: do two metrics put the systems in the same order?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from axiometrics.errors import InputError
from axiometrics.studies.agreement import kendall_tau
from axiometrics.studies.findings import Findings, Picture
from axiometrics.studies.given import score_table
from axiometrics.studies.tables import Table

__all__ = ["similarity"]


def similarity(scores: Any, *, metrics: Sequence[str] | None = None) -> Findings:
    """Correlate the rankings of the systems' means by every pair of metrics: Kendall's tau, and tau-b for ties.

    Errors are negated, so that 1 always means the same order from best to worst. Raises InputError for fewer than
    two systems.
    """
    table = score_table(scores, metrics=metrics)
    if len(table.systems) < 2:
        raise InputError(f"there is only one system ({table.systems[0]}); give at least two to rank")
    means = table.oriented.mean(axis=2)
    names = table.metrics
    taus = [[kendall_tau(one, other) for other in means] for one in means]
    rows = tuple((name, *row) for name, row in zip(names, taus, strict=True))
    pairs = sorted(_pairs(names, means), key=lambda row: -(row[2] or 0))
    words = (
        f"{len(names)} metrics rank {len(table.systems)} systems by their means over {len(table.cases)} cases.",
    )
    matrix = np.array(taus, dtype=np.float64)
    return Findings(
        "similarity",
        "Ranking similarity between metrics",
        words,
        (
            Table("pairs", "Pairs of metrics", ("metric", "other", "tau", "tau-b"), tuple(pairs)),
            Table("matrix", "Kendall's tau", ("metric", *names), rows, (_TIES,)),
        ),
        pictures=(Picture("similarity", "Kendall's tau", lambda: _matrix(names, matrix)),),
    )


_TIES = "A metric's tau with itself is below 1 where it ties systems."


def _pairs(names: Sequence[str], means: Any) -> list[tuple[Any, ...]]:
    return [
        (names[i], names[j], kendall_tau(means[i], means[j]), kendall_tau(means[i], means[j], ties="b"))
        for i in range(len(names))
        for j in range(i + 1, len(names))
    ]


def _matrix(names: Sequence[str], values: Any) -> Any:
    from axiometrics.studies.plotting import draw_matrix

    return draw_matrix(names, values, "Kendall's tau")
