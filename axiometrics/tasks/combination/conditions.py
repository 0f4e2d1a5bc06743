"""Named degenerate conditions of pairs of scores: met when one of the outputs is degenerate in that way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["CONDITIONS"]

Mask = Callable[[Any], Any]

CONDITIONS: dict[str, tuple[str, Mask]] = {
    "zero_score": ("a component score is 0", lambda scores: (scores == 0).any(axis=0)),
    "both_scores_zero": ("all component scores are 0", lambda scores: (scores == 0).all(axis=0)),
    "full_score": ("a component score is 1", lambda scores: (scores == 1).any(axis=0)),
    "equal_scores": ("the component scores are equal", lambda scores: (scores == scores[0]).all(axis=0)),
}
"""Each condition in words, and as a function of the scores of one output, shape (components, cases)."""
