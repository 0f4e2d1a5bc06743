"""The parametric cases of a constraint on combining functions: scores as expressions in signed generators.

There are three ways to write a score, all exact; the formula says which one is short. *Plain*: ascending scores are a
least one and increments, and nothing says that they end at 1, so what is proved is true of larger numbers too. *Roots*:
the same of the square roots of the scores, where that makes the formula rational. *Shares*: the increments and what is
left up to 1 are divided by their sum, which is 1; so the scores are known to be at most 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any

import sympy

from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Guard, Ratio
from axiometrics.tasks.choosing import Impossible, InOrder, each_choice
from axiometrics.tasks.combination.chooser import Generator, Judged, Template
from axiometrics.tasks.combination.view import PLUS, TIMES, quantities, scaled
from axiometrics.tasks.parametric import Line, ParametricCase

if TYPE_CHECKING:
    from sympy import Expr


class SymbolicChooser:
    """Answers with expressions; whole numbers are gone through one by one."""

    def __init__(self, answers: InOrder, way: str) -> None:
        self.answers = answers
        self.way = way
        self.case = ParametricCase()

    def level(self, name: str, domain: str) -> Expr:
        """Return one score."""
        (found,) = self.levels(name, domain=domain)
        return found

    def levels(self, *names: str, domain: str) -> tuple[Any, ...]:
        """Return ascending scores: sums of a least one and increments."""
        first = self._part(f"{names[0]}'", "", domain != "closed")
        parts = [first] + [self._part(f"{name}'", before, True) for before, name in pairwise(names)]
        sums = [sympy.Add(*parts[: count + 1]) for count in range(len(parts))]
        if self.way == "roots":
            return tuple(each**2 for each in sums)
        if self.way == "shares":
            rest = self._rest(names[-1], domain == "interior")
            if domain == "closed" and len(names) == 1:
                self.case.sums.append((first, rest))
            return tuple(each / (sums[-1] + rest) for each in sums)
        return tuple(sums)

    def _part(self, name: str, before: str, positive: bool) -> Expr:
        """Return a generator: the root or the score, or how much it exceeds the one before."""
        root = sympy.sqrt if self.way == "roots" else sympy.sympify
        written = "sqrt({})" if self.way == "roots" else "{}"
        plain = name.removesuffix("'")
        value, meaning = root(sympy.Symbol(plain)), written.format(plain)
        if before:
            value, meaning = value - root(sympy.Symbol(before)), f"{meaning} - {written.format(before)}"
        once = self.case.named_once(name)
        return self.case.generator(once, "positive" if positive else "nonnegative", meaning, value)

    def _rest(self, name: str, positive: bool) -> Expr:
        sign: Any = "positive" if positive else "nonnegative"
        return self.case.generator(f"{name}''", sign, f"1 - {name}", 1 - sympy.Symbol(name))

    def factor(self, name: str) -> Expr:
        """Return a positive number; that it is below 1 is not used."""
        return self.case.generator(f"{name}'", "positive", name, sympy.Symbol(name))

    def share(self, name: str, most: Expr) -> Expr:
        """Return a positive number that is at most ``most``."""
        limit = self.case.measured(most)
        part = self.case.generator(f"{name}'", "positive", f"{name}/({limit})", sympy.Symbol(name) / limit)
        rest = self.case.generator(
            f"{name}''", "nonnegative", f"1 - {name}/({limit})", 1 - sympy.Symbol(name) / limit
        )
        return most * part / (part + rest)

    def index(self, name: str, low: int, high: int) -> int:
        """Return a whole number."""
        return self.answers.named(name, range(low, high + 1))

    def require(self, condition: Expr) -> None:
        """Refuse what cannot be; a condition that is open is left out, so that more is proved than is asked for."""
        if condition in (False, sympy.false):
            raise Impossible


def parametric_cases(generator: Generator, formula: Formula) -> Sequence[ParametricCase]:
    """Return one parametric case for every choice of whole numbers, or the only one; raises NotSymbolicError."""
    start = partial(SymbolicChooser, way=way_of_writing(formula))
    found = [_case(chooser, template, formula) for chooser, template in each_choice(generator, start)]
    if len(found) == 1:
        found[0].where = {}
    return found


def _case(chooser: SymbolicChooser, template: Template, formula: Formula) -> ParametricCase:
    case = chooser.case
    case.where = dict(chooser.answers.made)
    plain = all(output.components is not None and output.times == 1 for output in template.outputs.values())
    case.formula = None if plain else scaled(formula)
    case.told = lambda: {
        "outputs": {name: _told(output, formula) for name, output in template.outputs.items()}
    }
    case.outputs = {name: _values(output, formula, plain) for name, output in template.outputs.items()}
    return case


def _told(output: Judged, formula: Formula) -> dict[str, Any]:
    """Return an output as data: its components, and of which multiple, or that it is a number."""
    values = _values(output, formula, plain=False)
    multiple = {"times": values.pop(TIMES), "plus": values.pop(PLUS)}
    return {"quantities": {str(name): value for name, value in values.items()}, **multiple}


def _values(output: Judged, formula: Formula, plain: bool) -> dict[Any, Any]:
    levels = output.components or (sympy.Rational(1, 2),) * len(formula.globals)
    found = dict(zip(formula.globals, map(sympy.sympify, levels), strict=True))
    if plain:
        return found
    number = output.components is None
    return found | {
        TIMES: sympy.Integer(0) if number else sympy.sympify(output.times),
        PLUS: sympy.sympify(output.times) if number else sympy.Integer(0),
    }


def way_of_writing(formula: Formula) -> str:
    """Return the way that suits a formula: ``roots``, ``shares`` or ``plain``.

    >>> from axiometrics.metrics import metrics
    >>> [way_of_writing(metrics("combination")[key].formula) for key in ("f", "geometric_mean", "jaccard_like")]
    ['plain', 'roots', 'shares']
    """
    expression = formula.normal.expression
    if expression.atoms(sympy.Pow) and not _has_root(expression.xreplace(_SQUARES)) and _has_root(expression):
        return "roots"
    bottoms = [node.args[1] for node in expression.atoms(Ratio, Guard)]
    bottoms += [power.base for power in expression.atoms(sympy.Pow) if power.exp.could_extract_minus_sign()]
    return "plain" if all(_evident(bottom) for bottom in bottoms) else "shares"


_SQUARES = {symbol: sympy.Symbol(f"root{symbol}", positive=True) ** 2 for symbol in quantities(3)}


def _has_root(expression: Expr) -> bool:
    return any(not power.exp.is_Integer for power in expression.atoms(sympy.Pow))


def _evident(bottom: Expr) -> bool:
    """Whether coefficients alone show that a denominator is never negative."""
    try:
        polynomial = sympy.Poly(sympy.expand(bottom), *quantities(3))
    except sympy.PolynomialError:
        return False
    return all(value.is_nonnegative for value in polynomial.coeffs())


def lines(domain: str, components: int) -> Sequence[Line]:
    """Return the kinds of lines; where a score may be 0, the lines on which one that stays is 0 are apart.

    A score is u/(u + v): u is the score and v what is missing to 1.
    """
    every = quantities(components)
    return [line for moving in reversed(every) for line in _lines(moving, every, domain)]


def _lines(moving: sympy.Symbol, every: Sequence[sympy.Symbol], domain: str) -> Sequence[Line]:
    staying = [quantity for quantity in every if quantity != moving]
    kinds = product((False, True), repeat=len(staying)) if domain == "closed" else [(False,) * len(staying)]
    return [_line(moving, dict(zip(staying, zero, strict=True)), domain) for zero in kinds]


def _line(moving: sympy.Symbol, staying: dict[sympy.Symbol, bool], domain: str) -> Line:
    """Return the line on which one score moves, and each of the others is zero or positive."""
    u, v = sympy.symbols("u v")
    rest = "positive" if domain == "interior" else "nonnegative"
    values: dict[sympy.Symbol, sympy.Expr] = {moving: u / (u + v)}
    signs: dict[sympy.Symbol, str] = {u: "nonnegative" if domain == "closed" else "positive", v: rest}
    means = {u: moving, v: 1 - moving}
    for place, (quantity, is_zero) in enumerate(staying.items()):
        x, y = sympy.symbols(f"x{place or ''} y{place or ''}")
        values[quantity] = sympy.Integer(0) if is_zero else x / (x + y)
        if not is_zero:
            signs |= {x: "positive", y: rest}
            means |= {x: quantity, y: 1 - quantity}
    where = ", ".join(f"{quantity} {'=' if is_zero else '>'} 0" for quantity, is_zero in staying.items())
    return Line(moving, where, values, signs, ((u, v),), means)
