"""Information: what the system's labels tell about the gold's, and the entropy of what is confused with what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axiometrics.formulas import UNDEFINED, log, ratio
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric

if TYPE_CHECKING:
    from axiometrics.tasks.classification.view import ConfusionView

FAMILY = "information"


def _shared(matrix: ConfusionView) -> Quantity:
    """Return N times the information that gold and system share, in nats."""
    return matrix.cells(lambda cell: cell.items * log(matrix.items * cell.items / (cell.gold * cell.system)))


def _of_gold(matrix: ConfusionView) -> Quantity:
    """Return N times the entropy of the gold classes."""
    return matrix.of_gold(lambda one: one.gold * log(matrix.items / one.gold))


def _of_system(matrix: ConfusionView) -> Quantity:
    """Return N times the entropy of the system's classes."""
    return matrix.of_system(lambda one: one.system * log(matrix.items / one.system))


@metric(task="classification", family=FAMILY, cites="vinh2010", aliases=("mutual_info_score",))
def mutual_information(matrix: ConfusionView) -> Quantity:
    """Information that the system's labels give about the gold, in nats.

    Range [0, log K]; what a perfect output gets depends on the gold.

    >>> round(mutual_information("[1 0; 0 1]"), 6)
    0.693147
    """
    return _shared(matrix) / matrix.items


@metric(task="classification", family=FAMILY, cites="vinh2010")
def nmi(matrix: ConfusionView) -> Quantity:
    """Mutual information per mean of the entropies of gold and system.

    Range [0, 1]; 1 for every output that names the classes one to one. Undefined where both have one class.

    >>> round(nmi("[3 0 0; 0 1 2; 2 1 3]"), 6)
    0.351422
    """
    return ratio(2 * _shared(matrix), _of_gold(matrix) + _of_system(matrix), UNDEFINED)


@metric(task="classification", family=FAMILY, cites="theil1972")
def uncertainty_coefficient(matrix: ConfusionView) -> Quantity:
    """Share of the gold's entropy that the system's labels tell.

    Range [0, 1]; 1 for every output that never puts two gold classes into one. Undefined where the gold has one class.

    >>> uncertainty_coefficient("[1 0; 0 1]")
    1.0
    """
    return ratio(_shared(matrix), _of_gold(matrix), UNDEFINED)


@metric(task="classification", family=FAMILY, error=True, cites="wei2010")
def confusion_entropy(matrix: ConfusionView) -> Quantity:
    """Confusion entropy (CEN): the entropy of where the errors of each class go to and come from.

    The sum over the wrong cells of c (log((g + s)/c) of the one class + that of the other)/(2N), g and s the items of
    the class in gold and system, to base 2(K - 1). K counts classes without items. Best 0.

    >>> round(confusion_entropy("[3 0 0; 0 1 2; 2 1 3]"), 6)
    0.463811
    """
    total = matrix.cells(
        lambda cell: (
            cell.wrong
            * cell.items
            * (log(cell.gold_labels / cell.items) + log(cell.system_labels / cell.items))
        )
    )
    return total / (2 * matrix.items * log(2 * (matrix.classes - 1)))
