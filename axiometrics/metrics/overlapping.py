"""Metrics of overlapping clusterings: set matching, extended BCubed, and reliability with sensitivity."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from axiometrics.formulas import minimum, named
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from axiometrics.tasks.overlapping.view import FamiliesView

SET_MATCHING = "set matching"


def _pure(families: FamiliesView) -> Quantity:
    return named(families.best_in_cluster(lambda n, a, b: n) / families.cluster_occurrences, "P")


def _whole(families: FamiliesView) -> Quantity:
    return named(families.best_in_category(lambda n, a, b: n) / families.category_occurrences, "P'")


@metric(task="overlapping", family=SET_MATCHING, cites="zhao2001")
def purity(families: FamiliesView) -> Quantity:
    """Share of the occurrences in clusters that belong to the category most frequent in their cluster.

    Range (0, 1], best 1; divided by the occurrences, not by the items. Rewards singletons.

    >>> purity("{a b c}{a b} | {a b}{c}")
    0.8
    """
    return _pure(families)


@metric(task="overlapping", family=SET_MATCHING, cites="amigo2009")
def inverse_purity(families: FamiliesView) -> Quantity:
    """Share of the occurrences in categories that are in the cluster which holds most of their category.

    Range (0, 1], best 1. Purity with the roles exchanged: one cluster of all items scores 1.

    >>> inverse_purity("{a b c} | {a b}{a c}")
    1.0
    """
    return _whole(families)


@metric(task="overlapping", family=SET_MATCHING, cites="amigo2009")
def f_purity(families: FamiliesView) -> Quantity:
    """Harmonic mean of purity and inverse purity, both by occurrences.

    Range (0, 1], best 1.

    >>> f_purity("{a b c d} | {a b}{c d}")
    0.6666666666666666
    """
    return 2 / (1 / _pure(families) + 1 / _whole(families))


BCUBED_EXTENDED = "extended bcubed"


def precision(families: FamiliesView) -> Quantity:
    """Mean over items of the mean of min(x, g)/x over their companions."""
    shares = families.companions(lambda x, g, d: minimum(x, g) / (x * d))
    return named(shares / families.clustered, "P")


def recall(families: FamiliesView) -> Quantity:
    """Mean over items of the mean of min(x, g)/g over the companions they should have."""
    shares = families.gold_companions(lambda x, g, h: minimum(x, g) / (g * h))
    return named(shares / families.categorised, "R")


@metric(task="overlapping", family=BCUBED_EXTENDED, cites="amigo2009")
def bcubed_extended_precision(families: FamiliesView) -> Quantity:
    """Mean, over items and the items that share a cluster with them, of min(x, g)/x.

    x clusters and g categories hold both items; an item is a companion of itself. Items in no cluster do not count.
    Range (0, 1], best 1. Without overlap it is BCubed precision.

    >>> round(bcubed_extended_precision("{a b d e}{a b c}{f g}{a b c} | {a b d e}{a b c}{f g}"), 2)
    0.86
    """
    return precision(families)


@metric(task="overlapping", family=BCUBED_EXTENDED, cites="amigo2009")
def bcubed_extended_recall(families: FamiliesView) -> Quantity:
    """Mean, over items and the items that share a category with them, of min(x, g)/g.

    x clusters and g categories hold both items; an item is a companion of itself. An item that the system leaves out
    counts with 0. Range [0, 1], best 1. Without overlap it is BCubed recall.

    >>> round(bcubed_extended_recall("{d e}{a b c}{f g} | {a b d e}{a b c}{f g}"), 2)
    0.69
    """
    return recall(families)


@metric(
    task="overlapping",
    family=BCUBED_EXTENDED,
    cites="amigo2009",
    parameters=[Parameter("alpha", default=Fraction(1, 2), above=0, below=1)],
)
def bcubed_extended_f(families: FamiliesView, *, alpha: Quantity) -> Quantity:
    """Weighted harmonic mean of extended BCubed precision and recall, 1/(alpha/P + (1 - alpha)/R).

    Range (0, 1], best 1; alpha is the weight of precision.

    >>> round(bcubed_extended_f("{a b c} | {a b c}{a b}{c}"), 6)
    0.83871
    """
    return 1 / (alpha / precision(families) + (1 - alpha) / recall(families))


RELIABILITY = "reliability and sensitivity"


def reliability(families: FamiliesView) -> Quantity:
    """Mean over occurrences in clusters of the mean of min(x, g)/x over the cluster."""
    pairs = families.occurrence_pairs(lambda x, g, a: minimum(x, g) / (x * a))
    return named(pairs / families.cluster_occurrences, "R")


def sensitivity(families: FamiliesView) -> Quantity:
    """Mean over occurrences in categories of the mean of min(x, g)/g over the category."""
    pairs = families.gold_occurrence_pairs(lambda x, g, b: minimum(x, g) / (g * b))
    return named(pairs / families.category_occurrences, "S")


@metric(task="overlapping", family=RELIABILITY, cites="amigo2013")
def reliability_clustering(families: FamiliesView) -> Quantity:
    """Mean, over the occurrences of items in clusters and the items of that cluster, of min(x, g)/x.

    x clusters and g categories hold both items; an item is in the cluster with itself. An item that occurs twice
    counts twice. Range (0, 1], best 1. Without overlap it is BCubed precision.

    >>> round(reliability_clustering("{a b c}{a} | {a b c}"), 6)
    0.833333
    """
    return reliability(families)


@metric(task="overlapping", family=RELIABILITY, cites="amigo2013")
def sensitivity_clustering(families: FamiliesView) -> Quantity:
    """Mean, over the occurrences of items in categories and the items of that category, of min(x, g)/g.

    Reliability with the roles exchanged. Range [0, 1], best 1. Without overlap it is BCubed recall.

    >>> round(sensitivity_clustering("{a b c} | {a b c}{a}"), 6)
    0.833333
    """
    return sensitivity(families)


@metric(task="overlapping", family=RELIABILITY, cites="amigo2013")
def rs_clustering_f(families: FamiliesView) -> Quantity:
    """Harmonic mean of reliability and sensitivity of the clustering relation (R*S).

    Range (0, 1], best 1.

    >>> round(rs_clustering_f("{a b c} | {a b c}{a}"), 6)
    0.909091
    """
    return 2 / (1 / reliability(families) + 1 / sensitivity(families))
