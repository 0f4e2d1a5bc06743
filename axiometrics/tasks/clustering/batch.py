"""Many contingency tables as flat arrays, and the reductions of formulas over all of them at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import chain, pairwise
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.formulas.arithmetics.bounded import LIBRARY, SMALLEST, STEP, Bounded
from axiometrics.formulas.arithmetics.error_bounds import BOUNDED, binomials
from axiometrics.formulas.arithmetics.scalars import FLOATS
from axiometrics.formulas.outputs import Outputs
from axiometrics.formulas.rows import (
    Columns,
    Integers,
    Rows,
    compact,
    counted,
    lengths,
    owners,
    repeated,
    shortened,
)
from axiometrics.formulas.single_output import Made
from axiometrics.tasks.clustering.table import SUMS, Table, size_pairs
from axiometrics.tasks.users_data import LARGE


class TableBatch(Outputs):
    """Cells sorted by cluster, clusters by case: ``n`` counts, ``cluster`` and ``category`` numbers through the batch.

    ``a`` and ``b`` are the sizes of all clusters and categories; ``cluster_start`` and ``category_start`` say where
    each case begins in them, ``cell_start`` where it begins in the cells. Building costs O(cells log cells).
    """

    def __init__(
        self,
        n: Integers,
        cluster: Integers,
        category: Integers,
        starts: tuple[Integers, Integers, Integers],
        sizes: tuple[Integers, Integers] | None = None,
    ) -> None:
        self.n = n
        self.cluster = cluster
        self.category = category
        self.cell_start, self.cluster_start, self.category_start = starts
        self.a, self.b = sizes or (np.bincount(part, n).astype(np.int64) for part in (cluster, category))

    @classmethod
    def from_cells(cls, case: Integers, cluster: Integers, category: Integers, n: Integers) -> TableBatch:
        """Build from cells with case, cluster and category numbers; the cells of a case need not be adjacent."""
        case, cluster, category, n = _in_order(case, cluster, category, n)
        new_case = _changes(case)
        new_cluster = new_case | _changes(cluster)
        category_number, category_case = _numbered_by_case(case, category)
        cluster_case = case[new_cluster]
        starts = tuple(np.flatnonzero(_changes(part)) for part in (case, cluster_case, category_case))
        return cls(n, np.cumsum(new_cluster) - 1, category_number, starts)  # type: ignore[arg-type]

    @classmethod
    def from_tables(cls, tables: Sequence[Table]) -> TableBatch:
        """Build from single tables."""
        if len(tables) == 1:
            return cls._of_one(tables[0])
        cells = [table.cells for table in tables]
        flat = np.fromiter(chain.from_iterable(chain.from_iterable(cells)), dtype=np.int64)
        return cls.from_cells(owners(np.array(list(map(len, cells)))), *flat.reshape(-1, 3).T)

    @classmethod
    def _of_one(cls, table: Table) -> TableBatch:
        cluster, category, n = np.array(sorted(table.cells), dtype=np.int64).T
        start, sizes = np.zeros(1, np.int64), (np.array(table.cluster_sizes), np.array(table.category_sizes))
        return cls(n, cluster, category, (start, start, start), sizes)

    @classmethod
    def from_numbers(cls, gold: tuple[Any, Any], system: tuple[Any, Any]) -> TableBatch:
        """Build the table of one clustering from the numbers of its labels, and how often each occurs.

        Cost: counting, or one sort of the items.
        """
        (category, b), (cluster, a) = gold, system
        key = np.multiply(cluster, len(b), dtype=np.int64)
        key += category
        cells, n = counted(key, len(a) * len(b))
        number = cells // len(b)
        start = np.zeros(1, dtype=np.int64)
        return cls(n, number, cells - number * len(b), (start, start, start), (a, b))

    @classmethod
    def from_counts(cls, counts: Integers, sizes: tuple[Integers, Integers] | None = None) -> TableBatch:
        """Build the table of one clustering from that of all counts, which may have empty rows and columns.

        Nothing is looked at but what is asked for. ``sizes`` are the sums of rows and of columns, where they are known.
        """
        made, sizes = cls.__new__(cls), sizes or (counts.sum(axis=1), counts.sum(axis=0))
        made.__dict__["_counted"] = counts, sizes
        made.columns = SingleColumns(
            counts.ravel(), *sizes, lambda name: sizes[name == "b"][counts.nonzero()[name == "b"]]
        )
        return made

    def __getattr__(self, name: str) -> Any:
        """Number the cells of a table of counts, once they are asked for."""
        if name not in _PARTS or "_counted" not in self.__dict__:
            raise AttributeError(f"a batch of clusterings has no {name!r}")
        counts, sizes = self._counted
        places, start = counts.nonzero(), np.zeros(1, dtype=np.int64)
        (cluster, a), (category, b) = (_without_gaps(*side) for side in zip(places, sizes, strict=True))
        parts = counts[places], cluster, category, start, start, start, a, b
        self.__dict__.update(zip(_PARTS, parts, strict=True))
        return self.__dict__[name]

    def __len__(self) -> int:
        return len(self.cell_start)

    @cached_property
    def items(self) -> Integers:
        """Items of each case."""
        return np.add.reduceat(self.n, self.cell_start)

    @cached_property
    def clusters(self) -> Integers:
        """Clusters of each case."""
        return lengths(self.cluster_start, len(self.a))

    @cached_property
    def categories(self) -> Integers:
        """Categories of each case."""
        return lengths(self.category_start, len(self.b))

    def table(self, index: int) -> Table:
        """Return one case."""
        return Table(tuple(zip(*(part.tolist() for part in self._numbered_cells(index)), strict=True)))

    def contingencies(self, places: Integers) -> Iterator[Integers]:
        """Yield the cases at some places as dense arrays, rows are clusters. Cost O(R K) each."""
        for place in places.tolist():
            cluster, category, n = self._numbered_cells(place)
            array = np.zeros((self.clusters[place], self.categories[place]), dtype=np.int64)
            array[cluster, category] = n
            yield array

    def _numbered_cells(self, index: int) -> tuple[Integers, ...]:
        first, stop = self.cell_start[index], self._cell_stop[index]
        return tuple([each[first:stop] for each in (*self._numbers, self.n)])

    @cached_property
    def _numbers(self) -> tuple[Integers, Integers]:
        """The cluster and the category of each cell, numbered case by case."""
        case = owners(lengths(self.cell_start, len(self.n)))
        return self.cluster - self.cluster_start[case], self.category - self.category_start[case]

    @cached_property
    def _cell_stop(self) -> Integers:
        return np.append(self.cell_start[1:], len(self.n))

    @cached_property
    def different(self) -> tuple[Integers, Integers]:
        """Where each different table is first, and which of these every case has."""
        known: dict[bytes, int] = {}
        tables = _as_bytes(np.stack([*self._numbers, self.n], axis=1), self._cell_stop)
        number = np.array([known.setdefault(each, len(known)) for each in tables])
        return np.unique(number, return_index=True)[1], number

    def numbered(self, places: Integers) -> Integers:
        """Return a number for every case at some places, equal for equal ones."""
        few = "different" not in vars(self) and len(places) < len(self) // 8
        return super().numbered(places) if few else self.different[1][places]

    @cached_property
    def quantities(self) -> Columns:
        """Items, clusters and categories of each case."""
        return Columns({"N": lambda: self.items, "R": lambda: self.clusters, "K": lambda: self.categories})

    def rows(self, domain: str) -> Rows:
        """Return the cells, clusters or categories of every case, or what random labels of the same sizes share."""
        if domain == "clusters":
            return Rows(owners(self.clusters), {"a": self.a})
        if domain == "categories":
            return Rows(owners(self.categories), {"b": self.b})
        if domain == "whole":
            return Rows(np.arange(len(self)), {})
        return self._expected if domain == "expected" else self._cells(domain)

    @cached_property
    def _of_cells(self) -> Columns:
        """The items of each cell, of its cluster and of its category."""
        return Columns(
            {"n": lambda: self.n, "a": lambda: self.a[self.cluster], "b": lambda: self.b[self.category]}
        )

    def _cells(self, domain: str) -> Rows:
        columns, case = self._of_cells, owners(lengths(self.cell_start, len(self.n)))
        if domain == "best_in_category":
            order = np.argsort(self.category, kind="stable")
            return Rows(case[order], Columns.at(columns, order), "best", self.category[order])
        return Rows(case, columns) if domain == "cells" else Rows(case, columns, "best", self.cluster)

    @property
    def _expected(self) -> Rows:
        """Every possible overlap of a cluster and a category, as often as random labels have it."""
        known, numbers, kinds = dict[Any, int](), list[int](), list[tuple[int, int, int, int]]()
        profiles = zip(_profiles(self.a, self.clusters), _profiles(self.b, self.categories), strict=True)
        shared = np.empty(len(self), dtype=np.int64)
        for case, profile in enumerate(profiles):
            if profile not in known:
                known[profile] = len(known)
                fresh = self._pairs(case)
                kinds += fresh
                numbers += [known[profile]] * len(fresh)
            shared[case] = known[profile]
        chances = Chances.of_kinds(kinds)
        owner, columns = np.array(numbers)[chances.of], dict(zip("nab", chances.parts, strict=False))
        return Rows(owner, columns, times=chances, shared=shared if len(self) > 1 else None)

    def _pairs(self, case: int) -> list[tuple[int, int, int, int]]:
        """Return a case's pairs of sizes of clusters and categories, with the items, and how many such there are."""
        row, column = self.cluster_start[case], self.category_start[case]
        rows, columns = self.a[row:][: self.clusters[case]], self.b[column:][: self.categories[case]]
        return [
            (a, b, int(self.items[case]), pairs)
            for a, b, pairs in size_pairs(rows.tolist(), columns.tolist())
        ]

    sums = SUMS

    @property
    def largest(self) -> int:
        """The number of items."""
        found: int = self.columns["N"]
        return found

    @cached_property
    def columns(self) -> dict[Any, Any]:
        """What a single clustering offers to formulas."""
        return SingleColumns(self.n, self.a, self.b, self._of_cells.__getitem__)


