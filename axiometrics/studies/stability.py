"""What the Unanimous Improvement Ratio is good for: what it predicts, and which threshold vouches for improvement.

Does it predict better than the F difference what holds on other collections, and which threshold tells robust
improvements from those that the weights decide?
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.studies.findings import Findings, Picture, Table, draw_curves
from axiometrics.studies.score_files import score_table
from axiometrics.studies.scores import ScoreTable, generator
from axiometrics.studies.unanimity import Pair, Weight, combined, fraction_in, relations
from axiometrics.studies.unanimity.pair_tests import parametric_ratios
from axiometrics.studies.unanimity.ratio import Unanimity, uir

Values = NDArray[np.float64]

_RECALLS = (0.1, 0.25, 0.5, 0.75, 0.9)


def stability(
    collections: Mapping[str, Any],
    *,
    metrics: Sequence[str] | None = None,
    alpha: Weight = Fraction(1, 2),
    transfer: bool = False,
) -> Findings:
    """Predict from one collection which improvements of F hold on every collection, by the ratio and by F itself.

    Ordered pairs (a, b) are *consistent* when F of a is higher than F of b on every collection (``transfer``: on every
    other one, so that nothing is predicted from itself). Each predictor accepts the pairs with a value above a
    threshold: the ratio of a over b, the parametric ratio, or the difference of F. Precision and recall of the
    accepted pairs are followed over all thresholds; average precision is the area under their steps. Systems that are
    not in every collection are left out. Raises InputError for fewer than two collections or two common systems.
    """
    tables = _common({name: score_table(scores, metrics=metrics) for name, scores in collections.items()})
    weight = fraction_in("alpha", alpha, 0)
    gaps = {name: _f_differences(table, weight) for name, table in tables.items()}
    rows, curves, wins = [], {}, []
    for name, table in tables.items():
        consistent = np.logical_and.reduce(
            [each > 0 for other, each in gaps.items() if other != name or not transfer]
        )
        found = {
            predictor: prediction_curve(values, consistent)
            for predictor, values in _predictors(table, gaps[name]).items()
        }
        curves[name] = found
        wins.append(found["ratio"].average - found["F difference"].average)
        share = int(consistent.sum()) / (len(table.systems) * (len(table.systems) - 1) // 2)
        rows += [
            (name, len(table.cases), share, predictor, *_row(curve)) for predictor, curve in found.items()
        ]
    systems = len(next(iter(tables.values())).systems)
    return Findings(
        "stability",
        "Stability of improvements across collections",
        (_words(tables, systems, wins, transfer),),
        (Table("stability", "Predictors", _COLUMNS, tuple(rows), _NOTES),),
        {"alpha": str(weight), "transfer": transfer},
        tuple(Picture(_file(name), name, _drawing(found)) for name, found in curves.items()),
    )


_COLUMNS = (
    "collection", "cases", "consistent share", "predictor", "average precision",
    *(f"precision at recall {recall}" for recall in _RECALLS), "precision at 0", "recall at 0",
)  # fmt: skip
_NOTES = (
    "*Consistent share*: pairs, taken once, that are consistent in either direction. Precision at a recall: the "
    "highest one among thresholds that reach it. *At 0*: all pairs with a positive value.",
)


def random_parts(table: ScoreTable, parts: int, *, seed: int = 0) -> dict[str, ScoreTable]:
    """Split the cases at random into collections of (almost) equal size, named part1, part2, ...

    Raises InputError for fewer than two parts or more parts than cases.
    """
    if not 2 <= parts <= len(table.cases):
        raise InputError(f"parts={parts} is not possible; give 2 to {len(table.cases)} (the cases)")
    order = generator(seed).permutation(len(table.cases))
    places = [sorted(int(place) for place in order[start::parts]) for start in range(parts)]
    return {
        f"part{number}": table.with_cases([table.cases[place] for place in chosen])
        for number, chosen in enumerate(places, 1)
    }


def _file(name: str) -> str:
    return "stability-" + re.sub(r"[^A-Za-z0-9_.-]+", "-", name)


def _common(tables: Mapping[str, ScoreTable]) -> dict[str, ScoreTable]:
    if len(tables) < 2:
        raise InputError(f"{len(tables)} collection; give at least two, or split one into parts")
    first = next(iter(tables.values()))
    names = [name for name in first.systems if all(name in table.systems for table in tables.values())]
    if len(names) < 2:
        raise InputError(f"the collections have {len(names)} systems in common; they need at least two")
    return {name: table.with_systems(names).with_metrics(first.metrics) for name, table in tables.items()}


def _f_differences(table: ScoreTable, alpha: Fraction) -> Values:
    score = combined(table, alpha)
    if score is None:
        raise InputError(
            "scores are negative or errors, so that there is no F to be stable; give scores in [0, 1]"
        )
    return score.differences()


def _predictors(table: ScoreTable, gaps: Values) -> dict[str, Values]:
    found = {"ratio": relations(table.oriented).ratio, "F difference": gaps}
    normal = parametric_ratios(table.oriented)
    return found if np.isnan(normal).any() else {**found, "parametric ratio": normal}


def _row(curve: Curve) -> tuple[Any, ...]:
    at_zero = curve.at(0.0)
    return (curve.average, *(curve.precision_at(recall) for recall in _RECALLS), *at_zero)


def _words(tables: Mapping[str, ScoreTable], systems: int, wins: Sequence[float], transfer: bool) -> str:
    wins = [win for win in wins if not np.isnan(win)]
    if not wins:
        return f"{systems} systems on {len(tables)} collections. No improvement is consistent: none can be predicted."
    better = sum(win > 0 for win in wins)
    against = "every other collection" if transfer else "every collection"
    return (
        f"{systems} systems on {len(tables)} collections. Consistent is what holds on {against}. By average precision "
        f"the ratio predicts better than the F difference on {better} of {len(wins)} collections; mean difference "
        f"{np.mean(wins):+.3f}."
    )


def _drawing(found: Mapping[str, Curve]) -> Any:
    def draw() -> Any:
        return draw_curves(
            {name: (curve.recall, curve.precision) for name, curve in found.items()}, "recall", "precision"
        )

    return draw


@dataclass(frozen=True, eq=False)
class Curve:
    """One point per distinct value of the predictor: what is accepted when everything from that value up is."""

    least: Values
    precision: Values
    recall: Values

    @property
    def average(self) -> float:
        """Average precision: the area under the steps of precision over recall; NaN where nothing is to be found."""
        steps = np.diff(self.recall, prepend=0.0)
        return float((steps * self.precision).sum()) if len(steps) else float("nan")

    def precision_at(self, recall: float) -> float | None:
        """Return the highest precision among the thresholds that reach a recall, None where none does."""
        reached = self.precision[self.recall >= recall]
        return float(reached.max()) if len(reached) else None

    def at(self, threshold: float) -> tuple[float | None, float | None]:
        """Return precision and recall of the pairs with a value above a threshold; None where none is."""
        above = np.flatnonzero(self.least > threshold)
        return (
            (float(self.precision[above[-1]]), float(self.recall[above[-1]])) if len(above) else (None, None)
        )


def prediction_curve(values: Values, wanted: NDArray[np.bool_]) -> Curve:
    """Return the curve of a predictor over ordered pairs; both matrices are square, the diagonal is left out.

    Pairs with the same value are accepted together.

    >>> values = np.array([[0, 0.5, 0.2], [-0.5, 0, 0.2], [-0.2, -0.2, 0]])
    >>> curve = prediction_curve(values, values > 0.3)
    >>> curve.precision.round(3).tolist(), curve.at(0.25)
    ([1.0, 0.333, 0.2, 0.167], (1.0, 1.0))
    """
    inside = ~np.eye(len(values), dtype=bool)
    found, hits = values[inside], wanted[inside]
    order = np.argsort(-found, kind="stable")
    found, hits = found[order], np.cumsum(hits[order])
    last = np.append(found[1:] != found[:-1], True)
    total = hits[-1] if len(hits) else 0
    if not total:
        nothing = np.empty(0)
        return Curve(nothing, nothing, nothing)
    return Curve(found[last], hits[last] / (np.flatnonzero(last) + 1), hits[last] / total)


LEVELS = tuple(round(0.05 * step, 2) for step in range(17))
_OF_THRESHOLDS = (
    "threshold", "accepted", "accepted share", "F up at every alpha", "F up", "F contradicted",
    "of concordant kept", "of opposite kept",
)  # fmt: skip


def thresholds(
    scores: object, *, metrics: Sequence[str] | None = None, levels: Sequence[float] = LEVELS
) -> Findings:
    """Follow the pairs that a threshold accepts: how many, how many with a higher F, which significance classes.

    A pair is accepted when its ratio, taken in the direction in which it is positive, is above the threshold. The
    shares with a higher F are of the accepted pairs; the last two columns are of all pairs of the class
    (*concordant*: Wilcoxon's test finds improvements on some metric and losses on none; *opposite*: both).
    """
    found = scores if isinstance(scores, Unanimity) else uir(scores, metrics=metrics, resamples=1)
    rows = tuple(_of_threshold(found.pairs, level) for level in levels)
    counts = {
        name: sum(pair.wilcoxon == name for pair in found.pairs)
        for name in ("concordant", "opposite", "none")
    }
    words = (
        f"{len(found.pairs)} pairs of {len(found.table.systems)} systems on {len(found.table.cases)} cases: "
        + ", ".join(f"{count} {name}" for name, count in counts.items())
        + ".",
    )
    return Findings(
        "thresholds",
        "Thresholds of the Unanimous Improvement Ratio",
        words,
        (
            Table("thresholds", "By threshold", _OF_THRESHOLDS, rows),
            Table("classes", "By significance class", _CLASS_COLUMNS, _class_rows(found.pairs)),
            Table(
                "alphas", "By whether F is higher at every alpha", _CLASS_COLUMNS, _alpha_rows(found.pairs)
            ),
        ),
        pictures=(Picture("thresholds", "Shares by threshold", lambda: _curves(rows)),),
    )


_CLASS_COLUMNS = ("pairs of", "count", "mean of the F differences' size", "mean of the ratios' size")


def _of_threshold(pairs: Sequence[Pair], level: float) -> tuple[Any, ...]:
    """Return the row of a threshold; None where there is nothing to take a share of."""
    kept = [pair for pair in pairs if pair.ratio > level]
    compared = [pair for pair in kept if pair.difference is not None]
    return (
        level,
        len(kept),
        _share(len(kept), len(pairs)),
        _share(sum(pair.every_alpha is True for pair in compared), len(compared)),
        _share(sum((pair.difference or 0) > 0 for pair in compared), len(compared)),
        _share(sum((pair.difference or 0) < 0 for pair in compared), len(compared)),
        _kept(pairs, kept, "concordant"),
        _kept(pairs, kept, "opposite"),
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _kept(pairs: Sequence[Pair], kept: Sequence[Pair], name: str) -> float | None:
    return _share(sum(pair.wilcoxon == name for pair in kept), sum(pair.wilcoxon == name for pair in pairs))


def _class_rows(pairs: Sequence[Pair]) -> tuple[tuple[Any, ...], ...]:
    return tuple(
        _means(name, [pair for pair in pairs if pair.wilcoxon == name])
        for name in ("concordant", "opposite", "none")
    )


def _alpha_rows(pairs: Sequence[Pair]) -> tuple[tuple[Any, ...], ...]:
    """Pairs in which either system is higher at every alpha have no crossing; at ratio 0 either may be first."""
    every = [pair for pair in pairs if not pair.crossings]
    return _means("no crossing", every), _means("a crossing", [pair for pair in pairs if pair.crossings])


def _means(name: str, pairs: Sequence[Pair]) -> tuple[Any, ...]:
    differences = [abs(pair.difference) for pair in pairs if pair.difference is not None]
    return (
        name,
        len(pairs),
        float(np.mean(differences)) if differences else None,
        float(np.mean([pair.ratio for pair in pairs])) if pairs else None,
    )


def _curves(rows: Sequence[tuple[Any, ...]]) -> Any:
    levels = np.array([row[0] for row in rows])
    named = {
        name: (levels, np.array([np.nan if row[place] is None else row[place] for row in rows]))
        for place, name in enumerate(_OF_THRESHOLDS)
        if place >= 2
    }
    return draw_curves(named, "threshold of the ratio", "share")
