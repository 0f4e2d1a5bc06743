"""Scoring rules: the mean, over the items, of a function of the forecast and of what happened."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from axiometrics.formulas import INFINITE, guarded, log, maximum, minimum, sqrt
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from axiometrics.tasks.probabilistic.view import ForecastsView

rule = partial(metric, task="probabilistic", family="scoring rules")
"""Registers a scoring rule."""


@rule(
    error=True,
    cites="gneiting2007",
    parameters=[Parameter("clip", default=0, least=0, below=Fraction(1, 2))],
    aliases=("cross_entropy", "nll"),
)
def log_loss(table: ForecastsView, *, clip: Fraction) -> Quantity:
    """Mean of minus the natural logarithm of the probability of what happened.

    At least 0, best 0; infinite where something happens that had the probability 0. With ``clip`` a probability
    counts as that at least, and as one minus that at most, as in many programs.

    >>> round(log_loss(gold=[1, 0], system=[0.5, 0.5]), 6)
    0.693147
    >>> log_loss(gold=[1], system=[0])
    inf
    >>> round(log_loss.with_parameters(clip="1/1000")(gold=[1, 1], system=[0, 1]), 6)
    3.454378
    """
    if clip:
        return table.items(lambda t, *_: -log(maximum(minimum(t, 1 - clip), clip))) / table.count
    return table.items(lambda t, *_: guarded(-log(t), t, INFINITE)) / table.count


def squared_error(table: ForecastsView) -> Quantity:
    """The mean square of the difference between the probability of the event and whether it happened."""
    return table.items(lambda t, s, m, h, f, p, y: (p - y) ** 2) / table.count


@rule(
    error=True,
    cites="brier1950",
    aliases=("brier_score", "brier_score_loss"),
)
def brier(table: ForecastsView) -> Quantity:
    """Mean square of the difference between the probability of the event and whether it happened, for two classes.

    Range [0, 1], best 0.

    >>> brier(gold=[1, 0], system=[0.5, 0])
    0.125
    """
    return squared_error(table)


@rule(error=True, cites="brier1950")
def brier_multiclass(table: ForecastsView) -> Quantity:
    """Mean of the sum, over the classes, of the squared differences between probability and what happened.

    Range [0, 2], best 0. For two classes it is twice the binary score.

    >>> brier_multiclass(gold=[0, 2], system=[[1, 0, 0], [0.5, 0, 0.5]])
    0.25
    """
    return table.entries(lambda q, o, *_: (q - o) ** 2) / table.count


@rule(cites="gneiting2007", aliases=("spherical_score",))
def spherical(table: ForecastsView) -> Quantity:
    """Mean of the probability of what happened, per length of the forecast as a vector.

    Range [0, 1], best 1.

    >>> spherical(gold=[1], system=[0.8])
    0.9701425001453319
    """
    return table.items(lambda t, s, *_: t / sqrt(s)) / table.count


def _pseudo_spherical_exact(table: Any, arithmetic: Any, *, a: Fraction) -> Any:
    number, power, total = arithmetic.number, arithmetic.power, arithmetic.zero
    alike = Counter((forecast[outcome - 1], tuple(sorted(forecast))) for forecast, outcome in table.items)
    for (share, forecast), times in sorted(alike.items()):
        length = sum((power(number(part), number(a)) for part in forecast if part), arithmetic.zero)
        rate = power(number(share), number(a - 1)) / power(length, number(1 - 1 / a)) if share else 0
        total = total + rate * times
    return total / len(table.items)


@rule(
    cites="gneiting2007",
    reads="probabilities",
    exact=_pseudo_spherical_exact,
    parameters=[Parameter("a", default=3, above=1)],
)
def pseudo_spherical(gold: Sequence[int], system: Sequence[Sequence[float]], *, a: Fraction) -> float:
    """Mean of q^(a-1) / (sum q_k^a)^((a-1)/a), where q is the probability of what happened.

    Range [0, 1], best 1; with a = 2 the spherical score.

    >>> round(pseudo_spherical(gold=[1], system=[0.8]), 6)
    0.989717
    """
    power, rates = float(a), []
    for k, forecast in zip(gold, system, strict=True):
        q = [each / max(forecast) for each in forecast]  # no power of the largest one is lost
        rates.append(q[k] ** (power - 1) / sum(each**power for each in q) ** (1 - 1 / power))
    return float(sum(rates) / len(rates))


@rule(
    error=True,
    cites="epstein1969",
    parameters=[Parameter("normalised", default="no", choices=("no", "yes"))],
    aliases=("ranked_probability_score",),
)
def rps(table: ForecastsView, *, normalised: str) -> Quantity:
    """Ranked probability score: the mean sum of squared differences of cumulative probabilities, of ordered classes.

    At least 0, best 0; at most K - 1, or 1 where it is normalised. The classes have an order.

    >>> rps(gold=[0], system=[[0, 0, 1]]), rps(gold=[0], system=[[0, 1, 0]])
    (2.0, 1.0)
    """
    total = table.entries(lambda q, o, Q, O: (Q - O) ** 2) / table.count
    return total / (table.classes - 1) if normalised == "yes" else total


@rule(error=True, cites="gneiting2007")
def absolute_error(table: ForecastsView) -> Quantity:
    """Mean of one minus the probability of what happened; one minus the linear score.

    Range [0, 1], best 0. For two classes the mean absolute difference of the event's probability and the outcome.

    >>> absolute_error(gold=[1, 0], system=[0.5, 0.25])
    0.375
    """
    return table.items(lambda t, *_: 1 - t) / table.count


@rule(
    error=True,
    cites="gneiting2007",
    parameters=[Parameter("ties", default="share", choices=("share", "first"))],
)
def zero_one(table: ForecastsView, *, ties: str) -> Quantity:
    """Share of items for which the class with the largest probability is not what happened.

    Range [0, 1], best 0. Of m classes that share the largest probability each counts 1/m; with ``ties=first`` the
    lowest of them is the decision.

    >>> zero_one(gold=[1, 0], system=[0.5, 0.25])
    0.25
    """
    if ties == "first":
        return table.items(lambda t, s, m, h, f, *_: 1 - f) / table.count
    return table.items(lambda t, s, m, h, *_: 1 - h / m) / table.count


@rule(
    error=True,
    cites="lin2017",
    parameters=[Parameter("gamma", default=2, least=0, most=20, whole=True)],
)
def focal_loss(table: ForecastsView, *, gamma: Fraction) -> Quantity:
    """Mean of -(1 - q)^gamma log q, where q is the probability of what happened.

    At least 0, best 0; infinite where something happens that had the probability 0. gamma is a whole number here, so
    that values are exact; gamma = 0 is the logarithmic loss.

    >>> round(focal_loss(gold=[1], system=[0.5]), 6)
    0.173287
    """
    return table.items(lambda t, *_: guarded(-((1 - t) ** gamma) * log(t), t, INFINITE)) / table.count
