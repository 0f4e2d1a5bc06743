"""Entropy: how much do clusters tell about categories, and categories about clusters? In bits, or beyond chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from axiometrics.formulas import guarded, log2, log_binomial, maximum, minimum, named, ratio, sqrt
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from axiometrics.tasks.clustering.view import TableView

FAMILY = "entropy"


def gold_information(table: TableView) -> Quantity:
    """Entropy of the categories, H(L)."""
    return named(table.categories(lambda b: b * log2(table.items / b)) / table.items, "H_L")


def system_information(table: TableView) -> Quantity:
    """Entropy of the clusters, H(C)."""
    return named(table.clusters(lambda a: a * log2(table.items / a)) / table.items, "H_C")


def shared_information(table: TableView) -> Quantity:
    """Mutual information, I."""
    return named(table.cells(lambda n, a, b: n * log2(n * table.items / (a * b))) / table.items, "I")


def unless_equal(table: TableView) -> Quantity:
    """The convention where one entropy is zero: 1 if both are (system and gold are one block), else 0."""
    return ratio(0, gold_information(table) + system_information(table), 1)


@metric(task="clustering", family=FAMILY, error=True, cites="zhao2001")
def entropy(table: TableView) -> Quantity:
    """Information about an item's category that its cluster leaves open, H(L|C).

    Range [0, H(L)] bits, best 0.

    >>> entropy(gold="aabb", system="xxxx")
    1.0
    """
    return table.cells(lambda n, a, b: n * log2(a / n)) / table.items


@metric(task="clustering", family=FAMILY, error=True, cites="bakus2002")
def class_entropy(table: TableView) -> Quantity:
    """Information about an item's cluster that its category leaves open, H(C|L).

    Range [0, H(C)] bits, best 0.

    >>> class_entropy(gold="aaaa", system="xxyy")
    1.0
    """
    return table.cells(lambda n, a, b: n * log2(b / n)) / table.items


@metric(task="clustering", family=FAMILY, cites="xu2003", aliases=("MI", "mutual_info_score"))
def mutual_information(table: TableView) -> Quantity:
    """Information that cluster and category share, I = H(L) - H(L|C).

    Range [0, H(L)] bits; the best value depends on the gold.

    >>> mutual_information(gold="aabb", system="xxyy")
    1.0
    """
    return shared_information(table)


@metric(task="clustering", family=FAMILY, error=True, cites="meila2003", aliases=("VI",))
def variation_of_information(table: TableView) -> Quantity:
    """Information lost and gained between system and gold, H(L|C) + H(C|L).

    Range [0, log N] bits, best 0; a metric on partitions.

    >>> variation_of_information(gold="aabb", system="xxxx")
    1.0
    """
    return table.cells(lambda n, a, b: n * log2(a * b / n**2)) / table.items


@metric(task="clustering", family=FAMILY, cites="rosenberg2007")
def homogeneity_score(table: TableView) -> Quantity:
    """Share of the gold information that the clusters give, 1 - H(L|C)/H(L).

    Range [0, 1], best 1; 1 when there is one category.

    >>> homogeneity_score(gold="aabb", system="xxxx")
    0.0
    """
    return ratio(shared_information(table), gold_information(table), 1)


@metric(task="clustering", family=FAMILY, cites="rosenberg2007")
def completeness_score(table: TableView) -> Quantity:
    """Share of the system's information that the categories give, 1 - H(C|L)/H(C).

    Range [0, 1], best 1; 1 when there is one cluster.

    >>> completeness_score(gold="aabb", system="xxxx")
    1.0
    """
    return ratio(shared_information(table), system_information(table), 1)


@metric(
    task="clustering",
    family=FAMILY,
    cites="rosenberg2007",
    parameters=[Parameter("beta", default=1, above=0)],
    aliases=("v_measure_score",),
)
def v_measure(table: TableView, *, beta: Quantity) -> Quantity:
    """Weighted harmonic mean of homogeneity score h and completeness score c: (1 + beta) h c / (beta h + c).

    Range [0, 1], best 1; beta > 1 favours completeness. Written as (1 + beta) I / (beta H(C) + H(L)), which is the
    same number; 1 when both entropies are zero.

    >>> round(v_measure(gold="aabb", system="xyzz"), 12)
    0.8
    """
    mean = beta * system_information(table) + gold_information(table)
    return ratio((1 + beta) * shared_information(table), mean, 1)


@metric(task="clustering", family=FAMILY, cites="vinh2010")
def nmi_max(table: TableView) -> Quantity:
    """Mutual information over the larger of the two entropies.

    Range [0, 1], best 1; 1 when both entropies are zero.

    >>> nmi_max(gold="aabb", system="xyzw")
    0.5
    """
    return ratio(shared_information(table), maximum(gold_information(table), system_information(table)), 1)


@metric(task="clustering", family=FAMILY, cites="vinh2010")
def nmi_min(table: TableView) -> Quantity:
    """Mutual information over the smaller of the two entropies.

    Range [0, 1], best 1; 1 when both entropies are zero, 0 when exactly one is.

    >>> nmi_min(gold="aabb", system="xyzw")
    1.0
    """
    smaller = minimum(gold_information(table), system_information(table))
    return ratio(shared_information(table), smaller, unless_equal(table))


@metric(task="clustering", family=FAMILY, cites="vinh2010", aliases=("NMI", "normalized_mutual_info_score"))
def nmi_arith(table: TableView) -> Quantity:
    """Mutual information over the arithmetic mean of the two entropies.

    Range [0, 1], best 1; 1 when both entropies are zero. Equals the V-measure with beta 1.

    >>> round(nmi_arith(gold="aabb", system="xyzz"), 12)
    0.8
    """
    return ratio(2 * shared_information(table), gold_information(table) + system_information(table), 1)


@metric(task="clustering", family=FAMILY, cites="strehl2002")
def nmi_sqrt(table: TableView) -> Quantity:
    """Mutual information over the geometric mean of the two entropies.

    Range [0, 1], best 1; 1 when both entropies are zero, 0 when exactly one is.

    >>> round(nmi_sqrt(gold="aabb", system="xyzw"), 6)
    0.707107
    """
    mean = sqrt(gold_information(table) * system_information(table))
    return ratio(shared_information(table), mean, unless_equal(table))


@metric(task="clustering", family=FAMILY, cites="vinh2010")
def nmi_joint(table: TableView) -> Quantity:
    """Mutual information over the joint entropy H(L, C).

    Range [0, 1], best 1; 1 when both entropies are zero.

    >>> nmi_joint(gold="aabb", system="xyzw")
    0.5
    """
    joint = table.cells(lambda n, a, b: n * log2(table.items / n)) / table.items
    return ratio(shared_information(table), joint, 1)


@metric(task="clustering", family=FAMILY, error=True, cites="dom2001")
def dom_q0(table: TableView) -> Quantity:
    """Bits per item to send the categories to somebody who knows the clusters (Dom's Q0).

    H(L|C) plus the cost of each cluster's category counts, log binom(a + K - 1, K - 1). Lower is better; 0 when
    there is one category.

    >>> round(dom_q0(gold="aabb", system="xxyy"), 6)
    0.792481
    """
    counts = table.clusters(lambda a: log_binomial(a + table.category_count - 1, table.category_count - 1))
    return (table.cells(lambda n, a, b: n * log2(a / n)) + counts) / table.items


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
