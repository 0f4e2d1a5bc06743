"""Precision and recall of the selected items, and their weighted harmonic mean."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axiometrics.formulas import UNDEFINED, ratio
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

__all__ = ["f", "precision", "recall"]

FAMILY = "precision and recall"


@metric(task="filtering", family=FAMILY, cites="vanrijsbergen1979")
def precision(counts: Any) -> Any:
    """Share of the selected items that are relevant.

    TP / (TP + FP). Range [0, 1], best 1; undefined when nothing is selected.

    >>> precision(gold="1100", system="1000")
    1.0
    >>> precision(gold="1100", system="0000") is None
    True
    """
    return ratio(counts.tp, counts.selected, UNDEFINED)


@metric(task="filtering", family=FAMILY, cites="vanrijsbergen1979")
def recall(counts: Any) -> Any:
    """Share of the relevant items that are selected.

    TP / (TP + FN). Range [0, 1], best 1; undefined when nothing is relevant.

    >>> recall(gold="1100", system="1000")
    0.5
    """
    return ratio(counts.tp, counts.relevant, UNDEFINED)


@metric(
    task="filtering",
    family=FAMILY,
    cites="vanrijsbergen1979",
    parameters=[Parameter("alpha", default=Fraction(1, 2), above=0, below=1)],
)
def f(counts: Any, *, alpha: Any) -> Any:
    """Weighted harmonic mean of precision and recall, 1/(alpha/precision + (1 - alpha)/recall).

    TP / (TP + alpha FP + (1 - alpha) FN). Range [0, 1], best 1; alpha is the weight of precision, 1/(1 + beta^2) in
    the notation with beta. 0 when no relevant item is selected, also where nothing is relevant or nothing selected.

    >>> round(f(gold="1100", system="1000"), 6)
    0.666667
    """
    return ratio(counts.tp, counts.tp + alpha * counts.fp + (1 - alpha) * counts.fn, 0)