_PARTS = ("n", "cluster", "category", "cell_start", "cluster_start", "category_start", "a", "b")


class SingleColumns(Made):
    """What a single clustering offers to formulas: short columns as lists, long ones as arrays.

    Counts and sizes may be 0, where a loose column is asked for; ``beside`` has what else the cells offer.
    """

    def __init__(self, n: Integers, a: Integers, b: Integers, beside: Callable[[str], Integers]) -> None:
        self.loose = {"{cells}.n": n, "{clusters}.a": a, "{categories}.b": b}
        self.beside = beside

    def make(self, name: str) -> Any:
        """Make what formulas read by a name."""
        if name in self.loose:
            found = self.loose[name]
            return found.tolist() if len(found) < LARGE else found
        if name == "N":
            return int(np.add.reduce(self.loose["{clusters}.a"]))
        if name in ("R", "K"):
            return len(self["clusters.a" if name == "R" else "categories.b"])
        if name == "whole.":
            return (None,)
        if name == "cells.":
            return range(len(self["cells.n"]))
        domain, _, variable = name.strip("{").replace("}", "").partition(".")
        known = self.loose.get(f"{{{domain}}}.{variable}")
        return _short(self.beside(variable) if known is None else known[known.nonzero()[0]])


def _short(column: Integers) -> Sequence[int] | Integers:
    return column.tolist() if len(column) < LARGE else column


