"""Ranking similarity: how far two orders of the same systems agree, and whether two metrics put them in one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.studies.findings import Findings, Picture, Table
from axiometrics.studies.plotting import draw_matrix
from axiometrics.studies.score_files import score_table

__all__ = ["kendall_tau", "orders", "similarity", "spearman_matrix"]

Values = NDArray[np.float64]

_NOISE = 1e-12


def orders(scores: Values) -> NDArray[np.int8]:
    """Return the signs of the differences of all pairs of the last axis, first minus second.

    Scores that differ by no more than 1e-12 of their size are a tie: means of equal sums may differ in the last bits.
    """
    first, second = np.triu_indices(scores.shape[-1], 1)
    one, other = scores[..., first], scores[..., second]
    noise = _NOISE * np.maximum(np.abs(one), np.abs(other))
    difference = one - other
    return np.where(np.abs(difference) <= noise, 0, np.sign(difference)).astype(np.int8)


def kendall_tau(one: Values, other: Values, *, ties: str = "a") -> float | None:
    """Return Kendall's tau of two lists of scores: pairs ordered alike minus pairs ordered against, as a share.

    ``ties="a"``: of all pairs, so that tau of a list with itself is below 1 where it has ties. ``ties="b"``: of the
    geometric mean of the pairs that each list tells apart; None where one list tells none apart. Range [-1, 1].

    >>> x, y = np.array([1.0, 2, 2, 4, 5]), np.array([2.0, 1, 3, 3, 5])
    >>> kendall_tau(x, y), kendall_tau(x, y, ties="b")
    (0.6, 0.6666666666666666)
    """
    if ties not in ("a", "b"):
        raise InputError(f"ties={ties!r} is no form of tau; give a or b")
    signs = orders(one).astype(np.int64), orders(other).astype(np.int64)
    net = int((signs[0] * signs[1]).sum())
    if ties == "a":
        return net / len(signs[0]) if len(signs[0]) else None
    apart = [int((each != 0).sum()) for each in signs]
    return net / float(np.sqrt(apart[0] * apart[1])) if min(apart) else None


def spearman_matrix(scores: Values) -> Values:
    """Return Spearman's correlation of all pairs of columns, with midranks; NaN where a column is constant."""
    from scipy.stats import rankdata

    doubled = np.rint(2 * rankdata(scores, axis=0))
    sums = doubled.sum(axis=0)
    shared = len(doubled) * (doubled.T @ doubled) - np.outer(sums, sums)
    spread = np.diag(shared)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(shared / np.sqrt(np.outer(spread, spread)))


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
    return draw_matrix(names, values, "Kendall's tau")
