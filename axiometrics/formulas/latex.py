"""Formulas as LaTeX, with reductions as sums and maxima over their domains."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import sympy
from sympy import Expr
from sympy.printing.latex import LatexPrinter

from axiometrics.formulas.nodes import Beside, InverseLog, Larger, LogBinomial, Power, Ratio, Smaller

__all__ = ["formula_latex", "in_reductions_latex", "sum_over"]

_INNERMOST = re.compile(r"\w+\[[^\[\]]*\]")
"""A reduction in a name that has no other one in it."""
_LETTER = re.compile(r"\b[A-Za-z](?:_\w+)?\b(?!\()")
"""A variable or a quantity in the body of a reduction."""


Signs = Callable[[str], str]
"""How the reductions over a domain are written: a task says it of its own."""


def sum_over(domain: str) -> str:
    """Write the sign of a sum over a domain.

    >>> print(sum_over("all_cells"))
    \\sum_{\\text{all cells}}
    """
    return rf"\sum_{{\text{{{domain.replace('_', ' ')}}}}}"


class _Printer(LatexPrinter):  # type: ignore[misc]
    """SymPy's printer with the nodes of formulas."""

    def __init__(self, signs: Signs, names: Mapping[Any, str]) -> None:
        super().__init__({"order": "none", "symbol_names": dict(names)})
        self._signs = signs

    def _print_Over(self, node: Expr, exp: str | None = None) -> str:
        domain, body = str(node.args[0]), node.args[1]
        written = self._print(body)
        if body.is_Add:
            written = rf"\left({written}\right)"
        found = f"{self._signs(domain)} {written}"
        return found if exp is None else rf"\left({found}\right)^{{{exp}}}"

    def _print_Ratio(self, node: Expr, exp: str | None = None) -> str:
        return rf"\frac{{{self._print(node.args[0])}}}{{{self._print(node.args[1])}}}"

    def _print_Guard(self, node: Expr, exp: str | None = None) -> str:
        return str(self._print(node.args[0]))

    def _print_Undefined(self, node: Expr, exp: str | None = None) -> str:
        return r"\text{undefined}"

    def _print_Larger(self, node: Expr, exp: str | None = None) -> str:
        return rf"\max\left({self._print(node.args[0])}, {self._print(node.args[1])}\right)"

    def _print_Smaller(self, node: Expr, exp: str | None = None) -> str:
        return rf"\min\left({self._print(node.args[0])}, {self._print(node.args[1])}\right)"

    def _print_InverseLog(self, node: Expr, exp: str | None = None) -> str:
        return rf"\frac{{1}}{{\log_2 \left({self._print(node.args[0])}\right)}}"

    def _print_Power(self, node: Expr, exp: str | None = None) -> str:
        base, exponent = node.args
        written = (
            self._print(base) if base.is_Symbol or base.is_Integer else rf"\left({self._print(base)}\right)"
        )
        return rf"{written}^{{{self._print(exponent)}}}"

    def _print_Beside(self, node: Expr, exp: str | None = None) -> str:
        value, stop = (self._print(part) for part in node.args)
        return rf"{value} \, s_i \prod_{{k<i}} (1 - s_k), \quad s = {stop}"

    def _print_LogBinomial(self, node: Expr, exp: str | None = None) -> str:
        return rf"\log \binom{{{self._print(node.args[0])}}}{{{self._print(node.args[1])}}}"


def formula_latex(expression: Expr, signs: Signs = sum_over) -> str:
    """Return the LaTeX of a formula; the 0/0 conventions are left to the prose.

    >>> from axiometrics.metrics import metrics
    >>> formula_latex(metrics("clustering")["bcubed_precision"].formula.expression)
    '\\\\frac{\\\\sum_{\\\\text{cells}} \\\\frac{n^{2}}{a}}{N}'
    """
    return str(_Printer(signs, {}).doprint(sympy.sympify(expression)))


def in_reductions_latex(expression: Expr, signs: Signs = sum_over) -> str:
    """Return the LaTeX of an expression in symbols that are named like reductions.

    >>> in_reductions_latex(sympy.Symbol("cells[n**2]") / 2)
    '\\\\frac{\\\\left(\\\\sum_{\\\\text{cells}} n^{2}\\\\right)}{2}'
    """
    names = {
        symbol: _reduction_latex(symbol.name, signs)
        for symbol in expression.free_symbols
        if "[" in symbol.name
    }
    return str(sympy.latex(expression, symbol_names=names))


def _reduction_latex(name: str, signs: Signs, names: Mapping[Any, str] = MappingProxyType({})) -> str:
    domain, _, body = name.removesuffix("]").partition("[")
    if domain == "v":  # the value of what follows for the output that all others are made of
        return rf"{_reduction_latex(body, signs) if '[' in body else body}_{{0}}"
    while (found := _INNERMOST.search(body)) is not None:
        letter = f"inner_{len(names)}"
        names = {**names, sympy.Symbol(letter): _reduction_latex(found[0], signs, names)}
        body = body.replace(found[0], letter)
    known: dict[str, Any] = {letter: sympy.Symbol(letter) for letter in _LETTER.findall(body)}
    known |= {
        node.__name__: node for node in (Beside, InverseLog, Larger, LogBinomial, Power, Ratio, Smaller)
    }
    written = _Printer(signs, names).doprint(sympy.sympify(body, locals=known))
    sign = signs(domain)
    return rf"\left({sign} {written}\right)".replace("( ", "(")
