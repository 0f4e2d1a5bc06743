"""Metrics of ordinal quantification, errors that are 0 for equal distributions; some know the order of the classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axiometrics.formulas import INFINITE, UNDEFINED, guarded, log, log2, maximum, ratio, sqrt, tanh
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from axiometrics.tasks.quantification.view import DistributionsView

SMOOTHING = Parameter("eps", default=0, least=0)
"""What is added to every share before both distributions are divided by their sums again; quapy takes 1/(2T)."""


def distance(one: Quantity, other: Quantity) -> Quantity:
    """The absolute difference of two numbers."""
    return maximum(one - other, other - one)


def information(share: Quantity, other: Quantity, otherwise: Quantity | int = INFINITE) -> Quantity:
    """Bits of a class: share times log2(share / other); 0 for no share, infinite where only the other is 0."""
    return share * log2(guarded(ratio(share, other, otherwise), share, 1))


def positive_classes(both: DistributionsView) -> Quantity:
    """The number of classes that are not empty in the gold."""
    return both.sum(lambda at: guarded(1, at.q, 0))


def smoothed(both: DistributionsView, share: Quantity, eps: Quantity) -> Quantity:
    """A share after adding eps to all of them."""
    return (share + eps) / (1 + both.classes * eps)


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


def _nats_from_gold(both: DistributionsView, eps: Quantity) -> Quantity:
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
    return _nats_from_gold(both, eps)


@metric(task="quantification", family=DIVERGENCE, error=True, cites="sebastiani2020", parameters=[SMOOTHING])
def nkld(both: DistributionsView, *, eps: Quantity) -> Quantity:
    """Normalised Kullback-Leibler divergence of the gold from the system: tanh of half the divergence in nats.

    2 e^x / (1 + e^x) - 1 for x = `kld_gold`. Range [0, 1], best 0; 1 where the divergence is infinite.

    >>> round(nkld(gold=[1, 0], system=[0.5, 0.5]), 6)
    0.333333
    >>> nkld(gold=[0.5, 0.5], system=[1, 0])
    1.0
    """
    return tanh(_nats_from_gold(both, eps) / 2)


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
