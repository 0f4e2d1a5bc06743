"""The product of two scores, or of more."""

from __future__ import annotations

import math
from typing import Any

from axiometrics.metrics.registry import metric

__all__ = ["product"]


@metric(task="combination", family="product", cites="amigo2013")
def product(scores: Any) -> Any:
    """Product of the scores, two or more.

    P R, as of reliability and sensitivity. Range [0, 1], best 1; ordered as the geometric mean is.

    >>> product(0.5, 0.5)
    0.25
    """
    return math.prod(scores.each)
