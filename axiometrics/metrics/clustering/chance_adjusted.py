"""Mutual information adjusted for chance: 0 is what random labels of the same sizes get on average."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from axiometrics.formulas import guarded, log2, maximum, minimum, named, ratio, sqrt
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.clustering.entropy import gold_information, shared_information, system_information
from axiometrics.metrics.registry import metric

if TYPE_CHECKING:
    from axiometrics.tasks.clustering.view import TableView

__all__ = ["ami_arith", "ami_max", "ami_min", "ami_sqrt"]

FAMILY = "entropy"


def adjusted(table: TableView, mean: Callable[[Any, Any], Any]) -> Quantity:
    """(I - E[I]) / (mean(H(L), H(C)) - E[I]), with E over all permutations of the labels.

    1 for equal partitions. Otherwise 0 where a side is one block or all singletons: I is then the same for every
    permutation, and where the denominator vanishes too, 0/0 is 0 by convention.
    """
    shared = table.expected(lambda n, a, b: n * log2(n * table.items / (a * b)))
    chance = named(shared / table.items, r"\mathbb{E} I")
    room = mean(gold_information(table), system_information(table)) - chance
    clusters, categories = table.cluster_count, table.category_count
    varied = (clusters - 1) * (categories - 1) * (table.items - clusters) * (table.items - categories)
    gain = guarded(ratio(shared_information(table) - chance, room, 0), varied, 0)
    return guarded(gain, 2 * table.cell_count - clusters - categories, 1)


@metric(task="clustering", family=FAMILY, cites="vinh2010")
def ami_max(table: TableView) -> Quantity:
    """Mutual information adjusted for chance, normalised by the larger entropy.

    Best 1, 0 on average for random labels, can be negative; 1 for equal partitions, 0 for other 0/0.
    Cost O(distinct pairs of sizes x overlap) besides the table.

    >>> round(ami_max(gold="aabb", system="xyzz"), 6)
    0.4
    """
    return adjusted(table, maximum)


@metric(task="clustering", family=FAMILY, cites="vinh2010", aliases=("AMI", "adjusted_mutual_info_score"))
def ami_arith(table: TableView) -> Quantity:
    """Mutual information adjusted for chance, normalised by the arithmetic mean of the entropies.

    Best 1, 0 on average for random labels, can be negative; 1 for equal partitions, 0 for other 0/0.

    >>> round(ami_arith(gold="aabb", system="xyzz"), 6)
    0.571429
    """
    return adjusted(table, lambda gold, system: (gold + system) / 2)


@metric(task="clustering", family=FAMILY, cites="vinh2010")
def ami_sqrt(table: TableView) -> Quantity:
    """Mutual information adjusted for chance, normalised by the geometric mean of the entropies.

    Best 1, 0 on average for random labels, can be negative; 1 for equal partitions, 0 for other 0/0.

    >>> round(ami_sqrt(gold="aabb", system="xyzz"), 6)
    0.597288
    """
    return adjusted(table, lambda gold, system: sqrt(gold * system))


@metric(task="clustering", family=FAMILY, cites="vinh2010")
def ami_min(table: TableView) -> Quantity:
    """Mutual information adjusted for chance, normalised by the smaller entropy.

    Best 1, 0 on average for random labels; 1 for equal partitions, 0 for other 0/0.

    >>> round(ami_min(gold="aabb", system="xyzz"), 6)
    1.0
    """
    return adjusted(table, minimum)
