"""How far wrong items are from their true class: mean and worst absolute and squared errors.

``micro`` means over items, so large classes weigh more; ``macro`` over the classes with gold items, all alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axiometrics.formulas import log2, sqrt
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric

if TYPE_CHECKING:
    from axiometrics.tasks.ordinal.view import MatrixView

__all__ = ["cem_ord", "mae_macro", "mae_micro", "mmae", "mse_macro", "mse_micro", "rmse_macro", "rmse_micro"]

FAMILY = "distance"


def micro(matrix: MatrixView, power: int) -> Quantity:
    """Mean over items of a power of the distance between assigned and true value."""
    return matrix.cells(lambda cell: cell.items * cell.distance**power) / matrix.items


def macro(matrix: MatrixView, power: int) -> Quantity:
    """Mean over the classes with gold items of the mean over their items."""
    return matrix.cells(lambda cell: cell.items * cell.distance**power / cell.gold) / matrix.present


@metric(task="ordinal", family=FAMILY, error=True, cites="baccianella2009")
def mae_micro(matrix: MatrixView) -> Quantity:
    """Mean absolute error: how many classes an item is off, on average over items.

    The sum over cells of c |x - y|, divided by N. Range [0, K - 1] (values 1 to K), best 0. The ranked probability
    score of deterministic outputs is the same.

    >>> mae_micro("[2 0 0; 1 1 0; 1 0 3]")  # of 8 items one is 1 class off and one 2 classes
    0.375
    """
    return micro(matrix, 1)


@metric(task="ordinal", family=FAMILY, error=True, cites="baccianella2009")
def mae_macro(matrix: MatrixView) -> Quantity:
    """Macro-averaged mean absolute error: the mean over true classes of how far their items are off on average.

    The sum over cells of c |x - y| / g, divided by P; classes without gold items do not count. Range [0, K - 1]
    (values 1 to K), best 0.

    >>> mae_macro("[2 0 0; 1 1 0; 1 0 3]")  # (3/4 + 0 + 0)/3
    0.25
    """
    return macro(matrix, 1)


@metric(task="ordinal", family=FAMILY, error=True, cites="cruzramirez2014")
def mmae(matrix: MatrixView) -> Quantity:
    """Maximum mean absolute error: how far the items of the worst true class are off on average.

    The largest, over the classes with gold items, of the sum over the class's cells of c |x - y| / g. Range
    [0, K - 1] (values 1 to K), best 0.

    >>> mmae("[2 0 0; 1 1 0; 1 0 3]")  # class 1: (1 + 2)/4
    0.75
    """
    return matrix.largest(lambda cell: cell.items * cell.distance / cell.gold)


@metric(task="ordinal", family=FAMILY, error=True, cites="sakai2021")
def mse_micro(matrix: MatrixView) -> Quantity:
    """Mean squared error over items.

    The sum over cells of c (x - y)^2, divided by N. Range [0, (K - 1)^2] (values 1 to K), best 0.

    >>> mse_micro("[2 0 0; 1 1 0; 1 0 3]")  # (1 + 4)/8
    0.625
    """
    return micro(matrix, 2)


@metric(task="ordinal", family=FAMILY, error=True, cites="sakai2021")
def mse_macro(matrix: MatrixView) -> Quantity:
    """Macro-averaged mean squared error: the mean over true classes of the mean over their items.

    The sum over cells of c (x - y)^2 / g, divided by P. Range [0, (K - 1)^2] (values 1 to K), best 0.

    >>> mse_macro("[2 0; 2 3]")  # (2/4 + 0)/2
    0.25
    """
    return macro(matrix, 2)


@metric(task="ordinal", family=FAMILY, error=True, cites="sakai2021")
def rmse_micro(matrix: MatrixView) -> Quantity:
    """Root of the mean squared error over items.

    Range [0, K - 1] (values 1 to K), best 0.

    >>> rmse_micro("[2 0 0; 0 1 0; 1 0 0]")  # sqrt(4/4)
    1.0
    """
    return sqrt(micro(matrix, 2))


@metric(task="ordinal", family=FAMILY, error=True, cites="sakai2021")
def rmse_macro(matrix: MatrixView) -> Quantity:
    """Root of the macro-averaged mean squared error: the root is taken of the mean over classes.

    The mean over classes of each class's root is another measure. Range [0, K - 1] (values 1 to K), best 0.

    >>> rmse_macro("[2 0; 2 3]")  # sqrt((2/4 + 0)/2)
    0.5
    """
    return sqrt(macro(matrix, 2))


@metric(task="ordinal", family="closeness", cites="amigo2020")
def cem_ord(matrix: MatrixView) -> Quantity:
    """Closeness evaluation measure for ordinal classes: information of what is assigned, per that of the gold.

    An item of true class j that is assigned to i counts -log2(h/N), where h is half the gold items of i and all those
    from there to j (i not included): the fewer items are between, the closer. The sum is divided by that of the
    perfect output. Range [0, 1], best 1.

    >>> cem_ord("[0 0; 0 3]"), cem_ord("[0 3; 0 0]")
    (1.0, 0.0)
    """
    found = matrix.cells(lambda cell: cell.items * log2(matrix.items / cell.near))
    best = matrix.present_classes(lambda true: true.gold * log2(matrix.items / true.near))
    return found / best
