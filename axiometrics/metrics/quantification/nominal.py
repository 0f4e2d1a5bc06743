"""Distances that know no order of the classes."""

from __future__ import annotations

from typing import Any

from axiometrics.formulas import ratio, sqrt
from axiometrics.metrics.quantification.terms import distance
from axiometrics.metrics.registry import metric

__all__ = ["nvd", "rnss"]

FAMILY = "nominal distance"


@metric(task="quantification", family=FAMILY, error=True, cites="sakai2021")
def nvd(both: Any) -> Any:
    """Normalised variational distance: the mass that is in the wrong class.

    Half the sum of |p - q|. Range [0, 1], best 0.

    >>> nvd(gold=[0.5, 0.5, 0], system=[0.5, 0, 0.5])
    0.5
    """
    return both.sum(lambda at: distance(at.p, at.q)) / 2


@metric(task="quantification", family=FAMILY, error=True, cites="sakai2021")
def rnss(both: Any) -> Any:
    """Root normalised sum of squares of the errors.

    The root of half the sum of (p - q)^2. Range [0, 1], best 0.

    >>> rnss(gold=[1, 0], system=[0, 1])
    1.0
    """
    return sqrt(ratio(both.sum(lambda at: (at.p - at.q) ** 2), 2, 0))  # one root, so that 1 is exactly 1
