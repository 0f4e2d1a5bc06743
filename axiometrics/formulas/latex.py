"""Formulas as LaTeX: as their authors wrote them, and as certificates hold them, with reductions over their domains."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import sympy
from sympy import Expr
from sympy.printing.latex import LatexPrinter

from axiometrics.formulas.graph import Node, node
from axiometrics.formulas.nodes import Beside, InverseLog, Larger, LogBinomial, Power, Ratio, Smaller

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


_SHOWN = {
    Ratio: r"\frac{%s}{%s}",
    Larger: r"\max\left(%s, %s\right)",
    Smaller: r"\min\left(%s, %s\right)",
    InverseLog: r"\frac{1}{\log_2 \left(%s\right)}",
    LogBinomial: r"\log \binom{%s}{%s}",
    Power: r"%s^{%s}",
    Beside: r"%s \, s_i \prod_{k<i} (1 - s_k), \quad s = %s",
}
"""How nodes are written, with their parts."""


class _Printer(LatexPrinter):  # type: ignore[misc]
    """SymPy's printer with the nodes of formulas."""

    def __init__(self, signs: Signs, names: Mapping[Any, str]) -> None:
        super().__init__({"order": "none", "symbol_names": dict(names)})
        self._signs = signs

    def _print_Function(self, node: Expr, exp: str | None = None) -> str:
        if node.func not in _SHOWN:
            return str(super()._print_Function(node, exp))
        parts = node.args[: _SHOWN[node.func].count("%s")]  # what holds at zero is left to the prose
        shown = [self._print(part) for part in parts]
        if node.func is Power and not (parts[0].is_Symbol or parts[0].is_Integer):
            shown[0] = rf"\left({shown[0]}\right)"
        written = _SHOWN[node.func] % tuple(shown)
        return written if exp is None else rf"\left({written}\right)^{{{exp}}}"


_SUM, _OPEN, _PRODUCT, _POWER, _ATOM = range(5)
"""How tightly a written step holds together; an open one takes in whatever follows it, as a sum over cells does."""
_FUNCTIONS = {"log": r"\log", "tanh": r"\tanh"}
_EXTREMES = {"maximum": r"\max", "minimum": r"\min"}

Written = tuple[str, int]


def formula_latex(graph: Node, signs: Signs = sum_over, names: Mapping[Node, str] | None = None) -> str:
    """Return the LaTeX of a formula as its author wrote it; the 0/0 conventions are left to the prose.

    Parts that have names stand under their names, and what these mean stands in lines below.

    >>> from axiometrics.metrics import metrics
    >>> formula_latex(metrics("clustering")["bcubed_precision"].formula.graph)
    '\\\\frac{1}{N} \\\\sum_{\\\\text{cells}} \\\\frac{n^{2}}{a}'
    """
    while graph.kind == "guard":
        graph = graph.parts[0]
    writer = _Writer(signs, graph, names or {})
    main = writer.written(graph)[0]
    if not writer.legend:
        return main
    lines = [rf"&{main} \\"]
    for place, part in enumerate(writer.legend):  # which grows while its parts are written
        writer.defined = part
        lines.append(
            rf"&{writer.names[part]} = {writer.written(part)[0]}" + r" \\" * (place + 1 < len(writer.legend))
        )
    return "\n".join([r"\begin{aligned}", *lines, r"\end{aligned}"])


