"""What the errors of all estimates for one gold can be: intervals on boxes of estimates, and a bound for all of them.

The shares of an estimate add up to 1, so the last one is what the others leave: a box has bounds for all but the last.

The estimates with the same empty classes are a face of all distributions; on each the formula is one expression in the
shares that are not zero. Where that is convex it is nowhere larger than at a vertex, so the largest of all these values
at vertices is a bound, whether or not an estimate reaches it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import combinations, product
from operator import add
from typing import Any

import sympy
from sympy import Expr

from axiometrics.formulas.arithmetics.intervals import INTERVALS, between
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Guard, Larger, Ratio, Undefined
from axiometrics.tasks.quantification import Distributions, Share
from axiometrics.tasks.quantification.expanded import expanded, folded


def is_convex(expression: Expr, variables: Sequence[Any]) -> bool:
    """Whether the rules show that an expression is convex where all variables are nonnegative.

    >>> x, y = sympy.symbols("x y")
    >>> is_convex((x - y) ** 2 + Larger(x, -x) + x * sympy.log(x / (x + y)), (x, y)), is_convex(x * y, (x, y))
    (True, False)
    """
    terms = sympy.Add.make_args(sympy.expand_mul(sympy.sympify(expression)))
    smooth = [term for term in terms if term.is_polynomial(*variables)]
    others = [term for term in terms if not term.is_polynomial(*variables)]
    return _is_convex_polynomial(sympy.Add(*smooth), variables) and all(
        _is_convex_term(term, variables) for term in others
    )


def _is_convex_polynomial(expression: Expr, variables: Sequence[Any]) -> bool:
    found = sympy.Poly(expression, *variables)
    if found.total_degree() <= 1:
        return True
    if found.total_degree() > 2 or not all(value.is_rational for value in found.coeffs()):
        return False
    return bool(sympy.hessian(found.as_expr(), variables).is_positive_semidefinite)


def _is_convex_term(term: Expr, variables: Sequence[Any]) -> bool:
    number, rest = _split(term, variables)
    if not number.is_positive:
        return False
    if rest.func is Larger:
        return all(is_convex(part, variables) for part in rest.args)
    logs = [factor for factor in sympy.Mul.make_args(rest) if factor.func is sympy.log]
    if len(logs) != 1:
        return False
    upper = number * sympy.Mul(*(factor for factor in sympy.Mul.make_args(rest) if factor is not logs[0]))
    return _is_relative_entropy(upper, _plain(logs[0].args[0]), variables)


def _is_relative_entropy(upper: Expr, quotient: Expr, variables: Sequence[Any]) -> bool:
    """Whether ``upper * log(quotient)`` is a multiple of a log(a/b), with a and b affine and not negative."""
    lower = sympy.cancel(upper / quotient)
    return all(_is_nonnegative_form(form, variables) for form in (upper, lower))


def _is_nonnegative_form(form: Expr, variables: Sequence[Any]) -> bool:
    if not form.is_polynomial(*variables):
        return False
    found = sympy.Poly(form, *variables)
    return bool(found.total_degree() <= 1 and all(value.is_nonnegative for value in found.coeffs()))


def _split(term: Expr, variables: Iterable[Any]) -> tuple[Any, Any]:
    """Return the constant factor and the rest."""
    constants, rest = sympy.sympify(term).as_independent(*variables, as_Add=False)
    return constants, rest


def _plain(quotient: Expr) -> Expr:
    """Return a quotient without what is said of denominators that are zero."""
    while quotient.func is Guard:
        quotient = quotient.args[0]
    return quotient.args[0] / quotient.args[1] if quotient.func is Ratio else quotient


def value_at(expression: Expr, point: dict[Any, Any]) -> Expr:
    """Return the value at a point, where zero times a logarithm is zero.

    >>> x = sympy.Symbol("x")
    >>> value_at(x * sympy.log(x) + 2, {x: sympy.S.Zero})
    2
    """
    expression = sympy.sympify(expression)
    if expression.func is sympy.Mul:
        plain = [value_at(part, point) for part in expression.args if part.func is not sympy.log]
        if any(part == 0 for part in plain):
            return sympy.S.Zero
        logs = (
            sympy.log(value_at(_plain(part.args[0]), point))
            for part in expression.args
            if part.func is sympy.log
        )
        return sympy.Mul(*plain, *logs)
    if expression.func is Larger:
        return sympy.Max(*(value_at(part, point) for part in expression.args))
    if expression.args:
        return expression.func(*(value_at(part, point) for part in expression.args))
    return point.get(expression, expression)


Bounds = tuple[Fraction, Fraction]
Box = tuple[Bounds, ...]
"""The least and the largest share of every class but the last."""


@dataclass(frozen=True)
class Estimates:
    """All estimates for one gold, and what a formula can be for those in a box.

    >>> from axiometrics.metrics import metrics
    >>> half = Fraction(1, 2)
    >>> estimates = Estimates(metrics("quantification")["ae"].formula, (half, half))
    >>> estimates.inside(estimates.whole).notation()
    'gold=1/2 1/2 system=1/2 1/2'
    >>> estimates.values(((half, Fraction(1)),)).b == 0.5
    True
    """

    formula: Formula
    gold: tuple[Share, ...]

    @property
    def whole(self) -> Box:
        """The box of all estimates."""
        return ((Fraction(0), Fraction(1)),) * (len(self.gold) - 1)

    @property
    def vertices(self) -> Iterator[Distributions]:
        """The estimates with everything in one class."""
        for chosen in range(len(self.gold)):
            yield Distributions(self.gold, tuple(Fraction(k == chosen) for k in range(len(self.gold))))

    def inside(self, box: Box) -> Distributions | None:
        """Return an estimate in a box, None where there is none."""
        shares = _shares(box)
        if shares is None:
            return None
        least, most = _total(shares)
        part = (1 - least) / (most - least) if most > least else Fraction(0)
        return Distributions(self.gold, tuple(low + part * (high - low) for low, high in shares))

    def values(self, box: Box) -> Expr:
        """Return an interval with the values of all estimates in a box, `NO_VALUE` where none has one.

        Cost O(K), over pairs of classes O(K^2). Raises UndecidedError, NotSymbolicError.
        """
        shares = _shares(box)
        if shares is None:
            return INTERVALS.undefined
        number = INTERVALS.number
        gold = [Fraction(share) for share in self.gold]
        rows = [
            (
                between(*p),
                number(q),
                between(*_together(shares, k)),
                number(sum(gold[:k], Fraction(0))),
                number(Fraction(k)),
            )
            for k, (p, q) in enumerate(zip(shares, gold, strict=True), 1)
        ]
        whole = number(Fraction(len(gold))), number(min(gold))
        function, parts = self.formula.plan(INTERVALS)
        return function(*whole, *(_added(body, domain, rows, whole) for domain, body in parts))


def _added(body: Callable[..., Any], domain: str, rows: Sequence[Any], whole: tuple[Any, Any]) -> Expr:
    """Return the sum of a body over the classes, or over pairs of them."""
    pairs = product(rows, rows) if domain == "class_pairs" else zip(rows, rows, strict=True)
    return reduce(add, (body(*one, *other, *whole) for one, other in pairs))


def _shares(box: Box) -> Box | None:
    """Return bounds of the shares of all classes for the estimates in a box, None where there is no estimate."""
    least, most = _total(box)
    if least > 1:
        return None
    every = (*box, (max(Fraction(0), 1 - most), 1 - least))
    return tuple(_left(every, k) for k in range(len(every)))


def _left(shares: Sequence[Bounds], k: int) -> Bounds:
    """Return the bounds of a share, no wider than what all others leave of 1."""
    least, most = _total([*shares[:k], *shares[k + 1 :]])
    return max(shares[k][0], 1 - most), min(shares[k][1], 1 - least)


def _together(shares: Sequence[Bounds], k: int) -> Bounds:
    """Return the bounds of the share of the first k classes together."""
    (low, high), (least, most) = _total(shares[:k]), _total(shares[k:])
    return max(low, 1 - most), min(high, 1 - least)


def _total(shares: Sequence[Bounds]) -> Bounds:
    least, most = (sum((bounds[end] for bounds in shares), Fraction(0)) for end in (0, 1))
    return least, most


DIGITS = 60


@dataclass(frozen=True)
class Face:
    """The classes that are not empty, and the largest value that the face's expression has at a vertex."""

    classes: tuple[int, ...]
    value: Expr


