"""Harmonic combinations: the F measure, what it is when alpha is averaged out, and what is ordered as it is."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axiometrics.formulas import guarded, log, ratio
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

__all__ = ["area_under_f", "f", "jaccard_like"]

FAMILY = "harmonic"


@metric(
    task="combination",
    family=FAMILY,
    cites="vanrijsbergen1979",
    parameters=[Parameter("alpha", default=Fraction(1, 2), above=0, below=1)],
)
def f(scores: Any, *, alpha: Any) -> Any:
    """Weighted harmonic mean of the two scores, 1/(alpha/P + (1 - alpha)/R).

    P R / (alpha R + (1 - alpha) P). Range [0, 1], best 1; alpha is the weight of the first component, 1/(1 + beta^2) in
    the notation with beta. 0 where both scores are 0, as the formula says wherever one of them is.

    >>> round(f(0.5, 1), 6), f(0, 0)
    (0.666667, 0.0)
    """
    return ratio(scores.p * scores.r, alpha * scores.r + (1 - alpha) * scores.p, 0)


@metric(task="combination", family=FAMILY, cites="amigo2011")
def jaccard_like(scores: Any) -> Any:
    """F/(2 - F) of the F measure with equal weights, P R / (P + R - P R).

    Of precision and recall it is the share of items that both gold and system select among those that one of them
    does. Range [0, 1], best 1; ordered as F is; 0 where both scores are 0.

    >>> jaccard_like(0.5, 1)
    0.5
    """
    product = scores.p * scores.r
    return ratio(product, scores.p + scores.r - product, 0)


@metric(task="combination", family=FAMILY, cites="amigo2011")
def area_under_f(scores: Any) -> Any:
    """Mean of the F measure over all weights alpha from 0 to 1.

    P R log(R / P) / (R - P), and P where the two scores are equal. Range [0, 1], best 1; 0 where a score is 0, between
    the harmonic and the geometric mean elsewhere.

    >>> round(area_under_f(0.5, 1), 6), area_under_f(0.5, 0.5), area_under_f(0, 1)
    (0.693147, 0.5, 0.0)
    """
    p, r = scores.p, scores.r
    positive = [guarded(score, p * r, 1) for score in (r, p)]
    return ratio(p * r * (log(positive[0]) - log(positive[1])), r - p, p)
