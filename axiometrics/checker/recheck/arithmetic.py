"""Reading the arithmetic of a certificate: sums, products, quotients and other operations on named values."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from operator import add, mul, neg, sub
from typing import Any

__all__ = ["Part", "evaluated"]

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
_OPERATORS: dict[str, Callable[..., Any]] = {"add": add, "sub": sub, "mul": mul, "neg": neg}
_SIGNS = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.Pow: "power"}


@dataclass(frozen=True, eq=False)
class Part:
    """An operation on parts, a number, or a name; equal parts are one object."""

    operation: str
    operands: tuple[Any, ...]


def evaluated(
    text: str, values: Mapping[str, Any], arithmetic: object, known: dict[Part, Any] | None = None
) -> Any:
    """Evaluate a text in an arithmetic of formulas; names may hold any characters, such as ``x'`` or ``cells[n**2]``.

    ``known`` keeps what parts of texts come to for the same values. Raises ValueError for anything that is not
    arithmetic on known names.

    >>> from axiometrics.formulas.arithmetics.error_bounds import BOUNDED, Bounded
    >>> values = {"x'": Bounded(3.0, 0.0), "cells[n**2]": Bounded(4.0, 0.0)}
    >>> float(evaluated("2*x' + cells[n**2]/2", values, BOUNDED).value)
    8.0
    """
    part = _parsed(text, tuple(sorted(values, key=len, reverse=True)))
    return _value(part, values, arithmetic, {} if known is None else known)


@lru_cache(maxsize=4096)
def _parsed(text: str, names: tuple[str, ...]) -> Part:
    """Parse a text whose names are replaced by identifiers, longest names first."""
    places = {name: f"place{number}" for number, name in enumerate(names)}
    known = "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names) or r"(?!)"
    plain = re.sub(known, lambda match: places[match.group()], text)
    try:
        tree = ast.parse(plain, mode="eval").body
    except SyntaxError as error:
        raise ValueError(f"{text!r} is no arithmetic on {', '.join(names)}") from error
    return _read(tree, {place: name for name, place in places.items()})


@lru_cache(maxsize=1 << 16)
def _part(operation: str, *operands: object) -> Part:
    return Part(operation, operands)


def _read(node: ast.expr, names: Mapping[str, str]) -> Part:
    match node:
        case ast.Constant(value=int() as number):
            return _part("number", Fraction(number))
        case ast.Name(id=name) if name in names:
            return _part("name", names[name])
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return _part("neg", _read(inner, names))
        case ast.BinOp(left=base, op=ast.Pow(), right=ast.Constant(value=int() as times)):
            return _part("times", _read(base, names), times)
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _SIGNS:
            return _part(_SIGNS[type(sign)], _read(left, names), _read(right, names))
        case ast.Call(func=ast.Name(id=name), args=parts) if name in _FUNCTIONS:
            return _part(_FUNCTIONS[name], *(_read(part, names) for part in parts))
    raise ValueError(f"{ast.unparse(node)} is no arithmetic on known names")


def _value(part: Part, values: Mapping[str, Any], arithmetic: object, known: dict[Part, Any]) -> Any:
    if part not in known:
        known[part] = _computed(part, values, arithmetic, known)
    return known[part]


def _computed(part: Part, values: Mapping[str, Any], arithmetic: Any, known: dict[Part, Any]) -> Any:
    if part.operation == "name":
        return values[part.operands[0]]
    if part.operation == "number":
        return arithmetic.number(part.operands[0])
    if part.operation == "times":
        base, times = part.operands
        return _value(base, values, arithmetic, known) ** times
    operands = [_value(each, values, arithmetic, known) for each in part.operands]
    if part.operation == "truediv":
        return arithmetic.ratio(*operands, arithmetic.undefined)
    if part.operation in _OPERATORS:
        return _OPERATORS[part.operation](*operands)
    return getattr(arithmetic, part.operation)(*operands)
