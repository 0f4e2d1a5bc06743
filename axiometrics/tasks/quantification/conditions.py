"""Named degenerate conditions of quantification cases: met when one of the outputs is degenerate in that way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["CONDITIONS", "met"]

Mask = Callable[[Any], NDArray[np.bool_]]


def _empty(masses: Any, table: Any) -> NDArray[np.bool_]:
    """Whether some class is empty; the padding does not count."""
    found: NDArray[np.bool_] = (masses > 0).sum(axis=1) < table.classes
    return found


def _equal(table: Any) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = (table.system == table.gold).all(axis=1)
    return found


CONDITIONS: dict[str, tuple[str, Mask]] = {
    "empty_gold_class": ("a gold class is empty", lambda table: _empty(table.gold, table)),
    "one_hot_gold": ("one class has all the gold", lambda table: (table.gold > 0).sum(axis=1) == 1),
    "mass_outside_gold": (
        "the system gives a share to a class that is empty in the gold",
        lambda table: ((table.gold == 0) & (table.system > 0)).any(axis=1),
    ),
    "empty_system_class": ("the system leaves a class empty", lambda table: _empty(table.system, table)),
    "gold_outside_system": (
        "the system leaves a class empty that is not empty in the gold",
        lambda table: ((table.system == 0) & (table.gold > 0)).any(axis=1),
    ),
    "one_hot_system": (
        "the system gives everything to one class",
        lambda table: (table.system > 0).sum(axis=1) == 1,
    ),
    "equal_distributions": ("the system and the gold are equal", _equal),
    "two_classes": ("there are two classes", lambda table: table.classes == 2),
}
"""Each condition in words, and as a function of a table of distributions."""


def met(name: str, cases: Any) -> NDArray[np.bool_]:
    """Return in which cases an output meets a condition, shape (cases,)."""
    if name not in cases.met:
        masks = [CONDITIONS[name][1](batch.shared)[batch.which] for batch in cases.outputs.values()]
        cases.met[name] = np.any(masks, axis=0)
    found: NDArray[np.bool_] = cases.met[name]
    return found
