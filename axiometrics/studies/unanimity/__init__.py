"""The Unanimous Improvement Ratio: does one system improve another whatever the weights of the metrics?

Here the cases that agree are counted pair by pair; the combined score beside the ratio is in `f_curves`; `pair_tests`
tests them, `ratio` is the result, and `report` and `plots`, which has the graph of improvements, tell all of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.numerals import read_exact
from axiometrics.parameters import whole
from axiometrics.studies.scores import LARGEST_SEED, MOST_DRAWS, ScoreTable
from axiometrics.studies.unanimity.f_curves import (
    GRID,
    crossings,
    curves,
    f_alpha,
    harmonic,
    higher_for_every_alpha,
)
from axiometrics.studies.unanimity.pair_tests import (
    adjusted,
    bootstrap_intervals,
    classes,
    parametric_ratios,
    sign_tests,
)

_NOISE = 1e-12


@dataclass(frozen=True, eq=False)
class Combined:
    """One number per system, its name, and whether curves over alpha exist (two metrics, none negative)."""

    name: str
    values: NDArray[np.float64]
    curves: bool

    def differences(self) -> NDArray[np.float64]:
        """Return row minus column; what is within 1e-12 of the scores is 0, as means of equal sums may differ so."""
        found = self.values[:, None] - self.values[None, :]
        found[np.abs(found) <= _NOISE * np.maximum(self.values[:, None], self.values[None, :])] = 0.0
        return found


def combined(table: ScoreTable, alpha: Fraction, *, pooled: bool = False) -> Combined | None:
    """Return F_alpha of two metrics, or the harmonic mean of more, per system: the mean over cases, or of the means.

    None where an oriented score is negative (errors): the harmonic mean has no meaning there. One metric combines to
    itself. Raises InputError for alpha outside [0, 1].
    """
    if not 0 <= alpha <= 1:
        raise InputError(f"alpha={alpha} is not possible; give a weight of the first metric in [0, 1]")
    scores = table.oriented
    if scores.min() < 0:
        return None
    scores = scores.mean(axis=2, keepdims=True) if pooled else scores
    how = "pooled" if pooled else "macro"
    if len(scores) == 2:
        values = f_alpha(scores[0], scores[1], float(alpha)).mean(axis=1)
        return Combined(f"{how} F(alpha={alpha})", values, curves=True)
    name = f"{how} harmonic mean" if len(scores) > 2 else "mean"
    return Combined(name, harmonic(scores).mean(axis=1), curves=False)


Weight = float | str | Fraction


def fraction_in(name: str, value: Weight, low: int) -> Fraction:
    """Return a number in [low, 1] exactly, decimals as they are written; raises InputError for others.

    >>> fraction_in("alpha", 0.2, 0), fraction_in("threshold", "-1/3", -1)
    (Fraction(1, 5), Fraction(-1, 3))
    """
    try:
        found = read_exact(str(value)) if isinstance(value, float | str) else Fraction(value)
    except (TypeError, ValueError) as error:
        raise InputError(f"{name}={value!r} is no number; give one in [{low}, 1], such as 1/4") from error
    if not low <= found <= 1:
        raise InputError(f"{name}={value} is not possible; give a number in [{low}, 1]")
    return found


CLASSES = {1: "concordant", -1: "concordant", 0: "none", 2: "opposite"}


@dataclass(frozen=True)
class Pair:
    """Two systems, the one that is more often unanimously better first; the four counts add up to the cases.

    ``p_value`` is of the exact permutation test, ``holm`` the same adjusted for all pairs. ``wilcoxon`` is the
    significance class, ``towards`` the system that a concordant class favours. ``difference`` is that of the combined
    scores. ``every_alpha`` says whether F is higher at every alpha (None: not decided, or no curves), ``crossings`` at
    which alphas the curves meet. ``contradicts``: the ratio favours the first system, the combined score the other.
    """

    first: str
    second: str
    better: int
    worse: int
    equal: int
    biased: int
    ratio: float
    low: float
    high: float
    p_value: float
    holm: float
    parametric: float | None
    wilcoxon: str
    towards: str | None
    difference: float | None
    every_alpha: bool | None
    crossings: tuple[float, ...]
    contradicts: bool


@dataclass(frozen=True)
class Settings:
    """How pairs are told: resamples and confidence of intervals, level of the Wilcoxon classes, seed."""

    resamples: int = 1000
    confidence: float = 0.95
    level: float = 0.05
    seed: int = 0
    pooled: bool = False

    def __post_init__(self) -> None:
        whole("resamples", self.resamples, 1, MOST_DRAWS)
        whole("seed", self.seed, 0, LARGEST_SEED)


def all_pairs(
    table: ScoreTable, counted: Relations, score: Combined | None, settings: Settings
) -> tuple[Pair, ...]:
    """Return every pair once, the largest ratio first, pairs without net improvement in the table's order."""
    first, second = _oriented_places(counted.net)
    scores = table.oriented
    bounds = bootstrap_intervals(
        scores,
        first,
        second,
        resamples=settings.resamples,
        confidence=settings.confidence,
        seed=settings.seed,
    )
    p_values = sign_tests(counted.better[first, second], counted.worse[first, second])
    columns: dict[str, NDArray[np.float64]] = {
        "ratio": counted.ratio[first, second],
        "low": bounds[:, 0],
        "high": bounds[:, 1],
        "p_value": p_values,
        "holm": adjusted(p_values),
    }
    wilcoxon = classes(scores, first, second, level=settings.level)
    normal = parametric_ratios(scores)
    compared = _Compared.of(table, score, settings)
    found = [
        Pair(
            **_names_and_counts(table, counted, int(one), int(other)),
            **_numbers(columns, place),
            parametric=None if np.isnan(normal[one, other]) else float(normal[one, other]),
            wilcoxon=CLASSES[int(wilcoxon[place])],
            towards={1: table.systems[one], -1: table.systems[other]}.get(int(wilcoxon[place])),
            **compared.pair(int(one), int(other), int(counted.net[one, other])),
        )
        for place, (one, other) in enumerate(zip(first, second, strict=True))
    ]
    return tuple(sorted(found, key=lambda pair: -pair.ratio))


