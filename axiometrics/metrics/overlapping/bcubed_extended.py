"""Extended BCubed: judge every item's companions, counting how often two items are together on either side."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from axiometrics.formulas import minimum, named
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from axiometrics.tasks.overlapping.view import FamiliesView

__all__ = ["bcubed_extended_f", "bcubed_extended_precision", "bcubed_extended_recall"]

FAMILY = "extended bcubed"


def precision(families: FamiliesView) -> Quantity:
    """Mean over items of the mean of min(x, g)/x over their companions."""
    shares = families.companions(lambda x, g, d: minimum(x, g) / (x * d))
    return named(shares / families.clustered, "P")


def recall(families: FamiliesView) -> Quantity:
    """Mean over items of the mean of min(x, g)/g over the companions they should have."""
    shares = families.gold_companions(lambda x, g, h: minimum(x, g) / (g * h))
    return named(shares / families.categorised, "R")


@metric(task="overlapping", family=FAMILY, cites="amigo2009")
def bcubed_extended_precision(families: FamiliesView) -> Quantity:
    """Mean, over items and the items that share a cluster with them, of min(x, g)/x.

    x clusters and g categories hold both items; an item is a companion of itself. Items in no cluster do not count.
    Range (0, 1], best 1. Without overlap it is BCubed precision.

    >>> round(bcubed_extended_precision("{a b d e}{a b c}{f g}{a b c} | {a b d e}{a b c}{f g}"), 2)
    0.86
    """
    return precision(families)


@metric(task="overlapping", family=FAMILY, cites="amigo2009")
def bcubed_extended_recall(families: FamiliesView) -> Quantity:
    """Mean, over items and the items that share a category with them, of min(x, g)/g.

    x clusters and g categories hold both items; an item is a companion of itself. An item that the system leaves out
    counts with 0. Range [0, 1], best 1. Without overlap it is BCubed recall.

    >>> round(bcubed_extended_recall("{d e}{a b c}{f g} | {a b d e}{a b c}{f g}"), 2)
    0.69
    """
    return recall(families)


@metric(
    task="overlapping",
    family=FAMILY,
    cites="amigo2009",
    parameters=[Parameter("alpha", default=Fraction(1, 2), above=0, below=1)],
)
def bcubed_extended_f(families: FamiliesView, *, alpha: Quantity) -> Quantity:
    """Weighted harmonic mean of extended BCubed precision and recall, 1/(alpha/P + (1 - alpha)/R).

    Range (0, 1], best 1; alpha is the weight of precision.

    >>> round(bcubed_extended_f("{a b c} | {a b c}{a b}{c}"), 6)
    0.83871
    """
    return 1 / (alpha / precision(families) + (1 - alpha) / recall(families))
