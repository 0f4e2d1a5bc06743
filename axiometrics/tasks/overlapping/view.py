"""What an overlapping-clustering metric sees: sums over pairs of items that belong together, and over occurrences.

For two items e and f (also for f = e), ``x`` is the number of clusters that hold both and ``g`` the number of
categories that do. ``d`` counts the items that share a cluster with e, ``h`` those that share a category with it; ``a``
is the size of a cluster, ``b`` that of a category, ``n`` the number of items in both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy

from axiometrics.formulas.existence import Signs
from axiometrics.formulas.formula import Formula, trace
from axiometrics.formulas.graph import Quantity
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.view import View

__all__ = ["QUANTITIES", "VARIABLES", "FamiliesView", "formula"]

x, g = sympy.symbols("x g", nonnegative=True)
d, h, a, b, n = sympy.symbols("d h a b n", positive=True)
VARIABLES = (x, g, d, h, a, b, n)
QUANTITIES = sympy.symbols("N_C N_L O_C O_L", positive=True)


class FamiliesView(View):
    """The two families as a metric author sees them."""

    @property
    def clustered(self) -> Quantity:
        """Items in at least one cluster."""
        return self._quantity("N_C")

    @property
    def categorised(self) -> Quantity:
        """Items in at least one category."""
        return self._quantity("N_L")

    @property
    def cluster_occurrences(self) -> Quantity:
        """Occurrences of items in clusters."""
        return self._quantity("O_C")

    @property
    def category_occurrences(self) -> Quantity:
        """Occurrences of items in categories."""
        return self._quantity("O_L")

    def items(self, body: Callable[[Any, Any], Any]) -> Quantity:
        """Sum a function of (x, g) over items, which are in x clusters and in g categories."""
        return self._reduced("items", "xg", body)

    def companions(self, body: Callable[[Any, Any, Any], Any]) -> Quantity:
        """Sum a function of (x, g, d) over items e and the items f that share a cluster with e, e included."""
        return self._reduced("companions", "xgd", body)

    def gold_companions(self, body: Callable[[Any, Any, Any], Any]) -> Quantity:
        """Sum a function of (x, g, h) over items e and the items f that share a category with e, e included."""
        return self._reduced("gold_companions", "xgh", body)

    def occurrence_pairs(self, body: Callable[[Any, Any, Any], Any]) -> Quantity:
        """Sum a function of (x, g, a) over clusters and the ordered pairs of items in them, equal ones included."""
        return self._reduced("occurrence_pairs", "xga", body)

    def gold_occurrence_pairs(self, body: Callable[[Any, Any, Any], Any]) -> Quantity:
        """Sum a function of (x, g, b) over categories and the ordered pairs of items in them, equal ones included."""
        return self._reduced("gold_occurrence_pairs", "xgb", body)

    def best_in_cluster(self, body: Callable[[Any, Any, Any], Any]) -> Quantity:
        """Sum, over clusters, the largest value of a non-negative function of (n, a, b) over the categories met."""
        return self._reduced("best_in_cluster", "nab", body)

    def best_in_category(self, body: Callable[[Any, Any, Any], Any]) -> Quantity:
        """Sum, over categories, the largest value of a non-negative function of (n, a, b) over the clusters met."""
        return self._reduced("best_in_category", "nab", body)


_POSITIVE = {
    "companions": (x, d),
    "gold_companions": (g, h),
    "occurrence_pairs": (x, a),
    "gold_occurrence_pairs": (g, b),
    "best_in_cluster": (n, a, b),
    "best_in_category": (n, a, b),
}

RULES = Rules(
    variables=frozenset(VARIABLES),
    extremes=frozenset({"best_in_cluster", "best_in_category"}),
    marginalise=lambda domain, core: None,
    wholes={},
    signs=Signs(positive={"": QUANTITIES, **_POSITIVE}, filled=frozenset({"items", *_POSITIVE})),
)


def formula(function: Callable[..., Any], values: dict[str, Any]) -> Formula:
    """Trace a metric."""
    return trace(function, FamiliesView(), values, rules=RULES, quantities=QUANTITIES, variables=VARIABLES)
