"""What a metric of forecasts sees: items, their classes, and groups, bins and blocks of items.

Metrics are traced over symbols; the same formula is then evaluated on one table, on a batch, exactly, or in a proof.
At an item, ``t`` is the probability of what happened, ``s`` the sum of the squares of its probabilities, ``m`` how many
classes share the largest one, ``h`` whether what happened is one of these, ``f`` whether it is the first of them, ``p``
the event's probability and ``y`` whether it happened. At a class of an item, ``q`` and ``o`` are its probability and
whether it happened, ``Q`` and ``O`` those of it and all lower classes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy

from axiometrics.formulas.existence import Signs
from axiometrics.formulas.graph import Quantity
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.view import QuantityOf, ReductionOver, View

__all__ = ["ENTRIES", "GROUPS", "ITEMS", "QUANTITIES", "VARIABLES", "ForecastsView", "formula"]

ITEMS, ENTRIES, GROUPS = "tsmhfpy", "qoQO", "pneABc"
_NAMES = "qoQOtsmhfpyneABcbdr"
VARIABLES = tuple(sympy.Symbol(name, real=True) for name in _NAMES)
_OF = dict(zip(_NAMES, VARIABLES, strict=True))
N, K, E = QUANTITIES = (
    sympy.Symbol("N", positive=True),
    sympy.Symbol("K", positive=True),
    sympy.Symbol("E", real=True),
)
FRACTIONAL = "qQtspcd"

RULES = Rules(
    QUANTITIES,
    VARIABLES,
    extremes=frozenset({"largest", "widest"}),
    kept=frozenset({"items", "entries", "groups", "forecast_groups", "blocks"}),
    signs=Signs(
        nonnegative=frozenset({E, N - E, *(_OF[name] for name in "qoQOthfpyeAB"), _OF["b"]}),
        positive={"": (_OF["n"], _OF["s"], _OF["m"], _OF["r"])},
        filled=frozenset({"items", "entries", "groups", "forecast_groups"}),
    ),
)


class ForecastsView(View):
    """The forecasts and outcomes as a metric author sees them."""

    fractional = frozenset(FRACTIONAL)

    rules = RULES

    count = QuantityOf("N", "Number of items.")
    classes = QuantityOf("K", "Number of classes.")
    events = QuantityOf("E", "The items in which the event, class 2, happened.")

    items = ReductionOver("items", ITEMS, "Sum over the items.")
    entries = ReductionOver("entries", ENTRIES, "Sum over all classes of all items.")
    groups = ReductionOver(
        "groups", GROUPS, "Sum over the different forecasts of the event p, with n items and e events each."
    )
    largest_group = ReductionOver("largest", GROUPS, "The largest value at any forecast of the event.")
    forecast_groups = ReductionOver(
        "forecast_groups", "qneb", "Sum over the different forecasts, and over the classes of each."
    )
    blocks = ReductionOver("blocks", "ne", "Sum over the blocks of the isotonic fit.")

    def bins(
        self, kind: str, of: str, size: Any, body: Callable[..., Any], closed: str = "right"
    ) -> Quantity:
        """Sum over the bins that are not empty; the body is given n items, the difference d, and r bins.

        ``kind`` is ``width``, ``widest`` for the largest instead of the sum, or ``mass``. They are bins ``of`` the
        event's forecast (``event``), of the largest one (``top``), or of the forecast of each class (``classes``).
        """
        return self._reduced(f"{kind}_{int(size)}_{closed}_{of}", "ndr", body)


formula = ForecastsView.formula
