"""BCubed and the F-measure in further readings of what is averaged, for values of figure 11 of 2009."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from axiometrics.tasks.clustering.table import Table

__all__ = ["readings"]

_AVERAGED = ("items", "clusters", "categories")
Shares = Mapping[tuple[int, int], Fraction]
"""What an item of each cell scores, by (cluster, category)."""


def readings(label: str, output: str) -> Iterator[tuple[str, Fraction]]:
    """Yield the further readings of a metric, and the exact value of an output in each.

    >>> dict(readings("bcubed_precision", "{a a b}"))["itself left out, mean over items"]
    Fraction(1, 3)
    """
    table = Table.from_notation(output)
    if label == "f_measure":
        yield from _matched(table)
    if not label.startswith("bcubed_"):
        return
    for left_out, averaged in product((False, True), _AVERAGED):
        if left_out or averaged != "items":
            name = f"itself {'left out' if left_out else 'counted'}, mean over {averaged}"
            precision, recall = (
                _mean(table, _shares(table, side, left_out=left_out), averaged) for side in (0, 1)
            )
            both = 2 * precision * recall / (precision + recall) if precision + recall else Fraction(0)
            yield name, {"bcubed_precision": precision, "bcubed_recall": recall}.get(label, both)


def _shares(table: Table, side: int, *, left_out: bool) -> Shares:
    """Return the share of an item's cluster, or category, that is in its cell; alone it has all."""
    sizes = (table.cluster_sizes, table.category_sizes)[side]
    found = {}
    for cluster, category, count in table.cells:
        size = sizes[(cluster, category)[side]]
        alone = left_out and size == 1
        found[cluster, category] = Fraction(1) if alone else Fraction(count - left_out, size - left_out)
    return found


def _mean(table: Table, shares: Shares, averaged: str) -> Fraction:
    """Return the mean over items, or over clusters or categories of the mean over their items."""
    sizes = {"items": (table.items,), "clusters": table.cluster_sizes, "categories": table.category_sizes}[
        averaged
    ]
    total = Fraction(0)
    for cluster, category, count in table.cells:
        group = {"items": 0, "clusters": cluster, "categories": category}[averaged]
        total += count * shares[cluster, category] / sizes[group]
    return total / len(sizes)


def _matched(table: Table) -> Iterator[tuple[str, Fraction]]:
    """Yield the F-measure with clusters in place of categories, and with blocks that all count alike."""
    clusters, categories = table.cluster_sizes, table.category_sizes
    f = {(i, j): Fraction(2 * n, clusters[i] + categories[j]) for i, j, n in table.cells}
    for name, sizes, place in (("categories", categories, 1), ("clusters", clusters, 0)):
        best = [max(value for cell, value in f.items() if cell[place] == k) for k in range(len(sizes))]
        weighted = (
            sum((size * value for size, value in zip(sizes, best, strict=True)), Fraction(0)) / table.items
        )
        if name == "clusters":
            yield "best category of every cluster, by size", weighted
        yield f"best match of all {name}, each alike", sum(best, Fraction(0)) / len(best)
