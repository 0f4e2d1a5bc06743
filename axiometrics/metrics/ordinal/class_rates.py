"""Right and wrong, class by class: accuracy, recall and F1, which see no order; and accuracy up to one class."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from axiometrics.formulas import maximum, minimum, ratio
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric

if TYPE_CHECKING:
    from axiometrics.tasks.ordinal.view import MatrixView

__all__ = [
    "accuracy",
    "f1_macro",
    "f1_union",
    "hmpr",
    "macro_recall",
    "min_sensitivity",
    "off_by_one_accuracy",
]

FAMILY = "class rates"


@metric(task="ordinal", family=FAMILY, cites="sakai2021")
def accuracy(matrix: MatrixView) -> Quantity:
    """Share of the items that are assigned right.

    Range [0, 1], best 1; the same as micro-averaged precision, recall and F1.

    >>> accuracy("[2 0 0; 1 1 0; 1 0 3]")
    0.75
    """
    return matrix.present_classes(lambda true: true.right) / matrix.items


@metric(task="ordinal", family=FAMILY, cites="cruzramirez2014")
def off_by_one_accuracy(matrix: MatrixView) -> Quantity:
    """Share of the items that are assigned right or to a class next to the right one.

    Range [0, 1], best 1; always 1 for two classes.

    >>> off_by_one_accuracy("[2 0 0; 1 1 0; 1 0 3]")
    0.875
    """
    near = matrix.cells(lambda cell: cell.items * maximum(0, minimum(1, 2 - cell.steps)))
    return near / matrix.items


@metric(task="ordinal", family=FAMILY, cites="sakai2021")
def f1_macro(matrix: MatrixView) -> Quantity:
    """Mean over the classes with gold items of the harmonic mean of precision and recall.

    F1 of a class is 2c/(g + s), which is 0 where nothing is right. Range [0, 1], best 1.

    >>> f1_macro("[2 0; 2 1]")  # (4/6 + 2/4)/2
    0.5833333333333333
    """
    return _f1(matrix.present_classes) / matrix.present


@metric(task="ordinal", family=FAMILY, cites="sakai2021")
def f1_union(matrix: MatrixView) -> Quantity:
    """Mean of F1 over all classes that the gold or the system uses.

    F1 of a class is 2c/(g + s). A class that only the system uses counts 0. Range [0, 1], best 1.

    >>> f1_union("[2 0; 2 0]")  # (4/6 + 0)/2
    0.3333333333333333
    """
    return _f1(matrix.used_classes) / matrix.used


def _f1(classes: Callable[..., Quantity]) -> Quantity:
    return classes(lambda true: 2 * true.right / (true.gold + true.system))


@metric(task="ordinal", family=FAMILY, cites="sakai2021")
def hmpr(matrix: MatrixView) -> Quantity:
    """Harmonic mean of the mean precision and the mean recall of the classes with gold items.

    The precision of a class that the system does not use is 0. Range [0, 1], best 1.

    >>> hmpr("[2 0; 2 4]")  # precision (1 + 2/3)/2 = 5/6, recall (1/2 + 1)/2 = 3/4
    0.7894736842105263
    """
    precision = matrix.present_classes(lambda true: ratio(true.right, true.system, 0))
    recall = matrix.present_classes(lambda true: true.right / true.gold)
    return ratio(2 * precision * recall, precision + recall, 0) / matrix.present


@metric(task="ordinal", family=FAMILY, cites="brodersen2010", aliases=("balanced_accuracy_score",))
def macro_recall(matrix: MatrixView) -> Quantity:
    """Mean over the classes with gold items of the share of their items that are assigned right.

    Range [0, 1], best 1; also called balanced accuracy.

    >>> macro_recall("[2 0; 2 4]")  # (1/2 + 1)/2
    0.75
    """
    return matrix.present_classes(lambda true: true.right / true.gold) / matrix.present


@metric(task="ordinal", family=FAMILY, cites="cruzramirez2014")
def min_sensitivity(matrix: MatrixView) -> Quantity:
    """Smallest, over the classes with gold items, of the share of their items that are assigned right.

    Range [0, 1], best 1.

    >>> min_sensitivity("[2 0; 2 4]")
    0.5
    """
    return matrix.smallest(lambda cell: cell.items * (1 - cell.wrong) / cell.gold)
