"""What a quantification metric sees: two distributions class by class, and the number of classes.

Metrics are traced over symbols; the same formula is then evaluated on one pair of distributions, on a batch, exactly,
or in a proof. At a class, ``p`` is the system's share, ``q`` the gold's, ``P`` and ``Q`` are the shares of this class
and all lower ones together, ``k`` is the class's number from 1 on. In a pair of classes these are of the one, and
``r``, ``s``, ``R``, ``S`` and ``l`` of the other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import sympy

from axiometrics.formulas.formula import Formula, trace
from axiometrics.formulas.nodes import over
from axiometrics.formulas.normal import Rules

__all__ = ["AT", "OTHER", "QUANTITIES", "RULES", "VARIABLES", "AtClass", "DistributionsView", "formula"]


class AtClass(NamedTuple):
    """What a class offers."""

    p: Any
    q: Any
    P: Any
    Q: Any
    k: Any


AT = AtClass(*sympy.symbols("p q P Q k", real=True))
OTHER = AtClass(*sympy.symbols("r s R S l", real=True))
VARIABLES = (*AT, *OTHER)
K, L = QUANTITIES = (sympy.Symbol("K", positive=True), sympy.Symbol("L", real=True))

Body = Callable[[AtClass], Any]


class DistributionsView:
    """The two distributions as a metric author sees them."""

    classes = K
    """Number of classes."""
    least_gold = L
    """The smallest gold share of any class."""

    def sum(self, body: Body) -> Any:
        """Sum over the classes."""
        return over("classes", body(AT))

    def pairs(self, body: Callable[[AtClass, AtClass], Any]) -> Any:
        """Sum over all ordered pairs of classes, those of a class with itself included."""
        return over("class_pairs", body(AT, OTHER))


RULES = Rules(
    variables=frozenset(VARIABLES),
    extremes=frozenset(),
    marginalise=lambda domain, core: None,
    wholes={},
    kept=frozenset({"classes", "class_pairs"}),
)


def formula(function: Callable[..., Any], values: dict[str, Any]) -> Formula:
    """Trace a metric."""
    return trace(
        function, DistributionsView(), values, rules=RULES, quantities=QUANTITIES, variables=VARIABLES
    )
