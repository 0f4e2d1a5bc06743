"""How many items are treated as the gold says, what the treatment of each is worth, and how much is beyond chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axiometrics.formulas import UNDEFINED, ratio, sqrt
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from axiometrics.tasks.filtering.view import CountsView

__all__ = ["accuracy", "error_rate", "kappa", "mcc", "utility"]

FAMILY = "accuracy"


@metric(task="filtering", family=FAMILY, cites="amigo2013", aliases=("accuracy_score", "acc"))
def accuracy(counts: CountsView) -> Quantity:
    """Share of items that are selected if relevant and left out if not.

    (TP + TN) / (TP + FP + FN + TN). Range [0, 1], best 1; defined for every collection with an item.

    >>> accuracy(gold="1100", system="1000")
    0.75
    """
    return (counts.tp + counts.tn) / counts.items


@metric(task="filtering", family=FAMILY, error=True, cites="amigo2013")
def error_rate(counts: CountsView) -> Quantity:
    """Share of items that are selected though irrelevant, or left out though relevant.

    (FP + FN) / (TP + FP + FN + TN). Range [0, 1], best 0; 1 - accuracy.

    >>> error_rate(gold="1100", system="1000")
    0.25
    """
    return (counts.fp + counts.fn) / counts.items


@metric(
    task="filtering",
    family="utility",
    cites="hull1998",
    parameters=[
        Parameter("a", default=3),
        Parameter("b", default=-2),
        Parameter("c", default=0),
        Parameter("d", default=0),
    ],
)
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


@metric(
    task="filtering", family="beyond chance", cites="cohen1960", aliases=("cohen_kappa_score", "cohen_kappa")
)
def kappa(counts: CountsView) -> Quantity:
    """Cohen's kappa: agreement beyond that of independent labels, per possible agreement beyond it.

    2 (TP TN - FP FN) / ((TP + FP)(FP + TN) + (TP + FN)(FN + TN)). Range [-1, 1], best 1; undefined when system and
    gold put all items into the same one class.

    >>> kappa(gold="1100", system="1000")
    0.5
    """
    chance = counts.selected * counts.irrelevant + counts.relevant * counts.unselected
    return ratio(2 * surplus(counts), chance, UNDEFINED)


@metric(task="filtering", family="beyond chance", cites="matthews1975", aliases=("matthews_corrcoef",))
def mcc(counts: CountsView) -> Quantity:
    """Matthews correlation coefficient: Pearson's correlation of being selected and being relevant.

    (TP TN - FP FN) / sqrt((TP + FP)(TP + FN)(FP + TN)(FN + TN)). Range [-1, 1], best 1; 0 where the denominator is
    0, that is, when one side puts all items into one class.

    >>> round(mcc(gold="1100", system="1000"), 6)
    0.57735
    """
    spread = counts.selected * counts.relevant * counts.irrelevant * counts.unselected
    return ratio(surplus(counts), sqrt(spread), 0)
