"""Named degenerate conditions of pairs of scores: met when one of the outputs is degenerate in that way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["CONDITIONS"]

Mask = Callable[[Any, Any], Any]

CONDITIONS: dict[str, tuple[str, Mask]] = {
    "zero_score": ("a component score is 0", lambda p, r: (p == 0) | (r == 0)),
    "both_scores_zero": ("both component scores are 0", lambda p, r: (p == 0) & (r == 0)),
    "full_score": ("a component score is 1", lambda p, r: (p == 1) | (r == 1)),
    "equal_scores": ("the component scores are equal", lambda p, r: p == r),
}
"""Each condition in words, and as a function of the arrays of both scores of one output."""
