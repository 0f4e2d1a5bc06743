"""Counting pairs: of all pairs of items, how many do system and gold treat alike?

T pairs in all; SS in one cluster and one category; X in one cluster; Y in one category.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from axiometrics.formulas import named, ratio, sqrt
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric

if TYPE_CHECKING:
    from axiometrics.tasks.clustering.view import TableView

FAMILY = "counting pairs"


def pairs(table: TableView) -> tuple[Quantity, Quantity, Quantity, Quantity]:
    """Return (SS, X, Y, T)."""
    together = named(table.cells(lambda n, a, b: n * (n - 1) / 2), r"\mathrm{SS}")
    clustered = named(table.clusters(lambda a: a * (a - 1) / 2), "X")
    related = named(table.categories(lambda b: b * (b - 1) / 2), "Y")
    return together, clustered, related, named((table.items**2 - table.items) / 2, "T")


@metric(task="clustering", family=FAMILY, cites="rand1971", aliases=("rand_score", "rand_index", "RI"))
def rand(table: TableView) -> Quantity:
    """Share of pairs of items on which system and gold agree.

    Range [0, 1], best 1; a single item scores 1.

    >>> rand(gold="aab", system="xxx")
    0.3333333333333333
    """
    together, clustered, related, everything = pairs(table)
    return ratio(everything - clustered - related + 2 * together, everything, 1)


@metric(
    task="clustering",
    family=FAMILY,
    cites="hubert1985",
    aliases=("ARI", "adjusted_rand_score", "adjusted_rand_index"),
)
def adjusted_rand(table: TableView) -> Quantity:
    """Rand index adjusted for chance: 0 is what random labels of the same sizes get on average.

    Range [-1/2, 1], best 1; where the denominator is zero system and gold are equal, and the value is 1.

    >>> adjusted_rand(gold="aab", system="xyy")
    -0.5
    """
    together, clustered, related, everything = pairs(table)
    gain = everything * together - clustered * related
    return ratio(2 * gain, everything * (clustered + related) - 2 * clustered * related, 1)


@metric(task="clustering", family=FAMILY, cites="halkidi2001")
def jaccard(table: TableView) -> Quantity:
    """Share of pairs put together by both, among those put together by either.

    Range [0, 1], best 1; when neither puts any pair together the value is 1.

    >>> jaccard(gold="aab", system="xxx")
    0.3333333333333333
    """
    together, clustered, related, _ = pairs(table)
    return ratio(together, clustered + related - together, 1)


@metric(
    task="clustering",
    family=FAMILY,
    cites="fowlkes1983",
    aliases=("FMI", "fowlkes_mallows_score", "fowlkes_mallows_index"),
)
def fowlkes_mallows(table: TableView) -> Quantity:
    """Geometric mean of pair precision and pair recall.

    Range [0, 1], best 1; when neither side puts any pair together the value is 1, when only one does it is 0.

    >>> fowlkes_mallows(gold="aab", system="xxx")
    0.5773502691896258
    """
    together, clustered, related, _ = pairs(table)
    return ratio(together, sqrt(clustered * related), ratio(0, clustered + related, 1))


@metric(task="clustering", family=FAMILY, cites="wallace1983")
def pair_precision(table: TableView) -> Quantity:
    """Share of the pairs in one cluster that are in one category too.

    Range [0, 1], best 1; a system of singletons says nothing wrong and scores 1.

    >>> pair_precision(gold="aab", system="xxx")
    0.3333333333333333
    """
    together, clustered, _, _ = pairs(table)
    return ratio(together, clustered, 1)


@metric(task="clustering", family=FAMILY, cites="wallace1983")
def pair_recall(table: TableView) -> Quantity:
    """Share of the pairs in one category that are in one cluster too.

    Range [0, 1], best 1; with singleton categories there is nothing to find and the value is 1.

    >>> pair_recall(gold="aab", system="xyy")
    0.0
    """
    together, _, related, _ = pairs(table)
    return ratio(together, related, 1)


@metric(task="clustering", family=FAMILY, cites="wallace1983")
def pair_f1(table: TableView) -> Quantity:
    """Twice the pairs put together by both, over the pairs in clusters plus the pairs in categories.

    Range [0, 1], best 1; 1 when neither side has any pair. The harmonic mean of pair precision and recall
    where both have a pair to judge.

    >>> pair_f1(gold="aab", system="xxx")
    0.5
    """
    together, clustered, related, _ = pairs(table)
    return ratio(2 * together, clustered + related, 1)


@metric(task="clustering", family=FAMILY, cites="hubert1985")
def hubert_gamma(table: TableView) -> Quantity:
    """Pearson correlation, over pairs of items, of being in one cluster and being in one category.

    Range [-1, 1], best 1; where a side is constant the value is 1 if system and gold are equal, else 0.

    >>> hubert_gamma(gold="aabb", system="xxyy")
    1.0
    """
    together, clustered, related, everything = pairs(table)
    spread = clustered * related * (everything - clustered) * (everything - related)
    constant = ratio(0, clustered + related - 2 * together, 1)
    return ratio(everything * together - clustered * related, sqrt(spread), constant)


@metric(task="clustering", family=FAMILY, error=True, cites="mirkin1996")
def mirkin(table: TableView) -> Quantity:
    """Ordered pairs of items on which system and gold disagree.

    Range [0, N(N-1)], best 0.

    >>> mirkin(gold="aab", system="xxx")
    4.0
    """
    together, clustered, related, _ = pairs(table)
    return 2 * (clustered + related - 2 * together)
