"""Accuracy: how many items are treated as the gold says, of both classes alike."""

from __future__ import annotations

from typing import Any

from axiometrics.metrics.registry import metric

__all__ = ["accuracy", "error_rate"]

FAMILY = "accuracy"


@metric(task="filtering", family=FAMILY, cites="amigo2013")
def accuracy(counts: Any) -> Any:
    """Share of items that are selected if relevant and left out if not.

    (TP + TN) / (TP + FP + FN + TN). Range [0, 1], best 1; defined for every collection with an item.

    >>> accuracy(gold="1100", system="1000")
    0.75
    """
    return (counts.tp + counts.tn) / counts.items


@metric(task="filtering", family=FAMILY, error=True, cites="amigo2013")
def error_rate(counts: Any) -> Any:
    """Share of items that are selected though irrelevant, or left out though relevant.

    (FP + FN) / (TP + FP + FN + TN). Range [0, 1], best 0; 1 - accuracy.

    >>> error_rate(gold="1100", system="1000")
    0.25
    """
    return (counts.fp + counts.fn) / counts.items
