"""Reading the arithmetic of a certificate: sums, products, quotients and other operations on named values."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

__all__ = ["evaluated"]

_FUNCTIONS = {
    "log": "log",
    "sqrt": "sqrt",
    "tanh": "tanh",
    "Larger": "larger",
    "Smaller": "smaller",
    "Ratio": "ratio",
    "Guard": "guard",
    "Power": "power",
    "LogBinomial": "log_binomial",
    "InverseLog": "inverse_log2",
}
"""What certificates call the operations of an arithmetic."""


def evaluated(text: str, values: Mapping[str, Any], arithmetic: Any) -> Any:
    """Evaluate a text in an arithmetic of formulas; names may hold any characters, such as ``x'`` or ``cells[n**2]``.

    Raises ValueError for anything that is not arithmetic on known names.

    >>> from axiometrics.formulas.bounded import BOUNDED, Bounded
    >>> values = {"x'": Bounded(3.0, 0.0), "cells[n**2]": Bounded(4.0, 0.0)}
    >>> float(evaluated("2*x' + cells[n**2]/2", values, BOUNDED).value)
    8.0
    """
    tree, names = _parsed(text, tuple(sorted(values, key=len, reverse=True)))
    return _value(tree, {place: values[name] for place, name in names.items()}, arithmetic)


@lru_cache(maxsize=4096)
def _parsed(text: str, names: tuple[str, ...]) -> tuple[ast.expr, dict[str, str]]:
    """Parse a text whose names are replaced by identifiers, longest names first."""
    places = {name: f"place{number}" for number, name in enumerate(names)}
    known = "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names) or r"(?!)"
    plain = re.sub(known, lambda match: places[match.group()], text)
    try:
        tree = ast.parse(plain, mode="eval").body
    except SyntaxError as error:
        raise ValueError(f"{text!r} is no arithmetic on {', '.join(names)}") from error
    return tree, {place: name for name, place in places.items()}


def _value(node: ast.expr, values: Mapping[str, Any], arithmetic: Any) -> Any:
    match node:
        case ast.Constant(value=int() as number):
            return arithmetic.number(Fraction(number))
        case ast.Name(id=name) if name in values:
            return values[name]
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_value(inner, values, arithmetic)
        case ast.BinOp(left=base, op=ast.Pow(), right=ast.Constant(value=int() as times)):
            return _value(base, values, arithmetic) ** times
        case ast.BinOp(left=left, op=sign, right=right):
            one, other = (_value(part, values, arithmetic) for part in (left, right))
            return _joined(one, other, sign, arithmetic)
        case ast.Call(func=ast.Name(id=name), args=parts) if name in _FUNCTIONS:
            return getattr(arithmetic, _FUNCTIONS[name])(
                *(_value(part, values, arithmetic) for part in parts)
            )
    raise ValueError(f"{ast.unparse(node)} is no arithmetic on known names")


def _joined(one: Any, other: Any, sign: ast.operator, arithmetic: Any) -> Any:
    match sign:
        case ast.Add():
            return one + other
        case ast.Sub():
            return one - other
        case ast.Mult():
            return one * other
        case ast.Div():
            return arithmetic.ratio(one, other, arithmetic.undefined)
        case ast.Pow():
            return arithmetic.power(one, other)
    raise ValueError(f"{type(sign).__name__} is no arithmetic of certificates")
