"""Precision and recall of the pairs that a predictor accepts, over all its thresholds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Curve", "prediction_curve"]

Values = NDArray[np.float64]


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
