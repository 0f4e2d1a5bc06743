"""The margin of one case as a function of a parameter: where it is positive, zero or negative, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from sympy import QQ, Integer, Poly, Symbol, log

from axiometrics.axioms import Constraint
from axiometrics.checker.regions.algebra import LetterAlgebra, letter_algebra
from axiometrics.checker.regions.bounds import Bound, roots, sort_key
from axiometrics.checker.regions.letters import letter_of, open_parameters, opened
from axiometrics.checker.regions.sets import ValueSet
from axiometrics.checker.scores import direction, exact_sign
from axiometrics.errors import NotSymbolicError, UndecidedError
from axiometrics.formulas.nodes import InverseLog, LogBinomial
from axiometrics.formulas.roots import Root, as_root
from axiometrics.formulas.undefined import absent
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["Curve", "curve_of"]

HIGHEST = 120
"""The highest degree of a margin whose roots are looked for."""


@dataclass(frozen=True, eq=False)
class Curve:
    """A margin as a function of one parameter; ``critical`` are polynomials of which every change of sign is a root.

    ``outputs`` is the case, ``margin`` a SymPy expression where there is one. The sign at a number is that of the margin itself, in the metric's exact arithmetic.
    """

    metric: Metric
    constraint: Constraint
    parameter: str
    outputs: Mapping[str, Any]
    critical: tuple[Any, ...]
    margin: Any = None

    @property
    def text(self) -> str:
        """The margin as an expression in the parameter; empty where it has square roots."""
        return "" if self.margin is None else str(self.margin)

    def height(self, place: float) -> float | None:
        """Return the margin at a number, for plots; None where there is none, or where it has square roots."""
        if self.margin is None:
            return None
        try:
            return float(self._function(place))
        except (ZeroDivisionError, OverflowError):
            return None

    @cached_property
    def _function(self) -> Any:
        from sympy import lambdify

        return lambdify(Symbol(self.parameter), self.margin, "math")

    def sign_at(self, value: Fraction) -> int | None:
        """Return the exact sign at a number of the parameter; None where an output has no value there."""
        instance = self.metric.with_parameters(**{self.parameter: value})
        try:
            return exact_sign(instance, self.constraint, self.outputs)[0]
        except UndecidedError:
            return None

    def meets_at(self, value: Fraction) -> bool | None:
        """Return whether the demand is met at a number; None where an output has no value there."""
        sign = self.sign_at(value)
        return None if sign is None else self._meets(sign)

    @property
    def degree(self) -> int:
        """The highest degree of what may change the sign."""
        return max((0 if isinstance(part, list) else part.degree() for part in self.critical), default=0)

    @cached_property
    def positive(self) -> ValueSet:
        """The values for which the demand is met: a positive margin, or one of zero where that is demanded."""
        span = open_parameters(self.metric)[self.parameter]
        found: dict[Bound, None] = {}
        for polynomial in self.critical:
            for root in polynomial if isinstance(polynomial, list) else roots(polynomial):
                if _inside(root, span) and not any(root.compare(known) == 0 for known in found):
                    found[root] = None
        bounds = tuple(sorted(found, key=sort_key))
        cut = ValueSet(span, bounds, (False,) * (2 * len(bounds) + 1))
        held = [
            self._at_root(piece.low) if piece.single and piece.low else self._meets(self.sign_at(piece.sample(span)))
            for piece, _ in cut.pieces()
        ]
        return ValueSet(span, bounds, tuple(held)).simplified()

    def _meets(self, sign: int | None) -> bool:
        return sign == 0 if self.constraint.demand == "zero" else sign == 1

    def _at_root(self, root: Bound) -> bool:
        """A critical point that is no fraction counts as a zero of the margin, where it may also be none."""
        return self._meets(self.sign_at(root.low)) if root.is_rational else self._meets(0)


def _inside(root: Bound, span: Any) -> bool:
    """Whether a root is strictly inside the span, whose ends are fractions."""
    ends = [Bound.rational(end) for end in (span.low, span.high) if end is not None]
    low = span.low is None or root.compare(ends[0]) > 0
    return low and (span.high is None or root.compare(ends[-1]) < 0)


def curve_of(metric: Metric, constraint: Constraint, parameter: str, outputs: Mapping[str, Any]) -> Curve:
    """Return the margin of a case with the parameter left open.

    Raises UndecidedError where a convention hangs on the parameter, or an output has no value; NotSymbolicError where
    the formula does with the parameter what has no algebra.
    """
    task, span = get_task(metric.task), open_parameters(metric)[parameter]
    symbolic = opened(metric, (parameter,))
    bound = max(task.algebra(output).primes[-1] for output in outputs.values()) if _has_logs(symbolic) else 0
    algebra = letter_algebra(letter_of(parameter, span), span, bound)
    try:
        values = {name: task.value(symbolic, outputs[name], algebra) for name in constraint.margin}
    except ZeroDivisionError as error:
        raise UndecidedError("a denominator vanishes for every value") from error
    if absent(*values.values()):
        raise UndecidedError("an output has no value")
    critical, margin = _critical(values, constraint.margin, algebra, direction(metric))
    return Curve(metric, constraint, parameter, outputs, tuple(critical), margin)


def _has_logs(metric: Metric) -> bool:
    import sympy

    parts = [metric.formula.normal.expression, *(atom.body for atom in metric.formula.atoms)]
    return any(part.has(sympy.log, InverseLog, LogBinomial) for part in parts)


def _critical(
    values: Mapping[str, Any], weights: Mapping[str, int], algebra: LetterAlgebra, turn: int
) -> tuple[list[Any], Any]:
    """Return what may change the margin's sign: numerator and denominator, or the norm of a sum of two roots."""
    zero, one = algebra.number(Fraction(0)), algebra.number(Fraction(1))
    if not any(isinstance(value, Root) for value in values.values()):
        margin = sum((values[name] * weight for name, weight in weights.items()), zero) * turn
        parts = [margin.numer, margin.denom]
        return [found for part in parts if (found := _polynomial(part, algebra)) is not None], _written(margin, algebra)
    if len(values) != 2 or sorted(weights.values()) != [-1, 1]:
        raise UndecidedError("square roots are only compared in pairs")
    first, second = (as_root(values[name] * weight, zero, one) for name, weight in weights.items())
    plain = first.plain + second.plain
    squares = [part.factor**2 * part.radicand for part in (first, second)]
    norm = (plain**2 - squares[0] - squares[1]) ** 2 - 4 * squares[0] * squares[1]
    quantities = [norm, *(part for root in (first, second) for part in (root.plain, root.factor, root.radicand))]
    ends = [end for each in quantities for end in (each.numer, each.denom)]
    return [found for end in ends if (found := _polynomial(end, algebra)) is not None], None


def _written(margin: Any, algebra: LetterAlgebra) -> Any:
    """Write a margin with logarithms in place of their generators."""
    logs = {Symbol(f"log{prime}"): log(Integer(prime)) for prime in algebra.primes}
    return margin.as_expr().xreplace(logs)


def _polynomial(element: Any, algebra: LetterAlgebra) -> Any:
    """Return a polynomial in the letter, or a list of numeric roots where it has logarithms; None for constants."""
    if not element or element.degree(-1) <= 0:
        return None
    if element.degree(-1) > HIGHEST:
        raise NotSymbolicError(f"a margin of degree {element.degree(-1)} in the parameter is too high")
    if not algebra.primes:
        return Poly(element.as_expr(), Symbol(str(algebra.letter)), domain=QQ)
    from axiometrics.checker.regions.numeric import numeric_roots

    return numeric_roots(element, algebra)
