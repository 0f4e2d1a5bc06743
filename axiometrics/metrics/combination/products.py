"""The product of two scores."""

from __future__ import annotations

from typing import Any

from axiometrics.metrics.registry import metric

__all__ = ["product"]


@metric(task="combination", family="product", cites="amigo2013")
def product(scores: Any) -> Any:
    """Product of the two scores.

    P R, as of reliability and sensitivity. Range [0, 1], best 1; ordered as the geometric mean is.

    >>> product(0.5, 0.5)
    0.25
    """
    return scores.p * scores.r
