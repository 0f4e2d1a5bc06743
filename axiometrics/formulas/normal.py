"""A formula as a SymPy expression that means the same as its graph, for proofs and LaTeX, and its normal form.

SymPy simplifies what it is given: x/x becomes 1, and 0 times a quotient 0, also where there is no value. So a part that
may have no value (a quotient whose denominator may vanish, the root of what may be negative, the logarithm of what may
not be positive) is written as a node of its own that SymPy does not look into, and where such a node falls out of an
expression all the same, the expression is guarded by it.

In normal form every reduction is a linear form in monic atoms, and these atoms are listed.

Linearity pulls constants and global quantities out of sums; marginalisation turns a sum over the parts into a sum over
the wholes where it can (for clusterings: sum over cells of ``n*g(a)`` is the sum over clusters of ``a*g(a)``).
A task states its own rules as a `Rules` record, so that this module knows nothing about any task.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import comb, prod
from typing import Any

import sympy
from sympy import Expr

from axiometrics.formulas.existence import NOWHERE, Existence, Signs
from axiometrics.formulas.graph import Node, StepError, text
from axiometrics.formulas.nodes import (
    Beside,
    Guard,
    InverseLog,
    Larger,
    LogBinomial,
    NoValue,
    Over,
    Power,
    Ratio,
    Smaller,
    Undefined,
    over,
)

_FUNCTIONS = {
    "maximum": Larger,
    "minimum": Smaller,
    "guard": Guard,
    "ratio": Ratio,
    "log_binomial": LogBinomial,
    "inverse_log2": InverseLog,
    "tanh": sympy.tanh,
}


def lowered(found: Node, symbols: Mapping[str, Any], signs: Signs) -> Expr:
    """Return the expression; ``symbols`` are those of the names."""
    return _Lowering(symbols, signs).of(found, "")


class _Lowering:
    """Lowers every node once in every domain."""

    def __init__(self, symbols: Mapping[str, Any], signs: Signs) -> None:
        self.symbols = symbols
        self.existence = Existence(signs)
        self.known: dict[tuple[int, str], Any] = {}

    def of(self, found: Node, domain: str) -> Expr:
        place = id(found), domain
        if place not in self.known:
            inside = found.value if found.kind == "reduction" else domain
            parts = [self.of(part, inside) for part in found.parts]
            make: Callable[..., Any] = getattr(self, f"_{found.kind}", self._function)
            made = make(found, domain, *parts)
            lazy = found.kind in ("ratio", "guard", "reduction")  # which SymPy never looks into
            self.known[place] = made if lazy else self.existence.kept(made, parts, domain)
        return self.known[place]

    def _function(self, found: Node, domain: str, *parts: Expr) -> Expr:
        if found.kind not in _FUNCTIONS:
            raise StepError(f"it cannot use {text(found)} there", found)
        return _FUNCTIONS[found.kind](*parts)

    def _number(self, found: Node, domain: str) -> Expr:
        return sympy.Rational(found.value.numerator, found.value.denominator)

    def _quantity(self, found: Node, domain: str) -> Expr:
        return self.symbols[found.value[0]]

    _variable = _quantity

    def _letter(self, found: Node, domain: str) -> Expr:
        return found.value

    def _undefined(self, found: Node, domain: str) -> Expr:
        return Undefined()

    def _infinite(self, found: Node, domain: str) -> Expr:
        return sympy.oo

    def _sum(self, found: Node, domain: str, *parts: Expr) -> Expr:
        return sympy.Add(*parts)

    def _product(self, found: Node, domain: str, *parts: Expr) -> Expr:
        return sympy.Mul(*parts)

    def _quotient(self, found: Node, domain: str, top: Expr, bottom: Expr) -> Expr:
        if bottom == 0:
            raise StepError(f"it divides by zero in {text(found)}; write ratio(x, y, otherwise)", found)
        return (
            top / bottom
            if self.existence.stand_in(bottom, domain).is_nonzero
            else Ratio(top, bottom, NoValue())
        )

    def _power(self, found: Node, domain: str, base: Expr, exponent: Expr) -> Expr:
        return base**exponent if exponent.is_Integer else Power(base, exponent)

    def _root(self, found: Node, domain: str, radicand: Expr) -> Expr:
        made = sympy.sqrt(radicand)
        if made.has(sympy.I):  # of what is never positive
            return Guard(NOWHERE, radicand, 0)
        return self.existence.rooted(
            made.replace(sympy.Abs, lambda inner: Larger(inner, -inner)), radicand, domain
        )

    def _log(self, found: Node, domain: str, value: Expr) -> Expr:
        return NOWHERE if value.is_nonpositive else sympy.log(value)

    def _reduction(self, found: Node, domain: str, *bodies: Expr) -> Expr:
        return over(found.value, bodies[0] if len(bodies) == 1 else Beside(*bodies))


MOST_TERMS = 500
"""Bodies with more terms stay as written: multiplied out they would be too long to evaluate."""


@dataclass(frozen=True)
class Rules:
    """What a task's formulas are made of, and how their reductions are normalised.

    ``quantities`` are the symbols of the whole, ``variables`` the bound ones of the bodies; ``extremes`` names the
    domains that take a best value, or what their names begin with, and all others add; ``marginalise`` rewrites one
    monic sum (domain, body) or returns None when it is an atom; ``wholes`` writes functions of the global quantities
    as multiples of atoms of their own (log N as (N log N)/N), so that a difference of equal quantities is exactly zero
    in floating point too; logarithms and extremes of ``opaque`` quantities become atoms over the whole; bodies over
    ``kept`` domains stay as written, where expanding them would cost precision.
    ``signs`` says what is known of the quantities.
    """

    quantities: tuple[Any, ...] = ()
    variables: tuple[Any, ...] = ()
    extremes: frozenset[str] = frozenset()
    marginalise: Callable[[str, Any], Any] = lambda domain, core: None
    wholes: Mapping[Any, tuple[Any, Over]] = field(default_factory=dict)
    opaque: frozenset[Any] = frozenset()
    kept: frozenset[str] = frozenset()
    signs: Signs = field(default_factory=Signs)

    def adds(self, domain: str) -> bool:
        """Whether reductions over a domain are sums, so that those of sums are sums of theirs."""
        return domain not in self.extremes and not any(
            domain.startswith(f"{each}_") for each in self.extremes
        )


@dataclass(frozen=True)
class Normal:
    """A formula in normal form: an expression over global symbols and atom symbols, and what the atoms stand for.

    ``partial`` are the atoms of which some term may have no value; ``total`` says that the expression has one wherever
    the atoms have; ``stated`` that there is a value wherever the stated conventions leave one; ``beyond`` that there is
    one or it is infinite; ``safe`` that there evidently is a value everywhere.
    """

    expression: Expr
    atoms: Mapping[Any, Over]
    partial: frozenset[Any] = frozenset()
    total: bool = False
    stated: bool = False
    beyond: bool = False
    safe: bool = False


def normalise(expression: Expr, rules: Rules) -> Normal:
    """Return the normal form; atoms are numbered by their text, so equal atoms of two formulas have equal symbols."""
    found: dict[Any, Over] = {}
    linear = _Linear(rules, found, Existence(rules.signs, found))

    def rewrite(node: Expr) -> Expr:
        if isinstance(node, Over):
            return linear.reduction(node.domain, node.body)
        if not node.args:
            return node
        parts = [rewrite(part) for part in node.args]
        made = node.func(*parts)
        if node.is_Pow and node.exp == sympy.S.Half:
            made = linear.existence.rooted(made, parts[0], "")
        return made if isinstance(node, Ratio | Guard) else linear.existence.kept(made, parts)

    rewritten = rewrite(expression)
    used = {whole: parts for whole, parts in rules.wholes.items() if rewritten.has(whole)}
    replaced = {whole: factor * linear.atom(node.domain, node.body) for whole, (factor, node) in used.items()}
    replaced |= {part: linear.atom("whole", part) for part in _outermost(rewritten, rules.opaque)}
    open_ = [symbol for symbol in found if linear.existence.partial(symbol, "")]
    partial = frozenset(symbol for symbol in open_ if not linear.existence.is_full(found[symbol]))
    total = {*open_}.issuperset(linear.existence.partial(rewritten, ""))
    stated = linear.existence.is_stated(rewritten)
    beyond = stated or linear.existence.is_stated_beyond(rewritten)
    safe = total and not partial and not rewritten.has(Undefined)
    safe = safe and linear.existence.divides_safely(expression)
    return Normal(rewritten.xreplace(replaced), found, partial, total, stated, beyond, safe)


def _outermost(expression: Expr, quantities: frozenset[Any]) -> list[Any]:
    """Return the outermost logarithms and extremes of some quantities alone."""
    alone = expression.free_symbols and expression.free_symbols <= quantities
    if alone and isinstance(expression, sympy.log | Larger | Smaller):
        return [expression]
    return [found for part in expression.args for found in _outermost(part, quantities)] if quantities else []


@dataclass(frozen=True)
class _Linear:
    """Writes reductions as linear forms in atoms; what may have no value stays, or the body is an atom as written."""

    rules: Rules
    found: dict[Any, Over]
    existence: Existence

    def reduction(self, domain: str, body: Expr) -> Expr:
        if domain in self.rules.kept or not self.rules.adds(domain):
            coefficient, core = body.as_independent(*self.rules.variables, as_Add=False)
            if coefficient.is_nonnegative:
                return coefficient * self.atom(domain, core)
            return self.atom(domain, body)
        expanded = self.existence.without(_expanded, body, domain) if _terms(body) <= MOST_TERMS else None
        if expanded is None:
            return self.atom(domain, body)
        terms = [self.term(domain, term) for term in sympy.Add.make_args(expanded)]
        return self.existence.kept(sympy.Add(*terms), terms)

    def term(self, domain: str, term: Expr) -> Expr:
        coefficient, core = term.as_independent(*self.rules.variables, as_Add=False)
        if self.existence.partial(coefficient, "") and domain not in self.rules.signs.filled:
            return self.atom(
                domain, term
            )  # where there is nothing to add up, nothing is asked of the coefficient
        simpler = self.rules.marginalise(domain, core)
        if simpler is None:
            return coefficient * self.atom(domain, core)
        if isinstance(simpler, Over):
            return coefficient * self.reduction(simpler.domain, simpler.body)
        return coefficient * simpler

    def atom(self, domain: str, core: Expr) -> Expr:
        node = over(domain, core)
        symbol = sympy.Symbol(f"{domain}[{core}]", real=True)
        self.found[symbol] = node
        return symbol


def _terms(body: Expr) -> int:
    """Return how many terms a body has once it is multiplied out, or something above `MOST_TERMS`."""
    found = 1
    if body.is_Add:
        found = sum(map(_terms, body.args))
    elif body.is_Mul:
        found = prod(map(_terms, body.args))
    elif body.is_Pow and body.exp.is_Integer and body.exp > 0:
        several = _terms(body.base) - 1
        found = comb(int(body.exp) + several, several)
    return min(found, MOST_TERMS + 1)


def _expanded(body: Expr) -> Expr:
    return sympy.expand(sympy.expand_log(sympy.expand(body)))
