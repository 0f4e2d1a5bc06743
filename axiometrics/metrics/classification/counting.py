"""Right and wrong items counted, whatever their classes: accuracy and its kin."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from axiometrics.formulas import guarded, ratio
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from axiometrics.tasks.classification.view import ConfusionView

FAMILY = "counting"


def right(matrix: ConfusionView) -> Quantity:
    """Items that the system puts into their gold class."""
    return matrix.right


def wrong(matrix: ConfusionView) -> Quantity:
    """Items that the system puts into another class."""
    return matrix.items - right(matrix)


@metric(task="classification", family=FAMILY, cites="sokolova2009", aliases=("accuracy_score",))
def accuracy(matrix: ConfusionView) -> Quantity:
    """Share of the items that the system puts into their gold class.

    Range [0, 1], best 1; the same as micro-averaged precision, recall and F1 over all classes.

    >>> accuracy("[3 0 0; 0 1 2; 2 1 3]")  # 7/12
    0.5833333333333334
    """
    return right(matrix) / matrix.items


@metric(
    task="classification",
    family=FAMILY,
    error=True,
    cites="sokolova2009",
    aliases=("zero_one_loss", "hamming_loss"),
)
def error_rate(matrix: ConfusionView) -> Quantity:
    """Share of the items that the system puts into a wrong class.

    Range [0, 1], best 0; of one label an item, Hamming loss and zero-one loss are the same number.

    >>> error_rate("[3 0 0; 0 1 2; 2 1 3]")  # 5/12
    0.4166666666666667
    """
    return wrong(matrix) / matrix.items


@metric(task="classification", family=FAMILY, error=True, cites="sokolova2009")
def error_count(matrix: ConfusionView) -> Quantity:
    """Number of the items that the system puts into a wrong class.

    Range 0 to N, best 0.

    >>> error_count("[3 0 0; 0 1 2; 2 1 3]")
    5.0
    """
    return wrong(matrix)


@metric(
    task="classification",
    family=FAMILY,
    cites="sokolova2009",
    parameters=[Parameter("without", default="none", choices=("none", Fraction(1)))],
)
def micro_f(matrix: ConfusionView, *, without: object) -> Quantity:
    """F1 of the summed counts of all classes, or of all but the first: twice the right labels per label.

    2 TP/(2 TP + FP + FN), each summed over the classes. Over all classes it is accuracy; ``without=1`` leaves out class
    1, the "other" or "none" of information extraction. 0 where no label is left. Range [0, 1], best 1.

    >>> micro_f("[3 0 0; 0 1 2; 2 1 3]")
    0.5833333333333334
    """
    if without == "none":
        return ratio(2 * right(matrix), 2 * matrix.items, 0)
    kept = matrix.of_used(lambda one: guarded(2 * one.right, one.number - 1, 0))
    labels = matrix.of_used(lambda one: guarded(one.gold + one.system, one.number - 1, 0))
    return ratio(kept, labels, 0)


@metric(task="classification", family=FAMILY, cites="sokolova2009")
def micro_jaccard(matrix: ConfusionView) -> Quantity:
    """Jaccard index of the summed counts of all classes: right items per item, where a wrong one counts twice.

    d/(2N - d) with d right items: accuracy/(2 - accuracy). Range [0, 1], best 1.

    >>> micro_jaccard("[3 0 0; 0 1 2; 2 1 3]")  # 7/(24 - 7)
    0.4117647058823529
    """
    return right(matrix) / (2 * matrix.items - right(matrix))
