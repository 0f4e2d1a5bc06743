"""Many contingency tables as flat arrays, and the reductions of formulas over all of them at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray

from axiometrics.formulas.floats import ARRAYS
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import over
from axiometrics.tasks.clustering.chance import expected_sum
from axiometrics.tasks.clustering.reading import compact, counted, in_order, numbered
from axiometrics.tasks.clustering.table import Table

__all__ = ["TableBatch"]

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


class TableBatch:
    """Cells sorted by cluster, clusters by case: ``n`` counts, ``cluster`` and ``category`` numbers through the batch.

    ``a`` and ``b`` are the sizes of all clusters and categories; ``cluster_start`` and ``category_start`` say where
    each case begins in them, ``cell_start`` where it begins in the cells. Every reduction is computed once and kept,
    so metrics share the work. Building costs O(cells log cells), a reduction O(cells).
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
        self.a, self.b = sizes if sizes else (_sums(cluster, n), _sums(category, n))
        self._values: dict[Any, Floats] = {}

    @classmethod
    def from_cells(cls, case: Integers, cluster: Integers, category: Integers, n: Integers) -> TableBatch:
        """Build from cells with case, cluster and category numbers; the cells of a case need not be adjacent."""
        case, cluster, category, n = in_order(case, cluster, category, n)
        new_case = _changes(case)
        new_cluster = new_case | _changes(cluster)
        category_number, category_case = _numbered_by_case(case, category)
        cluster_case = case[new_cluster]
        starts = tuple(np.flatnonzero(_changes(part)) for part in (case, cluster_case, category_case))
        return cls(n, np.cumsum(new_cluster) - 1, category_number, starts)  # type: ignore[arg-type]

    @classmethod
    def from_tables(cls, tables: Sequence[Table]) -> TableBatch:
        """Build from single tables."""
        flat = np.array(
            [(case, *cell) for case, table in enumerate(tables) for cell in table.cells], dtype=np.int64
        )
        return cls.from_cells(*flat.T)

    @classmethod
    def from_labels(cls, gold: Any, system: Any) -> TableBatch:
        """Build the table of one clustering from two label vectors. Cost: counting, or one sort of the items."""
        category, b = numbered(gold, "gold")
        cluster, a = numbered(system, "system")
        key = np.multiply(cluster, len(b), dtype=np.int64)
        key += category
        del category, cluster
        cells, n = counted(key, len(a) * len(b))
        number = cells // len(b)
        start = np.zeros(1, dtype=np.int64)
        return cls(n, number, cells - number * len(b), (start, start, start), (a, b))

    def __len__(self) -> int:
        return len(self.cell_start)

    @cached_property
    def items(self) -> Integers:
        """Items of each case."""
        return np.add.reduceat(self.n, self.cell_start)

    @cached_property
    def clusters(self) -> Integers:
        """Clusters of each case."""
        return np.diff(self.cluster_start, append=len(self.a))

    @cached_property
    def categories(self) -> Integers:
        """Categories of each case."""
        return np.diff(self.category_start, append=len(self.b))

    def table(self, index: int) -> Table:
        """Return one case."""
        start = self.cell_start[index]
        stop = self.cell_start[index + 1] if index + 1 < len(self) else len(self.n)
        part = slice(start, stop)
        cluster = (self.cluster[part] - self.cluster_start[index]).tolist()
        category = (self.category[part] - self.category_start[index]).tolist()
        return Table(tuple(zip(cluster, category, self.n[part].tolist(), strict=True)))

    def tables(self) -> Iterable[Table]:
        """Yield every case."""
        return (self.table(index) for index in range(len(self)))

    def contingencies(self) -> Iterator[Integers]:
        """Yield every case as a dense array, rows are clusters. Cost O(R K) each."""
        stops = np.append(self.cell_start[1:], len(self.n))
        bounds = zip(self.cell_start, stops, self.cluster_start, self.category_start, strict=True)
        shapes = zip(self.clusters, self.categories, strict=True)
        for (start, stop, rows, columns), shape in zip(bounds, shapes, strict=True):
            array = np.zeros(shape, dtype=np.int64)
            array[self.cluster[start:stop] - rows, self.category[start:stop] - columns] = self.n[start:stop]
            yield array

    def evaluate(self, formula: Formula) -> Floats:
        """Return the formula's value for every case, shape (cases,)."""
        found = formula.compiled(ARRAYS)(*self.signature(formula))
        return np.broadcast_to(np.asarray(found, dtype=float), (len(self),))

    def signature(self, formula: Formula) -> list[Floats]:
        """Return everything a formula's value depends on: quantities and reductions, each of shape (cases,)."""
        quantities = [part.astype(float) for part in (self.items, self.clusters, self.categories)]
        return quantities + [self._atom(formula, atom) for atom in formula.atoms]

    def measured(self, formula: Formula, name: str) -> Floats:
        """Return one quantity or reduction by its name in certificates, such as ``N`` or ``cells[n**2/a]``."""
        quantities = dict(zip(map(str, formula.globals), self.signature(formula), strict=False))
        if name in quantities:
            return quantities[name]
        domain, _, body = name.partition("[")
        atoms = {str(symbol): atom for symbol, atom in formula.normal.atoms.items()}
        if name in atoms:
            return self._atom(formula, atoms[name])
        variables = {str(symbol): symbol for symbol in formula.variables + formula.globals}
        return self._atom(formula, over(domain, sympy.sympify(body[:-1], locals=variables)))

    def _atom(self, formula: Formula, atom: Any) -> Floats:
        if atom not in self._values:
            fold = _FOLDS[atom.domain]
            needed = atom.body.free_symbols
            body = formula.body(atom, ARRAYS)
            symbols = formula.variables + formula.globals
            self._values[atom] = fold(self, body, tuple(symbol in needed for symbol in symbols))
        return self._values[atom]

    def _apply(
        self, body: Callable[..., Any], bound: Sequence[Any], counts: Integers, needed: Sequence[bool]
    ) -> Floats:
        quantities = (self.items, self.clusters, self.categories)
        pairs = zip(quantities, needed[3:], strict=True)
        spread = [np.repeat(part, counts).astype(float) if used else None for part, used in pairs]
        found = body(*bound, *spread)
        return np.broadcast_to(np.asarray(found, dtype=float), (int(counts.sum()),))

    def _cell_values(self, body: Callable[..., Any], needed: Sequence[bool]) -> Floats:
        kinds = None if any(needed[3:]) else self._kinds
        if kinds is not None:
            number, triples = kinds
            values = np.asarray(body(*triples, None, None, None), dtype=float)
            return np.broadcast_to(values, triples[0].shape)[number]
        bound = [
            self.n.astype(float) if needed[0] else None,
            self.a.astype(float)[self.cluster] if needed[1] else None,
            self.b.astype(float)[self.category] if needed[2] else None,
        ]
        return self._apply(body, bound, np.diff(self.cell_start, append=len(self.n)), needed)

    @cached_property
    def _kinds(self) -> tuple[NDArray[np.int32], tuple[Floats, ...]] | None:
        """Where few (n, a, b) occur in many small tables: the number of each cell's, and the values; else None."""
        columns = self.n, self.a[self.cluster], self.b[self.category]
        widths = tuple(int(column.max()) + 1 for column in columns)
        if len(self) == 1 or prod(widths) > len(self.n):
            return None
        key = np.ravel_multi_index(columns, widths)
        present = np.bincount(key) > 0
        number = (np.cumsum(present, dtype=np.int32) - 1)[key]
        return number, tuple(part.astype(float) for part in np.unravel_index(np.flatnonzero(present), widths))

    def _size_values(
        self, body: Callable[..., Any], sizes: Integers, counts: Integers, needed: Sequence[bool]
    ) -> Floats:
        """Return a function of the clusters' or categories' sizes; once per size where it needs nothing else."""
        if any(needed[3:]) or int(sizes.max()) >= len(sizes):
            return self._apply(body, (sizes.astype(float),), counts, needed)
        values = body(np.arange(int(sizes.max()) + 1, dtype=float).clip(1), None, None, None)
        return np.broadcast_to(np.asarray(values, dtype=float), (int(sizes.max()) + 1,))[sizes]

    def _whole(self, body: Callable[..., Any], needed: Sequence[bool]) -> Floats:
        return self._apply(body, (None, None, None), np.ones(len(self), dtype=np.int64), needed)

    def _sum_cells(self, body: Callable[..., Any], needed: Sequence[bool]) -> Floats:
        return _fold(self._cell_values(body, needed), self.cell_start)

    def _sum_clusters(self, body: Callable[..., Any], needed: Sequence[bool]) -> Floats:
        values = self._size_values(
            lambda size, *whole: body(None, size, None, *whole), self.a, self.clusters, needed
        )
        return _fold(values, self.cluster_start)

    def _sum_categories(self, body: Callable[..., Any], needed: Sequence[bool]) -> Floats:
        values = self._size_values(
            lambda size, *whole: body(None, None, size, *whole), self.b, self.categories, needed
        )
        return _fold(values, self.category_start)

    def _expected(self, body: Callable[..., Any], needed: Sequence[bool]) -> Floats:
        known: dict[Any, float] = {}
        found = np.empty(len(self))
        profiles = zip(_profiles(self.a, self.clusters), _profiles(self.b, self.categories), strict=True)
        for case, profile in enumerate(profiles):
            if profile not in known:
                rows, columns = int(self.clusters[case]), int(self.categories[case])
                a = self.a[self.cluster_start[case] :][:rows].tolist()
                b = self.b[self.category_start[case] :][:columns].tolist()
                known[profile] = expected_sum(
                    body, a, b, (float(self.items[case]), float(rows), float(columns))
                )
            found[case] = known[profile]
        return found

    def _best_in_cluster(self, body: Callable[..., Any], needed: Sequence[bool]) -> Floats:
        best = np.maximum.reduceat(self._cell_values(body, needed), np.flatnonzero(_changes(self.cluster)))
        return _fold(best, self.cluster_start)

    def _best_in_category(self, body: Callable[..., Any], needed: Sequence[bool]) -> Floats:
        order, first = self._by_category
        return _fold(np.maximum.reduceat(self._cell_values(body, needed)[order], first), self.category_start)

    @cached_property
    def _by_category(self) -> tuple[Integers, Integers]:
        """The cells ordered by category, and where each category begins."""
        order = np.argsort(self.category, kind="stable")
        return order, np.flatnonzero(_changes(self.category[order]))


