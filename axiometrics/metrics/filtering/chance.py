"""Association beyond chance: what independent labels of the same sizes get on average is 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axiometrics.formulas import UNDEFINED, ratio, sqrt
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric

if TYPE_CHECKING:
    from axiometrics.tasks.filtering.view import CountsView

__all__ = ["kappa", "mcc"]

FAMILY = "beyond chance"


def surplus(counts: CountsView) -> Quantity:
    """Return TP TN - FP FN, which is 0 for independent labels."""
    return counts.tp * counts.tn - counts.fp * counts.fn


@metric(task="filtering", family=FAMILY, cites="cohen1960", aliases=("cohen_kappa_score", "cohen_kappa"))
def kappa(counts: CountsView) -> Quantity:
    """Cohen's kappa: agreement beyond that of independent labels, per possible agreement beyond it.

    2 (TP TN - FP FN) / ((TP + FP)(FP + TN) + (TP + FN)(FN + TN)). Range [-1, 1], best 1; undefined when system and
    gold put all items into the same one class.

    >>> kappa(gold="1100", system="1000")
    0.5
    """
    chance = counts.selected * counts.irrelevant + counts.relevant * counts.unselected
    return ratio(2 * surplus(counts), chance, UNDEFINED)


@metric(task="filtering", family=FAMILY, cites="matthews1975", aliases=("matthews_corrcoef",))
def mcc(counts: CountsView) -> Quantity:
    """Matthews correlation coefficient: Pearson's correlation of being selected and being relevant.

    (TP TN - FP FN) / sqrt((TP + FP)(TP + FN)(FP + TN)(FN + TN)). Range [-1, 1], best 1; 0 where the denominator is
    0, that is, when one side puts all items into one class.

    >>> round(mcc(gold="1100", system="1000"), 6)
    0.57735
    """
    spread = counts.selected * counts.relevant * counts.irrelevant * counts.unselected
    return ratio(surplus(counts), sqrt(spread), 0)