def _oriented_places(net: NDArray[np.int64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    first, second = np.triu_indices(len(net), 1)
    turned = net[first, second] < 0
    return np.where(turned, second, first), np.where(turned, first, second)


def _names_and_counts(table: ScoreTable, counted: Relations, one: int, other: int) -> dict[str, Any]:
    counts = {
        name: int(getattr(counted, name)[one, other]) for name in ("better", "worse", "equal", "biased")
    }
    return {"first": table.systems[one], "second": table.systems[other], **counts}


def _numbers(columns: dict[str, NDArray[np.float64]], place: int) -> dict[str, Any]:
    return {name: float(values[place]) for name, values in columns.items()}


@dataclass(frozen=True, eq=False)
class _Compared:
    """What the combined score says of pairs."""

    table: ScoreTable
    score: Combined | None
    differences: NDArray[np.float64]
    grid: NDArray[np.float64] | None
    pooled: bool

    @classmethod
    def of(cls, table: ScoreTable, score: Combined | None, settings: Settings) -> _Compared:
        grid = None
        if score is not None and score.curves:
            grid = curves(table.oriented[0], table.oriented[1], GRID, pooled=settings.pooled)
        differences = np.empty((0, 0)) if score is None else score.differences()
        return cls(table, score, differences, grid, settings.pooled)

    def pair(self, one: int, other: int, net: int) -> dict[str, Any]:
        if self.score is None:
            return {"difference": None, "every_alpha": None, "crossings": (), "contradicts": False}
        difference = float(self.differences[one, other])
        return {
            "difference": difference,
            "every_alpha": self._every_alpha(one, other),
            "crossings": self._crossings(one, other),
            "contradicts": net > 0 and difference < 0,
        }

    def _scores(self, system: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        first, second = self.table.oriented[:, system]
        return first, second

    def _every_alpha(self, one: int, other: int) -> bool | None:
        if self.grid is None:
            return None
        if (self.grid[one] < self.grid[other] - 1e-9).any():
            return False
        mine, theirs = self._scores(one), self._scores(other)
        if self.pooled:
            mine, theirs = ((a.mean(keepdims=True), b.mean(keepdims=True)) for a, b in (mine, theirs))
        return higher_for_every_alpha(mine, theirs)

    def _crossings(self, one: int, other: int) -> tuple[float, ...]:
        if self.grid is None:
            return ()
        difference = self.grid[one] - self.grid[other]
        return crossings(self._scores(one), self._scores(other), difference, pooled=self.pooled)


_BLOCK_BYTES = 2**20

Codes = NDArray[np.unsignedinteger[Any]]


@dataclass(frozen=True, eq=False)
class Relations:
    """Cases by the relation of a system (row) to another (column); the four counts of a pair add up to ``cases``."""

    at_least: NDArray[np.int64]
    equal: NDArray[np.int64]
    cases: int

    @property
    def better(self) -> NDArray[np.int64]:
        """Cases in which the row is at least as good on every metric and better on one."""
        return self.at_least - self.equal

    @property
    def worse(self) -> NDArray[np.int64]:
        """Cases in which the column is unanimously better."""
        return self.better.T

    @property
    def biased(self) -> NDArray[np.int64]:
        """Cases in which each is better on some metric, so that the weights decide."""
        return self.cases - self.at_least - self.at_least.T + self.equal

    @property
    def net(self) -> NDArray[np.int64]:
        """Cases better minus cases worse: the ratio times the number of cases, exactly."""
        return self.at_least - self.at_least.T

    @property
    def ratio(self) -> NDArray[np.float64]:
        """The matrix of Unanimous Improvement Ratios: antisymmetric, in [-1, 1]."""
        return self.net / self.cases

    @property
    def comparable_share(self) -> float:
        """Share of the cases of all pairs in which one of the two is at least as good on every metric."""
        places = np.triu_indices(len(self.equal), 1)
        return float(1 - self.biased[places].sum() / (self.cases * len(places[0]))) if len(places[0]) else 1.0


def relations(oriented: NDArray[np.float64]) -> Relations:
    """Count the relations of all pairs; values have the shape (metrics, systems, cases), higher is better.

    Exact: values are replaced by their ranks within a case and metric, and only ranks are compared.

    >>> two = relations(np.array([[[0.5, 0.7], [0.4, 0.6]], [[0.5, 0.2], [0.5, 0.3]]]))
    >>> two.better.tolist(), two.biased.tolist()
    ([[0, 1], [0, 0]], [[0, 1], [1, 0]])
    """
    codes = _codes(oriented)
    return Relations(_counts(codes, np.greater_equal), _equal(codes), oriented.shape[2])


def _counts(codes: Codes, compare: np.ufunc) -> NDArray[np.int64]:
    """Count the cases in which the comparison holds on every metric, rows by columns, in blocks of rows."""
    _, systems, cases = codes.shape
    found = np.empty((systems, systems), dtype=np.int64)
    size = max(1, _BLOCK_BYTES // max(1, systems * cases))
    for start in range(0, systems, size):
        block = codes[:, start : start + size, None, :]
        holds = compare(block[0], codes[0, None])
        scratch = np.empty_like(holds)
        for part, all_of_it in zip(block[1:], codes[1:], strict=True):
            compare(part, all_of_it[None], out=scratch)
            holds &= scratch
        found[start : start + size] = np.count_nonzero(holds, axis=-1)
    return found


def _equal(codes: Codes) -> NDArray[np.int64]:
    """Count the cases in which all metrics tie: one comparison of numbers given to the distinct columns of codes."""
    systems, cases = codes.shape[1:]
    joint = codes[0].astype(np.int64)
    for code in codes[1:]:
        joint = _ranked(joint * systems + code)
    if (joint.max(axis=0) == systems - 1).all():
        return np.diag(np.full(systems, cases, dtype=np.int64))
    return _counts(_narrow(joint, systems)[None], np.equal)


def _codes(oriented: NDArray[np.float64]) -> Codes:
    systems = oriented.shape[1]
    return np.stack([_narrow(_ranked(values), systems) for values in oriented])


def _narrow(codes: NDArray[np.int64], systems: int) -> Codes:
    return np.ascontiguousarray(codes, dtype=np.min_scalar_type(systems))


def _ranked(values: NDArray[Any]) -> NDArray[np.int64]:
    """Number the distinct values of each column from below."""
    order = np.argsort(values, axis=0, kind="stable")
    ordered = np.take_along_axis(values, order, axis=0)
    steps = np.zeros(values.shape, dtype=np.int64)
    steps[1:] = np.cumsum(ordered[1:] != ordered[:-1], axis=0)
    found = np.empty_like(steps)
    np.put_along_axis(found, order, steps, axis=0)
    return found