def _without_gaps(numbers: Integers, sizes: Integers) -> tuple[Integers, Integers]:
    used = sizes > 0
    return (numbers, sizes) if used.all() else ((np.cumsum(used) - 1)[numbers], sizes[used])


def _changes(values: NDArray[Any]) -> NDArray[np.bool_]:
    first = np.empty(len(values), dtype=bool)
    first[:1] = True
    np.not_equal(values[1:], values[:-1], out=first[1:])
    return first


def _profiles(sizes: Integers, counts: Integers) -> Iterator[bytes]:
    """Yield the sorted sizes of each case as bytes: equal for equal multisets."""
    _, ordered = _in_order(np.repeat(np.arange(len(counts)), counts), sizes)
    return _as_bytes(ordered, np.cumsum(counts))


def _as_bytes(numbers: Integers, ends: Integers) -> Iterator[bytes]:
    """Yield the rows up to each end, as bytes that are equal for equal ones."""
    packed = numbers.astype(np.min_scalar_type(int(numbers.max())))
    data, ends = packed.tobytes(), ends * packed[0].nbytes
    return (data[start:stop] for start, stop in pairwise([0, *ends.tolist()]))


def _numbered_by_case(case: Integers, category: Integers) -> tuple[Integers, Integers]:
    """Number the categories through the batch, case by case; return each cell's number and each category's case."""
    column, sizes = compact(category)
    width = len(sizes)
    place = case * width + column
    if (int(case[-1]) + 1) * width > 16 * len(case):
        labels, number = np.unique(place, return_inverse=True)
        return number.astype(np.int64), labels // width
    present = np.zeros((int(case[-1]) + 1) * width, dtype=bool)
    present[place] = True
    return (np.cumsum(present) - 1)[place], np.flatnonzero(present) // width


