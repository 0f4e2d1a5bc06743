"""LAM: the average of the two error rates on the scale of log odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axiometrics.formulas import UNDEFINED, guarded, ratio, sqrt
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

__all__ = ["lam"]


@metric(
    task="filtering",
    family="class rates",
    error=True,
    cites="cormack2005",
    parameters=[Parameter("smoothing", default=Fraction(1, 2), least=0)],
)
def lam(counts: Any, *, smoothing: Any) -> Any:
    """Logistic average misclassification: the mean, in log odds, of the error rates of both classes.

    s / (1 + s) with s = sqrt((FP + e)(FN + e) / ((TN + e)(TP + e))), where e is the smoothing. Range [0, 1], best 0.
    With e = 0 the value is 0 where one error rate is 0 and 1 where one is 1; it is undefined where both happens, that
    is, when nothing or everything is selected, and when a class is empty. With e > 0 it is always defined.

    >>> lam(gold="1100", system="1010")
    0.5
    >>> lam.with_parameters(smoothing=0)(gold="1100", system="0000") is None
    True
    """
    wrong = (counts.fp + smoothing) * (counts.fn + smoothing)
    right = (counts.tn + smoothing) * (counts.tp + smoothing)
    odds = sqrt(ratio(wrong, right, 0))
    return guarded(odds / (1 + odds), right, guarded(1, wrong, UNDEFINED))
