"""What a metric of lists with aspects sees: rank by rank, aspect by aspect, and the best lists of the collection.

At a rank and an aspect, ``x`` is the grade, ``b`` 1 if it is relevant, ``i`` the rank, ``c`` the relevant documents of
the aspect so far, ``w`` its weight, ``r`` its relevant documents in the collection, ``h`` their highest grade, ``q``
and ``e`` the discounted gain of its own ideal list, linear or exponential, ``s`` the probability that the document
satisfies a reader and ``p`` that no document above satisfied them. At a rank alone, ``g`` is a gain, ``u`` the number
of documents so far that are relevant to nothing, ``o`` is 1 where the list has covered every aspect for the first time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.existence import Signs
from axiometrics.formulas.graph import Quantity, as_node, text
from axiometrics.formulas.normal import Rules
from axiometrics.formulas.view import QuantityOf, ReductionOver, View, offered

__all__ = ["AspectView", "Domain", "domain_of", "formula"]


class At(NamedTuple):
    """What an aspect of the document at a rank offers; ``s`` and ``p`` only where readers are satisfied."""

    x: Quantity
    b: Quantity
    i: Quantity
    c: Quantity
    w: Quantity
    r: Quantity
    h: Quantity
    q: Quantity
    e: Quantity
    s: Quantity | None = None
    p: Quantity | None = None


class Rank(NamedTuple):
    """What a rank offers."""

    i: Quantity
    g: Quantity
    u: Quantity | None = None
    o: Quantity | None = None


class Aspect(NamedTuple):
    """What an aspect offers."""

    w: Quantity
    r: Quantity
    h: Quantity


class Domain(NamedTuple):
    """What a reduction runs over: its kind, and numbers and words that say which; ``None`` for no limit."""

    kind: str
    choices: tuple[str, ...]
    upto: int | None


def _named(kind: str, *choices: object, upto: object = None) -> str:
    parts = [kind, *(_choice(each) for each in choices)]
    return "_".join([*parts, "all" if upto is None else _from_one(upto, "upto")])


def _from_one(given: object, name: str) -> str:
    """Write a whole number from 1 on, or a word; raises NotSymbolicError."""
    found = _choice(given)
    if not isinstance(given, str) and (not found.isdecimal() or found == "0"):
        raise NotSymbolicError(f"{name} is {found.replace('d', '/')}; give a whole number from 1 on")
    return found


def _choice(given: object) -> str:
    """Write a word, or a plain number such as 1/2 as ``1d2``."""
    if isinstance(given, str):
        return given
    node = as_node(given)
    if node.kind != "number":
        raise NotSymbolicError(
            f"how far a list goes, and how documents cover aspects, is given by numbers, not by {text(node)}"
        )
    value = Fraction(node.value)
    return f"{value.numerator}d{value.denominator}" if value.denominator > 1 else str(value.numerator)


def domain_of(name: str) -> Domain:
    """Return what a domain is by its name.

    >>> domain_of("best_exact_alpha_1d2_none_5")
    Domain(kind='best', choices=('exact', 'alpha', '1d2', 'none'), upto=5)
    """
    kind, *parts = name.split("_")
    limit = parts.pop() if parts else "all"
    return Domain(kind, tuple(parts), None if limit == "all" else int(limit))


class _Positive(dict[str, tuple[Any, ...]]):
    """What is positive in a domain."""

    def get(self, domain: str, default: object = ()) -> Any:
        """Return the positive symbols."""
        kind = domain.partition("_")[0]
        if not kind:
            return ()
        if kind == "aspects":
            return _w, _r, _h
        return (_i, _w, _r, _h, _q, _e) if kind in ("pairs", "padded", "seen") else (_i,)


_NAMES = tuple(dict.fromkeys((*At._fields, *Rank._fields)))
VARIABLES = tuple(
    sympy.Symbol(name, positive=True) if name in "iwrhqe" else sympy.Symbol(name, nonnegative=True)
    for name in _NAMES
)
_i, _w, _r, _h, _q, _e = (VARIABLES[_NAMES.index(name)] for name in "iwrhqe")
m = sympy.Symbol("m", nonnegative=True)
QUANTITIES = (m, *sympy.symbols("n R G V", nonnegative=True))
RULES = Rules(
    QUANTITIES,
    VARIABLES,
    extremes=frozenset({"best_exact"}),
    marginalise=lambda domain, core: m if (domain, core) == ("aspects", 1) else None,
    signs=Signs(positive=_Positive()),
)


class AspectView(View):
    """The judged list as a metric author sees it."""

    rules = RULES
    fractional = frozenset("wgqesp")

    aspects_number = QuantityOf("m", "Number of aspects that a document of the collection is relevant to.")
    listed = QuantityOf("n", "Number of listed documents.")
    relevant = QuantityOf("R", "Number of documents of the collection that are relevant to an aspect.")
    top_grade = QuantityOf("G", "The highest grade in the collection, 0 if nothing is relevant.")
    cover = QuantityOf("V", "The least number of documents of the collection that cover every aspect.")

    aspects = ReductionOver("aspects", Aspect._fields, "Sum over the aspects.", Aspect)

    def pairs(self, body: Callable[[At], Any], upto: Any = None) -> Quantity:
        """Sum over ranks and aspects, of all listed documents or of the first ``upto``."""
        return self._reduced(_named("pairs", upto=upto), At._fields[:-2], offered(body, At))

    def padded(self, value: Callable[[At], Any], upto: Any) -> Quantity:
        """Sum over the first ``upto`` ranks and all aspects; a shorter list goes on with non-relevant documents."""
        return self._reduced(_named("padded", upto=upto), At._fields[:-2], offered(value, At))

    def ranks(self, body: Callable[[Rank], Any], upto: Any = None) -> Quantity:
        """Sum over the ranks; ``g`` is the sum of the document's grades by the weights of the aspects."""
        return self._reduced(_named("ranks", upto=upto), Rank._fields, offered(body, Rank))

    def padded_ranks(self, value: Callable[[Rank], Any], upto: Any) -> Quantity:
        """Sum over the first ``upto`` ranks; a shorter list goes on with non-relevant documents."""
        return self._reduced(_named("paddedranks", upto=upto), Rank._fields, offered(value, Rank))

    def ideal(self, body: Callable[[Rank], Any], upto: Any = None) -> Quantity:
        """Sum over the ranks of the list of all relevant documents by falling ``g``."""
        return self._reduced(_named("ideal", upto=upto), Rank._fields[:2], offered(body, Rank))

    def seen(self, value: Callable[[At], Any], gmax: Any, stop: str) -> Quantity:
        """Sum, over ranks and aspects, of the value where a reader is satisfied, by the probability of that.

        At grade x that is (2^x - 1)/2^gmax, or x/gmax with ``stop="linear"``; ``gmax`` is a number, or ``"aspect"``
        for the highest grade that a document of the collection has for the aspect. A body is given its weight too.
        """
        return self._reduced(
            _named("seen", stop, _from_one(gmax, "gmax")),
            At._fields,
            offered(lambda at: at.s * at.p * value(at), At),
        )

    def best(
        self, discount: Callable[[Quantity], Any], cover: Sequence[object], *, ideal: str, upto: Any = None
    ) -> Quantity:
        """Return the highest discounted gain that a list of the collection has, or the ``greedy`` list's.

        ``cover`` says how documents cover aspects: ``("alpha", alpha, weights)`` or ``("exponential", gmax, weights)``.
        """
        kind, number, weights = cover
        number = _from_one(number, "gmax") if kind == "exponential" else number
        name = _named("best", ideal, kind, number, weights, upto=upto)
        return self._reduced(name, Rank._fields[:2], lambda i, g: g * discount(i))


formula = AspectView.formula