TABLED = 1000
"""Items up to which binomial coefficients are looked up."""


class Chances:
    """How often clusters of a and categories of b of N items share n: pairs C(b, n) C(N - b, a - n) / C(N, a).

    One entry for every possible overlap ``n`` ``of`` each kind (a, b, N, pairs); a column of `Rows`, computed in the
    arithmetic that asks.
    """

    ndim = 1

    def __init__(self, n: Integers, of: Integers, kinds: Integers) -> None:
        self.n, self.of, self.kinds = shortened(n), shortened(of), kinds

    @classmethod
    def of_kinds(cls, kinds: Sequence[tuple[int, int, int, int]]) -> Chances:
        """Return the overlaps of pairs given as (a, b, N, pairs)."""
        known = np.asarray(kinds, dtype=np.int64).reshape(-1, 4).T
        a, b, items, _ = known
        least = np.maximum(1, a + b - items)
        of, more = repeated(np.maximum(np.minimum(a, b) - least + 1, 0))
        return cls(least[of] + more, of, known)

    def __getitem__(self, places: Any) -> Chances:
        return Chances(self.n[places], self.of[places], self.kinds)

    @property
    def parts(self) -> tuple[Integers, ...]:
        """The numbers n, a, b, N and pairs of all overlaps."""
        return self.n, *(part[self.of] for part in self.kinds)

    def column_in(self, arithmetic: Any) -> Any:
        """Return the numbers as values of an arithmetic."""
        if arithmetic not in (BOUNDED, FLOATS):
            return arithmetic.column(*self._exact())
        if int(self.kinds[2].max(initial=0)) > TABLED:
            return self._by_logarithms() if arithmetic is BOUNDED else self._by_logarithms().value
        found = self._floats()
        off = found * (3 * self.kinds[2] + 6)[self.of] * STEP
        return found if arithmetic is FLOATS else Bounded.rounded(found, off)

    def _exact(self) -> tuple[Any, Any]:
        kinds = self.kinds.T.tolist()
        rows = [(n, *kinds[of]) for n, of in zip(self.n.tolist(), self.of.tolist(), strict=True)]
        tops = [pairs * comb(b, n) * comb(items - b, a - n) for n, a, b, items, pairs in rows]
        bottoms = np.array([comb(items, a) for a, _, items, _ in kinds], dtype=object)
        return np.array(tops, dtype=object), bottoms[self.of]

    def _floats(self) -> NDArray[np.float64]:
        n, (a, b, items, pairs) = self.n, self.kinds
        row = int(items.max(initial=0)) + 1
        table = binomials(row - 1).ravel()
        inside, outside = table.take((b * row)[self.of] + n), table.take(((items - b) * row + a)[self.of] - n)
        return np.asarray(pairs[self.of] * (inside * (outside / table.take(items * row + a)[self.of])))

    def _by_logarithms(self) -> Bounded:
        from scipy.special import gammaln

        n, of, (a, b, items, pairs) = self.n.astype(np.int64), self.of, self.kinds
        most = int(items.max(initial=0))
        log = gammaln(np.arange(most + 1) + 1.0).take if most < len(n) else lambda part: gammaln(part + 1.0)
        above = sum(map(log, (a, b, items - a, items - b)))[of]
        below = log(items)[of] + log(n) + log(a[of] - n) + log(b[of] - n) + log((items - a - b)[of] + n)
        found = pairs[of] * np.exp(above - below)
        spread = found * LIBRARY * (1 + above + below)
        return Bounded.rounded(found, np.maximum(spread, SMALLEST))


def _in_order(*columns: NDArray[Any]) -> list[NDArray[Any]]:
    """Sort rows by the columns; as one packed number where the values fit, which is several times faster."""
    bits = [int(column.max()).bit_length() for column in columns]
    if sum(bits) > 62:
        order = np.lexsort(columns[::-1])
        return [column[order] for column in columns]
    key = np.zeros(len(columns[0]), dtype=np.int64)
    for column, width in zip(columns, bits, strict=True):
        key <<= width
        key |= column
    key.sort()
    shifts = [sum(bits[place + 1 :]) for place in range(len(bits))]
    return [(key >> shift) & ((1 << width) - 1) for shift, width in zip(shifts, bits, strict=True)]
