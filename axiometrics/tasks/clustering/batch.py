"""Many contingency tables as flat arrays, and the reductions of formulas over all of them at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.formulas.floats import ARRAYS
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import over
from axiometrics.tasks.clustering.chance import expected_sum
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
        self, n: Integers, cluster: Integers, category: Integers, starts: tuple[Integers, Integers, Integers], sizes: tuple[Integers, Integers] | None = None
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
        order = np.lexsort((category, cluster, case))
        case, cluster, category, n = case[order], cluster[order], category[order], n[order]
        new_case = _changes(case)
        new_cluster = new_case | _changes(cluster)
        kinds = case * (int(category.max()) + 1) + category
        labels, category_number = np.unique(kinds, return_inverse=True)
        category_case = labels // (int(category.max()) + 1)
        cluster_case = case[new_cluster]
        starts = tuple(np.flatnonzero(_changes(part)) for part in (case, cluster_case, category_case))
        return cls(n, np.cumsum(new_cluster) - 1, category_number.astype(np.int64), starts)  # type: ignore[arg-type]

    @classmethod
    def from_tables(cls, tables: Sequence[Table]) -> TableBatch:
        """Build from single tables."""
        flat = np.array([(case, *cell) for case, table in enumerate(tables) for cell in table.cells], dtype=np.int64)
        return cls.from_cells(*flat.T)

    @classmethod
    def from_labels(cls, gold: Any, system: Any) -> TableBatch:
        """Build the table of one clustering from two label vectors. Cost: one sort of the items."""
        category, categories = _numbered(gold, "gold")
        cluster, clusters = _numbered(system, "system")
        key = cluster * np.int64(categories) + category
        sizes = (np.bincount(cluster, minlength=clusters), np.bincount(category, minlength=categories))
        key.sort()
        first = np.flatnonzero(_changes(key))
        n = np.diff(first, append=len(key))
        cells = key[first]
        del key
        cluster = cells // categories
        start = np.zeros(1, dtype=np.int64)
        return cls(n, cluster, cells - cluster * categories, (start, start, start), sizes)

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
        cells = zip(self.cluster[part] - self.cluster_start[index], self.category[part] - self.category_start[index], self.n[part], strict=True)
        return Table(tuple((int(i), int(j), int(count)) for i, j, count in cells))

    def tables(self) -> Iterable[Table]:
        """Yield every case."""
        return (self.table(index) for index in range(len(self)))

    def contingencies(self) -> Iterator[Integers]:
        """Yield every case as a dense array, rows are clusters. Cost O(R K) each."""
        bounds = zip(self.cell_start, np.append(self.cell_start[1:], len(self.n)), self.cluster_start, self.category_start, strict=True)
        for (start, stop, rows, columns), shape in zip(bounds, zip(self.clusters, self.categories, strict=True), strict=True):
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
            self._values[atom] = fold(self, body, tuple(symbol in needed for symbol in formula.variables + formula.globals))
        return self._values[atom]

    def _apply(self, body: Callable[..., Any], bound: Sequence[Any], counts: Integers, needed: Sequence[bool]) -> Floats:
        quantities = (self.items, self.clusters, self.categories)
        spread = [np.repeat(part, counts).astype(float) if used else None for part, used in zip(quantities, needed[3:], strict=True)]
        found = body(*bound, *spread)
        return np.broadcast_to(np.asarray(found, dtype=float), (int(counts.sum()),))

    def _cell_values(self, body: Callable[..., Any], needed: Sequence[bool]) -> Floats:
        bound = [
            self.n.astype(float) if needed[0] else None,
            self.a[self.cluster].astype(float) if needed[1] else None,
            self.b[self.category].astype(float) if needed[2] else None,
        ]
        return self._apply(body, bound, np.diff(self.cell_start, append=len(self.n)), needed)

    def _whole(self, body: Callable[..., Any], needed: Sequence[bool]) -> Floats:
        return self._apply(body, (None, None, None), np.ones(len(self), dtype=np.int64), needed)

    def _sum_cells(self, body: Callable[..., Any], needed: Sequence[bool]) -> Floats:
        return _fold(self._cell_values(body, needed), self.cell_start)

    def _sum_clusters(self, body: Callable[..., Any], needed: Sequence[bool]) -> Floats:
        return _fold(self._apply(body, (None, self.a.astype(float), None), self.clusters, needed), self.cluster_start)

    def _sum_categories(self, body: Callable[..., Any], needed: Sequence[bool]) -> Floats:
        return _fold(self._apply(body, (None, None, self.b.astype(float)), self.categories, needed), self.category_start)

    def _expected(self, body: Callable[..., Any], needed: Sequence[bool]) -> Floats:
        known: dict[Any, float] = {}
        found = np.empty(len(self))
        sizes = zip(np.split(self.a, self.cluster_start[1:]), np.split(self.b, self.category_start[1:]), strict=True)
        for case, (a, b) in enumerate(sizes):
            key = tuple(sorted(a.tolist())), tuple(sorted(b.tolist()))
            if key not in known:
                quantities = float(self.items[case]), float(self.clusters[case]), float(self.categories[case])
                known[key] = expected_sum(body, *key, quantities)
            found[case] = known[key]
        return found

    def _best_in_cluster(self, body: Callable[..., Any], needed: Sequence[bool]) -> Floats:
        best = np.maximum.reduceat(self._cell_values(body, needed), np.flatnonzero(_changes(self.cluster)))
        return _fold(best, self.cluster_start)

    def _best_in_category(self, body: Callable[..., Any], needed: Sequence[bool]) -> Floats:
        order = np.argsort(self.category, kind="stable")
        first = np.flatnonzero(_changes(self.category[order]))
        return _fold(np.maximum.reduceat(self._cell_values(body, needed)[order], first), self.category_start)


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


def _numbered(labels: Any, side: str) -> tuple[Integers, int]:
    """Number the labels from 0 without gaps. Integers in a narrow range are only shifted and counted."""
    array = np.asarray(labels)
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise InputError(f"{side} has no label for item {int(np.flatnonzero(~np.isfinite(array))[0])} (NaN or infinite)")
    if array.dtype.kind in "iub":
        return _compact(array)
    if array.dtype.kind == "O":
        from axiometrics.tasks.clustering.reading import _same_kind

        _same_kind(labels, side)
    names: dict[Any, int] = {}
    numbers = np.fromiter((names.setdefault(label, len(names)) for label in array.tolist()), dtype=np.int64, count=len(array))
    return numbers, len(names)


def _compact(array: NDArray[Any]) -> tuple[Integers, int]:
    low, high = int(array.min()), int(array.max())
    if high - low > 4 * len(array):
        labels, inverse = np.unique(array, return_inverse=True)
        return inverse.astype(np.int64), len(labels)
    shifted = array.astype(np.int64) - low if low or array.dtype != np.int64 else array
    used = np.bincount(shifted) > 0
    if used.all():
        return shifted, len(used)
    return (np.cumsum(used) - 1)[shifted], int(used.sum())
