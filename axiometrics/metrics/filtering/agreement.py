"""How many items are treated as the gold says, of both classes alike, and what the treatment of each is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from axiometrics.tasks.filtering.view import CountsView

__all__ = ["accuracy", "error_rate", "utility"]

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
