"""Proofs for all values of a parameter inside an interval, and metrics with letters in place of their parameters.

The prover has one more positive generator: the parameter is written as (low + high t)/(1 + t), or low + t, or high - t,
with t > 0 (t >= 0 where the lower end is allowed). The certificate is re-checked at several values of the parameter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import sympy

from axiometrics.axioms import Constraint
from axiometrics.checker.prove.confirmation import confirm
from axiometrics.checker.prove.engine import MOST_WORK, Proof, only_case, prove_case, too_high
from axiometrics.checker.recheck import giving_up
from axiometrics.checker.regions.bounds import Span, span_of
from axiometrics.checker.regions.sets import Piece
from axiometrics.checker.sweep import sweep_cases
from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.budget import budget
from axiometrics.formulas.arithmetics.polynomials import few_variables
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Letter, NoValue, Ratio, over
from axiometrics.formulas.normal import Normal
from axiometrics.metrics import Metric
from axiometrics.parameters import Combined, exact
from axiometrics.tasks import get_task
from axiometrics.tasks.parametric import GeneratorSign

if TYPE_CHECKING:
    from sympy import Expr

NAME = "theta"
"""The name of t in formulas and certificates: no size of a constraint has it."""
CHECKED = (Fraction(1, 3), Fraction(1), Fraction(4))
"""Values of t at which a certificate is re-checked."""


class Stretch:
    """An interval of a parameter with rational ends, as the values of an expression in t."""

    def __init__(self, low: Fraction | None, high: Fraction | None, closed: bool) -> None:
        self.low, self.high, self.closed = low, high, closed
        self.letter = Letter(NAME, nonnegative=True) if closed else Letter(NAME, positive=True)
        self.expression = self.at(self.letter)

    @property
    def sign(self) -> GeneratorSign:
        """The sign of t."""
        return "nonnegative" if self.closed else "positive"

    def at(self, t: Any) -> Any:
        """Return the parameter's value at t."""
        low, high = (
            None if end is None else sympy.Rational(end.numerator, end.denominator)
            for end in (self.low, self.high)
        )
        if low is not None and high is not None:
            return (low + high * t) / (1 + t)
        if low is not None:
            return low + t
        return high - t if high is not None else None

    def value(self, t: Fraction) -> Fraction:
        """Return the parameter's value at a number."""
        found = sympy.Rational(self.at(sympy.Rational(t.numerator, t.denominator)))
        return Fraction(int(found.p), int(found.q))


def stretches_of(piece: Piece, span: Span) -> tuple[Stretch, ...]:
    """Return an interval for the prover, the whole line in two; nothing for points and irrational ends."""
    if piece.single or any(end is not None and not end.is_rational for end in (piece.low, piece.high)):
        return ()
    low = piece.low.low if piece.low else span.low
    high = piece.high.low if piece.high else span.high
    if low is None and high is None:
        zero = Fraction(0)
        return Stretch(zero, None, True), Stretch(None, zero, False)
    return (Stretch(low, high, span.closed and piece.low is None),)


def proved_on(metric: Metric, constraint: Constraint, parameter: str, stretch: Stretch) -> Proof | None:
    """Return a proof that the demand is met for all values in an interval and all cases, or None."""
    if constraint.forms != (constraint.margin,):
        return None
    symbolic = replace(metric, values={**metric.values, parameter: stretch.expression})
    wanted = constraint.of_a_case.sign
    with (
        giving_up(),
        budget(MOST_WORK),
        few_variables(),
    ):
        if too_high(opened(metric, (parameter,)).formula):
            return None
        proof = prove_case(symbolic, constraint, _case(symbolic, constraint, parameter, stretch))
        if proof is not None and proof.sign == wanted:
            for t in CHECKED:
                _recheck(proof, metric, symbolic, constraint, parameter, stretch, t)
            return proof
    return None


def _case(symbolic: Metric, constraint: Constraint, parameter: str, stretch: Stretch) -> Any:
    """Return the task's parametric case with t as a generator."""
    case = only_case(symbolic, constraint)
    meaning = f"{parameter} = {stretch.expression}"
    generator = case.generator(f"{NAME}'", stretch.sign, meaning, sympy.Symbol(NAME))
    known = {stretch.letter: generator}
    for values in case.outputs.values():
        for symbol, value in values.items():
            values[symbol] = sympy.sympify(value).xreplace(known)
        values[stretch.letter] = generator
    return case


