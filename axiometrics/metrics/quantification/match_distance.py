"""Earth mover's distances: how far the mass has to be carried from class to class."""

from __future__ import annotations

from typing import Any

from axiometrics.formulas import UNDEFINED, ratio
from axiometrics.metrics.quantification.terms import distance
from axiometrics.metrics.registry import metric

__all__ = ["emd", "nmd"]

FAMILY = "match distance"


def _carried(both: Any) -> Any:
    return both.sum(lambda at: distance(at.P, at.Q))


@metric(task="quantification", family=FAMILY, error=True, cites="sakai2021")
def nmd(both: Any) -> Any:
    """Normalised match distance: the earth mover's distance as a share of the largest one.

    EMD / (K - 1). Range [0, 1], best 0; undefined for one class.

    >>> nmd(gold=[0.5, 0.25, 0.25], system=[0.25, 0.25, 0.5])
    0.25
    """
    return ratio(_carried(both), both.classes - 1, UNDEFINED)


@metric(task="quantification", family=FAMILY, error=True, cites="sakai2021")
def emd(both: Any) -> Any:
    """Earth mover's distance: the mass that has to be moved, times the number of classes it is moved by.

    The sum over the classes of |P - Q|, where P and Q are cumulative shares. Range [0, K - 1], best 0.

    >>> emd(gold=[0.5, 0.25, 0.25], system=[0.25, 0.25, 0.5])
    0.5
    """
    return _carried(both)
