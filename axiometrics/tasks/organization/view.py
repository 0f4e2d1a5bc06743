"""What a metric of organizations sees: shares of relations, and how many there are to share.

Metrics are traced over symbols; the same formula is then evaluated on one organization, on a batch, or exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.existence import Signs
from axiometrics.formulas.formula import Formula, trace
from axiometrics.formulas.graph import Quantity, recorded
from axiometrics.formulas.normal import Rules
from axiometrics.tasks.organization.distribution import Weighting, weighting
from axiometrics.tasks.organization.relations import Shares

__all__ = ["NAMES", "QUANTITIES", "OrganizationView", "Relations", "WeightedFormula", "formula"]

NAMES = (r"R_{\prec}", r"S_{\prec}", r"R_{\sim}", r"S_{\sim}", "x", "g", "m", "M")
QUANTITIES = Shares(*sympy.symbols(NAMES, real=True))


class Relations(NamedTuple):
    """One kind of relation: its reliability and sensitivity, and whether each side states any (0 if it does not)."""

    reliability: Quantity
    sensitivity: Quantity
    stated: Quantity
    demanded: Quantity


_WHOLE = frozenset("xgmM")


def _recorded(weights: Weighting) -> Shares:
    return Shares(*(recorded(name, whole=name in _WHOLE) for name in NAMES))


def _numbers(source: Any) -> Shares:
    return Shares(*(source.quantity(name, whole=name in _WHOLE) for name in NAMES))


class OrganizationView:
    """The organization as a metric author sees it; all relations of a formula are weighted alike.

    ``shares`` gives the shares under a weighting, as formulas of another task's view where those are known.
    """

    def __init__(
        self, shares: Callable[[Weighting], Shares] = _recorded, weights: Weighting | None = None
    ) -> None:
        self._shares = shares
        self.weighting = weights

    def over(self, source: Any) -> OrganizationView:
        """Return the view of one output of a sample."""
        return OrganizationView(lambda weights: _numbers(source), source.sample.outputs.weights)

    @property
    def listed(self) -> Quantity:
        """Occurrences of documents in the system output."""
        found: Quantity = self._shares(weighting()).listed
        return found

    @property
    def organized(self) -> Quantity:
        """Occurrences of documents in the gold."""
        found: Quantity = self._shares(weighting()).organized
        return found

    def priorities(self, **weights: object) -> Relations:
        """The priorities of documents over documents of lower levels and over the tail.

        ``stated`` and ``demanded`` count the levels of the system and of the gold that have something below them.
        """
        q = self._shares(self._weigh(weights))
        return Relations(q.priority_reliability, q.priority_sensitivity, q.stated, q.demanded)

    def groupings(self, **weights: object) -> Relations:
        """The relations of documents in one cluster, each with itself too; that the tail has none counts as one.

        ``stated`` and ``demanded`` count the occurrences of the system and of the gold, and the tail.
        """
        asked = self._weigh(weights)
        q, tail = self._shares(asked), int(asked.tail != "none")
        shares = q.clustering_reliability, q.clustering_sensitivity
        return Relations(*shares, q.listed + tail, q.organized + tail)

    def _weigh(self, given: Mapping[str, Any]) -> Weighting:
        asked = weighting(**{name: _plain(value) for name, value in given.items()})
        if self.weighting not in (None, asked):
            raise NotSymbolicError(
                "a formula of organizations weighs all its relations alike; use one weighting"
            )
        self.weighting = asked
        return asked


def _plain(value: object) -> Any:
    """Return an open parameter as the symbol that it is."""
    return value.node.value if isinstance(value, Quantity) and value.node.kind == "letter" else value


@dataclass(frozen=True, eq=False)
class WeightedFormula(Formula):
    """A formula of the shares under one weighting."""

    weighting: Weighting = field(default_factory=weighting)


RULES = Rules(QUANTITIES, signs=Signs(frozenset(QUANTITIES)))


def formula(function: Callable[..., Any], values: dict[str, Any]) -> WeightedFormula:
    """Trace a metric."""
    view = OrganizationView()
    found = trace(function, view, values, rules=RULES)
    weights = view.weighting or weighting()
    return WeightedFormula(
        found.graph,
        found.expression,
        found.normal,
        found.globals,
        found.variables,
        written=found.written,
        weighting=weights,
    )