def _recheck(
    proof: Proof,
    metric: Metric,
    symbolic: Metric,
    constraint: Constraint,
    parameter: str,
    stretch: Stretch,
    t: Fraction,
) -> None:
    """Compare the certificate with the cases of a small sweep at one value of the parameter."""
    task = get_task(metric.task)
    cases = sweep_cases(constraint, task.sweep_sizes["quick"][1])
    instance = metric.with_parameters(**{parameter: stretch.value(t)})
    confirm(proof, instance, constraint, cases, named=_measured(symbolic, stretch, t), given={NAME: t})


def _measured(symbolic: Metric, stretch: Stretch, t: Fraction) -> Metric:
    """Return the metric whose reductions have the names of the open ones, and the values at one t."""
    formula: Formula = symbolic.formula
    at = {stretch.letter: sympy.Rational(t.numerator, t.denominator)}
    atoms = {
        symbol: over(atom.domain, atom.body.xreplace(at)) for symbol, atom in formula.normal.atoms.items()
    }
    found = replace(symbolic)
    normal = Normal(formula.normal.expression.xreplace(at), atoms)
    found.__dict__["formula"] = Formula(
        formula.graph,
        formula.expression,
        normal,
        formula.globals,
        formula.variables,
        reading=formula.reading,
    )
    return found


def open_parameters(metric: Metric) -> dict[str, Span]:
    """Return the parameters of a formula that are real numbers, each with the values it may take."""
    found = {parameter.name: span_of(parameter) for parameter in metric.parameters}
    return {name: span for name, span in found.items() if span is not None}


@lru_cache(maxsize=256)
def letter_of(name: str, span: Span) -> Letter:
    """Return the letter that stands for a parameter; SymPy knows its sign where the values have one."""
    above = span.low is not None and span.low >= 0
    return Letter(name, positive=True) if above else Letter(name, real=True)


@lru_cache(maxsize=256)
def opened(metric: Metric, names: tuple[str, ...]) -> Metric:
    """Return the metric with parameters left open; its formula holds their letters."""
    spans = open_parameters(metric)
    letters = {name: letter_of(name, spans[name]) for name in names}
    return replace(metric, values={**metric.values, **letters})


@lru_cache(maxsize=256)
def in_one_letter(metric: Metric) -> Metric | None:
    """Return the metric in the number that its parameters make, None where none is declared.

    Also where the formula does not show that it depends on nothing else of them.
    """
    combined = metric.combined
    if combined is None or not set(combined.names) <= set(open_parameters(metric)):
        return None
    (own,) = (each for each in metric.parameters if each.name == combined.parameter)
    value = exact(combined.of(**{name: metric.values[name] for name in combined.names}))
    others = [each for each in metric.parameters if each.name not in combined.names]
    found = replace(
        metric,
        function=_Through(metric.function, combined),
        parameters=(replace(own, name=combined.name, default=value), *others),
        values={combined.name: value, **{each.name: metric.values[each.name] for each in others}},
        combined=None,
    )
    return found if _same(metric, found, combined) else None


def _same(metric: Metric, found: Metric, combined: Combined) -> bool:
    """Whether both formulas are the same with the number written out."""
    spans = open_parameters(metric)
    letters = {name: letter_of(name, spans[name]) for name in combined.names}
    letter = letter_of(combined.name, open_parameters(found)[combined.name])
    try:
        whole = opened(metric, combined.names).formula.expression
        short = opened(found, (combined.name,)).formula.expression
    except NotSymbolicError:
        return False
    return bool(_divided(whole) == _divided(short.xreplace({letter: combined.of(**letters)})))


def _divided(expression: Expr) -> Expr:
    """Write quotients without a convention as such: whether a denominator may vanish is another question."""
    return expression.replace(
        lambda node: isinstance(node, Ratio) and isinstance(node.args[2], NoValue),
        lambda node: node.args[0] / node.args[1],
    )


class _Through:
    """A metric's function of the number."""

    def __init__(self, function: Callable[..., Any], combined: Combined) -> None:
        self.function, self.combined = function, combined
        self.__doc__ = function.__doc__

    def __call__(self, view: Any, **values: Any) -> Any:
        number = values.pop(self.combined.name)
        return self.function(view, **{self.combined.parameter: number}, **dict(self.combined.at), **values)
