"""The margin of one case as a function of a parameter: where it is positive, zero or negative, exactly.

Of a polynomial with logarithms as coefficients the roots are brackets in which its sign changes, found by bisection.

The arithmetic has one number left open: rational functions of a letter and of logarithms of primes. Where a formula
asks for the sign of something with the letter in it, there is an answer only if it is one sign for all its values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import sympy
from flint import arb
from sympy import QQ, Expr, Poly, Symbol, lambdify

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import UNIT, Zero
from axiometrics.checker.regions.bounds import Bound, Span, roots, sort_key, strictly_inside
from axiometrics.checker.regions.proving import letter_of, open_parameters, opened
from axiometrics.checker.regions.sets import ValueSet
from axiometrics.checker.scores import exact_sign, orientation_sign, scorers
from axiometrics.errors import NotSymbolicError, UndecidedError, UnknownPrimeError
from axiometrics.formulas.arithmetics.exact import Exact, field_root, primes_up_to
from axiometrics.formulas.arithmetics.polynomials import lowest_terms, number
from axiometrics.formulas.arithmetics.quotients import ends, quotient_of
from axiometrics.formulas.arithmetics.roots import Computable, Root, alone, root_of
from axiometrics.formulas.nodes import InverseLog, LogBinomial
from axiometrics.formulas.undefined import NO_VALUE, absent
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

if TYPE_CHECKING:
    from axiometrics.formulas.compiled import Value

WIDTH = Fraction(1, 10**12)


def numeric_roots(element: Value, algebra: LetterAlgebra) -> list[Bound]:
    """Return brackets of the places where the sign of a polynomial changes, between the ones of a ladder of values.

    The signs are exact; that there are no further changes between two values of the ladder is not shown.
    """
    found = []
    span = algebra.span
    places = [place for place in _ladder() if span.contains(place)]
    signs = [algebra.value_sign(element, place) for place in places]
    for low, high, one, two in zip(places, places[1:], signs, signs[1:], strict=False):
        if one == 0:
            found.append(Bound.rational(low))
        elif one * two < 0:
            found.append(_bisected(element, algebra, low, high, one))
    return found


def _ladder() -> list[Fraction]:
    steps = sorted({Fraction(k, 16) for k in range(1, 33)} | {Fraction(2) ** k for k in range(-12, 13)})
    return [*(-step for step in reversed(steps)), Fraction(0), *steps]


def _bisected(element: Value, algebra: LetterAlgebra, low: Fraction, high: Fraction, side: int) -> Bound:
    while high - low > WIDTH * max(Fraction(1), abs(low)):
        middle = (low + high) / 2
        sign = algebra.value_sign(element, middle)
        if sign == 0:
            return Bound.rational(middle)
        low, high = (middle, high) if sign == side else (low, middle)
    return Bound(low, high)


HIGHEST = 120
"""The highest degree of a margin whose roots are looked for."""


@dataclass(frozen=True, eq=False)
class Curve:
    """A margin as a function of one parameter.

    Every change of its sign is a root of one of the polynomials ``critical``; it is zero at each, unless ``mixed``,
    where it has square roots. At the roots of ``poles`` there is no value. ``outputs`` is the case, ``margin`` an
    expression, ``known_sign`` its sign from the polynomials.
    """

    metric: Metric
    constraint: Constraint
    parameter: str
    outputs: Mapping[str, Any]
    critical: tuple[Any, ...]
    poles: tuple[Any, ...] = ()
    mixed: bool = False
    margin: Any = None
    known_sign: Callable[[Fraction], int] | None = None

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
        return lambdify(Symbol(self.parameter), self.margin, "math")

    def sign_at(self, value: Fraction) -> int | None:
        """Return the exact sign at a number of the parameter; None where an output has no value there."""
        instance = self.metric.with_parameters(**{self.parameter: value})
        try:
            return exact_sign(instance, self.constraint, self.outputs)[0]
        except (UndecidedError, NotSymbolicError):  # the latter where it divides by zero in every case
            return None

    def _sign_of(self, value: Fraction) -> int | None:
        """Return the sign at a number from the polynomials, if there are any: that is quicker."""
        return self.known_sign(value) if self.known_sign else self.sign_at(value)

    def meets_at(self, value: Fraction) -> bool | None:
        """Return whether the demand is met at a number; None where an output has no value there."""
        sign = self.sign_at(value)
        return None if sign is None else self._meets(sign)

    @property
    def degree(self) -> int:
        """The highest degree of what may change the sign."""
        return max(
            (0 if isinstance(part, list) else part.degree() for part in (*self.critical, *self.poles)),
            default=0,
        )

    @property
    def sure(self) -> bool:
        """Whether all roots are known: those of polynomials with logarithms are looked for, not isolated."""
        return not any(isinstance(part, list) for part in (*self.critical, *self.poles))

    @cached_property
    def positive(self) -> ValueSet:
        """The values for which the demand is met: a positive margin, or one of zero where that is demanded."""
        span = open_parameters(self.metric)[self.parameter]
        zeros, poles = (_inside(part, span) for part in (self.critical, self.poles))
        bounds = tuple(sorted(_distinct([*poles, *zeros]), key=sort_key))
        cut = ValueSet(span, bounds, (False,) * (2 * len(bounds) + 1))
        held = [
            None if piece.single else self._meets(self._sign_of(piece.sample(span)))
            for piece, _ in cut.pieces()
        ]
        flags = [
            self._at_bound(bounds[place // 2], poles, held[place - 1 : place + 2 : 2])
            if flag is None
            else flag
            for place, flag in enumerate(held)
        ]
        return ValueSet(span, bounds, tuple(flags)).simplified()

    def _meets(self, sign: int | None) -> bool:
        return sign == 0 if isinstance(self.constraint.of_a_case, Zero) else sign == 1

    def _at_bound(self, bound: Bound, poles: Sequence[Bound], beside: Sequence[bool | None]) -> bool:
        """Return whether the demand is met at a critical number; raises UndecidedError where that is not evident."""
        if bound.is_rational:
            return self._meets(self.sign_at(bound.low))
        if any(bound.compare(pole) == 0 for pole in poles):
            return False
        if self.mixed and (beside[0] == beside[1] or isinstance(self.constraint.of_a_case, Zero)):
            raise UndecidedError("whether square roots cancel at an irrational number is open")
        return self._meets(0)


def _inside(polynomials: Sequence[Any], span: Span) -> list[Bound]:
    """Return the roots that are strictly inside the span, whose ends are fractions."""
    found = [root for part in polynomials for root in (part if isinstance(part, list) else roots(part))]
    return [root for root in found if strictly_inside(root, span)]


def _distinct(bounds: Sequence[Bound]) -> list[Bound]:
    found: list[Bound] = []
    for bound in bounds:
        if not any(bound.compare(known) == 0 for known in found):
            found.append(bound)
    return found


def curve_of(metric: Metric, constraint: Constraint, parameter: str, outputs: Mapping[str, Any]) -> Curve:
    """Return the margin of a case with the parameter left open.

    Raises UndecidedError where a convention hangs on the parameter, or an output has no value; NotSymbolicError where
    the formula does with the parameter what has no algebra, or several margins tell.
    """
    if len(constraint.forms) > 1:
        raise NotSymbolicError("what several margins tell together is no margin")
    task, span = get_task(metric.task), open_parameters(metric)[parameter]
    symbolic = opened(metric, (parameter,))
    bound = max(task.algebra(output).primes[-1] for output in outputs.values()) if _has_logs(symbolic) else 0
    algebra = letter_algebra(letter_of(parameter, span), span, bound)
    try:
        values = {
            name: home.value(scorer, output, algebra)
            for name, (home, scorer, output) in scorers(symbolic, constraint, outputs).items()
        }
    except ZeroDivisionError as error:
        raise UndecidedError("a denominator vanishes for every value") from error
    if absent(*values.values()):
        raise UndecidedError("an output has no value")
    values |= {UNIT: algebra.number(Fraction(1))} if UNIT in constraint.margin else {}
    if any(isinstance(value, Root) for value in values.values()):
        critical = _polynomials(_mixed(values, constraint.margin, algebra), algebra)
        return Curve(metric, constraint, parameter, outputs, critical, mixed=True)
    if any(isinstance(value, Computable) for value in values.values()):
        raise UndecidedError("a logarithm of the parameter is beyond this arithmetic")
    total = sum((values[name] * weight for name, weight in constraint.margin.items()), algebra.zero)
    top, bottom = lowest_terms(*ends(total * orientation_sign(metric), algebra.space))
    zeros, poles = (_polynomials([part], algebra) for part in (top, bottom))

    def known_sign(value: Fraction) -> int:
        return algebra.value_sign(top, value) * algebra.value_sign(bottom, value)

    return Curve(
        metric,
        constraint,
        parameter,
        outputs,
        zeros,
        poles,
        margin=algebra.written(top, bottom),
        known_sign=known_sign,
    )


def _has_logs(metric: Metric) -> bool:
    parts = [metric.formula.normal.expression, *(atom.body for atom in metric.formula.atoms)]
    return any(part.has(sympy.log, InverseLog, LogBinomial) for part in parts)


def _mixed(values: Mapping[str, Any], weights: Mapping[str, int], algebra: LetterAlgebra) -> list[Any]:
    """Return what may change the sign of a sum of two square roots: its norm, and the parts."""
    if len(values) != 2 or sorted(weights.values()) != [-1, 1]:
        raise UndecidedError("square roots are only compared in pairs")
    first, second = (alone(values[name] * weight) for name, weight in weights.items())
    plain = first[0] + second[0]
    squares = [factor**2 * radicand for _, factor, radicand in (first, second)]
    norm = (plain**2 - squares[0] - squares[1]) ** 2 - 4 * squares[0] * squares[1]
    parts = (norm, *first, *second)
    return [end for each in parts for end in lowest_terms(*ends(each, algebra.space))]


def _polynomials(elements: Sequence[Any], algebra: LetterAlgebra) -> tuple[Any, ...]:
    return tuple(found for part in elements if (found := _polynomial(part, algebra)) is not None)


def _polynomial(element: Any, algebra: LetterAlgebra) -> Any:
    """Return a polynomial in the letter, or a list of numeric roots where it has logarithms; None for constants."""
    degree = element.degrees()[-1]
    if degree <= 0:
        return None
    if degree > HIGHEST:
        raise NotSymbolicError(f"a margin of degree {degree} in the parameter is too high")
    if not algebra.primes:
        return Poly(algebra.space.expression(element), Symbol(str(algebra.letter)), domain=QQ)

    return None if algebra.never_zero(element) else numeric_roots(element, algebra)


class LetterAlgebra(Exact):
    """Quotients of polynomials in log 2, log 3, ... and a letter, and their square roots."""

    def __init__(self, letter: Expr, span: Span, primes: Sequence[int]) -> None:
        self.letter, self.span = letter, span
        super().__init__(primes)
        self.letters = {letter: quotient_of(self.space.generators[-1])}

    def sqrt(self, value: Value) -> Value:
        """Return the root of a square whose sign does not change, else the root as such."""
        if value is NO_VALUE or value == 0:
            return value
        root = field_root(value)
        return root_of(value) if root is None else root * self.sign(root)

    def _log(self, whole: object) -> Value:
        try:
            return super()._log(whole)
        except UnknownPrimeError as error:
            raise UndecidedError(f"the logarithm of {whole} is beyond this arithmetic") from error

    def sign(self, value: Value) -> int:
        """Return the sign of a value for every value of the letter; raises UndecidedError where it changes."""
        plain, factor, radicand = alone(value)
        if not isinstance(value, Root):
            top, bottom = ends(plain, self.space)
            return self._sign_everywhere(top) * self._sign_everywhere(bottom)
        if plain == 0:
            return self.sign(factor) * self.sign(radicand)
        raise UndecidedError("the sign of a root beside another term is open")

    def _sign_everywhere(self, element: Any) -> int:
        signs = {self._ground_sign(part) for part in self.coefficients(element).values()}
        if signs <= {0}:
            return 0
        if len(signs) == 1 and (element.degrees()[-1] == 0 or self._never_negative()):
            return signs.pop()
        if self.primes:
            raise UndecidedError("a sign hangs on the parameter")
        low, high = self.span.low, self.span.high
        inside = Poly(self.space.expression(element), Symbol(str(self.letter))).count_roots(low, high)
        inside -= sum(end is not None and self.value_sign(element, end) == 0 for end in (low, high))
        if inside:
            raise UndecidedError("a sign hangs on the parameter")
        return self.value_sign(element, self.span.between(None, None))

    def never_zero(self, element: Value) -> bool:
        """Whether a polynomial evidently vanishes for no value of the letter."""
        try:
            return self._sign_everywhere(element) != 0
        except UndecidedError:
            return False

    def _never_negative(self) -> bool:
        return self.span.low is not None and self.span.low >= 0

    def coefficients(self, element: Any) -> dict[int, Any]:
        """Return the coefficients of a polynomial by powers of the letter, as polynomials in the logarithms."""
        parts: dict[int, dict[Any, Any]] = {}
        for powers, value in element.terms():
            parts.setdefault(int(powers[-1]), {})[(*powers[:-1], 0)] = value
        return {power: self.space.of(terms) for power, terms in parts.items()}

    def _ground_sign(self, part: object) -> int:
        """Return the sign of a polynomial in the logarithms alone."""
        return super().sign(quotient_of(part))

    def value_sign(self, element: Any, value: Fraction) -> int:
        """Return the sign of a polynomial at one value of the letter."""
        return self._ground_sign(element.subs({len(self.primes): number(value)}))

    def written(self, top: Any, bottom: Any) -> Any:
        """Return a fraction as a SymPy expression."""
        names = dict(zip(map(Symbol, self.space.symbols), self._meanings(), strict=True))
        return (self.space.expression(top) / self.space.expression(bottom)).xreplace(names)

    def _balls(self, bits: int) -> Sequence[Any]:
        """The letter may be any number, so that no ball tells a sign that hangs on it."""
        return *super()._balls(bits), arb(0, math.inf)

    def _names(self) -> list[str]:
        return [*super()._names(), str(self.letter)]

    def _meanings(self) -> list[Any]:
        return [*super()._meanings(), Symbol(str(self.letter))]


@lru_cache(maxsize=64)
def letter_algebra(letter: Expr, span: Span, bound: int) -> LetterAlgebra:
    """Return the arithmetic of a letter and the logarithms of primes up to a bound (0: none)."""
    return LetterAlgebra(letter, span, primes_up_to(bound) if bound > 1 else ())
