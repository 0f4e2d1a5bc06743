"""Power means of two scores: arithmetic, geometric, quadratic, and those between and beyond."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import reduce
from typing import Any

from axiometrics.formulas import maximum, minimum, ratio, sqrt
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

__all__ = ["arithmetic_mean", "geometric_mean", "power_mean", "quadratic_mean"]

FAMILY = "power means"


@metric(
    task="combination",
    family=FAMILY,
    cites="amigo2011",
    parameters=[Parameter("alpha", default=Fraction(1, 2), above=0, below=1)],
)
def arithmetic_mean(scores: Any, *, alpha: Any) -> Any:
    """Weighted arithmetic mean of the two scores, alpha P + (1 - alpha) R.

    Range [0, 1], best 1; defined for every pair of scores.

    >>> arithmetic_mean(0.5, 1)
    0.75
    """
    return alpha * scores.p + (1 - alpha) * scores.r


@metric(task="combination", family=FAMILY, cites="fowlkes1983")
def geometric_mean(scores: Any) -> Any:
    """Square root of the product of the two scores.

    sqrt(P R), the G measure; of pair precision and pair recall it is the Fowlkes-Mallows index. Range [0, 1], best 1.

    >>> round(geometric_mean(0.5, 1), 6)
    0.707107
    """
    return sqrt(scores.p * scores.r)


@metric(task="combination", family=FAMILY, cites="hardy1952")
def quadratic_mean(scores: Any) -> Any:
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
    family=FAMILY,
    cites="hardy1952",
    parameters=[Parameter("r", default=Fraction(1, 2), choices=_EXPONENTS)],
)
def power_mean(scores: Any, *, r: Any) -> Any:
    """Power mean of the scores with exponent r, ((P^r + R^r)/2)^(1/r).

    The exponents -inf, 0 and inf stand for the limits: minimum, geometric mean and maximum. Range [0, 1], best 1; for
    exponents up to 0 the mean is 0 as soon as one score is. The exponents are those for which equality can be decided
    exactly; with -inf, -1, 1, 2 and inf it is the mean of any number of scores.

    >>> round(power_mean(0.25, 1), 6), power_mean.with_parameters(r="-inf")(0.25, 1)
    (0.5625, 0.25)
    """
    p, q, each, count = scores.p, scores.r, scores.each, len(scores.each)
    others = [math.prod((*each[:place], *each[place + 1 :])) for place in range(count)]
    return {
        "-inf": lambda: reduce(minimum, each),
        "-1": lambda: ratio(count * math.prod(each), sum(others), 0),
        "-1/2": lambda: ratio(4 * p * q, p + q + 2 * sqrt(p * q), 0),
        "0": lambda: sqrt(p * q),
        "1/2": lambda: (p + q + 2 * sqrt(p * q)) / 4,
        "1": lambda: sum(each) / count,
        "2": lambda: sqrt(sum(score**2 for score in each) / count),
        "inf": lambda: reduce(maximum, each),
    }[str(r)]()
