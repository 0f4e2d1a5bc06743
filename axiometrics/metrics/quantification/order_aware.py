"""Errors that know the order of the classes: earth mover's distances and order-aware divergences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axiometrics.formulas import UNDEFINED, guarded, ratio, sqrt
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.quantification.terms import distance, positive_classes
from axiometrics.metrics.registry import metric

if TYPE_CHECKING:
    from axiometrics.tasks.quantification.view import DistributionsView

__all__ = ["emd", "nmd", "od", "rnod", "rsnod", "sod"]

MATCH_DISTANCE = "match distance"


def _carried(both: DistributionsView) -> Quantity:
    return both.sum(lambda at: distance(at.P, at.Q))


@metric(task="quantification", family=MATCH_DISTANCE, error=True, cites="sakai2021")
def nmd(both: DistributionsView) -> Quantity:
    """Normalised match distance: the earth mover's distance as a share of the largest one.

    EMD / (K - 1). Range [0, 1], best 0; undefined for one class.

    >>> nmd(gold=[0.5, 0.25, 0.25], system=[0.25, 0.25, 0.5])
    0.25
    """
    return ratio(_carried(both), both.classes - 1, UNDEFINED)


@metric(task="quantification", family=MATCH_DISTANCE, error=True, cites="sakai2021")
def emd(both: DistributionsView) -> Quantity:
    """Earth mover's distance: the mass that has to be moved, times the number of classes it is moved by.

    The sum over the classes of |P - Q|, where P and Q are cumulative shares. Range [0, K - 1], best 0.

    >>> emd(gold=[0.5, 0.25, 0.25], system=[0.25, 0.25, 0.5])
    0.5
    """
    return _carried(both)


ORDER_AWARE = "order-aware divergence"


def _from_gold(both: DistributionsView) -> Quantity:
    """OD(p||q): the mean, over the classes with gold, of the errors of all classes times their distance."""
    total = both.pairs(
        lambda one, other: guarded(distance(one.k, other.k) * (other.p - other.q) ** 2, one.q, 0)
    )
    return total / positive_classes(both)


def _from_system(both: DistributionsView) -> Quantity:
    """OD(q||p): the same over the classes to which the system gives a share."""
    total = both.pairs(
        lambda one, other: guarded(distance(one.k, other.k) * (other.p - other.q) ** 2, one.p, 0)
    )
    return total / both.sum(lambda at: guarded(1, at.p, 0))


def _symmetric(both: DistributionsView) -> Quantity:
    return (_from_gold(both) + _from_system(both)) / 2


@metric(task="quantification", family=ORDER_AWARE, error=True, cites="sakai2021")
def od(both: DistributionsView) -> Quantity:
    """Order-aware divergence: squared errors weighted by the distance to the classes that the gold has.

    The mean, over the classes i with q_i > 0, of the sum over j of |i - j| (p_j - q_j)^2. Not symmetric. Best 0; at
    most K - 1.

    >>> od(gold=[1, 0, 0], system=[0, 0, 1])
    2.0
    """
    return _from_gold(both)


@metric(task="quantification", family=ORDER_AWARE, error=True, cites="sakai2021")
def sod(both: DistributionsView) -> Quantity:
    """Symmetric order-aware divergence: the mean of OD in both directions.

    Best 0; at most K - 1.

    >>> sod(gold=[1, 0, 0], system=[0, 0, 1])
    2.0
    """
    return _symmetric(both)


@metric(task="quantification", family=ORDER_AWARE, error=True, cites="sakai2021")
def rnod(both: DistributionsView) -> Quantity:
    """Root normalised order-aware divergence: the root of OD / (K - 1).

    At least 0, best 0; undefined for one class. Mostly at most 1, but not always: little gold mass far away from all
    else weighs more than that.

    >>> rnod(gold=[1, 0, 0], system=[0, 0, 1])
    1.0
    >>> round(rnod(gold="28/30 0 0 1/30 1/30", system="0 1 0 0 0"), 4)
    1.0045
    """
    return sqrt(ratio(_from_gold(both), both.classes - 1, UNDEFINED))


@metric(task="quantification", family=ORDER_AWARE, error=True, cites="sakai2021")
def rsnod(both: DistributionsView) -> Quantity:
    """Root symmetric normalised order-aware divergence: the root of SOD / (K - 1).

    At least 0, best 0; undefined for one class. Mostly at most 1, but not always, as for `rnod`.

    >>> rsnod(gold=[1, 0, 0], system=[0, 0, 1])
    1.0
    >>> round(rsnod(gold="78/80 0 0 1/80 1/80", system="0 79/80 0 0 1/80"), 4)
    1.0005
    """
    return sqrt(ratio(_symmetric(both), both.classes - 1, UNDEFINED))