class _Writer:
    """Writes the steps of a graph; ``legend`` are the named ones it has met."""

    def __init__(self, signs: Signs, defined: Node, names: Mapping[Node, str]) -> None:
        self._signs = signs
        self.names = names
        self.defined = defined
        self.legend: list[Node] = []

    def written(self, found: Node) -> Written:
        """Return the text of a step, and how tightly it holds together."""
        if found in self.names and found is not self.defined:
            if found not in self.legend:
                self.legend.append(found)
            name = self.names[found]
            return name, _SUM if re.search(" [-+] ", re.sub(r"{.*}", "", name)) else _POWER
        return getattr(self, f"_{found.kind}", self._other)(found)

    def _within(self, found: Node, least: int) -> str:
        text, level = self.written(found)
        return text if level >= least else rf"\left({text}\right)"

    def _number(self, found: Node) -> Written:
        value = found.value
        if value.denominator == 1:
            return str(value), _SUM if value < 0 else _ATOM
        sign = "-" if value < 0 else ""
        return rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}", _SUM if sign else _PRODUCT

    def _quantity(self, found: Node) -> Written:
        return str(sympy.latex(sympy.Symbol(found.value[0]))), _ATOM

    _variable = _quantity

    def _letter(self, found: Node) -> Written:
        return str(sympy.latex(found.value)), _ATOM if found.value.is_Atom else _SUM

    def _undefined(self, found: Node) -> Written:
        return r"\text{undefined}", _ATOM

    def _infinite(self, found: Node) -> Written:
        return r"\infty", _ATOM

    def _sum(self, found: Node) -> Written:
        text = ""
        for term in self._flat(found, "sum"):
            negative, rest = _signed(term)
            if _is_zero(rest):
                continue
            shown = self._within(rest, _OPEN)
            text += f" {'-' if negative else '+'} {shown}" if text else f"{'-' * negative}{shown}"
        return (text, _SUM) if " " in text or text.startswith("-") else (text or "0", _ATOM)

    def _product(self, found: Node) -> Written:
        coefficient, counted = Fraction(1), dict[Node, int]()
        for factor in self._flat(found, "product"):
            if factor.kind == "number":
                coefficient *= factor.value
            else:
                counted[factor] = counted.get(factor, 0) + 1
        factors = [self._factor(factor, count) for factor, count in counted.items()]
        closed = [text for text, level in factors if level > _OPEN]
        open_ = [text for text, level in factors if level <= _OPEN]
        texts = [*closed, *(rf"\left({text}\right)" for text in open_[:-1]), *open_[-1:]]
        number = (
            [] if abs(coefficient) == 1 and texts else [self._number(Node("number", (), abs(coefficient)))[0]]
        )
        text = re.sub(r"\} (?=\\mathrm)", r"} \, ", " ".join([*number, *texts]))
        return (
            f"-{text}" if coefficient < 0 else text,
            _SUM if coefficient < 0 else _OPEN if open_ else _PRODUCT,
        )

    def _factor(self, found: Node, count: int) -> Written:
        if count > 1:
            return f"{self._within(found, _ATOM)}^{{{count}}}", _POWER
        text, level = self.written(found)
        return (rf"\left({text}\right)", _ATOM) if level == _SUM else (text, level)

    def _quotient(self, found: Node) -> Written:
        top, bottom = found.parts[:2]
        if top.kind in ("log", "log_binomial") and bottom is _LOG_OF_2:
            return self._logarithm(top, r"\log_2")
        below = self.written(bottom)[0]
        if below == "1":
            return self.written(top)
        if top.kind == "reduction" and top not in self.names and bottom.kind == "quantity":
            return rf"\frac{{1}}{{{below}}} {self.written(top)[0]}", _OPEN
        if top.kind == "number" and top.value.denominator > 1:
            scaled = node("product", node("number", value=Fraction(top.value.denominator)), bottom)
            return rf"\frac{{{top.value.numerator}}}{{{self.written(scaled)[0]}}}", _PRODUCT
        return rf"\frac{{{self.written(top)[0]}}}{{{self.written(bottom)[0]}}}", _PRODUCT

    _ratio = _quotient

    def _logarithm(self, found: Node, name: str) -> Written:
        if found.kind == "log_binomial":
            upper, lower = (self.written(part)[0] for part in found.parts)
            return rf"{name} \binom{{{upper}}}{{{lower}}}", _OPEN
        inner = found.parts[0]
        while inner.kind == "guard":
            inner = inner.parts[0]
        whole = inner.kind in ("quotient", "ratio", "quantity", "variable")
        argument = self.written(inner)[0]
        return (
            f"{name} {argument}" if whole else rf"{name}\left({argument}\right)"
        ), _OPEN if whole else _PRODUCT

    def _other(self, found: Node) -> Written:
        if found.kind == "maximum" and self._negated(*found.parts):
            return rf"\left|{self.written(found.parts[0])[0]}\right|", _ATOM
        if found.kind in _EXTREMES:
            parts = ", ".join(self.written(part)[0] for part in self._flat(found, found.kind))
            return rf"{_EXTREMES[found.kind]}\left({parts}\right)", _ATOM
        return self._logarithm(found, _FUNCTIONS.get(found.kind, r"\log"))

    def _inverse_log2(self, found: Node) -> Written:
        return rf"\frac{{1}}{{\log_2\left({self.written(found.parts[0])[0]}\right)}}", _PRODUCT

    def _power(self, found: Node) -> Written:
        base, exponent = found.parts
        if exponent.kind == "number" and exponent.value == 1:
            return self.written(base)
        return f"{self._within(base, _ATOM)}^{{{self.written(exponent)[0]}}}", _POWER

    def _root(self, found: Node) -> Written:
        return rf"\sqrt{{{self.written(found.parts[0])[0]}}}", _ATOM

    def _guard(self, found: Node) -> Written:
        return self.written(found.parts[0])

    def _reduction(self, found: Node) -> Written:
        if len(found.parts) > 1:
            value, stop = (self.written(part)[0] for part in found.parts)
            return (
                rf"{self._signs(found.value)} {value} \, s_i \prod_{{k<i}} (1 - s_k), \quad s = {stop}",
                _SUM,
            )
        return f"{self._signs(found.value)} {self._within(found.parts[0], _OPEN)}", _OPEN

    def _negated(self, first: Node, second: Node) -> bool:
        """Say whether one is evidently minus the other, so that the larger is the absolute value."""
        terms, others = (
            [_signed(term) for term in self._flat(Node("", (part,)), "sum")] for part in (first, second)
        )
        return {(not negative, term) for negative, term in terms} == set(others)

    def _flat(self, found: Node, kind: str) -> Iterator[Node]:
        """Yield what is summed, multiplied or compared, through nested steps of the kind that have no name."""
        for part in found.parts:
            if part.kind == kind and part not in self.names:
                yield from self._flat(part, kind)
            else:
                yield part


_LOG_OF_2 = node("log", node("number", value=Fraction(2)))


def _is_zero(found: Node) -> bool:
    """Say whether a term vanishes at sight."""
    if found.kind == "product":
        return any(map(_is_zero, found.parts))
    return found.kind == "number" and found.value == 0


def _signed(found: Node) -> tuple[bool, Node]:
    """Return whether a term is negative, and the term without its sign."""
    if found.kind == "number" and found.value < 0:
        return True, node("number", value=-found.value)
    if found.kind == "product" and found.parts[0].kind == "number" and found.parts[0].value < 0:
        number, rest = found.parts
        negated = node("product", node("number", value=-number.value), rest)
        return True, rest if number.value == -1 else negated
    return False, found


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
