"""Functions that combine the scores of two component metrics: means and products, extremes, and relations that no
function gives.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any

from axiometrics import formulas
from axiometrics.formulas import guarded, log, ratio, sqrt
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from axiometrics.tasks.combination.view import ScoresView

HARMONIC = "harmonic"
EXTREMES = "extremes"
Pair = tuple[Fraction, Fraction]


@metric(
    task="combination",
    family=HARMONIC,
    cites="vanrijsbergen1979",
    parameters=[Parameter("alpha", default=Fraction(1, 2), above=0, below=1)],
)
def f(scores: ScoresView, *, alpha: Quantity) -> Quantity:
    """Weighted harmonic mean of the two scores, 1/(alpha/P + (1 - alpha)/R).

    P R / (alpha R + (1 - alpha) P). Range [0, 1], best 1; alpha is the weight of the first component, 1/(1 + beta^2) in
    the notation with beta. 0 where both scores are 0, as the formula says wherever one of them is.

    >>> round(f(0.5, 1), 6), f(0, 0)
    (0.666667, 0.0)
    """
    return ratio(scores.p * scores.r, alpha * scores.r + (1 - alpha) * scores.p, 0)


@metric(task="combination", family=HARMONIC, cites="amigo2011")
def jaccard_like(scores: ScoresView) -> Quantity:
    """F/(2 - F) of the F measure with equal weights, P R / (P + R - P R).

    Of precision and recall it is the share of items that both gold and system select among those that one of them
    does. Range [0, 1], best 1; ordered as F is; 0 where both scores are 0.

    >>> jaccard_like(0.5, 1)
    0.5
    """
    product = scores.p * scores.r
    return ratio(product, scores.p + scores.r - product, 0)


@metric(task="combination", family=HARMONIC, cites="amigo2011")
def area_under_f(scores: ScoresView) -> Quantity:
    """Mean of the F measure over all weights alpha from 0 to 1.

    P R log(R / P) / (R - P), and P where the two scores are equal. Range [0, 1], best 1; 0 where a score is 0, between
    the harmonic and the geometric mean elsewhere.

    >>> round(area_under_f(0.5, 1), 6), area_under_f(0.5, 0.5), area_under_f(0, 1)
    (0.693147, 0.5, 0.0)
    """
    p, r = scores.p, scores.r
    positive = [guarded(score, p * r, 1) for score in (r, p)]
    return ratio(p * r * (log(positive[0]) - log(positive[1])), r - p, p)


POWER = "power means"


@metric(
    task="combination",
    family=POWER,
    cites="amigo2011",
    parameters=[Parameter("alpha", default=Fraction(1, 2), above=0, below=1)],
)
def arithmetic_mean(scores: ScoresView, *, alpha: Quantity) -> Quantity:
    """Weighted arithmetic mean of the two scores, alpha P + (1 - alpha) R.

    Range [0, 1], best 1; defined for every pair of scores.

    >>> arithmetic_mean(0.5, 1)
    0.75
    """
    return alpha * scores.p + (1 - alpha) * scores.r


@metric(task="combination", family=POWER, cites="fowlkes1983")
def geometric_mean(scores: ScoresView) -> Quantity:
    """Square root of the product of the two scores.

    sqrt(P R), the G measure; of pair precision and pair recall it is the Fowlkes-Mallows index. Range [0, 1], best 1.

    >>> round(geometric_mean(0.5, 1), 6)
    0.707107
    """
    return sqrt(scores.p * scores.r)


@metric(task="combination", family=POWER, cites="hardy1952")
def quadratic_mean(scores: ScoresView) -> Quantity:
    """Square root of the mean of the squared scores, two or more: sqrt((P^2 + R^2)/2).

    Range [0, 1], best 1; above the arithmetic mean.

    >>> round(quadratic_mean(0.5, 1), 6)
    0.790569
    """
    return sqrt(sum(score**2 for score in scores.each) / len(scores.each))


_EXPONENTS = (
    "-inf",
    Fraction(-1),
    Fraction(-1, 2),
    Fraction(0),
    Fraction(1, 2),
    Fraction(1),
    Fraction(2),
    "inf",
)


@metric(
    task="combination",
    family=POWER,
    cites="hardy1952",
    parameters=[Parameter("r", default=Fraction(1, 2), choices=_EXPONENTS)],
)
def power_mean(scores: ScoresView, *, r: Quantity) -> Any:
    """Power mean of the scores with exponent r, ((P^r + R^r)/2)^(1/r).

    The exponents -inf, 0 and inf stand for the limits: minimum, geometric mean and maximum. Range [0, 1], best 1; for
    exponents up to 0 the mean is 0 as soon as one score is. The exponents are those for which equality can be decided
    exactly; with -inf, -1, 1, 2 and inf it is the mean of any number of scores.

    >>> round(power_mean(0.25, 1), 6), power_mean.with_parameters(r="-inf")(0.25, 1)
    (0.5625, 0.25)
    """
    p, q, each, count = scores.p, scores.r, scores.each, len(scores.each)
    others = [math.prod((*each[:place], *each[place + 1 :])) for place in range(count)]
    means: dict[str, Callable[[], Any]] = {
        "-inf": lambda: reduce(formulas.minimum, each),
        "-1": lambda: ratio(count * math.prod(each), sum(others), 0),
        "-1/2": lambda: ratio(4 * p * q, p + q + 2 * sqrt(p * q), 0),
        "0": lambda: sqrt(p * q),
        "1/2": lambda: (p + q + 2 * sqrt(p * q)) / 4,
        "1": lambda: sum(each) / count,
        "2": lambda: sqrt(sum(score**2 for score in each) / count),
        "inf": lambda: reduce(formulas.maximum, each),
    }
    return means[str(r)]()


@metric(task="combination", family="product", cites="amigo2013")
def product(scores: ScoresView) -> Any:
    """Product of the scores, two or more.

    P R, as of reliability and sensitivity. Range [0, 1], best 1; ordered as the geometric mean is.

    >>> product(0.5, 0.5)
    0.25
    """
    return math.prod(scores.each)


@metric(task="combination", family=EXTREMES, cites="hardy1952")
def minimum(scores: ScoresView) -> Quantity:
    """Smallest of the scores, two or more.

    min(P, R), the power mean with exponent -infinity. Range [0, 1], best 1.

    >>> minimum(0.5, 1)
    0.5
    """
    return reduce(formulas.minimum, scores.each)


@metric(task="combination", family=EXTREMES, cites="hardy1952")
def maximum(scores: ScoresView) -> Quantity:
    """Largest of the scores, two or more.

    max(P, R), the power mean with exponent infinity. Range [0, 1], best 1.

    >>> maximum(0.5, 1)
    1.0
    """
    return reduce(formulas.maximum, scores.each)


def dominance(one: Pair, other: Pair) -> int | None:
    """Unanimous improvement: better where no score is lower and one is higher; else equal, or not comparable.

    >>> dominance((1, 1), (1, 0)), dominance((1, 0), (0, 1)) is None
    (1, True)
    """
    signs = {(first > second) - (first < second) for first, second in zip(one, other, strict=True)}
    if {1, -1} <= signs:
        return None
    return 1 if 1 in signs else -1 if -1 in signs else 0


def completed_dominance(one: Pair, other: Pair) -> int:
    """Unanimous improvement, with pairs that it does not compare taken to be equally good.

    >>> completed_dominance((1, 0), (0, 1))
    0
    """
    return dominance(one, other) or 0


def lexicographic(one: Pair, other: Pair) -> int:
    """The first score decides, and the second where the first ones are equal.

    >>> lexicographic((1, 0), (0, 1)), lexicographic((1, 0), (1, 1))
    (1, -1)
    """
    return (one > other) - (one < other)
