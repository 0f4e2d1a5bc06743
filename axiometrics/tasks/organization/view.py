"""What a metric of organizations sees: shares of relations, and how many there are to share.

Metrics are traced over symbols; the same formula is then evaluated on one organization, on a batch, or exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.compiled import Algebra
from axiometrics.formulas.floats import SCALARS
from axiometrics.formulas.formula import Formula, trace
from axiometrics.formulas.normal import Rules
from axiometrics.tasks.organization.kinds import kinds
from axiometrics.tasks.organization.organization import Organization
from axiometrics.tasks.organization.relations import Shares, shares
from axiometrics.tasks.organization.weighting import PARAMETERS, Weighting, weighting

__all__ = ["QUANTITIES", "OrganizationView", "Relations", "WeightedFormula", "evaluate", "formula"]

_NAMES = (r"R_{\prec}", r"S_{\prec}", r"R_{\sim}", r"S_{\sim}", "x", "g", "m", "M")
QUANTITIES = Shares(*sympy.symbols(_NAMES, real=True))


class Relations(NamedTuple):
    """One kind of relation: its reliability and sensitivity, and whether each side states any (0 if it does not)."""

    reliability: Any
    sensitivity: Any
    stated: Any
    demanded: Any


@dataclass
class OrganizationView:
    """The organization as a metric author sees it; all relations of a formula are weighted alike."""

    weighting: Weighting | None = None
    listed = QUANTITIES.listed
    """Occurrences of documents in the system output."""
    organized = QUANTITIES.organized
    """Occurrences of documents in the gold."""

    def priorities(self, **weights: Any) -> Relations:
        """The priorities of documents over documents of lower levels and over the tail.

        ``stated`` and ``demanded`` count the levels of the system and of the gold that have something below them.
        """
        self._weigh(weights)
        q = QUANTITIES
        return Relations(q.priority_reliability, q.priority_sensitivity, q.stated, q.demanded)

    def groupings(self, **weights: Any) -> Relations:
        """The relations of documents in one cluster, each with itself too; that the tail has none counts as one.

        ``stated`` and ``demanded`` count the occurrences of the system and of the gold, and the tail.
        """
        self._weigh(weights)
        q = QUANTITIES
        tail = int(self.weighting is not None and self.weighting.tail != "none")
        shares = q.clustering_reliability, q.clustering_sensitivity
        return Relations(*shares, q.listed + tail, q.organized + tail)

    def _weigh(self, given: Mapping[str, Any]) -> None:
        asked = weighting(**{name: _plain(value) for name, value in given.items()})
        if self.weighting not in (None, asked):
            raise NotSymbolicError(
                "a formula of organizations weighs all its relations alike; use one weighting"
            )
        self.weighting = asked


def _plain(value: Any) -> Any:
    """Return a parameter as the registry holds it; tracing hands out SymPy's numbers."""
    return Fraction(int(value.p), int(value.q)) if isinstance(value, sympy.Rational) else value


@dataclass(frozen=True, eq=False)
class WeightedFormula(Formula):
    """A formula of the shares under one weighting."""

    weighting: Weighting = Weighting(Fraction(5, 2), "open")


RULES = Rules(variables=frozenset(), extremes=frozenset(), marginalise=lambda domain, core: None, wholes={})


def formula(function: Callable[..., Any], values: dict[str, Any]) -> WeightedFormula:
    """Trace a metric."""
    view = OrganizationView()
    found = trace(function, view, values, rules=RULES, quantities=tuple(QUANTITIES), variables=())
    weights = view.weighting or weighting(**{each.name: each.default for each in PARAMETERS})
    return WeightedFormula(found.expression, found.normal, found.globals, found.variables, weighting=weights)


def evaluate(traced: WeightedFormula, output: Organization, algebra: Algebra) -> Any:
    """Return the value of a formula for one organization in any arithmetic. Cost O(kinds of documents squared)."""
    if algebra is SCALARS:
        return traced.compiled(algebra)(*shares(kinds(output), traced.weighting, float))
    found = shares(kinds(output), traced.weighting)
    return traced.compiled(algebra)(*(algebra.number(Fraction(value)) for value in found))
