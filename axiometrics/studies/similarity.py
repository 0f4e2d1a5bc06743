"""How far two orders of the same systems agree, and whether a high score vouches for high scores, and cases agree.

Do two metrics put the systems in one order, and does a metric rank them alike on two disjoint sets of cases?
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError, UnknownKeyError, nearest
from axiometrics.parameters import whole
from axiometrics.studies.discrimination import Tukey, tukey_hsd
from axiometrics.studies.findings import Findings, Picture, Table, new_figure
from axiometrics.studies.score_files import score_table
from axiometrics.studies.scores import MOST_DRAWS, ScoreTable, generator, require_level

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


def similarity(scores: object, *, metrics: Sequence[str] | None = None) -> Findings:
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
    """Draw a square matrix with its numbers."""
    side = 2.2 + 0.42 * len(names)
    figure, axes = new_figure(side + 0.8, side)
    image = axes.imshow(values, cmap="RdBu", vmin=-1, vmax=1)
    axes.set_xticks(range(len(names)), names, rotation=90, fontsize=7)
    axes.set_yticks(range(len(names)), names, fontsize=7)
    for row, column in np.ndindex(values.shape):
        if np.isfinite(values[row, column]):
            ink = "white" if abs(values[row, column]) > 0.6 else "black"
            axes.text(
                column, row, f"{values[row, column]:.2f}", ha="center", va="center", fontsize=6, color=ink
            )
    figure.colorbar(image, ax=axes, shrink=0.7, label="Kendall's tau")
    return figure


_BLOCK_CELLS = 4_000_000


def consistency(
    scores: object,
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
    columns = ("metric", "other", "difference", "p", "effect size")
    title = "Pairs of metrics, randomised Tukey HSD"
    pairs = [Table("pairs", title, columns, tuple(test.pairs(table.metrics)))] if test else []
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
        (Table("consistency", "Consistency", _COLUMNS, rows, (note,)), *pairs),
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


def _strips(names: Sequence[str], samples: Any) -> Any:
    """Draw one box per column of samples, names on the left."""
    figure, axes = new_figure(6.2, 0.8 + 0.28 * len(names))
    axes.boxplot(samples, orientation="horizontal", tick_labels=list(names), showfliers=False, widths=0.6)
    axes.invert_yaxis()
    axes.tick_params(axis="y", labelsize=7)
    axes.set_xlabel("Kendall's tau between the two parts")
    return figure


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
