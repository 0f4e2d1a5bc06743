"""Correlation of assigned and true classes over the items; shifting all items by a class leaves it as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axiometrics.formulas import UNDEFINED, ratio, sqrt
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric

if TYPE_CHECKING:
    from axiometrics.tasks.ordinal.view import MatrixView

__all__ = ["kendall_tau_b", "pearson", "spearman"]

FAMILY = "correlation"


def _correlation(matrix: MatrixView, assigned: Any, true: Any) -> Quantity:
    """Pearson's correlation of two values of each item, undefined where one of them is constant."""

    def total(body: Any) -> Quantity:
        return matrix.cells(lambda cell: cell.items * body(cell))

    one, other = total(assigned), total(true)
    both = matrix.items * total(lambda cell: assigned(cell) * true(cell)) - one * other
    spread = matrix.items * total(lambda cell: assigned(cell) ** 2) - one**2
    spread *= matrix.items * total(lambda cell: true(cell) ** 2) - other**2
    return ratio(both, sqrt(spread), UNDEFINED)


@metric(task="ordinal", family=FAMILY, cites="pearson1895")
def pearson(matrix: MatrixView) -> Quantity:
    """Pearson's correlation of the values of the assigned and of the true classes over the items.

    Range [-1, 1], best 1. Undefined where all items are of one true class or assigned to one class.

    >>> pearson("[1 0 0; 0 1 0; 0 0 1]")
    1.0
    """
    return _correlation(matrix, lambda cell: cell.assigned_value, lambda cell: cell.true_value)


@metric(task="ordinal", family=FAMILY, cites="spearman1904")
def spearman(matrix: MatrixView) -> Quantity:
    """Spearman's correlation: Pearson's, of the items' ranks; equal ones share their mean rank.

    Range [-1, 1], best 1. Undefined where all items are of one true class or assigned to one class.

    >>> spearman("[1 0 0; 0 1 0; 0 0 1]")
    1.0
    """
    return _correlation(matrix, lambda cell: cell.assigned_rank, lambda cell: cell.true_rank)


@metric(task="ordinal", family=FAMILY, cites="kendall1945")
def kendall_tau_b(matrix: MatrixView) -> Quantity:
    """Kendall's tau-b: pairs of items in the same order less those in opposite order, corrected for ties.

    Pairs that the gold and pairs that the system ties are left out of the two sides of the denominator, whose root is
    taken. Range [-1, 1], best 1. Undefined where all items are of one true class or assigned to one class.

    >>> kendall_tau_b("[1 0 0; 0 1 0; 0 0 1]")
    1.0
    """
    surplus = matrix.cells(lambda cell: cell.items * (cell.concordant - cell.discordant))
    assigned = matrix.items**2 - matrix.cells(lambda cell: cell.items * cell.system)
    true = matrix.items**2 - matrix.cells(lambda cell: cell.items * cell.gold)
    return ratio(2 * surplus, sqrt(assigned * true), UNDEFINED)
