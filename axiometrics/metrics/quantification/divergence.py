"""Distances and divergences that know no order of the classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axiometrics.formulas import INFINITE, guarded, log, maximum, ratio, sqrt, tanh
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.quantification.terms import SMOOTHING, distance, information, smoothed
from axiometrics.metrics.registry import metric

if TYPE_CHECKING:
    from axiometrics.tasks.quantification.view import DistributionsView

__all__ = ["jsd", "kld", "kld_gold", "nkld", "nvd", "rnss", "sqrt_jsd"]

NOMINAL = "nominal distance"


@metric(task="quantification", family=NOMINAL, error=True, cites="sakai2021")
def nvd(both: DistributionsView) -> Quantity:
    """Normalised variational distance: the mass that is in the wrong class.

    Half the sum of |p - q|. Range [0, 1], best 0.

    >>> nvd(gold=[0.5, 0.5, 0], system=[0.5, 0, 0.5])
    0.5
    """
    return both.sum(lambda at: distance(at.p, at.q)) / 2


@metric(task="quantification", family=NOMINAL, error=True, cites="sakai2021")
def rnss(both: DistributionsView) -> Quantity:
    """Root normalised sum of squares of the errors.

    The root of half the sum of (p - q)^2. Range [0, 1], best 0.

    >>> rnss(gold=[1, 0], system=[0, 1])
    1.0
    """
    return sqrt(ratio(both.sum(lambda at: (at.p - at.q) ** 2), 2, 0))  # one root, so that 1 is exactly 1


DIVERGENCE = "divergence"


@metric(task="quantification", family=DIVERGENCE, error=True, cites="sakai2021")
def kld(both: DistributionsView) -> Quantity:
    """Kullback-Leibler divergence of the system from the gold, in bits.

    The sum, over the classes with p > 0, of p log2(p / q). Range [0, inf], best 0; infinite where the system gives a
    share to a class without gold. The opposite direction is `kld_gold`.

    >>> kld(gold=[0.5, 0.5], system=[1, 0])
    1.0
    >>> kld(gold=[1, 0], system=[0.5, 0.5])
    inf
    """
    return both.sum(lambda at: information(at.p, at.q))


def _shannon(both: DistributionsView) -> Quantity:
    system = both.sum(lambda at: information(at.p, (at.p + at.q) / 2, 1))
    gold = both.sum(lambda at: information(at.q, (at.p + at.q) / 2, 1))
    return (system + gold) / 2


@metric(task="quantification", family=DIVERGENCE, error=True, cites="lin1991")
def jsd(both: DistributionsView) -> Quantity:
    """Jensen-Shannon divergence: the mean divergence of both distributions from their mean, in bits.

    (KLD(p, m) + KLD(q, m)) / 2 with m = (p + q) / 2. Range [0, 1], best 0.

    >>> jsd(gold=[1, 0], system=[0, 1])
    1.0
    """
    return _shannon(both)


@metric(task="quantification", family=DIVERGENCE, error=True, cites="lin1991")
def sqrt_jsd(both: DistributionsView) -> Quantity:
    """Jensen-Shannon distance: the root of the divergence, which is never negative.

    Range [0, 1], best 0.

    >>> sqrt_jsd(gold=[1, 0], system=[0, 1])
    1.0
    """
    return sqrt(maximum(_shannon(both), 0))


def _from_gold(both: DistributionsView, eps: Quantity) -> Quantity:
    """KLD of the gold from the system, in nats, after smoothing."""

    def nats(at: Any) -> Quantity:
        p, q = smoothed(both, at.p, eps), smoothed(both, at.q, eps)
        return q * log(guarded(ratio(q, p, INFINITE), q, 1))

    return both.sum(nats)


@metric(task="quantification", family=DIVERGENCE, error=True, cites="sebastiani2020", parameters=[SMOOTHING])
def kld_gold(both: DistributionsView, *, eps: Quantity) -> Quantity:
    """Kullback-Leibler divergence of the gold from the system, in nats.

    The sum, over the classes with q > 0, of q ln(q / p), after smoothing both distributions: x becomes
    (x + eps) / (1 + K eps). Range [0, inf], best 0; without smoothing infinite where the system leaves a class with
    gold empty.

    >>> round(kld_gold(gold=[1, 0], system=[0.5, 0.5]), 6)
    0.693147
    """
    return _from_gold(both, eps)


@metric(task="quantification", family=DIVERGENCE, error=True, cites="sebastiani2020", parameters=[SMOOTHING])
def nkld(both: DistributionsView, *, eps: Quantity) -> Quantity:
    """Normalised Kullback-Leibler divergence of the gold from the system: tanh of half the divergence in nats.

    2 e^x / (1 + e^x) - 1 for x = `kld_gold`. Range [0, 1], best 0; 1 where the divergence is infinite.

    >>> round(nkld(gold=[1, 0], system=[0.5, 0.5]), 6)
    0.333333
    >>> nkld(gold=[0.5, 0.5], system=[1, 0])
    1.0
    """
    return tanh(_from_gold(both, eps) / 2)
