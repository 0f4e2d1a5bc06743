"""BCubed: judge every item's cluster from that item's point of view, and average over items."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from axiometrics.formulas import named
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from axiometrics.tasks.clustering.view import TableView

FAMILY = "bcubed"


def precision(table: TableView) -> Quantity:
    """Sum over cells of n^2/a, per item."""
    return named(table.cells(lambda n, a, b: n**2 / a) / table.items, "P")


def recall(table: TableView) -> Quantity:
    """Sum over cells of n^2/b, per item."""
    return named(table.cells(lambda n, a, b: n**2 / b) / table.items, "R")


@metric(task="clustering", family=FAMILY, cites="bagga1998", aliases=("b3_precision",))
def bcubed_precision(table: TableView) -> Quantity:
    """Mean, over items, of the share of the item's cluster that has its category.

    Range (0, 1], best 1; an item counts as related to itself, so the value is never 0.

    >>> round(bcubed_precision(gold="aab", system="xxx"), 6)
    0.555556
    """
    return precision(table)


@metric(task="clustering", family=FAMILY, cites="bagga1998", aliases=("b3_recall",))
def bcubed_recall(table: TableView) -> Quantity:
    """Mean, over items, of the share of the item's category that is in its cluster.

    Range (0, 1], best 1.

    >>> bcubed_recall(gold="aab", system="xyz")
    0.6666666666666666
    """
    return recall(table)


@metric(
    task="clustering",
    family=FAMILY,
    cites="bagga1998",
    parameters=[Parameter("alpha", default=Fraction(1, 2), above=0, below=1)],
    aliases=("b3_f",),
)
def bcubed_f(table: TableView, *, alpha: Quantity) -> Quantity:
    """Weighted harmonic mean of BCubed precision and recall, 1/(alpha/P + (1 - alpha)/R).

    Range (0, 1], best 1; alpha is the weight of precision.

    >>> round(bcubed_f(gold="aab", system="xxx"), 6)
    0.714286
    """
    return 1 / (alpha / precision(table) + (1 - alpha) / recall(table))
