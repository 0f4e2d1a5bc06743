"""Metrics as publications may have meant them, where the registered definition does not give what is printed.

BCubed and the F-measure, averaged over other things, for figure 11 of 2009. Reliability and sensitivity of a filtered
collection, averaged over documents, beside the printed products of 2013. And those of priorities, with other readings
of the unlimited tail: the formulas of 2013 leave open how a priority over the tail is found on the other side: in the
share of the occurrences of a document that are organized there, or always, since the tail is unlimited and whatever is
not organized is a part of it that does not count. They have two such terms, one of the priorities of a document over
the tail, and one of the relations of the tail to documents. Weights and all else are those of the registered metrics.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from axiometrics.claims.files import Compared, Stated
from axiometrics.parameters import split_key
from axiometrics.tasks.clustering.table import Table
from axiometrics.tasks.organization import Organization
from axiometrics.tasks.organization.distribution import Distribution, Weighting, weighting

_AVERAGED = ("items", "clusters", "categories")
Shares = Mapping[tuple[int, int], Fraction]
"""What an item of each cell scores, by (cluster, category)."""


def averaged_otherwise(label: str, output: str) -> Iterator[tuple[str, Fraction]]:
    """Yield the further readings of a metric, and the exact value of an output in each.

    >>> dict(averaged_otherwise("bcubed_precision", "{a a b}"))["itself left out, mean over items"]
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
                _mean(table, _cell_shares(table, side, left_out=left_out), averaged) for side in (0, 1)
            )
            both = 2 * precision * recall / (precision + recall) if precision + recall else Fraction(0)
            yield name, {"bcubed_precision": precision, "bcubed_recall": recall}.get(label, both)


def _cell_shares(table: Table, side: int, *, left_out: bool) -> Shares:
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


@dataclass(frozen=True)
class _Side:
    """The occurrences of one side as (document, level), what each weighs, and the weight of the tail."""

    occurrences: tuple[tuple[str, int], ...]
    weights: tuple[Fraction, ...]
    tail: Fraction

    @property
    def documents(self) -> Counter[str]:
        """How often each document occurs."""
        return Counter(name for name, _ in self.occurrences)

    @property
    def priorities(self) -> Counter[tuple[str, str]]:
        """How often each document is in a higher level than another one."""
        return Counter((a, b) for a, i in self.occurrences for b, j in self.occurrences if i < j)


def over_the_tail(label: str, output: str) -> Iterator[tuple[str, Fraction]]:
    """Yield the further readings of a metric of priorities, and the exact value of an output in each.

    >>> found = over_the_tail("reliability_priority(tail=closed)", "[d1] [d3] | [d1] [d2]")
    >>> dict(found)["over the tail always, closed"]
    Fraction(1523, 2226)
    """
    key, given = split_key(label)
    if not key.endswith("_priority"):
        return
    weights = weighting(**given)
    sides = _sides(output, weights)
    one, other = sides if key.startswith("reliability") else sides[::-1]
    names = {
        "over the tail always": (True, False),
        "under the tail always": (False, True),
        "both always": (True, True),
    }
    for name, (over, under) in names.items():
        yield (
            f"{name}, {weights.tail}",
            _share(one, other, over=over, under=under, closed=weights.tail == "closed"),
        )


def _sides(output: str, weights: Weighting) -> tuple[_Side, _Side]:
    """Return system and gold of an output."""
    found = Organization.from_notation(output)
    return _side(found.system, weights.c), _side(found.gold, weights.c)


def _side(levels: Distribution, c: Fraction) -> _Side:
    occurrences: list[tuple[str, int]] = []
    shares: list[Fraction] = []
    for place, level in enumerate(levels):
        names = [str(name) for cluster in level for name in cluster]
        above = len(occurrences)
        whole = c / (c + above) - c / (c + above + len(names))
        occurrences += [(name, place) for name in names]
        shares += [whole / len(names)] * len(names)
    return _Side(tuple(occurrences), tuple(shares), c / (c + len(occurrences)))


def _share(one: _Side, other: _Side, *, over: bool, under: bool, closed: bool) -> Fraction:
    """Return the share of one side's priorities that the other side has, weighted."""
    level: dict[int, Fraction] = {}
    for (_, place), weight in zip(one.occurrences, one.weights, strict=True):
        level[place] = level.get(place, Fraction(0)) + weight
    total = Fraction(0)
    for (name, place), weight in zip(one.occurrences, one.weights, strict=True):
        found = Fraction(min(one.documents[name], other.documents[name]), one.documents[name])
        inside = sum(
            _right(one, other, pair=(name, low) if place < below else (low, name), closed=closed) * share
            for (low, below), share in zip(one.occurrences, one.weights, strict=True)
            if below != place
        )
        total += weight / (1 - level[place]) * (inside + (1 if over else found) * one.tail)
        total += (1 if under else found) * weight * one.tail / (1 - one.tail)
    return total


def _right(one: _Side, other: _Side, *, pair: tuple[str, str], closed: bool) -> Fraction:
    """Return the share of a priority's occurrences that the other side has; open, also over what it leaves out."""
    there = other.priorities[pair]
    if not closed and not other.documents[pair[1]]:
        there = other.documents[pair[0]]
    return Fraction(min(there, one.priorities[pair]), one.priorities[pair])


_DOCUMENTS = 7
Counts = tuple[int, ...]
"""Relevant and irrelevant documents that are selected, then those that are not."""


def filtered_pairs() -> Iterator[Stated]:
    """Compare both for every table with documents on both sides of system and gold.

    >>> [each.about.agrees for each in filtered_pairs()]
    [True, True]
    """
    tables = [
        each
        for each in product(range(_DOCUMENTS + 1), repeat=4)
        if sum(each) <= _DOCUMENTS
        and all(side for pair in (_sizes(each), _sizes(_exchanged(each))) for side in pair)
    ]
    for name, turned in (("reliability", False), ("sensitivity", True)):
        found = [_exchanged(each) if turned else each for each in tables]
        against = [each for each in found if _average(each) != _product(each)]
        told = (
            f"{against[0]}" if against else f"equal for {len(found)} tables of up to {_DOCUMENTS} documents"
        )
        yield Stated(name, Compared("equal", told, not against))


def _sizes(counts: Counts) -> tuple[int, int]:
    """Return how many documents are selected, and how many are not."""
    return counts[0] + counts[1], counts[2] + counts[3]


def _exchanged(counts: Counts) -> Counts:
    """Return the table with system and gold exchanged."""
    return counts[0], counts[2], counts[1], counts[3]


def _average(counts: Counts) -> Fraction:
    """Return the mean, over documents, of the share of its priorities that the other side has.

    A document that is selected has priority over all that are not, and the other side has those of relevant ones over
    irrelevant ones.
    """
    above_right, above_wrong, below_right, below_wrong = counts
    above, below = above_right + above_wrong, below_right + below_wrong
    shares = [Fraction(below_wrong, below)] * above_right + [Fraction(0)] * above_wrong
    shares += [Fraction(0)] * below_right + [Fraction(above_right, above)] * below_wrong
    return sum(shares, Fraction(0)) / len(shares)


def _product(counts: Counts) -> Fraction:
    """Return the product of the precisions of both sides."""
    above_right, above_wrong, below_right, below_wrong = counts
    return Fraction(above_right, above_right + above_wrong) * Fraction(below_wrong, below_right + below_wrong)
