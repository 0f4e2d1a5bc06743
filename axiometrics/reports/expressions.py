"""The expressions of a certificate, read from its texts and polynomials; names may hold any characters."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import fmpq

from axiometrics.errors import InputError
from axiometrics.formulas.arithmetics.polynomials import factored, few_variables, space_of

if TYPE_CHECKING:
    import sympy
    from sympy import Expr

MOST_FACTORED = 100
"""Terms of a polynomial up to which it is factored: more take long and gain little."""


def symbol(name: str) -> Expr:
    """Return the symbol of a generator; the unit of information is written as log 2."""
    import sympy

    return sympy.log(2) if name == "l" else sympy.Symbol(name)


def parse(text: str, names: Iterable[str]) -> Expr:
    """Read arithmetic on the given names.

    >>> parse("2*x' + cells[n**2]/3", ["x'", "cells[n**2]"])
    cells[n**2]/3 + 2*x'
    """
    ordered = sorted(set(names), key=len, reverse=True)
    places = {name: f"place{number}" for number, name in enumerate(ordered)}
    pattern = "|".join(rf"(?<!\w){re.escape(name)}(?![\w'\[])" for name in ordered) or "(?!)"
    plain = re.sub(pattern, lambda match: places[match[0]], text)
    back = {place: name for name, place in places.items()}
    try:
        return _read(ast.parse(plain, mode="eval").body, back)
    except SyntaxError as error:
        raise InputError(f"{text!r} is no arithmetic on {', '.join(ordered)}") from error


def _read(node: ast.expr, names: Mapping[str, str]) -> Expr:
    import sympy

    match node:
        case ast.Constant(value=int() as number):
            return sympy.Integer(number)
        case ast.Name(id=name):
            return symbol(names.get(name, name))
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_read(inner, names)
        case ast.BinOp(left=left, op=sign, right=right):
            return _combined(sign, _read(left, names), _read(right, names))
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return _called(name, [_read(each, names) for each in arguments])
    raise InputError(
        f"{ast.unparse(node)!r} is no arithmetic; a certificate has sums, products and functions"
    )


def _combined(sign: ast.operator, left: Expr, right: Expr) -> Expr:
    match sign:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.Div():
            return left / right
        case ast.Pow():
            return left**right
    raise InputError(f"{type(sign).__name__} is no arithmetic of certificates")


def _called(name: str, arguments: Sequence[Any]) -> Expr:
    import sympy

    if name == "LogBinomial":
        return sympy.log(sympy.binomial(*arguments))
    known = {"log": sympy.log, "sqrt": sympy.sqrt, "tanh": sympy.tanh, "Power": sympy.Pow}
    if name == "InverseLog":
        return sympy.log(2) / sympy.log(arguments[0])
    return known.get(name, sympy.Function(name))(*arguments)


def valued(text: str) -> str:
    """Write an exact number as a decimal, with the exact one beside it where they are not the same to see.

    >>> valued("3/4"), valued("1/3"), valued("-2"), valued("log(3) - 2*log(2)")
    ('0.75 (3/4)', '≈ 0.33333 (1/3)', '-2', '≈ -0.28768 (log(3) - 2*log(2))')
    """
    if " and " in text:
        return " and ".join(map(valued, text.split(" and ")))
    if re.fullmatch(r"-?\d+/\d+", text):
        exact = Fraction(text)
    elif re.search("log|sqrt", text):
        return f"≈ {float(parse(text, ())):.5g} ({text})"
    else:
        return text
    shown = f"{float(exact):.5g}"
    return f"{shown} ({text})" if Fraction(shown) == exact else f"≈ {shown} ({text})"


def fraction(branch: Mapping[str, Any]) -> tuple[Any, Any]:
    """Return numerator and denominator of a branch's margin, factored where no factor has terms of both signs."""
    top, bottom = (_product(branch[part], branch["generators"]) for part in ("numerator", "denominator"))
    return _factored(top), _factored(bottom)


def per_term(expression: Expr) -> Expr:
    """Factor the terms of a sum one by one."""
    import sympy

    return sympy.Add(*map(sympy.factor, sympy.Add.make_args(expression)))


def terms(factors: Sequence[Mapping[str, Any]], names: Sequence[str]) -> list[tuple[Any, set[str]]]:
    """Return the terms of a polynomial that is written as a whole, each with the names it uses; else nothing."""
    if len(factors) != 1 or factors[0]["times"] != 1:
        return []
    return [
        (_term(value, powers, names), {name for name, power in zip(names, powers, strict=True) if power})
        for value, powers in factors[0]["terms"]
    ]


def _product(factors: Sequence[Mapping[str, Any]], names: Sequence[str]) -> Expr:
    import sympy

    sums = (
        sympy.Add(*(_term(value, powers, names) for value, powers in factor["terms"])) ** factor["times"]
        for factor in factors
    )
    return sympy.Mul(*sums)


def _term(value: str, powers: Sequence[int], names: Sequence[str]) -> Expr:
    import sympy

    parts = (symbol(name) ** power for name, power in zip(names, powers, strict=True) if power)
    return sympy.Mul(sympy.Rational(value), *parts)


def _factored(expression: Expr) -> Expr:
    import sympy

    if not expression.is_Add or len(expression.args) > MOST_FACTORED:
        return expression
    found = _product_of_factors(sympy.Poly(expression))
    if found is None:
        return expression
    sums = [part.base if part.is_Pow else part for part in sympy.Mul.make_args(found)]
    mixed = any(
        len({term.could_extract_minus_sign() for term in sympy.Add.make_args(part)}) > 1 for part in sums
    )
    return expression if mixed else found


def _product_of_factors(whole: sympy.Poly) -> Expr | None:
    """Return a polynomial as a product, None for one in many variables, whose factors can take for ever to find."""
    import sympy

    coefficients = {powers: value for powers, value in whole.terms() if value.is_Rational}
    if len(coefficients) < len(whole.terms()):
        return None
    space = space_of(whole.gens)
    with few_variables():
        found = factored(
            space.of({powers: fmpq(int(value.p), int(value.q)) for powers, value in coefficients.items()})
        )
    if found is None:
        return None
    constant, factors = found
    parts = [space.expression(factor) ** times for factor, times in factors]
    scale = sympy.Rational(int(constant.p), int(constant.q))
    return sympy.Mul(scale, *parts, evaluate=scale == 1 or len(parts) > 1)  # else a sum is multiplied out
