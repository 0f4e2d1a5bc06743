"""On what grounds a region stands: proofs on its intervals, and closed forms for the n that were not tried.

A closed form says what the margin does for every n beyond those that were solved one by one. With u = p^n and 0 < p < 1
the margin is F(p, u) over a positive denominator. As n grows u falls to 0, so
* F(p, 0) decides all large n wherever it is not zero;
* where F rises with u for all 0 < u < p^k, no n > k has a larger margin than k.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import sympy
from sympy import QQ, Expr, Poly, Symbol

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import UNIT, OfACase, Positive, SomeSize
from axiometrics.checker.demands.sizes import series_of
from axiometrics.checker.prove import Proof, prove
from axiometrics.checker.prove.engine import only_case
from axiometrics.checker.regions.bounds import Span, polynomial_text, roots, strictly_inside
from axiometrics.checker.regions.curves import curve_of
from axiometrics.checker.regions.proving import (
    CHECKED,
    Stretch,
    letter_of,
    open_parameters,
    opened,
    proved_on,
    stretches_of,
)
from axiometrics.checker.regions.searching import Found, Trial
from axiometrics.checker.regions.sets import Piece, ValueSet, set_text
from axiometrics.checker.scores import orientation_sign
from axiometrics.errors import NotSymbolicError, UndecidedError
from axiometrics.formulas.nodes import Ratio
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

LAST = 8
"""How many n are solved one by one, from the least on, before a closed form must take over."""


@dataclass(frozen=True)
class Grounds:
    """The values, whether they are shown to be in, whether all others are shown to be out, and why."""

    values: ValueSet
    inside: bool
    outside: bool
    argument: tuple[str, ...] = ()


def grounds_of(trial: Trial, found: Found) -> Grounds:
    """Return what can be shown of a region that was found by trying."""
    if isinstance(trial.constraint.demand, OfACase):
        return _every(trial, found)
    try:
        tail = tail_of(trial.metric, trial.constraint, trial.parameter)
        if isinstance(trial.constraint.demand, SomeSize):
            return _some(trial, found, tail)
        return _all_large(trial, tail)
    except (NotSymbolicError, UndecidedError):
        return Grounds(found.values, isinstance(trial.constraint.demand, SomeSize) and found.solved, False)


def _every(trial: Trial, found: Found) -> Grounds:
    """Prove what is left by the cases that fail, and by those with one very large size, interval by interval."""
    values, said, outside = found.values, list[str](), found.solved
    if isinstance(trial.constraint.demand, Positive) and not (values.is_empty or values.is_whole):
        growing = [*_growing_alone(trial), *_growing_together(trial)]
        left = ValueSet.whole(values.span)
        for failing, _ in growing:
            left = left.without(failing)
        if not found.solved and all(left.contains(each) is held for each, held in found.tried.items()):
            # what is near a numeric bound is told apart by what grows
            values, said, outside = left, [sentence for _, sentence in growing], True
        for failing, sentence in growing:
            if not values.intersection(failing).is_empty:
                values = values.without(failing)
                said.append(sentence)
    shown: list[bool] = []
    span = values.span
    for piece, held in values.pieces():
        if not held:
            continue
        if piece.single and piece.low is not None and piece.low.is_rational:
            shown.append(shown_at(trial, piece.low.low))
            continue
        stretches = stretches_of(piece, span)
        proofs = [
            proved_on(trial.metric, trial.constraint, trial.parameter, stretch) for stretch in stretches
        ]
        shown.append(bool(proofs) and None not in proofs)
        said += [
            _proof_sentence(trial, stretch, proof)
            for stretch, proof in zip(stretches, proofs, strict=True)
            if proof
        ]
    return Grounds(values, all(shown), outside, tuple(said))


def shown_at(trial: Trial, value: Fraction) -> bool:
    """Whether a proof shows that the demand of every case is met at one value."""
    proof = prove(trial.metric.with_parameters(**{trial.parameter: value}), trial.constraint)
    return proof is not None and proof.sign == trial.constraint.of_a_case.sign


def _growing_alone(trial: Trial) -> Iterator[tuple[ValueSet, str]]:
    """Yield for which values the margin is negative where one size is large and all others are at their least.

    The margin is then a quotient of polynomials in the excess of that size, and its leading coefficients decide. Only
    where a case is made of sizes alone: an excess is a symbol that is free to be any whole number.
    """
    name, span = trial.parameter, open_parameters(trial.metric)[trial.parameter]
    try:
        symbolic = opened(trial.metric, (name,))
        case = only_case(symbolic, trial.constraint)
    except NotSymbolicError:
        return
    if any(known.sign != "nonnegative" or "@" in str(known.definition) for known in case.generators.values()):
        return
    expression, letter = symbolic.formula.normal.expression, Symbol(name)
    total = sum(
        (
            weight * (sympy.S.One if output == UNIT else expression.xreplace(case.outputs[output]))
            for output, weight in trial.constraint.margin.items()
        ),
        sympy.S.Zero,
    )
    margin = orientation_sign(trial.metric) * total.xreplace({letter_of(name, span): letter})
    for size, known in case.generators.items():
        if any(size not in together for together in case.sums):
            continue
        alone = margin.xreplace({other: sympy.S.Zero for other in case.generators if other != size})
        if not alone.has(sympy.nan, sympy.zoo, Ratio) and alone.is_rational_function(letter, size):
            leading = sympy.prod(Poly(part, size).LC() for part in sympy.fraction(sympy.cancel(alone)))
            failing = _negative(Poly(leading, letter, domain=QQ), span)
            yield (
                failing,
                (
                    f"As {known.meaning} grows, with all other sizes at their least, the margin gets the sign of "
                    f"{polynomial_text(_whole(leading, letter), name)}: it is negative for {set_text(failing, name)}."
                ),
            )


def _growing_together(trial: Trial) -> Iterator[tuple[ValueSet, str]]:
    """Yield for which values the margin is negative where all sizes grow by the same n: u = p^n falls to 0 then."""
    try:
        tail = tail_of(trial.metric, trial.constraint, trial.parameter, together=True)
    except (NotSymbolicError, UndecidedError):
        return
    limit = Poly(tail.numerator.as_expr().subs(tail.power, 0), tail.letter, domain=QQ)
    failing = _negative(limit, tail.span)
    yield (
        failing,
        f"{_closed_form(trial, tail)} There every size is its least value plus n, and the rest of the lists is empty. "
        f"As n grows u falls to 0, and F there is {polynomial_text(_whole(limit, tail.letter), trial.parameter)}: it "
        f"is negative for {set_text(failing, trial.parameter)}.",
    )


def _negative(polynomial: Poly, span: Span) -> ValueSet:
    """Return where a polynomial is negative."""
    inside = () if polynomial.is_ground else tuple(r for r in roots(polynomial) if strictly_inside(r, span))
    cut = ValueSet(span, inside, (False,) * (2 * len(inside) + 1))
    held = (
        not piece.single and polynomial.eval(sympy.Rational(*piece.sample(span).as_integer_ratio())) < 0
        for piece, _ in cut.pieces()
    )
    return ValueSet(span, inside, tuple(held)).simplified()


def _whole(polynomial: object, letter: Expr) -> tuple[int, ...]:
    """Return the coefficients of a positive multiple of a polynomial, highest power first."""
    found = Poly(polynomial, letter, domain=QQ).clear_denoms(convert=True)[1].all_coeffs()
    return tuple(int(value) for value in found)


def _proof_sentence(trial: Trial, stretch: Stretch, proof: Proof) -> str:
    """Tell what a proof says, in a letter t of its own."""
    checked = ", ".join(str(stretch.value(t)) for t in CHECKED)
    written = str(stretch.expression).replace(str(stretch.letter), "t")
    return (
        f"With {trial.parameter} = {written}, {'t >= 0' if stretch.closed else 't > 0'}, the margin is {proof.sign} in "
        f"every case, by {proof.tactic} (a proof; its certificate agrees with the swept cases at "
        f"{trial.parameter} = {checked})."
    )


def _some(trial: Trial, found: Found, tail: Tail) -> Grounds:
    """Show that no n beyond those solved one by one adds a value."""
    outside = ValueSet.whole(found.values.span).without(found.values)
    for k in range(tail.least, tail.least + LAST):
        case = series_of(trial.constraint, (k,)).case(0)
        curve = curve_of(trial.metric, trial.constraint, trial.parameter, case.outputs)
        more = curve.positive
        if not curve.sure or not more.without(found.values).is_empty:
            break
        if tail.largest_by(k, outside):
            return Grounds(found.values, found.solved, True, tuple(_no_other(trial, tail, outside, k)))
    return Grounds(found.values, found.solved, False)


def _no_other(trial: Trial, tail: Tail, outside: ValueSet, k: int) -> list[str]:
    p = trial.parameter
    return [
        _closed_form(trial, tail),
        f"Each of n = {tail.least}..{k}, solved by itself, adds nothing to these values.",
        f"For {set_text(outside, p)} and 0 < u < {p}^{k}, F rises with u, and u falls as n grows: no n > {k} "
        f"has a larger F than n = {k}, so no other n adds a value of {p}.",
    ]


def _closed_form(trial: Trial, tail: Tail) -> str:
    p = trial.parameter
    written = str(tail.numerator.as_expr()).replace("**", "^")
    return f"With u = {p}^n the margin has the sign of F = {written}, for every n and every {p}."


def _all_large(trial: Trial, tail: Tail) -> Grounds:
    """Decide the large n by the limit."""
    values = tail.limit()
    at_zero = tail.numerator.eval(tail.power, 0)
    written = polynomial_text(_whole(at_zero, tail.letter), trial.parameter)
    sign = "positive" if values.is_whole else "negative"
    return Grounds(
        values,
        True,
        True,
        (
            _closed_form(trial, tail),
            f"As n grows u falls to 0, and F there is {written}, {sign} for every {trial.parameter}: so is the "
            "margin for all n from some n0 on.",
        ),
    )


NEAR = Fraction(1, 1000)


@dataclass(frozen=True)
class Tail:
    """``numerator`` is F as a polynomial in the parameter and in ``power``, its n-th power; n is from ``least`` on."""

    numerator: Expr
    power: Expr
    least: int
    letter: Expr
    span: Span

    def limit(self) -> ValueSet:
        """Return the values with a positive margin for all large n; raises NotSymbolicError if any is open."""
        at_zero = Poly(self.numerator.as_expr().subs(self.power, 0), self.letter, domain=QQ)
        if at_zero.is_zero:
            raise NotSymbolicError("the margin vanishes as n grows")
        inside = tuple(root for root in roots(at_zero) if strictly_inside(root, self.span))
        if inside:
            raise NotSymbolicError("the margin vanishes for some value as n grows")
        value = at_zero.eval(sympy.Rational(*self.span.between(None, None).as_integer_ratio()))
        return ValueSet.whole(self.span) if value > 0 else ValueSet.empty(self.span)

    def largest_by(self, k: int, values: ValueSet) -> bool:
        """Whether F rises with u for all 0 < u < p^k, for all of some values: then no n > k has a larger margin."""
        pieces = [piece for piece, held in values.pieces() if held]
        return all(
            rises(self.numerator, self.power, self.letter, _hull(piece, self.span), k) for piece in pieces
        )


def rises(numerator: Expr, power: Expr, letter: Expr, hull: tuple[Fraction, Fraction], k: int) -> bool:
    """Whether a polynomial rises with u on 0 < u < p^k for all p inside an interval: by signs of coefficients.

    p = (low + high t)/(1 + t) and u = p^k s/(1 + s) run over all of it as t and s run over the positive numbers.
    """
    t, s = sympy.symbols("t s", positive=True)
    low, high = (sympy.Rational(end.numerator, end.denominator) for end in hull)
    inside = (low + high * t) / (1 + t)
    slope = sympy.diff(numerator.as_expr(), power)
    shown = slope.subs(power, inside**k * s / (1 + s)).subs(letter, inside)
    top, bottom = sympy.fraction(sympy.together(shown))
    coefficients = [*Poly(sympy.expand(top), t, s).coeffs()], [*Poly(sympy.expand(bottom), t, s).coeffs()]
    return all(all(value > 0 for value in part) for part in coefficients)


def tail_of(metric: Metric, constraint: Constraint, parameter: str, *, together: bool = False) -> Tail:
    """Return the margin of a series in closed form; raises NotSymbolicError where there is none.

    With ``together`` all sizes that a case is made of grow alike.
    """
    task = get_task(metric.task)
    span = open_parameters(metric)[parameter]
    if span.closed or span.low is None or span.high is None or span.low < 0 or span.high > 1:
        raise NotSymbolicError("there is no closed form in n")
    symbolic = opened(metric, (parameter,))
    found = task.geometric(constraint.symbolic_generator, symbolic.formula, together=together)
    if found.letter != letter_of(parameter, span):
        raise NotSymbolicError("the series is in another parameter")
    expression = symbolic.formula.normal.expression
    margin = orientation_sign(metric) * sum(
        weight * expression.xreplace(found.outputs[name]) for name, weight in constraint.margin.items()
    )
    plain = Symbol(parameter)
    margin = margin.xreplace({found.letter: plain})
    if not margin.is_rational_function(plain, found.power):
        raise NotSymbolicError("the margin is no rational function of the parameter and its power")
    top, bottom = sympy.fraction(sympy.cancel(sympy.together(margin)))
    if bottom.free_symbols - {plain}:
        raise NotSymbolicError("the denominator changes with n")
    if bottom.free_symbols and any(
        strictly_inside(root, span) for root in roots(Poly(bottom, plain, domain=QQ))
    ):
        raise NotSymbolicError("the denominator vanishes for some value")
    middle = span.between(None, None)
    turn = 1 if bottom.subs(plain, sympy.Rational(middle.numerator, middle.denominator)) > 0 else -1
    return Tail(Poly(turn * top, plain, found.power, domain=QQ), found.power, found.least, plain, span)


def _hull(piece: Piece, span: Span) -> tuple[Fraction, Fraction]:
    """Return fractions at or beyond both ends of a piece, inside the span."""
    low = piece.low.narrowed(NEAR).low if piece.low else span.low
    high = piece.high.narrowed(NEAR).high if piece.high else span.high
    assert low is not None
    assert high is not None
    assert span.low is not None
    assert span.high is not None
    if low == high:
        low, high = low - NEAR, high + NEAR
    return max(low, span.low), min(high, span.high)
