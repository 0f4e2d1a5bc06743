"""What several metrics of quantification are made of."""

from __future__ import annotations

from typing import Any

from axiometrics.formulas import INFINITE, guarded, log2, maximum, ratio
from axiometrics.parameters import Parameter

__all__ = ["SMOOTHING", "distance", "information", "positive_classes", "smoothed"]

SMOOTHING = Parameter("eps", default=0, least=0)
"""What is added to every share before both distributions are divided by their sums again; quapy takes 1/(2T)."""


def distance(one: Any, other: Any) -> Any:
    """The absolute difference of two numbers."""
    return maximum(one - other, other - one)


def information(share: Any, other: Any, otherwise: Any = INFINITE) -> Any:
    """Bits of a class: share times log2(share / other); 0 for no share, infinite where only the other is 0."""
    return share * log2(guarded(ratio(share, other, otherwise), share, 1))


def positive_classes(both: Any) -> Any:
    """The number of classes that are not empty in the gold."""
    return both.sum(lambda at: guarded(1, at.q, 0))


def smoothed(both: Any, share: Any, eps: Any) -> Any:
    """A share after adding eps to all of them."""
    return (share + eps) / (1 + both.classes * eps)
