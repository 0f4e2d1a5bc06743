"""Rates: precision and recall of the selected items, and averages of the rates of both classes."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from axiometrics.formulas import UNDEFINED, guarded, named, ratio, sqrt
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from axiometrics.tasks.filtering.view import CountsView

__all__ = ["f", "lam", "macro_average_accuracy", "precision", "recall", "youden"]

PRECISION_RECALL = "precision and recall"


@metric(task="filtering", family=PRECISION_RECALL, cites="vanrijsbergen1979", aliases=("precision_score",))
def precision(counts: CountsView) -> Quantity:
    """Share of the selected items that are relevant.

    TP / (TP + FP). Range [0, 1], best 1; undefined when nothing is selected.

    >>> precision(gold="1100", system="1000")
    1.0
    >>> precision(gold="1100", system="0000") is None
    True
    """
    return ratio(counts.tp, counts.selected, UNDEFINED)


@metric(task="filtering", family=PRECISION_RECALL, cites="vanrijsbergen1979", aliases=("recall_score", "tpr"))
def recall(counts: CountsView) -> Quantity:
    """Share of the relevant items that are selected.

    TP / (TP + FN). Range [0, 1], best 1; undefined when nothing is relevant.

    >>> recall(gold="1100", system="1000")
    0.5
    """
    return ratio(counts.tp, counts.relevant, UNDEFINED)


@metric(
    task="filtering",
    family=PRECISION_RECALL,
    cites="vanrijsbergen1979",
    parameters=[Parameter("alpha", default=Fraction(1, 2), above=0, below=1)],
    aliases=("F1", "f1_score"),
)
def f(counts: CountsView, *, alpha: Quantity) -> Quantity:
    """Weighted harmonic mean of precision and recall, 1/(alpha/precision + (1 - alpha)/recall).

    TP / (TP + alpha FP + (1 - alpha) FN). Range [0, 1], best 1; alpha is the weight of precision, 1/(1 + beta^2) in
    the notation with beta. 0 when no relevant item is selected, also where nothing is relevant or nothing selected.

    >>> round(f(gold="1100", system="1000"), 6)
    0.666667
    """
    return ratio(counts.tp, counts.tp + alpha * counts.fp + (1 - alpha) * counts.fn, 0)


CLASS_RATES = "class rates"


def rates(counts: CountsView) -> tuple[Quantity, Quantity]:
    """Return the shares of the relevant items selected and of the irrelevant items left out."""
    return ratio(counts.tp, counts.relevant, UNDEFINED), ratio(counts.tn, counts.irrelevant, UNDEFINED)


@metric(
    task="filtering",
    family=CLASS_RATES,
    cites="brodersen2010",
    aliases=("balanced_accuracy_score", "balanced_accuracy"),
)
def macro_average_accuracy(counts: CountsView) -> Quantity:
    """Mean of the accuracies on the relevant and on the irrelevant items; also called balanced accuracy.

    (TP/(TP + FN) + TN/(FP + TN)) / 2, the area under the curve through this one operating point. Range [0, 1],
    best 1; undefined when a class is empty.

    >>> macro_average_accuracy(gold="1100", system="1000")
    0.75
    """
    sensitivity, specificity = rates(counts)
    return (sensitivity + specificity) / 2


@metric(task="filtering", family=CLASS_RATES, cites="youden1950", aliases=("informedness",))
def youden(counts: CountsView) -> Quantity:
    """Youden's J, or informedness: how far the output is from one that knows nothing.

    TP/(TP + FN) + TN/(FP + TN) - 1. Range [-1, 1], best 1; undefined when a class is empty.

    >>> youden(gold="1100", system="1000")
    0.5
    """
    sensitivity, specificity = rates(counts)
    return sensitivity + specificity - 1


@metric(
    task="filtering",
    family="class rates",
    error=True,
    cites="cormack2005",
    parameters=[Parameter("smoothing", default=Fraction(1, 2), least=0)],
)
def lam(counts: CountsView, *, smoothing: Quantity) -> Quantity:
    """Logistic average misclassification: the mean, in log odds, of the error rates of both classes.

    s / (1 + s) with s = sqrt((FP + e)(FN + e) / ((TN + e)(TP + e))), where e is the smoothing. Range [0, 1], best 0.
    With e = 0 the value is 0 where one error rate is 0 and 1 where one is 1; it is undefined where both happens, that
    is, when nothing or everything is selected, and when a class is empty. With e > 0 it is always defined.

    >>> lam(gold="1100", system="1010")
    0.5
    >>> lam.with_parameters(smoothing=0)(gold="1100", system="0000") is None
    True
    """
    wrong = (counts.fp + smoothing) * (counts.fn + smoothing)
    right = (counts.tn + smoothing) * (counts.tp + smoothing)
    odds = named(sqrt(ratio(wrong, right, 0)), "s")
    return guarded(odds / (1 + odds), right, guarded(1, wrong, UNDEFINED))
