"""The smaller and the larger of two scores."""

from __future__ import annotations

from typing import Any

from axiometrics import formulas
from axiometrics.metrics.registry import metric

__all__ = ["maximum", "minimum"]

FAMILY = "extremes"


@metric(task="combination", family=FAMILY, cites="hardy1952")
def minimum(scores: Any) -> Any:
    """Smaller of the two scores.

    min(P, R), the power mean with exponent -infinity. Range [0, 1], best 1.

    >>> minimum(0.5, 1)
    0.5
    """
    return formulas.minimum(scores.p, scores.r)


@metric(task="combination", family=FAMILY, cites="hardy1952")
def maximum(scores: Any) -> Any:
    """Larger of the two scores.

    max(P, R), the power mean with exponent infinity. Range [0, 1], best 1.

    >>> maximum(0.5, 1)
    1.0
    """
    return formulas.maximum(scores.p, scores.r)
