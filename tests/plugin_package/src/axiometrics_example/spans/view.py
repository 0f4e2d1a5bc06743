"""What a metric of spans sees: counts of tokens and spans, and two reductions."""

from __future__ import annotations

import sympy

from axiometrics.formulas.existence import Signs
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.view import QuantityOf, ReductionOver, View

N, G, S, M = QUANTITIES = sympy.symbols("N G S M", real=True)
o, a, b, g, s = VARIABLES = sympy.symbols("o a b g s", real=True)


class LineView(View):
    """A line of tokens as a metric author sees it."""

    rules = Rules(
        QUANTITIES,
        VARIABLES,
        marginalise=lambda domain, body: N if (domain, body) == ("tokens", sympy.S.One) else None,
        signs=Signs(
            frozenset({*QUANTITIES, g, s}), {"": (N,), "tokens": (N,), "overlaps": (N, G, S, o, a, b)}
        ),
    )

    tokens = QuantityOf("N", "Number of tokens.")
    gold_spans = QuantityOf("G", "Number of gold spans.")
    system_spans = QuantityOf("S", "Number of system spans.")
    matches = QuantityOf("M", "Number of spans that both sides mark.")

    each_token = ReductionOver(
        "tokens",
        "gs",
        "Sum over the tokens of a function of (g, s): 1 where gold, and where the system, marks the token, else 0.",
    )
    overlaps = ReductionOver(
        "overlaps",
        "oab",
        "Sum over a gold and a system span that share o tokens; the system's has a tokens, the gold's b.",
    )


formula = LineView.formula
