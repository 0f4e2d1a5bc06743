"""Reliability and sensitivity of the relation "in the same cluster": averages over occurrences, all of equal weight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axiometrics.formulas import minimum, named
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric

if TYPE_CHECKING:
    from axiometrics.tasks.overlapping.view import FamiliesView

__all__ = ["reliability_clustering", "rs_clustering_f", "sensitivity_clustering"]

FAMILY = "reliability and sensitivity"


def reliability(families: FamiliesView) -> Quantity:
    """Mean over occurrences in clusters of the mean of min(x, g)/x over the cluster."""
    pairs = families.occurrence_pairs(lambda x, g, a: minimum(x, g) / (x * a))
    return named(pairs / families.cluster_occurrences, "R")


def sensitivity(families: FamiliesView) -> Quantity:
    """Mean over occurrences in categories of the mean of min(x, g)/g over the category."""
    pairs = families.gold_occurrence_pairs(lambda x, g, b: minimum(x, g) / (g * b))
    return named(pairs / families.category_occurrences, "S")


@metric(task="overlapping", family=FAMILY, cites="amigo2013")
def reliability_clustering(families: FamiliesView) -> Quantity:
    """Mean, over the occurrences of items in clusters and the items of that cluster, of min(x, g)/x.

    x clusters and g categories hold both items; an item is in the cluster with itself. An item that occurs twice
    counts twice. Range (0, 1], best 1. Without overlap it is BCubed precision.

    >>> round(reliability_clustering("{a b c}{a} | {a b c}"), 6)
    0.833333
    """
    return reliability(families)


@metric(task="overlapping", family=FAMILY, cites="amigo2013")
def sensitivity_clustering(families: FamiliesView) -> Quantity:
    """Mean, over the occurrences of items in categories and the items of that category, of min(x, g)/g.

    Reliability with the roles exchanged. Range [0, 1], best 1. Without overlap it is BCubed recall.

    >>> round(sensitivity_clustering("{a b c} | {a b c}{a}"), 6)
    0.833333
    """
    return sensitivity(families)


@metric(task="overlapping", family=FAMILY, cites="amigo2013")
def rs_clustering_f(families: FamiliesView) -> Quantity:
    """Harmonic mean of reliability and sensitivity of the clustering relation (R*S).

    Range (0, 1], best 1.

    >>> round(rs_clustering_f("{a b c} | {a b c}{a}"), 6)
    0.909091
    """
    return 2 / (1 / reliability(families) + 1 / sensitivity(families))
