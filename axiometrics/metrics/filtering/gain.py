"""Utility: every item counts what its treatment is worth."""

from __future__ import annotations

from typing import Any

from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

__all__ = ["utility"]


@metric(
    task="filtering",
    family="utility",
    cites="hull1998",
    parameters=[
        Parameter("a", default=3),
        Parameter("b", default=-2),
        Parameter("c", default=0),
        Parameter("d", default=0),
    ],
)
def utility(counts: Any, *, a: Any, b: Any, c: Any, d: Any) -> Any:
    """Weighted sum of the counts, a TP + b FP + c FN + d TN.

    Any real number; better when higher. The default is the linear utility 3 TP - 2 FP of the TREC filtering tracks.

    >>> utility(gold="1100", system="1010")
    1.0
    """
    return a * counts.tp + b * counts.fp + c * counts.fn + d * counts.tn
