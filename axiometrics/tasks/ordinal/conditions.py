"""Named degenerate conditions of ordinal cases: met when one of the outputs is degenerate in that way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from axiometrics.tasks.ordinal.block import Block

__all__ = ["CONDITIONS"]

CONDITIONS: dict[str, tuple[str, Callable[[Block], Any]]] = {
    "empty_gold_class": (
        "some true class has no items",
        lambda block: (block.gold == 0).any(axis=1),
    ),
    "constant_gold": ("all items are of one true class", lambda block: block.quantities["P"] == 1),
    "constant_system": (
        "one output assigns all items to one class",
        lambda block: (block.system > 0).sum(axis=1) == 1,
    ),
    "perfect_output": (
        "one output assigns every item right",
        lambda block: np.trace(block.counts, axis1=1, axis2=2) == block.items,
    ),
    "nothing_right": (
        "one output assigns no item right",
        lambda block: np.trace(block.counts, axis1=1, axis2=2) == 0,
    ),
    "two_classes": (
        "there are only two classes (K = 2)",
        lambda block: np.full(len(block), block.classes == 2),
    ),
}
"""Each condition in words, and as a mask over the distinct matrices of a block."""
