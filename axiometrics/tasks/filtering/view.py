"""What a filtering metric sees: four counts and their sums.

Metrics are traced over symbols; the same formula is then evaluated on one output, on a batch, exactly, or in a proof.
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

__all__ = ["QUANTITIES", "CountsView", "formula"]

TP, FP, FN, TN = QUANTITIES = sympy.symbols("TP FP FN TN", real=True)


class CountsView(View):
    """The counts as a metric author sees them."""

    @property
    def tp(self) -> Quantity:
        """Relevant items that are selected."""
        return self._quantity("TP")

    @property
    def fp(self) -> Quantity:
        """Irrelevant items that are selected."""
        return self._quantity("FP")

    @property
    def fn(self) -> Quantity:
        """Relevant items that are left out."""
        return self._quantity("FN")

    @property
    def tn(self) -> Quantity:
        """Irrelevant items that are left out."""
        return self._quantity("TN")

    @property
    def relevant(self) -> Quantity:
        """Relevant items."""
        return self.tp + self.fn

    @property
    def irrelevant(self) -> Quantity:
        """Irrelevant items."""
        return self.fp + self.tn

    @property
    def selected(self) -> Quantity:
        """Selected items."""
        return self.tp + self.fp

    @property
    def unselected(self) -> Quantity:
        """Items that are left out."""
        return self.fn + self.tn

    @property
    def items(self) -> Quantity:
        """All items."""
        return self.selected + self.unselected


RULES = Rules(
    variables=frozenset(),
    extremes=frozenset(),
    marginalise=lambda domain, core: None,
    wholes={},
    signs=Signs(frozenset(QUANTITIES), {"": (TP + FP + FN + TN,)}),
)


def formula(function: Callable[..., Any], values: dict[str, Any]) -> Formula:
    """Trace a metric."""
    return trace(function, CountsView(), values, rules=RULES, quantities=QUANTITIES, variables=())
