"""What a filtering metric sees: four counts and their sums.

Metrics are traced over symbols; the same formula is then evaluated on one output, on a batch, exactly, or in a proof.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy

from axiometrics.formulas.compiled import Algebra
from axiometrics.formulas.floats import SCALARS
from axiometrics.formulas.formula import Formula, trace
from axiometrics.formulas.normal import Rules
from axiometrics.tasks.filtering.counts import Counts

__all__ = ["QUANTITIES", "CountsView", "evaluate", "formula"]

TP, FP, FN, TN = QUANTITIES = sympy.symbols("TP FP FN TN", real=True)


class CountsView:
    """The counts as a metric author sees them."""

    tp = TP
    """Relevant items that are selected."""
    fp = FP
    """Irrelevant items that are selected."""
    fn = FN
    """Relevant items that are left out."""
    tn = TN
    """Irrelevant items that are left out."""
    relevant = TP + FN
    irrelevant = FP + TN
    selected = TP + FP
    unselected = FN + TN
    items = TP + FP + FN + TN


RULES = Rules(variables=frozenset(), extremes=frozenset(), marginalise=lambda domain, core: None, wholes={})


def formula(function: Callable[..., Any], values: dict[str, Any]) -> Formula:
    """Trace a metric."""
    return trace(function, CountsView(), values, rules=RULES, quantities=QUANTITIES, variables=())


def evaluate(traced: Formula, output: Counts, algebra: Algebra) -> Any:
    """Return the value of a formula for one output in any arithmetic."""
    number = _numbers(algebra)
    return traced.compiled(algebra)(*map(number, output.to_tuple()))


@lru_cache(maxsize=64)
def _numbers(algebra: Algebra) -> Callable[[int], Any]:
    if algebra is SCALARS:
        return int
    return lru_cache(maxsize=4096)(lambda value: algebra.number(Fraction(value)))
