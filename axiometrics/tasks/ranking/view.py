"""What a ranking metric sees: the list rank by rank, the ideal list, and the collection's sizes.

Metrics are traced over symbols; the same formula is then evaluated on one list, on a batch, exactly, or in a proof. At
a rank, ``x`` is the grade, ``b`` 1 if it is relevant, ``z`` 1 if it is judged non-relevant, ``i`` the rank, ``c`` the
relevant documents so far (this one included), ``g`` the gain so far, ``h`` the gain that the ideal list has by then,
``d`` the judged non-relevant documents above. Of a document below another one, ``y`` is the grade, ``e`` 1 if it is
relevant, ``f`` 1 if it is judged non-relevant, ``j`` its rank.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import sympy

from axiometrics.formulas.formula import Formula, trace
from axiometrics.formulas.nodes import Beside, over
from axiometrics.formulas.normal import Rules

__all__ = ["QUANTITIES", "RULES", "VARIABLES", "At", "Below", "ListView", "domain_limit", "formula"]


class At(NamedTuple):
    """What a document at a rank offers."""

    x: Any
    b: Any
    z: Any
    i: Any
    c: Any
    g: Any
    h: Any
    d: Any


class Below(NamedTuple):
    """What a document below it offers; a document that is not listed has no rank."""

    y: Any
    e: Any
    f: Any
    j: Any


_SYMBOLS = {
    name: sympy.Symbol(name, positive=True) if name in "ij" else sympy.Symbol(name, nonnegative=True)
    for name in (*At._fields, *Below._fields)
}
_AT = At(**{name: _SYMBOLS[name] for name in At._fields})
_BELOW = Below(**{name: _SYMBOLS[name] for name in Below._fields})
VARIABLES = (*_AT, *_BELOW)
m, R, N, G, T = QUANTITIES = sympy.symbols("m R N G T", nonnegative=True)

Body = Callable[[At], Any]


class ListView:
    """The judged ranking as a metric author sees it."""

    listed = m
    """Number of listed documents."""
    relevant = R
    """Number of relevant documents of the collection, listed or not."""
    nonrelevant = N
    """Number of judged non-relevant documents of the collection, listed or not."""
    top_grade = G
    """The highest grade in the collection, 0 if nothing is relevant."""
    equal_pairs = T
    """Number of pairs of judged documents with the same grade."""

    def ranks(self, body: Body, upto: Any = None) -> Any:
        """Sum over the listed ranks, or over the first ``upto``; a shorter list has nothing there to add."""
        return over(_limited("ranks", upto), body(_AT))

    def ideal(self, body: Body, upto: Any = None) -> Any:
        """Sum over the ranks of the ideal list: all relevant documents, highest grades first."""
        return over(_limited("ideal", upto), body(_AT))

    def cascade(self, value: Body, stop: Body) -> Any:
        """Expected value at the rank where a reader stops, who stops at each with probability ``stop``."""
        return over("cascade", Beside(value(_AT), stop(_AT)))

    def pairs(self, body: Callable[[At, Below], Any]) -> Any:
        """Sum over pairs of listed documents, the upper one first."""
        return over("pairs", body(_AT, _BELOW))

    def missed(self, body: Callable[[At, Below], Any]) -> Any:
        """Sum over pairs of a listed document and a judged one that the list misses, which has no rank."""
        return over("missed", body(_AT, _BELOW))


def _limited(domain: str, upto: Any) -> str:
    """Name a domain that is cut off: ``ranks_10``, ``ranks_R``."""
    return domain if upto is None else f"{domain}_{upto}"


def domain_limit(domain: str) -> tuple[str, int | str | None]:
    """Return a domain's kind and where it is cut off: a number, ``R``, or nowhere.

    >>> domain_limit("ranks_10"), domain_limit("ranks_R"), domain_limit("ideal")
    (('ranks', 10), ('ranks', 'R'), ('ideal', None))
    """
    kind, _, limit = domain.partition("_")
    return kind, int(limit) if limit.isdecimal() else limit or None


def _marginalise(domain: str, core: Any) -> Any:
    """Count the ranks of the list and of the ideal list; everything else is an atom."""
    return {"ranks": m, "ideal": R}.get(domain) if core == 1 else None


RULES = Rules(
    variables=frozenset(VARIABLES), extremes=frozenset({"cascade"}), marginalise=_marginalise, wholes={}
)


def formula(function: Callable[..., Any], values: dict[str, Any]) -> Formula:
    """Trace a metric."""
    return trace(function, ListView(), values, rules=RULES, quantities=QUANTITIES, variables=VARIABLES)
