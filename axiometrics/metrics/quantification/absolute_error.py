"""Absolute, squared and relative errors of the shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axiometrics.formulas import INFINITE, UNDEFINED, guarded, ratio
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.quantification.terms import SMOOTHING, distance, smoothed
from axiometrics.metrics.registry import metric

if TYPE_CHECKING:
    from axiometrics.tasks.quantification.view import DistributionsView

__all__ = ["ae", "nae", "nrae", "rae", "se"]

FAMILY = "error of shares"


@metric(task="quantification", family=FAMILY, error=True, cites="sebastiani2020")
def ae(both: DistributionsView) -> Quantity:
    """Mean absolute error of the shares.

    The mean of |p - q| over the classes. Range [0, 2/K], best 0.

    >>> ae(gold=[1, 0], system=[0, 1])
    1.0
    """
    return both.sum(lambda at: distance(at.p, at.q)) / both.classes


@metric(task="quantification", family=FAMILY, error=True, cites="sebastiani2020")
def se(both: DistributionsView) -> Quantity:
    """Mean squared error of the shares.

    The mean of (p - q)^2 over the classes. Range [0, 2/K], best 0.

    >>> se(gold=[1, 0], system=[0, 1])
    1.0
    """
    return both.sum(lambda at: (at.p - at.q) ** 2) / both.classes


@metric(task="quantification", family=FAMILY, error=True, cites="sebastiani2020")
def nae(both: DistributionsView) -> Quantity:
    """Absolute error as a share of the largest one that this gold allows.

    The sum of |p - q| over 2 (1 - min q). Range [0, 1], best 0; undefined for one class.

    >>> nae(gold=[0.75, 0.25], system=[0.25, 0.75])
    0.6666666666666666
    """
    return ratio(both.sum(lambda at: distance(at.p, at.q)), 2 * (1 - both.least_gold), UNDEFINED)


def _relative(both: DistributionsView, eps: Quantity) -> Quantity:
    """The sum of |p - q| / q, where q is not 0."""
    return both.sum(
        lambda at: ratio(
            distance(smoothed(both, at.p, eps), smoothed(both, at.q, eps)), smoothed(both, at.q, eps), 0
        )
    )


@metric(task="quantification", family=FAMILY, error=True, cites="sebastiani2020", parameters=[SMOOTHING])
def rae(both: DistributionsView, *, eps: Quantity) -> Quantity:
    """Mean relative error of the shares.

    The mean of |p - q| / q after smoothing both distributions: x becomes (x + eps) / (1 + K eps). Range [0, inf],
    best 0; without smoothing infinite for every gold with an empty class.

    >>> rae(gold=[0.5, 0.5], system=[1, 0])
    1.0
    >>> rae(gold=[1, 0], system=[0.5, 0.5])
    inf
    """
    least = smoothed(both, both.least_gold, eps)
    return guarded(_relative(both, eps) / both.classes, least, INFINITE)


@metric(task="quantification", family=FAMILY, error=True, cites="sebastiani2020", parameters=[SMOOTHING])
def nrae(both: DistributionsView, *, eps: Quantity) -> Quantity:
    """Relative error as a share of the largest one that this gold allows.

    The sum of |p - q| / q over K - 1 + (1 - min q) / min q, after smoothing both distributions. Range [0, 1], best 0;
    undefined for one class; without smoothing infinite for every gold with an empty class.

    >>> nrae(gold=[0.75, 0.25], system=[0.25, 0.75])
    0.6666666666666666
    """
    least = smoothed(both, both.least_gold, eps)
    largest = both.classes - 1 + ratio(1 - least, least, 0)
    return guarded(ratio(_relative(both, eps), largest, UNDEFINED), least, INFINITE)
