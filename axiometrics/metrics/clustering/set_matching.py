"""Set matching: clusters and categories are paired, and the shared items are counted."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric

if TYPE_CHECKING:
    from axiometrics.tasks.clustering.view import TableView

FAMILY = "set matching"


@metric(task="clustering", family=FAMILY, cites="zhao2001")
def purity(table: TableView) -> Quantity:
    """Share of items that belong to the majority category of their cluster.

    Range (0, 1], best 1. Rewards splitting without limit: N singletons score 1.

    >>> purity(gold="abb", system="xxy")
    0.6666666666666666
    """
    return table.best_in_cluster(lambda n, a, b: n) / table.items


@metric(task="clustering", family=FAMILY, cites="amigo2009")
def inverse_purity(table: TableView) -> Quantity:
    """Share of items that belong to the largest part of their category.

    Range (0, 1], best 1. Purity with the roles exchanged: one cluster of all items scores 1.

    >>> inverse_purity(gold="abb", system="xxx")
    1.0
    """
    return table.best_in_category(lambda n, a, b: n) / table.items


@metric(task="clustering", family=FAMILY, cites="amigo2009")
def f_purity(table: TableView) -> Quantity:
    """Harmonic mean of purity and inverse purity.

    Range (0, 1], best 1.

    >>> f_purity(gold="aabb", system="xxxx")
    0.6666666666666666
    """
    pure = table.best_in_cluster(lambda n, a, b: n)
    whole = table.best_in_category(lambda n, a, b: n)
    return 2 * pure * whole / (table.items * (pure + whole))


@metric(task="clustering", family=FAMILY, cites="larsen1999")
def f_measure(table: TableView) -> Quantity:
    """Mean, over items, of the best F1 that any cluster reaches for the item's category (van Rijsbergen's F).

    Range (0, 1], best 1. F1 of cluster and category is 2n/(a + b). Not symmetric.

    >>> round(f_measure(gold="aab", system="xyz"), 6)
    0.777778
    """
    return table.best_in_category(lambda n, a, b: 2 * n * b / (a + b)) / table.items


def _accuracy_exact(table: Any, arithmetic: Any) -> Any:
    """The same value as a fraction: the matching counts whole items."""
    items = sum(count for _, _, count in table.cells)
    return arithmetic.number(Fraction(_matched(table.to_array()), items))


def _matched(counts: Any) -> int:
    return _largest(counts.shape, counts.astype("int64", copy=False).tobytes())


@lru_cache(maxsize=1 << 14)
def _largest(shape: tuple[int, int], counted: bytes) -> int:
    """Return the most items in a matching of a table, which is asked for its float and for its fraction."""
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    counts = np.frombuffer(counted, dtype=np.int64).reshape(shape)
    rows, columns = linear_sum_assignment(counts, maximize=True)
    return int(counts[rows, columns].sum())


@metric(task="clustering", family=FAMILY, reads="table", exact=_accuracy_exact, cites="meila2001")
def classification_accuracy(counts: Any) -> float:
    """Largest share of items that a one-to-one matching of clusters with categories can get right.

    Range (0, 1], best 1. Cost O(min(R, K)^2 max(R, K)).

    >>> classification_accuracy(gold="aabb", system="xyzz")
    0.75
    """
    return _matched(counts) / int(counts.sum())


@metric(task="clustering", family=FAMILY, error=True, cites="vandongen2000")
def van_dongen(table: TableView) -> Quantity:
    """Twice the items, less those in each cluster's majority and in each category's largest part.

    Range [0, 2N), best 0; equals N (2 - purity - inverse purity).

    >>> van_dongen(gold="aabb", system="xyzz")
    1.0
    """
    pure = table.best_in_cluster(lambda n, a, b: n)
    whole = table.best_in_category(lambda n, a, b: n)
    return 2 * table.items - pure - whole


@metric(task="clustering", family="edit distance", error=True, cites="pantel2002")
def edit_distance(table: TableView) -> Quantity:
    """Steps to rebuild the categories: merge each cluster into its majority's set, then move each wrong item.

    R + sum over clusters of (size - majority); a perfect output still needs one merge per category, so the best
    value is K, not 0.

    >>> edit_distance(gold="aab", system="xyy")
    3.0
    """
    return table.cluster_count + table.items - table.best_in_cluster(lambda n, a, b: n)
