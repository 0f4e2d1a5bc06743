"""What a clustering metric sees: a table of counts with named quantities and reductions.

``n`` is the number of items in a cell, ``a`` the size of its cluster, ``b`` the size of its category. Metrics are
traced over symbols; the same formula is then evaluated on one table, on a batch, exactly, or in a proof.
"""

from __future__ import annotations

from typing import Any

import sympy

from axiometrics.formulas.existence import Signs
from axiometrics.formulas.graph import Quantity
from axiometrics.formulas.nodes import over
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.view import QuantityOf, ReductionOver, View

n, a, b = VARIABLES = sympy.symbols("n a b", positive=True)
N, R, K = QUANTITIES = sympy.symbols("N R K", positive=True)


def _marginalise(domain: str, core: object) -> Any:
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
    QUANTITIES,
    VARIABLES,
    extremes=frozenset({"best_in_cluster", "best_in_category", "expected"}),
    marginalise=_marginalise,
    wholes={sympy.log(N): (1 / N, over("whole", N * sympy.log(N))), N**2: (sympy.S.One, over("whole", N**2))},
    signs=Signs(positive=dict.fromkeys(("", *_DOMAINS), (n, a, b, N, R, K)), filled=_DOMAINS),
)


class TableView(View):
    """The table as a metric author sees it."""

    rules = RULES

    items = QuantityOf("N", "Number of items.")
    cluster_count = QuantityOf("R", "Number of clusters.")
    category_count = QuantityOf("K", "Number of categories.")

    cells = ReductionOver("cells", "nab", "Sum a function of (n, a, b) over the non-empty cells.")
    clusters = ReductionOver("clusters", "a", "Sum a function of the size over the clusters.")
    categories = ReductionOver("categories", "b", "Sum a function of the size over the categories.")
    best_in_cluster = ReductionOver(
        "best_in_cluster",
        "nab",
        "Sum, over clusters, the largest value of a non-negative function of (n, a, b) in the cluster's cells.",
    )
    best_in_category = ReductionOver(
        "best_in_category",
        "nab",
        "Sum, over categories, the largest value of a non-negative function of (n, a, b) in the category's cells.",
    )
    expected = ReductionOver(
        "expected",
        "nab",
        "Mean of the sum over cells when the labels of one side are permuted at random (all sizes kept).",
    )

    @property
    def cell_count(self) -> Quantity:
        """Number of non-empty cells."""
        return self.cells(lambda n, a, b: 1)


formula = TableView.formula
