"""Formulas as LaTeX, with reductions as sums and maxima over their domains."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import sympy
from sympy.printing.latex import LatexPrinter

from axiometrics.formulas.nodes import Beside, InverseLog, Larger, LogBinomial, Power, Ratio, Smaller

__all__ = ["formula_latex", "in_reductions_latex"]

_SUMS = {
    "cells": r"\sum_{\text{cells}}",
    "clusters": r"\sum_{\text{clusters}}",
    "categories": r"\sum_{\text{categories}}",
    "best_in_cluster": r"\sum_{\text{clusters}} \max_{\text{cells}}",
    "best_in_category": r"\sum_{\text{categories}} \max_{\text{cells}}",
    "expected": r"\mathbb{E} \sum_{\text{cells}}",
    "ranks": r"\sum_{i=1}^{m}",
    "ideal": r"\sum_{\text{ideal}}",
    "pairs": r"\sum_{i<j}",
    "missed": r"\sum_{\text{missed}}",
    "cascade": r"\sum_{i=1}^{m}",
    "companions": r"\sum_{(e, f):\, x > 0}",
    "gold_companions": r"\sum_{(e, f):\, g > 0}",
    "occurrence_pairs": r"\sum_{\text{clusters}} \sum_{(e, f)}",
    "gold_occurrence_pairs": r"\sum_{\text{categories}} \sum_{(e, f)}",
}

_INNERMOST = re.compile(r"\w+\[[^\[\]]*\]")
"""A reduction in a name that has no other one in it."""


def _sum_latex(domain: str) -> str:
    """Write the sign of a reduction; a domain may be cut off, as ``ranks_10`` is."""
    kind, cut, limit = domain.partition("_")
    if domain in _SUMS or not cut or kind not in ("ranks", "ideal"):
        return _SUMS.get(domain, domain)
    return rf"\sum_{{i=1}}^{{{limit}}}" if kind == "ranks" else rf"\sum_{{\text{{ideal}}, i \le {limit}}}"


class _Printer(LatexPrinter):  # type: ignore[misc]
    """SymPy's printer with the nodes of formulas."""

    def _print_Over(self, node: Any, exp: str | None = None) -> str:
        domain, body = str(node.args[0]), node.args[1]
        written = self._print(body)
        if body.is_Add:
            written = rf"\left({written}\right)"
        found = f"{_sum_latex(domain)} {written}"
        return found if exp is None else rf"\left({found}\right)^{{{exp}}}"

    def _print_Ratio(self, node: Any, exp: str | None = None) -> str:
        return rf"\frac{{{self._print(node.args[0])}}}{{{self._print(node.args[1])}}}"

    def _print_Guard(self, node: Any, exp: str | None = None) -> str:
        return str(self._print(node.args[0]))

    def _print_Undefined(self, node: Any, exp: str | None = None) -> str:
        return r"\text{undefined}"

    def _print_Larger(self, node: Any, exp: str | None = None) -> str:
        return rf"\max\left({self._print(node.args[0])}, {self._print(node.args[1])}\right)"

    def _print_Smaller(self, node: Any, exp: str | None = None) -> str:
        return rf"\min\left({self._print(node.args[0])}, {self._print(node.args[1])}\right)"

    def _print_InverseLog(self, node: Any, exp: str | None = None) -> str:
        return rf"\frac{{1}}{{\log_2 \left({self._print(node.args[0])}\right)}}"

    def _print_Power(self, node: Any, exp: str | None = None) -> str:
        base, exponent = node.args
        written = (
            self._print(base) if base.is_Symbol or base.is_Integer else rf"\left({self._print(base)}\right)"
        )
        return rf"{written}^{{{self._print(exponent)}}}"

    def _print_Beside(self, node: Any, exp: str | None = None) -> str:
        value, stop = (self._print(part) for part in node.args)
        return rf"{value} \, s_i \prod_{{k<i}} (1 - s_k), \quad s = {stop}"

    def _print_LogBinomial(self, node: Any, exp: str | None = None) -> str:
        return rf"\log \binom{{{self._print(node.args[0])}}}{{{self._print(node.args[1])}}}"


def formula_latex(expression: Any) -> str:
    """Return the LaTeX of a formula; the 0/0 conventions are left to the prose.

    >>> from axiometrics.metrics import metrics
    >>> formula_latex(metrics("clustering")["bcubed_precision"].formula.expression)
    '\\\\frac{\\\\sum_{\\\\text{cells}} \\\\frac{n^{2}}{a}}{N}'
    """
    return str(_Printer({"order": "none"}).doprint(sympy.sympify(expression)))


def in_reductions_latex(expression: Any) -> str:
    """Return the LaTeX of an expression in symbols that are named like reductions.

    >>> in_reductions_latex(sympy.Symbol("cells[n**2]") / 2)
    '\\\\frac{\\\\left(\\\\sum_{\\\\text{cells}} n^{2}\\\\right)}{2}'
    """
    names = {
        symbol: _reduction_latex(symbol.name) for symbol in expression.free_symbols if "[" in symbol.name
    }
    return str(sympy.latex(expression, symbol_names=names))


def _reduction_latex(name: str, names: Mapping[Any, str] = MappingProxyType({})) -> str:
    domain, _, body = name.removesuffix("]").partition("[")
    if domain == "v":  # the value of what follows for the output that all others are made of
        return rf"{_reduction_latex(body) if '[' in body else body}_{{0}}"
    while (found := _INNERMOST.search(body)) is not None:
        letter = f"inner_{len(names)}"
        names = {**names, sympy.Symbol(letter): _reduction_latex(found[0], names)}
        body = body.replace(found[0], letter)
    known: dict[str, Any] = {letter: sympy.Symbol(letter) for letter in "nabNRKmGTxzicghdyefj"}
    known |= {
        node.__name__: node for node in (Beside, InverseLog, Larger, LogBinomial, Power, Ratio, Smaller)
    }
    written = _Printer({"order": "none", "symbol_names": dict(names)}).doprint(
        sympy.sympify(body, locals=known)
    )
    sign = "" if domain == "whole" else _sum_latex(domain)
    return rf"\left({sign} {written}\right)".replace("( ", "(")