@dataclass(frozen=True)
class Bound:
    """The faces, and the largest of their values."""

    faces: tuple[Face, ...]
    value: Expr

    def below(self, value: Expr) -> bool:
        """Whether the bound is certainly less than a value."""
        if value is sympy.oo:
            return True
        return bool(sympy.N(value - self.value, DIGITS) > sympy.Float(10) ** (-DIGITS // 2))

    def exceeded(self, outputs: Sequence[Distributions], least: Sequence[float]) -> Distributions | None:
        """Return an output with a larger value than its face has; the values of outputs are at ``least`` these."""
        known = {face.classes: math.nextafter(float(face.value), math.inf) for face in self.faces}
        for output, value in zip(outputs, least, strict=True):
            if value > known[tuple(number for number, share in enumerate(output.system, 1) if share > 0)]:
                return output
        return None

    def certificate(self) -> dict[str, Any]:
        """Return the JSON form."""
        faces = [{"classes": list(face.classes), "value": str(face.value)} for face in self.faces]
        return {"bound": str(self.value), "faces": faces}


@lru_cache(maxsize=512)
def largest(formula: Formula, gold: tuple[Any, ...]) -> Bound | None:
    """Return the bound for a gold; None where some face's expression is not shown to be convex."""
    shares = [sympy.Rational(share) for share in gold]
    classes = range(1, len(gold) + 1)
    faces = []
    for size in classes:
        for chosen in combinations(classes, size):
            value = _on_face(formula, shares, chosen)
            if value is None:
                return None
            faces.append(Face(chosen, value))
    best = max(faces, key=lambda face: float(face.value))
    return Bound(tuple(faces), best.value)


def _on_face(formula: Formula, gold: list[Any], chosen: tuple[int, ...]) -> Any | None:
    variables = {number: sympy.Symbol(f"p_{number}", positive=True) for number in chosen}
    system = [variables.get(number, sympy.S.Zero) for number in range(1, len(gold) + 1)]
    written = folded(_without_conventions(expanded(formula, system, gold)))
    if written.has(sympy.oo, sympy.zoo, sympy.nan, Undefined, Guard):
        return None
    inside, roots = written, 0
    while inside.func is sympy.Pow and inside.args[1] == sympy.Rational(1, 2):
        inside, roots = inside.args[0], roots + 1
    if not is_convex(inside, tuple(variables.values())):
        return None
    points = ({each: sympy.Integer(each is one) for each in variables.values()} for one in variables.values())
    values = [value_at(inside, point) for point in points]
    if not all(value.is_finite for value in values):
        return None
    found = max(values, key=float)
    for _ in range(roots):
        found = sympy.sqrt(found)
    return found


def _without_conventions(expression: Expr) -> Expr:
    """Return an expression for shares that are not zero."""
    if not expression.args:
        return expression
    args = [_without_conventions(part) for part in expression.args]
    if expression.func in (Ratio, Guard) and args[1].is_positive:
        return args[0] / args[1] if expression.func is Ratio else args[0]
    return expression.func(*args)
