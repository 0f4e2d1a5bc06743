"""Demands under premises: that the margin vanishes wherever other linear forms do, or is a sum of what is not negative.

With premises N1 = 0, N2 = 0, ... (numerators, all denominators positive) and the margin's numerator C, pseudo-division
by N1 in a generator x, then by N2 in y, and so on, gives polynomials with M C = Q1 N1 + Q2 N2 + ... and no remainder.
M is a product of powers of the leading coefficients, and a leading coefficient A of N = A x^k + ... is not zero where
its sign is strict, or where N = A x + B with B of a strict sign, since then A x = -B. So C = 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

import sympy
from sympy import Expr, Poly

from axiometrics.axioms import Constraint
from axiometrics.checker.prove.algebra import SignedAlgebra, Undecided
from axiometrics.checker.prove.certificate import Certificate
from axiometrics.checker.prove.comparing import margin_of
from axiometrics.formulas.arithmetics.polynomials import factored
from axiometrics.metrics import Metric
from axiometrics.tasks.parametric import ParametricCase

if TYPE_CHECKING:
    from flint import fmpq_mpoly

MOST_TERMS = 200
"""Terms of a numerator up to which it is divided."""


@dataclass(frozen=True)
class Step:
    """A division by a premise in a generator: its leading coefficient, to which power, the quotient, and the rest."""

    premise: int
    variable: Expr
    leading: Expr
    power: int
    quotient: Expr
    rest: Expr


@dataclass(frozen=True)
class Numerator:
    """A linear form's margin in the generators: numerator, and what it is multiplied by, over a denominator.

    The denominator has a strict sign, and so has the multiplier, or it is zero only where the numerator is: so the
    numerator alone tells where the form vanishes.
    """

    weights: Mapping[str, int]
    top: Expr
    bottom: Expr
    squared: bool
    times: Expr


@dataclass(frozen=True)
class Elimination:
    """The margin vanishes wherever the premises do: numerators, and the divisions that show it."""

    premises: tuple[Numerator, ...]
    conclusion: Numerator
    steps: tuple[Step, ...]
    parts: Mapping[str, Any]

    @property
    def margin_latex(self) -> str:
        """The margin's numerator."""
        return str(sympy.latex(self.conclusion.top)) if len(str(self.conclusion.top)) < 300 else r"\ldots"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; polynomials are text."""
        return {
            "kind": "elimination",
            **self.parts,
            "premises": [_written(each) for each in self.premises],
            "conclusion": _written(self.conclusion),
            "steps": [
                {
                    "premise": step.premise,
                    "variable": str(step.variable),
                    "leading": str(step.leading),
                    "power": step.power,
                    "quotient": str(step.quotient),
                    "rest": None if step.rest is None else str(step.rest),
                }
                for step in self.steps
            ],
        }


@dataclass(frozen=True)
class Sum:
    """The margin is the sum of the premises' linear forms, each so many times, so it is not negative (or zero)."""

    times: tuple[int, ...]
    premises: tuple[Mapping[str, int], ...]
    weights: Mapping[str, int]
    margin_latex = "0"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "kind": "sum of premises",
            "times": list(self.times),
            "premises": [dict(form) for form in self.premises],
            "form": dict(self.weights),
        }


def _written(each: Numerator) -> dict[str, Any]:
    return {
        "form": dict(each.weights),
        "numerator": str(each.top),
        "denominator": str(each.bottom),
        "squared": each.squared,
        "times": str(each.times),
    }


def summed(constraint: Constraint) -> Sum | None:
    """Write the margin as a sum of the premises' linear forms, each 0, 1 or 2 times; None where it is no such sum."""
    forms = [form for form, _ in constraint.premises]
    for times in product(range(3), repeat=len(forms)):
        total: dict[str, int] = {}
        for count, form in zip(times, forms, strict=True):
            for name, weight in form.items():
                total[name] = total.get(name, 0) + count * weight
        if {name: weight for name, weight in total.items() if weight} == dict(constraint.margin):
            return Sum(times, tuple(forms), constraint.margin)
    return None


def numerators(
    values: Mapping[str, Any], forms: Sequence[Mapping[str, int]], algebra: SignedAlgebra
) -> list[Numerator]:
    """Return every form's margin over a denominator of strict sign. Raises Undecided."""
    found = []
    for form in forms:
        top, bottom, squared = margin_of({name: values[name] for name in form}, form, algebra)
        if algebra.polynomial(bottom) not in ("positive", "negative") or len(top) > MOST_TERMS:
            raise Undecided("a premise with a denominator of unknown sign, or a long one")
        rest, times = _without_strict(top, algebra)
        top, bottom, times = map(algebra.space.expression, (rest, bottom, times))
        found.append(Numerator(form, top, bottom, squared, times))
    return found


