"""Named degenerate conditions of overlapping cases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

__all__ = ["CONDITIONS"]


def _sets(side: Any, cases: int) -> Any:
    return np.bincount(side.set_case, minlength=cases)


CONDITIONS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "one_category": (
        "the gold has one category only",
        lambda cases: _sets(_first(cases).gold, len(cases)) == 1,
    ),
    "all_singleton_categories": (
        "every gold category has one item only",
        lambda cases: _sets(_first(cases).gold, len(cases)) == _first(cases).quantities["O_L"],
    ),
    "no_overlap_in_gold": (
        "no item is in two gold categories",
        lambda cases: _first(cases).quantities["N_L"] == _first(cases).quantities["O_L"],
    ),
    "no_overlap_in_output": (
        "no item is in two clusters of an output",
        lambda cases: np.all(
            [batch.quantities["N_C"] == batch.quantities["O_C"] for batch in cases.outputs.values()], axis=0
        ),
    ),
}
"""Each condition in words, and as a function of a batch of cases."""


def _first(cases: Any) -> Any:
    return next(iter(cases.outputs.values()))
