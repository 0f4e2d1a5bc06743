"""What a combining function sees: the two component scores of a system.

Functions are traced over symbols; the same formula is then evaluated on one pair, on a batch, exactly, or in a proof.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.existence import Signs
from axiometrics.formulas.formula import Formula, trace
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.view import View

__all__ = ["ScoresOfThree", "ScoresView", "formula", "quantities", "scaled"]

P, R, S = sympy.symbols("P R S", real=True)
TIMES, PLUS = sympy.symbols("T C", real=True)


class ScoresView(View):
    """The component scores as the author of a function sees them, both from 0 to 1."""

    fractional = frozenset("PRS")

    @property
    def p(self) -> Any:
        """The score of the first component, such as precision or purity."""
        return self._quantity("P")

    @property
    def r(self) -> Any:
        """The score of the second component, such as recall or inverse purity."""
        return self._quantity("R")

    @property
    def each(self) -> tuple[Any, ...]:
        """The scores of all components, for functions that combine any number of them."""
        return self.p, self.r


class ScoresOfThree(ScoresView):
    """Three component scores."""

    @property
    def s(self) -> Any:
        """The score of the third component."""
        return self._quantity("S")

    @property
    def each(self) -> tuple[Any, ...]:
        """The scores of all components."""
        return self.p, self.r, self.s


def quantities(components: int) -> tuple[Any, ...]:
    """Return the symbols of so many component scores.

    >>> quantities(2)
    (P, R)
    """
    return (P, R, S)[:components]


RULES = Rules(
    variables=frozenset(),
    extremes=frozenset(),
    marginalise=lambda domain, core: None,
    wholes={},
    signs=Signs(frozenset({P, R, S})),
)


def formula(function: Callable[..., Any], values: dict[str, Any], components: int = 2) -> Formula:
    """Trace a combining function; raises NotSymbolicError where it does not combine so many scores."""
    view = ScoresView() if components == 2 else ScoresOfThree()
    made = trace(function, view, values, rules=RULES, quantities=quantities(components), variables=())
    if components > 2 and not made.normal.expression.has(*quantities(components)[2:]):
        raise NotSymbolicError(
            f"{getattr(function, '__name__', function)!r} combines two scores, not {components}"
        )
    return made


def scaled(traced: Formula) -> Formula:
    """Return the formula times T plus C, for outputs that are a multiple of a value, or a number."""
    expression = TIMES * traced.normal.expression + PLUS
    normal = replace(traced.normal, expression=expression)
    return Formula(traced.graph, traced.expression, normal, (*traced.globals, TIMES, PLUS), ())
