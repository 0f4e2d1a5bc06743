"""Edit distance: how many steps turn the system output into the gold?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric

if TYPE_CHECKING:
    from axiometrics.tasks.clustering.view import TableView

__all__ = ["edit_distance"]


@metric(task="clustering", family="edit distance", error=True, cites="pantel2002")
def edit_distance(table: TableView) -> Quantity:
    """Steps to rebuild the categories: merge each cluster into its majority's set, then move each wrong item.

    R + sum over clusters of (size - majority); a perfect output still needs one merge per category, so the best
    value is K, not 0.

    >>> edit_distance(gold="aab", system="xyy")
    3.0
    """
    return table.cluster_count + table.items - table.best_in_cluster(lambda n, a, b: n)
