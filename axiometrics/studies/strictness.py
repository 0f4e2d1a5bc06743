"""Strictness and robustness of metrics: does a high score vouch for high scores, and do cases agree?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError, UnknownKeyError, nearest
from axiometrics.studies.findings import Findings, Table
from axiometrics.studies.score_files import score_table
from axiometrics.studies.scores import ScoreTable
from axiometrics.studies.similarity import spearman_matrix

TIES = ("mid", "min")


def strictness(
    scores: object,
    *,
    metrics: Sequence[str] | None = None,
    standards: Sequence[str] | None = None,
    ties: str = "mid",
    top: int = 1,
) -> Findings:
    """Measure for every metric how far above its rank by another metric it ever ranks an output.

    All outputs (a system on a case) are ranked together by each metric, the best highest. Strictness is minus the
    largest lead of an output's rank over its rank by one of the ``standards`` (default: all metrics), as a share of
    the outputs: range (-1, 0], 0 best. ``top`` averages the largest leads instead of taking one. Ties get their mean
    rank (``mid``) or their lowest (``min``, by which a metric that always ties is the strictest of all). Raises
    UnknownKeyError for standards without scores.
    """
    table = score_table(scores, metrics=metrics)
    chosen = tuple(standards or table.metrics)
    for name in chosen:
        if name not in table.metrics:
            raise UnknownKeyError(f"there are no scores of metric {name!r}; {nearest(name, table.metrics)}")
    rows = sorted(
        (_strict_row(table, name, chosen, ties, top) for name in table.metrics), key=lambda row: -row[1]
    )
    words = (
        f"{len(table.systems) * len(table.cases)} outputs ({len(table.systems)} systems on {len(table.cases)} cases) "
        f"ranked together; standards: {', '.join(chosen)}.",
    )
    columns = (
        "metric",
        "strictness",
        "system",
        "case",
        "share of outputs below",
        "by the standard",
        "share below there",
    )
    note = "The output named is the one that a metric ranks farthest above a standard's rank."
    return Findings(
        "strictness",
        "Strictness",
        words,
        (Table("strictness", "Strictness", columns, tuple(rows), (note,)),),
        {"ties": ties, "top": top},
    )


def strictness_of(
    table: ScoreTable, metric: str, standards: Sequence[str], *, ties: str = "mid", top: int = 1
) -> float:
    """Return the strictness of one metric.

    >>> table = ScoreTable(("a", "b"), ("1",), ("m", "n"), np.array([[[0.9], [0.1]], [[0.2], [0.8]]]))
    >>> strictness_of(table, "m", ["n"])
    -0.5
    """
    leads = _leads(table, metric, standards, ties)
    if not 1 <= top <= leads.size:
        raise InputError(f"top={top} is not possible; give 1 to {leads.size}")
    largest = np.sort(leads.ravel())[-top:]
    return 0.0 - float(largest.mean()) / int(leads.shape[1])


def robustness(scores: object, *, metrics: Sequence[str] | None = None) -> Findings:
    """Measure for every metric how alike the cases rank the systems: the mean Spearman correlation over pairs of cases.

    Cases on which all systems tie are left out and counted. Range [-1, 1]; no value where fewer than two are left.
    """
    table = score_table(scores, metrics=metrics)
    rows = []
    for name in table.metrics:
        value, used = robustness_of(table, name)
        rows.append((name, value, used, len(table.cases) - used))
    columns = ("metric", "robustness", "cases used", "constant cases")
    words = (f"{len(table.systems)} systems on {len(table.cases)} cases; ties have midranks.",)
    ordered = tuple(sorted(rows, key=lambda row: -(row[1] if row[1] is not None else -2)))
    return Findings("robustness", "Robustness", words, (Table("robustness", "Robustness", columns, ordered),))


def robustness_of(table: ScoreTable, metric: str) -> tuple[float | None, int]:
    """Return the robustness of one metric, and the number of cases that are not constant.

    >>> table = ScoreTable(("a", "b", "c"), ("1", "2"), ("m",), np.array([[[1.0, 1], [2, 3], [3, 2]]]))
    >>> robustness_of(table, "m")
    (0.5, 2)
    """
    scores = table.matrix(metric)
    kept = scores[np.ptp(scores, axis=1) > 0]
    if len(kept) < 2:
        return None, len(kept)
    pairs = spearman_matrix(kept.T)[np.triu_indices(len(kept), 1)]
    return float(pairs.mean()), len(kept)


def _strict_row(
    table: ScoreTable, metric: str, standards: Sequence[str], ties: str, top: int
) -> tuple[Any, ...]:
    leads = _leads(table, metric, standards, ties)
    standard, output = (int(place) for place in np.unravel_index(int(leads.argmax()), leads.shape))
    ranks, count = _ranks(table, metric, ties), leads.shape[1]
    system, case = divmod(output, len(table.cases))
    below = float(ranks[output] - 1) / count
    there = float(_ranks(table, standards[standard], ties)[output] - 1) / count
    value = strictness_of(table, metric, standards, ties=ties, top=top)
    return metric, value, table.systems[system], table.cases[case], below, standards[standard], there


def _leads(table: ScoreTable, metric: str, standards: Sequence[str], ties: str) -> NDArray[np.float64]:
    """Return how far each output's rank is above its rank by each standard, shape (standards, outputs)."""
    own = _ranks(table, metric, ties)
    return np.stack([own - _ranks(table, name, ties) for name in standards])


def _ranks(table: ScoreTable, metric: str, ties: str) -> NDArray[np.float64]:
    from scipy.stats import rankdata

    if ties not in TIES:
        raise InputError(f"ties={ties!r} is not possible; give {' or '.join(TIES)}")
    scores = table.oriented[table.metrics.index(metric)].ravel()
    return np.asarray(rankdata(scores, method="average" if ties == "mid" else "min"), dtype=np.float64)
