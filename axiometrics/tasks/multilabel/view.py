"""What a multi-label metric sees: sums over items, over labels, and over the hits of the system's lists.

Where a label lies below others, the *closure* of a set has these too.
"""

from __future__ import annotations

from collections import namedtuple

import sympy

from axiometrics.formulas.existence import Signs
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.view import QuantityOf, ReductionOver, View

__all__ = ["COLUMNS", "QUANTITIES", "VARIABLES", "F", "L", "LabelsView", "N", "T", "formula"]

N, L, T, F = QUANTITIES = sympy.symbols("N L T F", nonnegative=True)
COLUMNS = {
    "items": "tgsuvwhopq",
    "contents": "uvwabc",
    "labels": "tgsjrknm",
    "steps": "efdn",
    "hits": "in",
    "ideal": "in",
}
"""The variables of the bodies of every domain."""
VARIABLES = {name: sympy.Symbol(name, real=True) for name in "tgsuvwhopqabcjrknmefdi"}
_AT_LEAST_ONE = [VARIABLES[name] for name in "abnmi"]
_EITHER = VARIABLES["v"] + VARIABLES["w"] - VARIABLES["u"]
_TELLING = {VARIABLES["c"]: _EITHER * sympy.log(T) - sympy.log(VARIABLES["b"])}
"""Where not all items have some label of either closure, the labels of either have information: sums of log(T/n)."""

Item = namedtuple(
    "Item", "common gold system closed_common closed_gold closed_system topmost shared wanted drawn"
)
"""What an item offers: its labels on both sides, in gold and in the system's list, the same of the closures, the
topmost mistakes, and the nodes of the graphs that lead to nearest common ancestors: of both, the gold's, the others."""
Contents = namedtuple("Contents", "common gold system common_product union_product telling")
"""The labels of an item's closures, the products of their frequencies, in both and in either, and how many of either
not all items have."""
Label = namedtuple("Label", "common gold system closed_common closed_gold closed_system frequency above")
"""What a label offers: items that have it on both sides, in gold, in the system's lists, the same of the closures; for
its information the frequency, at least 1, and the items that have all of its parents, or all of them."""
Step = namedtuple("Step", "gold system union frequency")
"""Of a label how often the recursion adds its information, for all items together."""
Hit = namedtuple("Hit", "rank frequency")
"""A right label of an item: its place in the list, and how many items have it."""

RULES = Rules(
    QUANTITIES,
    tuple(VARIABLES.values()),
    marginalise=lambda domain, body: {("items", sympy.S.One): N, ("labels", sympy.S.One): L}.get(
        (domain, body)
    ),
    opaque=frozenset({T}),
    signs=Signs(
        nonnegative=frozenset({*QUANTITIES, *(VARIABLES[name] for name in "tgsuvwhopqcjrk")}),
        positive={"": (N, L, T), **dict.fromkeys(COLUMNS, (N, L, T, *_AT_LEAST_ONE))},
        filled=frozenset({"items", "contents", "labels", "steps"}),
        implied={"contents": _TELLING},
    ),
)


class LabelsView(View):
    """The labels of all items as a metric author sees them."""

    rules = RULES

    items = QuantityOf("N", "Number of items.")
    labels = QuantityOf("L", "Number of labels of the inventory, whether they are used or not.")
    information_items = QuantityOf(
        "T", "Items of the collection that information contents are from, N by default."
    )
    forest = QuantityOf("F", "1 where no label has two parents, else 0.")

    each_item = ReductionOver("items", COLUMNS["items"], "Sum over items.", Item)
    each_content = ReductionOver(
        "contents", COLUMNS["contents"], "Sum over items, with the frequencies of their labels.", Contents
    )
    each_label = ReductionOver("labels", COLUMNS["labels"], "Sum over the labels of the inventory.", Label)
    each_step = ReductionOver(
        "steps", COLUMNS["steps"], "Sum over labels, with what the published recursion adds of each.", Step
    )
    each_hit = ReductionOver("hits", COLUMNS["hits"], "Sum over the system's labels that are gold ones.", Hit)
    each_ideal = ReductionOver(
        "ideal", COLUMNS["ideal"], "Sum over gold labels, those of an item from the rarest on.", Hit
    )


formula = LabelsView.formula
