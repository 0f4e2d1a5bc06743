"""Set matching by occurrences: every occurrence of an item counts, so that no score exceeds 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axiometrics.formulas import named
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric

if TYPE_CHECKING:
    from axiometrics.tasks.overlapping.view import FamiliesView

__all__ = ["f_purity", "inverse_purity", "purity"]

FAMILY = "set matching"


def _pure(families: FamiliesView) -> Quantity:
    return named(families.best_in_cluster(lambda n, a, b: n) / families.cluster_occurrences, "P")


def _whole(families: FamiliesView) -> Quantity:
    return named(families.best_in_category(lambda n, a, b: n) / families.category_occurrences, "P'")


@metric(task="overlapping", family=FAMILY, cites="zhao2001")
def purity(families: FamiliesView) -> Quantity:
    """Share of the occurrences in clusters that belong to the category most frequent in their cluster.

    Range (0, 1], best 1; divided by the occurrences, not by the items. Rewards singletons.

    >>> purity("{a b c}{a b} | {a b}{c}")
    0.8
    """
    return _pure(families)


@metric(task="overlapping", family=FAMILY, cites="amigo2009")
def inverse_purity(families: FamiliesView) -> Quantity:
    """Share of the occurrences in categories that are in the cluster which holds most of their category.

    Range (0, 1], best 1. Purity with the roles exchanged: one cluster of all items scores 1.

    >>> inverse_purity("{a b c} | {a b}{a c}")
    1.0
    """
    return _whole(families)


@metric(task="overlapping", family=FAMILY, cites="amigo2009")
def f_purity(families: FamiliesView) -> Quantity:
    """Harmonic mean of purity and inverse purity, both by occurrences.

    Range (0, 1], best 1.

    >>> f_purity("{a b c d} | {a b}{c d}")
    0.6666666666666666
    """
    return 2 / (1 / _pure(families) + 1 / _whole(families))
