"""What a filtering metric sees: four counts and their sums.

Metrics are traced over symbols; the same formula is then evaluated on one output, on a batch, exactly, or in a proof.
"""

from __future__ import annotations

import sympy

from axiometrics.formulas.existence import Signs
from axiometrics.formulas.graph import Quantity
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.view import QuantityOf, View

TP, FP, FN, TN = QUANTITIES = sympy.symbols("TP FP FN TN", real=True)


RULES = Rules(QUANTITIES, signs=Signs(frozenset(QUANTITIES), {"": (TP + FP + FN + TN,)}))


class CountsView(View):
    """The counts as a metric author sees them."""

    rules = RULES

    tp = QuantityOf("TP", "Relevant items that are selected.")
    fp = QuantityOf("FP", "Irrelevant items that are selected.")
    fn = QuantityOf("FN", "Relevant items that are left out.")
    tn = QuantityOf("TN", "Irrelevant items that are left out.")

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


formula = CountsView.formula
