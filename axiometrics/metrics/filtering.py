"""Metrics of filtered collections: agreement item by item, rates within a class, reliability and sensitivity."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from axiometrics.formulas import UNDEFINED, guarded, named, ratio, sqrt
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from axiometrics.tasks.filtering.view import CountsView

ALPHA = Parameter("alpha", default=Fraction(1, 2), above=0, below=1)
SMOOTHING = Parameter("smoothing", default=Fraction(1, 2), least=0)
WEIGHTS = [Parameter(name, default=weight) for name, weight in zip("abcd", (3, -2, 0, 0), strict=True)]
filtering_metric = partial(metric, task="filtering")
AGREEMENT = "accuracy"


@filtering_metric(family=AGREEMENT, cites="amigo2013", aliases=("accuracy_score", "acc"))
def accuracy(counts: CountsView) -> Quantity:
    """Share of items that are selected if relevant and left out if not.

    (TP + TN) / (TP + FP + FN + TN). Range [0, 1], best 1; defined for every collection with an item.

    >>> accuracy(gold="1100", system="1000")
    0.75
    """
    return (counts.tp + counts.tn) / counts.items


@filtering_metric(family=AGREEMENT, error=True, cites="amigo2013")
def error_rate(counts: CountsView) -> Quantity:
    """Share of items that are selected though irrelevant, or left out though relevant.

    (FP + FN) / (TP + FP + FN + TN). Range [0, 1], best 0; 1 - accuracy.

    >>> error_rate(gold="1100", system="1000")
    0.25
    """
    return (counts.fp + counts.fn) / counts.items


@filtering_metric(family="utility", cites="hull1998", parameters=WEIGHTS)
def utility(counts: CountsView, *, a: Quantity, b: Quantity, c: Quantity, d: Quantity) -> Quantity:
    """Weighted sum of the counts, a TP + b FP + c FN + d TN.

    Any real number; better when higher. The default is the linear utility 3 TP - 2 FP of the TREC filtering tracks.

    >>> utility(gold="1100", system="1010")
    1.0
    """
    return a * counts.tp + b * counts.fp + c * counts.fn + d * counts.tn


def surplus(counts: CountsView) -> Quantity:
    """Return TP TN - FP FN, which is 0 for independent labels."""
    return counts.tp * counts.tn - counts.fp * counts.fn


@filtering_metric(family="beyond chance", cites="cohen1960", aliases=("cohen_kappa_score", "cohen_kappa"))
def kappa(counts: CountsView) -> Quantity:
    """Cohen's kappa: agreement beyond that of independent labels, per possible agreement beyond it.

    2 (TP TN - FP FN) / ((TP + FP)(FP + TN) + (TP + FN)(FN + TN)). Range [-1, 1], best 1; undefined when system and
    gold put all items into the same one class.

    >>> kappa(gold="1100", system="1000")
    0.5
    """
    chance = counts.selected * counts.irrelevant + counts.relevant * counts.unselected
    return ratio(2 * surplus(counts), chance, UNDEFINED)


@filtering_metric(family="beyond chance", cites="matthews1975", aliases=("matthews_corrcoef",))
def mcc(counts: CountsView) -> Quantity:
    """Matthews correlation coefficient: Pearson's correlation of being selected and being relevant.

    (TP TN - FP FN) / sqrt((TP + FP)(TP + FN)(FP + TN)(FN + TN)). Range [-1, 1], best 1; 0 where the denominator is
    0, that is, when one side puts all items into one class.

    >>> round(mcc(gold="1100", system="1000"), 6)
    0.57735
    """
    spread = counts.selected * counts.relevant * counts.irrelevant * counts.unselected
    return ratio(surplus(counts), sqrt(spread), 0)


PRECISION_RECALL = "precision and recall"


@filtering_metric(family=PRECISION_RECALL, cites="vanrijsbergen1979", aliases=("precision_score",))
def precision(counts: CountsView) -> Quantity:
    """Share of the selected items that are relevant.

    TP / (TP + FP). Range [0, 1], best 1; undefined when nothing is selected.

    >>> precision(gold="1100", system="1000")
    1.0
    >>> precision(gold="1100", system="0000") is None
    True
    """
    return ratio(counts.tp, counts.selected, UNDEFINED)


@filtering_metric(family=PRECISION_RECALL, cites="vanrijsbergen1979", aliases=("recall_score", "tpr"))
def recall(counts: CountsView) -> Quantity:
    """Share of the relevant items that are selected.

    TP / (TP + FN). Range [0, 1], best 1; undefined when nothing is relevant.

    >>> recall(gold="1100", system="1000")
    0.5
    """
    return ratio(counts.tp, counts.relevant, UNDEFINED)


@filtering_metric(
    family=PRECISION_RECALL, cites="vanrijsbergen1979", parameters=[ALPHA], aliases=("F1", "f1_score")
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


@filtering_metric(
    family=CLASS_RATES, cites="brodersen2010", aliases=("balanced_accuracy_score", "balanced_accuracy")
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


@filtering_metric(family=CLASS_RATES, cites="youden1950", aliases=("informedness",))
def youden(counts: CountsView) -> Quantity:
    """Youden's J, or informedness: how far the output is from one that knows nothing.

    TP/(TP + FN) + TN/(FP + TN) - 1. Range [-1, 1], best 1; undefined when a class is empty.

    >>> youden(gold="1100", system="1000")
    0.5
    """
    sensitivity, specificity = rates(counts)
    return sensitivity + specificity - 1


@filtering_metric(family=CLASS_RATES, error=True, cites="cormack2005", parameters=[SMOOTHING])
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


RELIABILITY = "reliability and sensitivity"


def agreed(counts: CountsView) -> Quantity:
    """Return the pairs of items, a relevant one selected and an irrelevant one left out, that both sides order."""
    return counts.tp * counts.tn


@filtering_metric(family=RELIABILITY, cites="amigo2013")
def reliability(counts: CountsView) -> Quantity:
    """Precision of the selected items times that of the items left out.

    TP/(TP + FP) * TN/(TN + FN): the share of the pairs of a selected item and one left out that the gold orders the
    same way. Range [0, 1], best 1; 0 when nothing or everything is selected.

    >>> round(reliability(gold="1100", system="1000"), 6)
    0.666667
    """
    return ratio(agreed(counts), counts.selected * counts.unselected, 0)


@filtering_metric(family=RELIABILITY, cites="amigo2013")
def sensitivity(counts: CountsView) -> Quantity:
    """Share of the relevant items selected times the share of the irrelevant items left out.

    TP/(TP + FN) * TN/(TN + FP): the share of the pairs of a relevant and an irrelevant item that the output orders
    the same way. Range [0, 1], best 1; undefined when a class is empty.

    >>> sensitivity(gold="1100", system="1000")
    0.5
    """
    return ratio(agreed(counts), counts.relevant * counts.irrelevant, UNDEFINED)


@filtering_metric(family=RELIABILITY, cites="amigo2013")
def rs_f(counts: CountsView) -> Quantity:
    """Harmonic mean of reliability and sensitivity.

    2 R S / (R + S) = 2 TP TN / ((TP + FP)(FN + TN) + (TP + FN)(FP + TN)). Range [0, 1], best 1; 0 where both are 0;
    undefined when a class is empty.

    >>> round(rs_f(gold="1100", system="1000"), 6)
    0.571429
    """
    pairs = counts.selected * counts.unselected + counts.relevant * counts.irrelevant
    return guarded(ratio(2 * agreed(counts), pairs, 0), counts.relevant * counts.irrelevant, UNDEFINED)