_FOLDS = {
    "whole": TableBatch._whole,
    "expected": TableBatch._expected,
    "cells": TableBatch._sum_cells,
    "clusters": TableBatch._sum_clusters,
    "categories": TableBatch._sum_categories,
    "best_in_cluster": TableBatch._best_in_cluster,
    "best_in_category": TableBatch._best_in_category,
}


def _fold(values: Floats, starts: Integers) -> Floats:
    if len(starts) == 1:
        return np.array([values.sum()])
    return np.add.reduceat(values, starts)


def _changes(values: NDArray[Any]) -> NDArray[np.bool_]:
    first = np.empty(len(values), dtype=bool)
    first[:1] = True
    np.not_equal(values[1:], values[:-1], out=first[1:])
    return first


def _sums(groups: Integers, n: Integers) -> Integers:
    return np.bincount(groups, weights=n).astype(np.int64)


def _profiles(sizes: Integers, counts: Integers) -> Iterator[bytes]:
    """Yield the sorted sizes of each case as bytes: equal for equal multisets."""
    _, ordered = in_order(np.repeat(np.arange(len(counts)), counts), sizes)
    packed = ordered.astype(np.min_scalar_type(int(sizes.max())))
    data = packed.tobytes()
    ends = np.cumsum(counts) * packed.itemsize
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
