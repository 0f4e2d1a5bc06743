"""What an overlapping-clustering metric sees: sums over pairs of items that belong together, and over occurrences.

For two items e and f (also for f = e), ``x`` is the number of clusters that hold both and ``g`` the number of
categories that do. ``d`` counts the items that share a cluster with e, ``h`` those that share a category with it; ``a``
is the size of a cluster, ``b`` that of a category, ``n`` the number of items in both.
"""

from __future__ import annotations

import sympy

from axiometrics.formulas.existence import Signs
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.view import QuantityOf, ReductionOver, View

__all__ = ["QUANTITIES", "VARIABLES", "FamiliesView", "formula"]

x, g = sympy.symbols("x g", nonnegative=True)
d, h, a, b, n = sympy.symbols("d h a b n", positive=True)
VARIABLES = (x, g, d, h, a, b, n)
QUANTITIES = sympy.symbols("N_C N_L O_C O_L", positive=True)


_POSITIVE = {
    "companions": (x, d),
    "gold_companions": (g, h),
    "occurrence_pairs": (x, a),
    "gold_occurrence_pairs": (g, b),
    "best_in_cluster": (n, a, b),
    "best_in_category": (n, a, b),
}

RULES = Rules(
    QUANTITIES,
    VARIABLES,
    extremes=frozenset({"best_in_cluster", "best_in_category"}),
    signs=Signs(positive={"": QUANTITIES, **_POSITIVE}, filled=frozenset({"items", *_POSITIVE})),
)


class FamiliesView(View):
    """The two families as a metric author sees them."""

    rules = RULES

    clustered = QuantityOf("N_C", "Items in at least one cluster.")
    categorised = QuantityOf("N_L", "Items in at least one category.")
    cluster_occurrences = QuantityOf("O_C", "Occurrences of items in clusters.")
    category_occurrences = QuantityOf("O_L", "Occurrences of items in categories.")

    items = ReductionOver(
        "items", "xg", "Sum a function of (x, g) over items, which are in x clusters and in g categories."
    )
    companions = ReductionOver(
        "companions",
        "xgd",
        "Sum a function of (x, g, d) over items e and the items f that share a cluster with e, e included.",
    )
    gold_companions = ReductionOver(
        "gold_companions",
        "xgh",
        "Sum a function of (x, g, h) over items e and the items f that share a category with e, e included.",
    )
    occurrence_pairs = ReductionOver(
        "occurrence_pairs",
        "xga",
        "Sum a function of (x, g, a) over clusters and the ordered pairs of items in them, equal ones included.",
    )
    gold_occurrence_pairs = ReductionOver(
        "gold_occurrence_pairs",
        "xgb",
        "Sum a function of (x, g, b) over categories and the ordered pairs of items in them, equal ones included.",
    )
    best_in_cluster = ReductionOver(
        "best_in_cluster",
        "nab",
        "Sum, over clusters, the largest value of a non-negative function of (n, a, b) over the categories met.",
    )
    best_in_category = ReductionOver(
        "best_in_category",
        "nab",
        "Sum, over categories, the largest value of a non-negative function of (n, a, b) over the clusters met.",
    )


formula = FamiliesView.formula
