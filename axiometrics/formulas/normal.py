"""Normal form of a formula: every reduction as a linear form in monic atoms, and the list of these atoms.

Linearity pulls constants and global quantities out of sums; marginalisation turns a sum over the parts into a sum over
the wholes where it can (for clusterings: sum over cells of ``n*g(a)`` is the sum over clusters of ``a*g(a)``).
A task states its own rules as a `Rules` record, so that this module knows nothing about any task.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy

from axiometrics.formulas.lowered import Signs
from axiometrics.formulas.nodes import Over, over

__all__ = ["Normal", "Rules", "normalise"]


@dataclass(frozen=True)
class Rules:
    """How a task's reductions are normalised.

    ``variables`` are the bound symbols of the bodies; ``extremes`` names the domains that take a best value, all
    others add; ``marginalise`` rewrites one monic sum (domain, body) or returns None when it is an atom; ``wholes``
    writes functions of the global quantities as multiples of atoms of their own (log N as (N log N)/N), so that a
    difference of equal quantities is exactly zero in floating point too; bodies over ``kept`` domains stay as written,
    where expanding them would cost precision. ``signs`` says what is known of the quantities.
    """

    variables: frozenset[Any]
    extremes: frozenset[str]
    marginalise: Callable[[str, Any], Any]
    wholes: Mapping[Any, tuple[Any, Over]]
    kept: frozenset[str] = frozenset()
    signs: Signs = field(default_factory=Signs)


@dataclass(frozen=True)
class Normal:
    """A formula in normal form: an expression over global symbols and atom symbols, and what the atoms stand for."""

    expression: Any
    atoms: Mapping[Any, Over]


def normalise(expression: Any, rules: Rules) -> Normal:
    """Return the normal form; atoms are numbered by their text, so equal atoms of two formulas have equal symbols."""
    found: dict[Any, Over] = {}

    def rewrite(node: Any) -> Any:
        if isinstance(node, Over):
            return _linear(node.domain, node.body, rules, found)
        if not node.args:
            return node
        return node.func(*(rewrite(part) for part in node.args))

    rewritten = rewrite(expression)
    used = {whole: parts for whole, parts in rules.wholes.items() if rewritten.has(whole)}
    replaced = {
        whole: factor * _atom(node.domain, node.body, found) for whole, (factor, node) in used.items()
    }
    return Normal(rewritten.xreplace(replaced), found)


def _linear(domain: str, body: Any, rules: Rules, found: dict[Any, Over]) -> Any:
    if domain in rules.extremes | rules.kept:
        coefficient, core = body.as_independent(*rules.variables, as_Add=False)
        if coefficient.is_nonnegative:
            return coefficient * _atom(domain, core, found)
        return _atom(domain, body, found)
    terms = sympy.Add.make_args(_expanded(body))
    return sympy.Add(*(_term(domain, term, rules, found) for term in terms))


def _expanded(body: Any) -> Any:
    return sympy.expand(sympy.expand_log(sympy.expand(body)))


def _term(domain: str, term: Any, rules: Rules, found: dict[Any, Over]) -> Any:
    coefficient, core = term.as_independent(*rules.variables, as_Add=False)
    simpler = rules.marginalise(domain, core)
    if simpler is None:
        return coefficient * _atom(domain, core, found)
    if isinstance(simpler, Over):
        return coefficient * _linear(simpler.domain, simpler.body, rules, found)
    return coefficient * simpler


def _atom(domain: str, core: Any, found: dict[Any, Over]) -> Any:
    node = over(domain, core)
    symbol = sympy.Symbol(f"{domain}[{core}]", real=True)
    found[symbol] = node
    return symbol
