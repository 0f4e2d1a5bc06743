"""Named degenerate conditions of filtering cases: met when one of the outputs is degenerate in that way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["CONDITIONS"]

Mask = Callable[[Any, Any, Any, Any], Any]

CONDITIONS: dict[str, tuple[str, Mask]] = {
    "nothing_selected": ("one output selects nothing", lambda tp, fp, fn, tn: tp + fp == 0),
    "everything_selected": ("one output selects everything", lambda tp, fp, fn, tn: fn + tn == 0),
    "no_relevant_selected": ("one output selects no relevant item", lambda tp, fp, fn, tn: tp == 0),
    "all_relevant_selected": ("one output selects all relevant items", lambda tp, fp, fn, tn: fn == 0),
    "no_irrelevant_selected": ("one output selects no irrelevant item", lambda tp, fp, fn, tn: fp == 0),
    "all_irrelevant_selected": ("one output selects all irrelevant items", lambda tp, fp, fn, tn: tn == 0),
}
"""Each condition in words, and as a function of the four count arrays of one output."""
