"""What several metrics of quantification are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axiometrics.formulas import INFINITE, guarded, log2, maximum, ratio
from axiometrics.formulas.graph import Quantity
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from axiometrics.tasks.quantification.view import DistributionsView

__all__ = ["SMOOTHING", "distance", "information", "positive_classes", "smoothed"]

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
