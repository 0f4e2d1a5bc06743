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

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.existence import Signs
from axiometrics.formulas.graph import Quantity, as_node, recorded, text
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.view import QuantityOf, ReductionOver, View, offered


class At(NamedTuple):
    """What a document at a rank offers."""

    x: Quantity
    b: Quantity
    z: Quantity
    i: Quantity
    c: Quantity
    g: Quantity
    h: Quantity
    d: Quantity


class Below(NamedTuple):
    """What a document below it offers; a document that is not listed has no rank."""

    y: Quantity
    e: Quantity
    f: Quantity
    j: Quantity | None = None


VARIABLES = tuple(
    sympy.Symbol(name, positive=True) if name in "ij" else sympy.Symbol(name, nonnegative=True)
    for name in (*At._fields, *Below._fields)
)
AT, BELOW = At(*VARIABLES[: len(At._fields)]), Below(*VARIABLES[len(At._fields) :])
m, R, N, G, T = QUANTITIES = sympy.symbols("m R N G T", nonnegative=True)

Body = Callable[[At], Any]


def _limited(domain: str, upto: Quantity | None) -> str:
    """Name a domain that is cut off at a number or at the relevant documents: ``ranks_10``, ``ranks_R``."""
    if upto is None:
        return domain
    limit = as_node(upto)
    if limit.kind == "number" and limit.value.denominator == 1 and limit.value >= 0:
        return f"{domain}_{limit.value}"
    if limit is as_node(recorded("R")):
        return f"{domain}_R"
    raise NotSymbolicError(
        f"a list is cut off after a whole number of ranks or after {text(as_node(recorded('R')))}, not {text(limit)}"
    )


def domain_limit(domain: str) -> tuple[str, int | str | None]:
    """Return a domain's kind and where it is cut off: a number, ``R``, or nowhere.

    >>> domain_limit("ranks_10"), domain_limit("ranks_R"), domain_limit("ideal")
    (('ranks', 10), ('ranks', 'R'), ('ideal', None))
    """
    kind, _, limit = domain.partition("_")
    return kind, int(limit) if limit.isdecimal() else limit or None


class _Positive(dict[str, tuple[Any, ...]]):
    """What is positive at the ranks of a domain, wherever it is cut off."""

    def get(self, domain: str, default: object = ()) -> Any:
        """Return the positive symbols."""
        if domain.startswith("ideal"):
            return AT.x, AT.b, AT.i, AT.c, AT.g, AT.h
        return () if not domain else (AT.i, BELOW.j) if domain == "pairs" else (AT.i,)


RULES = Rules(
    QUANTITIES,
    VARIABLES,
    extremes=frozenset({"cascade"}),
    marginalise=lambda domain, core: {"ranks": m, "ideal": R}.get(domain) if core == 1 else None,
    signs=Signs(positive=_Positive()),
)


class ListView(View):
    """The judged ranking as a metric author sees it."""

    rules = RULES

    listed = QuantityOf("m", "Number of listed documents.")
    relevant = QuantityOf("R", "Number of relevant documents of the collection, listed or not.")
    nonrelevant = QuantityOf("N", "Number of judged non-relevant documents of the collection, listed or not.")
    top_grade = QuantityOf("G", "The highest grade in the collection, 0 if nothing is relevant.")
    equal_pairs = QuantityOf("T", "Number of pairs of judged documents with the same grade.")

    pairs = ReductionOver(
        "pairs",
        At._fields + Below._fields,
        "Sum over pairs of listed documents, the upper one first.",
        At,
        Below,
    )
    missed = ReductionOver(
        "missed",
        At._fields + Below._fields[:-1],
        "Sum over pairs of a listed document and a judged one that the list misses, which has no rank.",
        At,
        Below,
    )

    def ranks(self, body: Body, upto: Quantity | None = None) -> Quantity:
        """Sum over the listed ranks, or over the first ``upto``; a shorter list has nothing there to add."""
        return self._reduced(_limited("ranks", upto), At._fields, offered(body, At))

    def ideal(self, body: Body, upto: Quantity | None = None) -> Quantity:
        """Sum over the ranks of the ideal list: all relevant documents, highest grades first."""
        return self._reduced(_limited("ideal", upto), At._fields, offered(body, At))

    def cascade(self, value: Body, stop: Body) -> Quantity:
        """Expected value at the rank where a reader stops, who stops at each with probability ``stop``."""
        return self._reduced("cascade", At._fields, offered(value, At), offered(stop, At))


formula = ListView.formula
