"""Agreement beyond chance: weighted kappas and Krippendorff's alphas of gold and system as two coders."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from axiometrics.formulas import UNDEFINED, ratio
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric

if TYPE_CHECKING:
    from axiometrics.tasks.ordinal.view import MatrixView

__all__ = [
    "alpha_interval",
    "alpha_nominal",
    "alpha_ordinal",
    "kappa_linear",
    "kappa_nominal",
    "kappa_quadratic",
]

KAPPA = "weighted kappa"
ALPHA = "Krippendorff's alpha"
Weight = Callable[[Any], Any]


def kappa(matrix: MatrixView, weight: Weight) -> Quantity:
    """One minus the observed disagreement per that of independent labels with the same class sizes."""
    observed = matrix.cells(lambda cell: cell.items * weight(cell))
    expected = matrix.all_cells(lambda cell: cell.system * cell.gold * weight(cell))
    return 1 - ratio(matrix.items * observed, expected, UNDEFINED)


def alpha(matrix: MatrixView, weight: Weight) -> Quantity:
    """One minus the observed disagreement per that of all labels paired at random, without replacement.

    The 2N labels of gold and system make N pairs of which 2N - 1 times as many are possible for each label.
    """
    observed = matrix.cells(lambda cell: cell.items * weight(cell))
    expected = matrix.all_cells(lambda cell: cell.assigned_labels * cell.true_labels * weight(cell))
    return 1 - ratio(2 * (2 * matrix.items - 1) * observed, expected, UNDEFINED)


@metric(task="ordinal", family=KAPPA, cites="cohen1960")
def kappa_nominal(matrix: MatrixView) -> Quantity:
    """Cohen's kappa: agreement beyond that of independent labels; every error weighs the same.

    Best 1, 0 for what independent labels reach; observed to be at least -1. Undefined where gold and system are
    constant and the same.

    >>> kappa_nominal("[2 0; 2 4]")  # 1 - 8 * 2/(2 * 4 + 6 * 4)
    0.5
    """
    return kappa(matrix, lambda cell: cell.wrong)


@metric(task="ordinal", family=KAPPA, cites="cohen1968")
def kappa_linear(matrix: MatrixView) -> Quantity:
    """Linearly weighted kappa: an error weighs as the distance between the two classes.

    Best 1, 0 for what independent labels reach; observed to be at least -1. Undefined where gold and system are
    constant and the same.

    >>> kappa_linear("[2 0; 2 4]")
    0.5
    """
    return kappa(matrix, lambda cell: cell.distance)


@metric(task="ordinal", family=KAPPA, cites="cohen1968")
def kappa_quadratic(matrix: MatrixView) -> Quantity:
    """Quadratically weighted kappa: an error weighs as the squared distance between the two classes.

    Best 1, 0 for what independent labels reach; observed to be at least -1. Undefined where gold and system are
    constant and the same.

    >>> kappa_quadratic("[2 0; 2 4]")
    0.5
    """
    return kappa(matrix, lambda cell: cell.distance**2)


@metric(task="ordinal", family=ALPHA, cites="krippendorff2018")
def alpha_nominal(matrix: MatrixView) -> Quantity:
    """Krippendorff's alpha of gold and system as two coders, nominal: every error weighs the same.

    Best 1; at least 1/N - 1, as far as observed. Undefined where all labels are the same.

    >>> alpha_nominal("[1 0; 1 1]")  # labels 3 and 3: 1 - 2 * 5 * 1/(2 * 3 * 3)
    0.4444444444444444
    """
    return alpha(matrix, lambda cell: cell.wrong)


@metric(task="ordinal", family=ALPHA, cites="krippendorff2018")
def alpha_interval(matrix: MatrixView) -> Quantity:
    """Krippendorff's alpha of gold and system as two coders, interval: an error weighs as the squared distance.

    Range [1/N - 1, 1], best 1. Undefined where all labels are the same.

    >>> alpha_interval("[1 0; 1 1]")
    0.4444444444444444
    """
    return alpha(matrix, lambda cell: cell.distance**2)


@metric(task="ordinal", family=ALPHA, cites="krippendorff2018")
def alpha_ordinal(matrix: MatrixView) -> Quantity:
    """Krippendorff's alpha of gold and system as two coders, ordinal: distances count the labels in between.

    An error weighs as the square of o, the labels from one class to the other with those of the two by half. Best 1; at
    least 1/N - 1, as far as observed. Undefined where all labels are the same.

    >>> alpha_ordinal("[1 0; 1 1]")
    0.4444444444444444
    """
    return alpha(matrix, lambda cell: cell.wrong * cell.span**2)
