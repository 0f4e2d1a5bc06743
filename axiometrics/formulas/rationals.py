"""Rational SymPy expressions as quotients over a polynomial ring, where arithmetic is far quicker."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import add, mul
from typing import Any

from sympy import QQ

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.quotients import Quotient

__all__ = ["quotient"]


def quotient(expression: Any, names: Mapping[Any, Any], space: Any) -> Quotient:
    """Return an expression as a quotient; ``names`` gives the ring element of every symbol.

    Raises NotSymbolicError for anything but sums, products and whole powers of the symbols.

    >>> from sympy import symbols
    >>> from sympy.polys.rings import ring
    >>> x, y = symbols("x y")
    >>> space, *elements = ring("x,y", QQ)
    >>> found = quotient(1 + x / y, dict(zip((x, y), elements)), space)
    >>> found.top, found.bottom
    (x + y, y)
    """
    if expression.is_Rational:
        return Quotient(QQ(int(expression.p), int(expression.q)))
    if expression in names:
        return Quotient(names[expression])
    if expression.is_Pow and expression.exp.is_Integer:
        base = quotient(expression.base, names, space)
        power = int(expression.exp)
        return base**power if power > 0 else 1 / base**-power
    if not (expression.is_Add or expression.is_Mul):
        raise NotSymbolicError(f"{expression} is not a rational function of the generators")
    parts = [quotient(part, names, space) for part in expression.args]
    if expression.is_Mul:
        return reduce(mul, parts)
    return _sum(parts, space)


def _sum(parts: list[Quotient], space: Any) -> Quotient:
    """Add what has the same denominator first, so that denominators are multiplied as seldom as possible."""
    groups: dict[Any, list[Quotient]] = {}
    for part in parts:
        groups.setdefault(space(part.bottom), []).append(part)
    sums = [reduce(add, group) for group in groups.values()]
    return reduce(add, sums)
