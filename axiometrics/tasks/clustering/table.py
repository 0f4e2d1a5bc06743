"""One clustering against its gold: the contingency table, and every form it is given in or handed out.

In the papers' notation braces are clusters and words are categories: ``{a a b}{c}`` has three categories, of which two
items of ``a`` share a cluster with one of ``b``, and ``c`` is alone. Of many items ``a^40`` stands for 40.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar

from axiometrics.errors import InputError
from axiometrics.formulas.single_output import Made, PlainRows
from axiometrics.numerals import is_counting
from axiometrics.tasks.abilities import Output
from axiometrics.tasks.users_data import in_braces, letters, sets

if TYPE_CHECKING:
    from numpy.typing import NDArray

LONG = 100
"""Items up to which each one is written."""


def parse(text: str) -> list[list[str]]:
    """Return the category of every item, cluster by cluster; empty clusters are dropped.

    >>> parse("{a a b}{c}"), parse("{a^3 b}")
    ([['a', 'a', 'b'], ['c']], [['a', 'a', 'a', 'b']])
    """
    refusal = f"cannot read the clustering {text!r}; write clusters in braces, as in '{{a a b}}{{c}}'"
    found = [list(_items(words)) for words in sets(text, refusal) if words]
    if not found:
        raise InputError(f"the clustering {text!r} has no items; write at least one, as in '{{a}}'")
    return found


def write(clusters: Iterable[Sequence[str]]) -> str:
    """Write clusters of category names.

    >>> write([["a", "a", "b"], ["c"]])
    '{a a b}{c}'
    """
    known = list(clusters)
    short = sum(map(len, known)) <= LONG
    return in_braces(cluster if short else _counted(cluster) for cluster in known)


def _items(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        name, _, count = word.partition("^")
        yield from [name] * int(count) if name and is_counting(count) else [word]


def _counted(cluster: Sequence[str]) -> list[str]:
    runs = [(name, len(list(same))) for name, same in groupby(cluster)]
    return [name if count == 1 else f"{name}^{count}" for name, count in runs]


SUMS = frozenset({"cells", "clusters", "categories", "whole"})
"""Domains over which every reduction is a sum."""


_ONCE = (None,)
"""The row of a domain that has one for each output."""


class TableColumns(Made):
    """What a clustering offers to formulas, from the counts of pairs of labels; the rest is made when asked for.

    A column of ``{cells}`` is in the order of the pairs; that of ``cells`` in the order of clusters, and of
    categories within these.
    """

    @classmethod
    def of(cls, pairs: Mapping[Any, int], *, numbered: bool = False) -> TableColumns:
        """Count the items of clusters and of categories; numbered ones are in the order of their numbers."""
        clusters: dict[Any, int] = {}
        categories: dict[Any, int] = {}
        for (one, other), count in pairs.items():
            clusters[one] = clusters.get(one, 0) + count
            categories[other] = categories.get(other, 0) + count
        if numbered:
            categories = {number: categories[number] for number in range(len(categories))}
        return cls(pairs, clusters, categories)

    def __init__(
        self, pairs: Mapping[Any, int], clusters: dict[Any, int], categories: dict[Any, int]
    ) -> None:
        self.pairs, self.clusters, self.categories = pairs, clusters, categories
        self["{cells}.n"] = pairs.values()
        self["{clusters}.a"] = self["clusters.a"] = clusters.values()
        self["{categories}.b"] = self["categories.b"] = categories.values()
        self["whole."] = _ONCE

    def make(self, name: str) -> Any:
        """Make what formulas read by a name."""
        if name == "N":
            return sum(self.clusters.values())
        if name in ("R", "K"):
            return len(self.clusters if name == "R" else self.categories)
        if name.endswith("."):
            return self.pairs
        if name.startswith("{"):
            return self[f"cells.{name[-1]}"]
        if name == "rows":
            return sorted(self.cells())
        if name == "cells.n":
            return [n for _, _, n in self["rows"]]
        if name == "cells.a":
            sizes = list(self.clusters.values())
            return [sizes[i] for i, _, _ in self["rows"]]
        sizes = list(self.categories.values())
        return [sizes[j] for _, j, _ in self["rows"]]

    def cells(self) -> tuple[tuple[int, int, int], ...]:
        """Number clusters and categories in the order of their first items."""
        one, other = (
            dict(zip(side, range(len(side)), strict=True)) for side in (self.clusters, self.categories)
        )
        return tuple([(one[i], other[j], n) for (i, j), n in self.pairs.items()])


@dataclass(frozen=True)
class Table(Output):
    """The non-zero cells ``(cluster, category, count)``; clusters and categories are numbered from 0 without gaps.

    >>> table = Table.from_notation("{a a b}{c}")
    >>> table.items, table.cluster_sizes, table.category_sizes
    (4, (3, 1), (2, 1, 1))
    """

    cells: tuple[tuple[int, int, int], ...]
    asks_of_numbers: ClassVar[bool] = True  # labels that are the same are one

    @classmethod
    def from_labels(cls, gold: Iterable[Hashable], system: Iterable[Hashable]) -> Table:
        """Read two label vectors of equal length; labels are numbered in order of first appearance."""
        return cls.from_pairs(Counter(zip(system, gold, strict=True)))

    @classmethod
    def from_pairs(cls, counts: Mapping[Any, int]) -> Table:
        """Read counts by (cluster label, category label)."""
        made = cls.__new__(cls)
        made.__dict__["columns"] = TableColumns.of(counts)
        return made

    def __getattr__(self, name: str) -> Any:
        """Number the labels of a table that was read by labels, once its cells are asked for."""
        if name != "cells" or "columns" not in self.__dict__:
            raise AttributeError(f"a clustering has no {name!r}")
        found = self.__dict__["cells"] = self.columns.cells()
        return found

    def __getstate__(self) -> dict[str, Any]:
        """Return the cells, from which all else is made."""
        return {"cells": self.cells}

    @cached_property
    def columns(self) -> TableColumns:
        """What formulas read: see `axiometrics.formulas.single_output.Alone`."""
        return TableColumns.of({(i, j): n for i, j, n in sorted(self.cells)}, numbered=True)

    @classmethod
    def from_rows(cls, rows: Iterable[Iterable[int]]) -> Table:
        """Read counts by cluster and category, none of which is empty."""
        return cls(tuple((i, j, n) for i, row in enumerate(rows) for j, n in enumerate(row) if n))

    @classmethod
    def from_notation(cls, text: str) -> Table:
        """Read the papers' notation, in which every brace is one cluster."""
        return cls.from_clusters(parse(text))

    @classmethod
    def from_clusters(cls, clusters: Iterable[Iterable[Hashable]]) -> Table:
        """Read clusters given as the categories of their items."""
        return cls.from_pairs(
            Counter((index, name) for index, cluster in enumerate(clusters) for name in cluster)
        )

    @classmethod
    def from_array(cls, array: object) -> Table:
        """Read a contingency array, rows are clusters and columns categories; zero rows and columns are dropped."""

        return cls.from_pairs({place: int(count) for place, count in contingency(array)})

    @property
    def items(self) -> int:
        """Number of items."""
        found: int = self.columns["N"]
        return found

    @cached_property
    def cluster_sizes(self) -> tuple[int, ...]:
        """Items per cluster."""
        return tuple(self.columns["clusters.a"])

    @cached_property
    def category_sizes(self) -> tuple[int, ...]:
        """Items per category."""
        return tuple(self.columns["categories.b"])

    sums = SUMS

    def plain_rows(self, domain: str) -> PlainRows | None:
        """Return the best cells, or what random labels share; None where these are many."""
        if domain == "expected":
            return self._expected() if self.items <= FEW_SHUFFLED else None
        side = int(domain == "best_in_category")
        cells = sorted(self.cells, key=itemgetter(side, 1 - side))
        return PlainRows(len(cells), partial(self._column, cells), "best", [cell[side] for cell in cells])

    def at_once(self, formula: object, place: int) -> None:
        """Leave what runs over many rows to the batch."""

    def _column(self, cells: Sequence[tuple[int, int, int]], name: str) -> list[int]:
        if name == "n":
            return [count for _, _, count in cells]
        side, sizes = (0, self.cluster_sizes) if name == "a" else (1, self.category_sizes)
        return [sizes[cell[side]] for cell in cells]

    def _expected(self) -> PlainRows:
        """Return every overlap of a cluster and a category, as often as random labels of these sizes have it."""
        items, ways = self.items, _binomials()
        ours, theirs = (
            sorted(Counter(self.columns[side]).items()) for side in ("clusters.a", "categories.b")
        )
        n: list[int] = []
        a: list[int] = []
        b: list[int] = []
        times: list[float] = []
        for cluster, some in ours:
            for category, others in theirs:
                inside, outside = ways[category], ways[items - category]
                found = range(max(1, cluster + category - items), min(cluster, category) + 1)
                n += found
                a += [cluster] * len(found)
                b += [category] * len(found)
                pairs, all_ways = some * others, ways[items][cluster]
                times += [pairs * inside[each] * outside[cluster - each] / all_ways for each in found]
        return PlainRows(len(n), {"n": n, "a": a, "b": b}.__getitem__, times=times)

    def clusters(self) -> list[dict[int, int]]:
        """Return each cluster as counts by category."""
        found: list[dict[int, int]] = [{} for _ in self.cluster_sizes]
        for cluster, category, count in self.cells:
            found[cluster][category] = count
        return found

    def expanded(self) -> Iterator[tuple[int, int]]:
        """Yield (cluster, category) item by item."""
        for cluster, category, count in self.cells:
            for _ in range(count):
                yield cluster, category

    def to_labels(self) -> tuple[list[int], list[int]]:
        """Return (gold labels, system labels)."""
        pairs = list(self.expanded())
        return [category for _, category in pairs], [cluster for cluster, _ in pairs]

    def to_array(self) -> NDArray[Any]:
        """Return the contingency array, rows are clusters."""
        import numpy as np

        if not self.cells:
            return np.zeros((0, 0), dtype=np.int64)
        clusters, categories, counts = zip(*self.cells, strict=True)
        array = np.zeros((max(clusters) + 1, max(categories) + 1), dtype=np.int64)
        array[clusters, categories] = counts
        return array

    def to_sets(self) -> tuple[list[set[int]], list[set[int]]]:
        """Return (gold categories, system clusters) as sets of item numbers."""
        gold: list[set[int]] = [set() for _ in self.category_sizes]
        system: list[set[int]] = [set() for _ in self.cluster_sizes]
        for item, (cluster, category) in enumerate(self.expanded()):
            gold[category].add(item)
            system[cluster].add(item)
        return gold, system

    def to_dicts(self) -> tuple[dict[int, set[int]], dict[int, set[int]]]:
        """Return (gold, system) as dicts from item to its set of labels."""
        pairs = list(enumerate(self.expanded()))
        return {item: {category} for item, (_, category) in pairs}, {
            item: {cluster} for item, (cluster, _) in pairs
        }

    def notation(self, names: Sequence[str] | None = None) -> str:
        """Write the papers' notation; categories are named a, b, ... unless names are given."""
        name = names.__getitem__ if names else letters
        return write(
            [[name(j) for j in sorted(cluster) for _ in range(cluster[j])] for cluster in self.clusters()]
        )

    reader = "Table"
    """What code that repeats a score makes of the argument of `call`."""

    def call(self, score: str) -> str:
        """Write the call that gives the score."""
        return f'{score}("{self.notation()}")'

    def transpose(self) -> Table:
        """Exchange clusters and categories."""
        return Table(tuple((category, cluster, count) for cluster, category, count in self.cells))

    def canonical(self) -> Table:
        """Return one table for all that differ only in the names of clusters and categories.

        >>> Table.from_notation("{c}{a b b}").canonical() == Table.from_notation("{x x y}{z}").canonical()
        True
        """
        from axiometrics.tasks.clustering.canonical_tables import canonical

        return Table(canonical(self.cells))

    def check(self) -> Table:
        """Return the table itself; raise InputError when it is empty."""
        if not self.cells:
            raise InputError(
                "the clustering has no items; give at least one item with a gold and a system label"
            )
        return self


