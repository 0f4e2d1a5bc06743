"""What a clustering metric sees: a table of counts with named quantities and reductions.

``n`` is the number of items in a cell, ``a`` the size of its cluster, ``b`` the size of its category. Metrics are
traced over symbols; the same formula is then evaluated on one table, on a batch, exactly, or in a proof.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import sympy

from axiometrics.formulas.compiled import Algebra
from axiometrics.formulas.floats import SCALARS
from axiometrics.formulas.formula import Formula, trace
from axiometrics.formulas.nodes import over
from axiometrics.formulas.lowered import Signs
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.view import View
from axiometrics.tasks.clustering.chance import overlaps, size_pairs
from axiometrics.tasks.clustering.table import Table

__all__ = ["QUANTITIES", "RULES", "VARIABLES", "TableView", "evaluate", "formula"]

n, a, b = VARIABLES = sympy.symbols("n a b", positive=True)
N, R, K = QUANTITIES = sympy.symbols("N R K", positive=True)


class TableView(View):
    """The table as a metric author sees it."""

    @property
    def items(self) -> Any:
        """Number of items."""
        return self._quantity("N")

    @property
    def cluster_count(self) -> Any:
        """Number of clusters."""
        return self._quantity("R")

    @property
    def category_count(self) -> Any:
        """Number of categories."""
        return self._quantity("K")

    def cells(self, body: Callable[[Any, Any, Any], Any]) -> Any:
        """Sum a function of (n, a, b) over the non-empty cells."""
        return self._reduced("cells", "nab", body)

    @property
    def cell_count(self) -> Any:
        """Number of non-empty cells."""
        return self.cells(lambda n, a, b: 1)

    def expected(self, body: Callable[[Any, Any, Any], Any]) -> Any:
        """Mean of the sum over cells when the labels of one side are permuted at random (all sizes kept)."""
        return self._reduced("expected", "nab", body)

    def clusters(self, body: Callable[[Any], Any]) -> Any:
        """Sum a function of the size over the clusters."""
        return self._reduced("clusters", "a", body)

    def categories(self, body: Callable[[Any], Any]) -> Any:
        """Sum a function of the size over the categories."""
        return self._reduced("categories", "b", body)

    def best_in_cluster(self, body: Callable[[Any, Any, Any], Any]) -> Any:
        """Sum, over clusters, the largest value of a non-negative function of (n, a, b) in the cluster's cells."""
        return self._reduced("best_in_cluster", "nab", body)

    def best_in_category(self, body: Callable[[Any, Any, Any], Any]) -> Any:
        """Sum, over categories, the largest value of a non-negative function of (n, a, b) in the category's cells."""
        return self._reduced("best_in_category", "nab", body)


def _marginalise(domain: str, core: Any) -> Any:
    """Rewrite a sum over parts as a sum over wholes, or a trivial sum as a quantity; None for an atom."""
    if domain == "clusters":
        return {a: N, sympy.S.One: R}.get(core)
    if domain == "categories":
        return {b: N, sympy.S.One: K}.get(core)
    rest = core / n
    if rest.has(n):
        return None
    if not rest.has(b):
        return over("clusters", a * rest)
    return None if rest.has(a) else over("categories", b * rest)


_DOMAINS = frozenset({"cells", "clusters", "categories", "best_in_cluster", "best_in_category", "expected"})

RULES = Rules(
    variables=frozenset(VARIABLES),
    extremes=frozenset({"best_in_cluster", "best_in_category", "expected"}),
    marginalise=_marginalise,
    wholes={sympy.log(N): (1 / N, over("whole", N * sympy.log(N))), N**2: (sympy.S.One, over("whole", N**2))},
    signs=Signs(positive={domain: (n, a, b, N, R, K) for domain in ("", *_DOMAINS)}, filled=_DOMAINS),
)


def formula(function: Callable[..., Any], values: dict[str, Any]) -> Formula:
    """Trace a metric."""
    return trace(function, TableView(), values, rules=RULES, quantities=QUANTITIES, variables=VARIABLES)


def evaluate(traced: Formula, table: Table, algebra: Algebra) -> Any:
    """Return the value of a formula for one table in any arithmetic. Cost O(cells) per reduction."""
    if algebra is not SCALARS and traced.guards:
        traced = traced.resolved(
            tuple(evaluate(quantity, table, SCALARS) != 0 for _, quantity in traced.guards)
        )
    number = _numbers(algebra)
    whole, parts = traced.plan(algebra)
    rows = [number(size) for size in table.cluster_sizes]
    columns = [number(size) for size in table.category_sizes]
    seen = _Seen(
        table, rows, columns, number, (number(table.items), number(len(rows)), number(len(columns))), algebra
    )
    return whole(*seen.quantities, *[_FOLDS[domain](body, seen) for domain, body in parts])


class _Seen(NamedTuple):
    """One table in the numbers of an arithmetic."""

    table: Table
    rows: list[Any]
    columns: list[Any]
    number: Callable[[int], Any]
    quantities: tuple[Any, Any, Any]
    algebra: Algebra


@lru_cache(maxsize=64)
def _numbers(algebra: Algebra) -> Callable[[int], Any]:
    if algebra is SCALARS:
        return int
    from fractions import Fraction

    return lru_cache(maxsize=4096)(lambda value: algebra.number(Fraction(value)))


Fold = Callable[[Callable[..., Any], _Seen], Any]


def _whole(body: Any, seen: _Seen) -> Any:
    return body(None, None, None, *seen.quantities)


def _expected(body: Any, seen: _Seen) -> Any:
    sizes = tuple(sorted(seen.table.cluster_sizes)), tuple(sorted(seen.table.category_sizes))
    return _expected_sum(body, *sizes, seen.number, seen.quantities, seen.algebra)


@lru_cache(maxsize=4096)
def _expected_sum(
    body: Any, clusters: Any, categories: Any, number: Any, quantities: Any, algebra: Any
) -> Any:
    found = number(0)
    for a_size, b_size, pairs in size_pairs(clusters, categories):
        for count, chance in overlaps(a_size, b_size, sum(clusters)):
            found += algebra.number(pairs * chance) * body(
                number(count), number(a_size), number(b_size), *quantities
            )
    return found


def _sum_cells(body: Any, seen: _Seen) -> Any:
    table, rows, columns, number, (items, clusters, categories), _ = seen
    return sum(
        [body(number(count), rows[i], columns[j], items, clusters, categories) for i, j, count in table.cells]
    )


def _sum_clusters(body: Any, seen: _Seen) -> Any:
    return sum([body(None, size, None, *seen.quantities) for size in seen.rows])


def _sum_categories(body: Any, seen: _Seen) -> Any:
    return sum([body(None, None, size, *seen.quantities) for size in seen.columns])


def _best(side: int) -> Fold:
    def fold(body: Any, seen: _Seen) -> Any:
        best: dict[int, Any] = {}
        table, rows, columns, number, quantities, algebra = seen
        for cell in table.cells:
            value = body(number(cell[2]), rows[cell[0]], columns[cell[1]], *quantities)
            place = cell[side]
            best[place] = algebra.larger(best[place], value) if place in best else value
        return sum(best.values())

    return fold


_FOLDS: dict[str, Fold] = {
    "cells": _sum_cells,
    "clusters": _sum_clusters,
    "categories": _sum_categories,
    "whole": _whole,
    "expected": _expected,
    "best_in_cluster": _best(0),
    "best_in_category": _best(1),
}
