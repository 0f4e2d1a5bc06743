"""Both classes weigh the same, however many items they have: averages of the two rates of success."""

from __future__ import annotations

from typing import Any

from axiometrics.formulas import UNDEFINED, ratio
from axiometrics.metrics.registry import metric

__all__ = ["macro_average_accuracy", "youden"]

FAMILY = "class rates"


def rates(counts: Any) -> tuple[Any, Any]:
    """Return the shares of the relevant items selected and of the irrelevant items left out."""
    return ratio(counts.tp, counts.relevant, UNDEFINED), ratio(counts.tn, counts.irrelevant, UNDEFINED)


@metric(task="filtering", family=FAMILY, cites="brodersen2010")
def macro_average_accuracy(counts: Any) -> Any:
    """Mean of the accuracies on the relevant and on the irrelevant items; also called balanced accuracy.

    (TP/(TP + FN) + TN/(FP + TN)) / 2, the area under the curve through this one operating point. Range [0, 1],
    best 1; undefined when a class is empty.

    >>> macro_average_accuracy(gold="1100", system="1000")
    0.75
    """
    sensitivity, specificity = rates(counts)
    return (sensitivity + specificity) / 2


@metric(task="filtering", family=FAMILY, cites="youden1950")
def youden(counts: Any) -> Any:
    """Youden's J, or informedness: how far the output is from one that knows nothing.

    TP/(TP + FN) + TN/(FP + TN) - 1. Range [-1, 1], best 1; undefined when a class is empty.

    >>> youden(gold="1100", system="1000")
    0.5
    """
    sensitivity, specificity = rates(counts)
    return sensitivity + specificity - 1