@cache
def _binomials() -> list[list[int]]:
    """Return Pascal's triangle for few items."""
    return [[math.comb(items, some) for some in range(items + 1)] for items in range(FEW_SHUFFLED + 1)]


def size_pairs(clusters: Iterable[int], categories: Iterable[int]) -> Iterator[tuple[int, int, int]]:
    """Yield (cluster size, category size, number of such pairs) for the distinct sizes."""
    ours, theirs = Counter(clusters), Counter(categories)
    return ((a, b, ours[a] * theirs[b]) for a in sorted(ours) for b in sorted(theirs))


FEW_SHUFFLED = 64
"""Items up to which the overlaps of random labels are written as lists."""
EXACT = 2**53
"""From this count on, not every integer is a float."""


def contingency(array: object) -> Iterator[tuple[tuple[Hashable, Hashable], int]]:
    """Yield ((cluster, category), count) for the non-zero cells of a checked contingency array; counts are exact."""
    import numpy as np

    try:
        cells = np.asarray(array)
    except (TypeError, ValueError) as error:
        raise InputError(f"a contingency table must be a rectangular array of counts ({error})") from error
    if cells.ndim != 2:
        raise InputError(
            f"a contingency table has 2 dimensions, not {cells.ndim}; give rows = clusters, columns = categories"
        )
    if cells.dtype.kind not in "iubfO":
        raise InputError(f"a contingency table must be a rectangular array of counts (not of {cells.dtype})")
    bad = _no_counts(cells)
    if bad.any():
        row, column = map(int, np.argwhere(bad)[0])
        value = cells[row : row + 1, column].tolist()[0]
        rule = (
            "floats from 2**53 on are not exact, give integers"
            if _inexact(value)
            else "counts are integers from 0 on"
        )
        raise InputError(f"cell ({row}, {column}) of the contingency table is {value}; {rule}")
    for row, column in np.argwhere(cells != 0):
        yield (int(row), int(column)), int(cells[row, column])


def _no_counts(cells: NDArray[Any]) -> NDArray[Any]:
    """Which cells are no counts; floats so large that integers beside them may have been rounded are none either."""
    import numpy as np

    if cells.dtype.kind == "f":
        wide = cells.astype(np.promote_types(cells.dtype, np.float64))  # half precision has no 2**53
        return np.asarray(~np.isfinite(wide) | (wide < 0) | (wide != np.floor(wide)) | (wide >= EXACT))
    if cells.dtype.kind == "O":
        return np.reshape([not _is_count(value) for value in cells.flat], cells.shape).astype(bool)
    return np.asarray(cells < 0)


def _is_count(value: Any) -> bool:
    try:
        return int(value) == value and value >= 0 and not _inexact(value)
    except (TypeError, ValueError, ArithmeticError):
        return False


def _inexact(value: object) -> bool:
    """Whether a value is a float that may stand for several integers."""
    return isinstance(value, float) and EXACT <= value < math.inf
