"""What a metric of two lists sees: their lengths, and what they share at each depth.

At a depth ``d``, ``x`` is the overlap if further items of the shorter list are shared as often as those it has, ``z``
the overlap of what is there, ``g`` and ``h`` how much of gold and system is there, ``e`` how many further items the
shorter list has by then. Beyond both lists, ``y`` is the largest overlap that they can still have.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy

from axiometrics.formulas.existence import Signs
from axiometrics.formulas.graph import Quantity
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.view import QuantityOf, ReductionOver, View

s, l, X, F, q = QUANTITIES = sympy.symbols("s l X F q", nonnegative=True)
d, x, z, g, h, e, y = AT = sympy.symbols("d x z g h e y", nonnegative=True)
t = sympy.Symbol("t", real=True)
DEPTHS = "dxzghe"


class ListsView(View):
    """Two lists as a metric author sees them."""

    fractional = frozenset("xzghc")
    rules = Rules(
        QUANTITIES,
        (*AT, t, sympy.Symbol("c", nonnegative=True)),
        signs=Signs(
            frozenset(),
            {"": (s, l, F)}
            | {f"{kind}_{ties}": (s, l, d, g, h) for kind in ("depths", "shared", "end") for ties in "abw"}
            | {"beyond": (d,)},
        ),
    )

    shorter = QuantityOf("s", "Number of items of the shorter list.")
    longer = QuantityOf("l", "Number of items of the longer list.")
    common = QuantityOf("X", "Number of items that both lists have.")
    full = QuantityOf("F", "The depth from which on all items can be shared, at best.")
    same_items = QuantityOf("q", "1 where both lists have the same items, else 0.")

    beyond = ReductionOver(
        "beyond", "dy", "Sum over the depths beyond both lists at which they can still share y of d items."
    )
    pairs = ReductionOver(
        "pairs", "t", "Sum over pairs of shared items: t is 1 in one order, -1 in two, 0 for a tie."
    )
    items = ReductionOver(
        "items",
        "c",
        "Sum over the system's items below rank 1: c is the share of those above it that gold has above it.",
    )

    def depths(self, body: Callable[..., Any], ties: str = "a") -> Quantity:
        """Sum over the depths of the longer list of a function of (d, x, z, g, h, e)."""
        return self._reduced(f"depths_{ties}", DEPTHS, body)

    def end(self, body: Callable[..., Any], ties: str = "a") -> Quantity:
        """Return a function of (d, x, z, g, h, e) at the longer list's last depth."""
        return self._reduced(f"end_{ties}", DEPTHS, body)

    def shared_depths(self, body: Callable[..., Any], ties: str = "a") -> Quantity:
        """Sum over the depths that both lists reach of a function of (d, x, z, g, h, e)."""
        return self._reduced(f"shared_{ties}", DEPTHS, body)


formula = ListsView.formula
