"""Convex expressions, by rules that only ever say yes rightly: what is largest at a vertex.

The variables are nonnegative. Sums and positive multiples of these are convex: affine forms; quadratic polynomials
whose matrix of second derivatives has no negative eigenvalue; the larger of convex expressions; and a log(a/b) for
affine a and b that are not negative (jointly convex, and 0 where a is).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import sympy
from sympy import Expr

from axiometrics.formulas.nodes import Guard, Larger, Ratio

__all__ = ["is_convex", "value_at"]


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


def _is_relative_entropy(upper: Any, quotient: Any, variables: Sequence[Any]) -> bool:
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


def _plain(quotient: Any) -> Expr:
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
