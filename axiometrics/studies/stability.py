"""Does the Unanimous Improvement Ratio predict better than the F difference what holds on other collections?"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.studies.chance import generator
from axiometrics.studies.combined import combined
from axiometrics.studies.findings import Findings, Picture
from axiometrics.studies.given import score_table
from axiometrics.studies.parametric import parametric_ratios
from axiometrics.studies.prediction import Curve, prediction_curve
from axiometrics.studies.relations import relations
from axiometrics.studies.scores import ScoreTable
from axiometrics.studies.tables import Table
from axiometrics.studies.weights import Weight, fraction_in

__all__ = ["random_parts", "stability"]

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
        from axiometrics.studies.study_plots import draw_curves

        return draw_curves(
            {name: (curve.recall, curve.precision) for name, curve in found.items()}, "recall", "precision"
        )

    return draw
