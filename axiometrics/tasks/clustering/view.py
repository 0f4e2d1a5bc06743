"""What a clustering metric sees: a table of counts with named quantities and reductions.

``n`` is the number of items in a cell, ``a`` the size of its cluster, ``b`` the size of its category. Metrics are
traced over symbols; the same formula is then evaluated on one table, on a batch, exactly, or in a proof.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy

from axiometrics.formulas.existence import Signs
from axiometrics.formulas.formula import Formula, trace
from axiometrics.formulas.graph import Quantity
from axiometrics.formulas.nodes import over
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.view import View

__all__ = ["QUANTITIES", "RULES", "VARIABLES", "TableView", "formula"]

n, a, b = VARIABLES = sympy.symbols("n a b", positive=True)
N, R, K = QUANTITIES = sympy.symbols("N R K", positive=True)


class TableView(View):
    """The table as a metric author sees it."""

    @property
    def items(self) -> Quantity:
        """Number of items."""
        return self._quantity("N")

    @property
    def cluster_count(self) -> Quantity:
        """Number of clusters."""
        return self._quantity("R")

    @property
    def category_count(self) -> Quantity:
        """Number of categories."""
        return self._quantity("K")

    def cells(self, body: Callable[[Any, Any, Any], Any]) -> Quantity:
        """Sum a function of (n, a, b) over the non-empty cells."""
        return self._reduced("cells", "nab", body)

    @property
    def cell_count(self) -> Quantity:
        """Number of non-empty cells."""
        return self.cells(lambda n, a, b: 1)

    def expected(self, body: Callable[[Any, Any, Any], Any]) -> Quantity:
        """Mean of the sum over cells when the labels of one side are permuted at random (all sizes kept)."""
        return self._reduced("expected", "nab", body)

    def clusters(self, body: Callable[[Any], Any]) -> Quantity:
        """Sum a function of the size over the clusters."""
        return self._reduced("clusters", "a", body)

    def categories(self, body: Callable[[Any], Any]) -> Quantity:
        """Sum a function of the size over the categories."""
        return self._reduced("categories", "b", body)

    def best_in_cluster(self, body: Callable[[Any, Any, Any], Any]) -> Quantity:
        """Sum, over clusters, the largest value of a non-negative function of (n, a, b) in the cluster's cells."""
        return self._reduced("best_in_cluster", "nab", body)

    def best_in_category(self, body: Callable[[Any, Any, Any], Any]) -> Quantity:
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
    signs=Signs(positive=dict.fromkeys(("", *_DOMAINS), (n, a, b, N, R, K)), filled=_DOMAINS),
)


def formula(function: Callable[..., Any], values: dict[str, Any]) -> Formula:
    """Trace a metric."""
    return trace(function, TableView(), values, rules=RULES, quantities=QUANTITIES, variables=VARIABLES)
