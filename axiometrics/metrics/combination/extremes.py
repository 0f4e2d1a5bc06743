"""The smallest and the largest of two scores, or of more."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from axiometrics import formulas
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric

if TYPE_CHECKING:
    from axiometrics.tasks.combination.view import ScoresView

__all__ = ["maximum", "minimum"]

FAMILY = "extremes"


@metric(task="combination", family=FAMILY, cites="hardy1952")
def minimum(scores: ScoresView) -> Quantity:
    """Smallest of the scores, two or more.

    min(P, R), the power mean with exponent -infinity. Range [0, 1], best 1.

    >>> minimum(0.5, 1)
    0.5
    """
    return reduce(formulas.minimum, scores.each)


@metric(task="combination", family=FAMILY, cites="hardy1952")
def maximum(scores: ScoresView) -> Quantity:
    """Largest of the scores, two or more.

    max(P, R), the power mean with exponent infinity. Range [0, 1], best 1.

    >>> maximum(0.5, 1)
    1.0
    """
    return reduce(formulas.maximum, scores.each)