def _without_strict(top: fmpq_mpoly, algebra: SignedAlgebra) -> tuple[Any, Any]:
    """Divide a numerator by its factors of strict sign; return what is left, and their product.

    So too by a factor that is zero only where the rest is as well.
    """
    rest, times = top, algebra.space.one
    parts = factored(top) if top else None
    for factor, power in parts[1] if parts else []:
        left = rest / factor**power
        strict = algebra.polynomial(factor) in ("positive", "negative")
        if strict or _zero_with(factor, left, algebra):
            rest, times = left, times * factor**power
    return rest, times


def _zero_with(factor: fmpq_mpoly, rest: fmpq_mpoly, algebra: SignedAlgebra) -> bool:
    """Whether a sum of terms that are not negative is zero only where the rest is: in all of its terms."""
    if algebra.polynomial(factor) != "nonnegative":
        return False
    loose = [
        [place for place, power in enumerate(powers) if power and place not in algebra.positive]
        for powers in factor.monoms()
    ]
    zero = {places[0] for places in loose if len(places) == 1}
    return all(any(powers[place] for place in zero) for powers in rest.monoms())


def eliminated(
    premises: Sequence[Numerator], conclusion: Numerator, algebra: SignedAlgebra
) -> tuple[Step, ...] | None:
    """Divide the conclusion's numerator by the premises' until nothing is left; None where no order does it."""
    generators = [sympy.Symbol(str(symbol)) for symbol in algebra.symbols]
    for order in permutations(range(len(premises))):
        choices = [[g for g in generators if premises[place].top.has(g)] for place in order]
        for variables in product(*choices):
            steps = list(_steps(premises, conclusion.top, order, variables, generators, algebra))
            if len(steps) == len(premises):
                return tuple(steps)
    return None


def _steps(
    premises: Sequence[Numerator],
    left: Expr,
    order: Sequence[int],
    variables: Sequence[Any],
    generators: Sequence[Any],
    algebra: SignedAlgebra,
) -> Iterator[Step]:
    """Yield the divisions; fewer than there are premises where something remains, or a coefficient may vanish."""
    found = []
    for place, variable in zip(order, variables, strict=True):
        divisor = sympy.Poly(premises[place].top, variable, *(g for g in generators if g != variable))
        step = _step(place, divisor, left, variable, algebra)
        if step is None:
            return
        found.append(step[0])
        left = step[1]
    if left == 0:
        yield from found


def _step(
    place: int, divisor: Poly, left: Expr, variable: Expr, algebra: SignedAlgebra
) -> tuple[Step, Any] | None:
    """Divide once; return the step and the remainder."""
    one = sympy.Poly(divisor.as_expr(), variable)
    leading, degree = one.LC(), one.degree()
    rest = sympy.expand(one.as_expr() - leading * variable) if degree == 1 else None
    if not _strict(leading, algebra) and (rest is None or not _strict(rest, algebra)):
        return None
    dividend = sympy.Poly(left, variable)
    power = max(dividend.degree() - degree + 1, 0)
    quotient, remainder = sympy.pdiv(dividend, one) if power else (sympy.Poly(0, variable), dividend)
    return Step(place, variable, leading, power, quotient.as_expr(), rest), sympy.expand(remainder.as_expr())


def _strict(expression: Expr, algebra: SignedAlgebra) -> bool:
    return algebra.sign(algebra.element(expression)) in ("positive", "negative")


def vanishing(
    metric: Metric, constraint: Constraint, case: ParametricCase, attempt: Callable[..., Any]
) -> Elimination | None:
    """Show that the margin is zero wherever the premises' forms are, in a parametric case; None where that fails.

    ``attempt`` evaluates the formula in the case's generators. Raises Undecided, or a Split where the formula takes
    conventions at some scores only: then nothing is shown.
    """
    forms = [form for form, _ in constraint.premises]
    found = attempt(metric, constraint, case, even_roots=True)
    values, algebra = found.evaluated()
    *premises, conclusion = numerators(values, [*forms, constraint.margin], algebra)
    steps = eliminated(premises, conclusion, algebra)
    if steps is None:
        return None
    stated = Certificate.build(case, constraint, [], "", found.used).to_dict()
    parts = {name: stated[name] for name in ("generators", "lemmas", "values", "measured", "words")}
    return Elimination(tuple(premises), conclusion, steps, parts)
