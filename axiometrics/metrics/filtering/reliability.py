"""Reliability and sensitivity: are the priorities that the output states those of the gold, and the other way round?

Selecting an item says that it matters more than every item left out. Reliability averages, over the items, the share
of these statements about the item that the gold shares; sensitivity exchanges the roles of output and gold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from axiometrics.formulas import UNDEFINED, guarded, ratio
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric

if TYPE_CHECKING:
    from axiometrics.tasks.filtering.view import CountsView

__all__ = ["reliability", "rs_f", "sensitivity"]

FAMILY = "reliability and sensitivity"


def agreed(counts: CountsView) -> Quantity:
    """Return the pairs of items, a relevant one selected and an irrelevant one left out, that both sides order."""
    return counts.tp * counts.tn


@metric(task="filtering", family=FAMILY, cites="amigo2013")
def reliability(counts: CountsView) -> Quantity:
    """Precision of the selected items times that of the items left out.

    TP/(TP + FP) * TN/(TN + FN): the share of the pairs of a selected item and one left out that the gold orders the
    same way. Range [0, 1], best 1; 0 when nothing or everything is selected.

    >>> round(reliability(gold="1100", system="1000"), 6)
    0.666667
    """
    return ratio(agreed(counts), counts.selected * counts.unselected, 0)


@metric(task="filtering", family=FAMILY, cites="amigo2013")
def sensitivity(counts: CountsView) -> Quantity:
    """Share of the relevant items selected times the share of the irrelevant items left out.

    TP/(TP + FN) * TN/(TN + FP): the share of the pairs of a relevant and an irrelevant item that the output orders
    the same way. Range [0, 1], best 1; undefined when a class is empty.

    >>> sensitivity(gold="1100", system="1000")
    0.5
    """
    return ratio(agreed(counts), counts.relevant * counts.irrelevant, UNDEFINED)


@metric(task="filtering", family=FAMILY, cites="amigo2013")
def rs_f(counts: CountsView) -> Quantity:
    """Harmonic mean of reliability and sensitivity.

    2 R S / (R + S) = 2 TP TN / ((TP + FP)(FN + TN) + (TP + FN)(FP + TN)). Range [0, 1], best 1; 0 where both are 0;
    undefined when a class is empty.

    >>> round(rs_f(gold="1100", system="1000"), 6)
    0.571429
    """
    pairs = counts.selected * counts.unselected + counts.relevant * counts.irrelevant
    return guarded(ratio(2 * agreed(counts), pairs, 0), counts.relevant * counts.irrelevant, UNDEFINED)
