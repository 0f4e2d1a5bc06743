"""What a metric of spans sees: counts of tokens and spans, and two reductions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy

from axiometrics.formulas.existence import Signs
from axiometrics.formulas.formula import Formula, trace
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.view import View

__all__ = ["QUANTITIES", "LineView", "formula"]

N, G, S, M = QUANTITIES = sympy.symbols("N G S M", real=True)
o, a, b, g, s = VARIABLES = sympy.symbols("o a b g s", real=True)


class LineView(View):
    """A line of tokens as a metric author sees it."""

    @property
    def tokens(self) -> Any:
        """Number of tokens."""
        return self._quantity("N")

    @property
    def gold_spans(self) -> Any:
        """Number of gold spans."""
        return self._quantity("G")

    @property
    def system_spans(self) -> Any:
        """Number of system spans."""
        return self._quantity("S")

    @property
    def matches(self) -> Any:
        """Number of spans that both sides mark."""
        return self._quantity("M")

    def each_token(self, body: Callable[[Any, Any], Any]) -> Any:
        """Sum over the tokens of a function of (g, s): 1 where gold, and where the system, marks the token, else 0."""
        return self._reduced("tokens", "gs", body)

    def overlaps(self, body: Callable[[Any, Any, Any], Any]) -> Any:
        """Sum over a gold and a system span that share o tokens; the system's has a tokens, the gold's b."""
        return self._reduced("overlaps", "oab", body)


RULES = Rules(
    variables=frozenset(VARIABLES),
    extremes=frozenset(),
    marginalise=lambda domain, body: N if (domain, body) == ("tokens", sympy.S.One) else None,
    wholes={},
    signs=Signs(frozenset({*QUANTITIES, g, s}), {"": (N,), "tokens": (N,), "overlaps": (N, G, S, o, a, b)}),
)


def formula(function: Callable[..., Any], values: dict[str, Any]) -> Formula:
    """Trace a metric."""
    return trace(function, LineView(), values, rules=RULES, quantities=QUANTITIES, variables=VARIABLES)
