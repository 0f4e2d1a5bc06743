"""Reading the arithmetic of a certificate: sums, products, quotients, powers and logarithms of named arrays."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

__all__ = ["arithmetic", "parsed", "sized"]

_OPERATIONS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
_FUNCTIONS: dict[str, Callable[[Any], Any]] = {"log": np.log, "sqrt": np.sqrt}


def arithmetic(text: str, values: Mapping[str, Any]) -> Any:
    """Evaluate an expression; names may hold any characters, such as ``x'`` or ``cells[n**2]``.

    Raises ValueError for anything that is not arithmetic on known names.

    >>> arithmetic("2*x' + cells[n**2]/2", {"x'": 3.0, "cells[n**2]": 4.0})
    8.0
    """
    tree, names = parsed(text, tuple(sorted(values, key=len, reverse=True)))
    return _value(tree, {place: values[name] for place, name in names.items()})


@lru_cache(maxsize=4096)
def parsed(text: str, names: tuple[str, ...]) -> tuple[ast.expr, dict[str, str]]:
    """Parse a text whose names are replaced by identifiers, longest names first."""
    places = {name: f"place{number}" for number, name in enumerate(names)}
    known = "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names) or r"(?!)"
    plain = re.sub(known, lambda match: places[match.group()], text)
    try:
        tree = ast.parse(plain, mode="eval").body
    except SyntaxError as error:
        raise ValueError(f"{text!r} is no arithmetic on {', '.join(names)}") from error
    return tree, {place: name for name, place in places.items()}


def _value(node: ast.expr, values: Mapping[str, Any]) -> Any:
    match node:
        case ast.Constant(value=int() | float() as number):
            return float(number)
        case ast.Name(id=name) if name in values:
            return values[name]
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_value(inner, values)
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _OPERATIONS:
            return _OPERATIONS[type(sign)](_value(left, values), _value(right, values))
        case ast.Call(func=ast.Name(id=name), args=[inner]) if name in _FUNCTIONS:
            return _FUNCTIONS[name](_value(inner, values))
    raise ValueError(f"{ast.unparse(node)} is no arithmetic on known names")


def sized(text: str, values: Mapping[str, Any]) -> tuple[Any, Any]:
    """Evaluate an expression, and the size of what it adds and subtracts: rounding is a tiny share of that.

    Whole numbers are exact; other values count at least 1, since they are sums of that size themselves.

    >>> value, size = sized("2**x - 2**y", {"x": -30, "y": -31})
    >>> bool(value == 2.0**-31), bool(size == 3 * 2.0**-31)
    (True, True)
    """
    tree, names = parsed(text, tuple(sorted(values, key=len, reverse=True)))
    return _sized(tree, {place: np.asarray(values[name], dtype=float) for place, name in names.items()})


def _sized(node: ast.expr, values: Mapping[str, Any]) -> tuple[Any, Any]:
    value = _value(node, values)
    match node:
        case ast.Name():
            exact = bool((value == np.rint(value)).all())
            return value, np.abs(value) if exact else np.maximum(np.abs(value), 1.0)
        case ast.UnaryOp(operand=inner):
            return value, _sized(inner, values)[1]
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=right):
            return value, _sized(left, values)[1] + _sized(right, values)[1]
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return value, _sized(left, values)[1] * _sized(right, values)[1]
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            return value, _sized(left, values)[1] * _relative(right, values) / np.abs(_value(right, values))
        case ast.BinOp(left=base, op=ast.Pow(), right=exponent):
            times = np.maximum(np.abs(_value(exponent, values)), 1.0)
            return value, np.abs(value) * _relative(base, values) ** times
        case ast.Call(func=ast.Name(id="log"), args=[inner]):
            return value, np.abs(value) + _relative(inner, values)
        case ast.Call(args=[inner]):
            nothing = _value(inner, values) == 0  # its root is as uncertain as the root of what is added
            relative = np.where(nothing, 1.0, _relative(inner, values))
            return value, np.where(nothing, np.sqrt(_sized(inner, values)[1]), np.abs(value) * relative)
    return value, np.abs(value)


def _relative(node: ast.expr, values: Mapping[str, Any]) -> Any:
    """Return how many times its value what an expression adds and subtracts is; 1 for an exact zero."""
    value, size = _sized(node, values)
    return np.where(
        size == 0, 1.0, size / np.where(value == 0, np.where(size == 0, 1.0, np.nan), np.abs(value))
    )
