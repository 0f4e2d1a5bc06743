"""Rational SymPy expressions as quotients over a polynomial ring, where arithmetic is far quicker."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from math import ceil
from operator import add, attrgetter, mul
from typing import Any

from sympy import QQ, sympify
from sympy.polys.rings import ring

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.quotients import Quotient

__all__ = ["degrees", "equal", "quotient"]


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


def equal(first: Any, second: Any) -> bool:
    """Return whether two expressions are the same, also where only rational arithmetic shows it.

    >>> from sympy import symbols
    >>> x, y = symbols("x y")
    >>> equal(1 / x + 1 / y, (x + y) / (x * y)), equal(x, y)
    (True, False)
    """
    first, second = sympify(first), sympify(second)
    if first == second:
        return True
    symbols = sorted(first.free_symbols | second.free_symbols, key=attrgetter("name"))
    if not symbols:
        return False
    space, *elements = ring(symbols, QQ)
    names = dict(zip(symbols, elements, strict=True))
    try:
        return quotient(first, names, space) == quotient(second, names, space)
    except NotSymbolicError:  # a root or a logarithm
        return False


def degrees(expression: Any) -> tuple[int, int]:
    """Return bounds of the total degrees above and below the fraction bar; a function counts as its arguments.

    >>> from sympy import symbols
    >>> x, y = symbols("x y")
    >>> degrees(x**3 / (x + y) + y)
    (3, 1)
    """
    if expression.is_Pow and expression.exp.is_Rational:
        above, below = degrees(expression.base)
        power = ceil(abs(expression.exp))
        return (above * power, below * power) if expression.exp > 0 else (below * power, above * power)
    parts = [degrees(part) for part in expression.args]
    if not parts:
        return (0 if expression.is_number else 1), 0
    if expression.is_Mul or expression.is_Add:
        bottom = sum(below for _, below in parts)
        if expression.is_Mul:
            return sum(above for above, _ in parts), bottom
        return max(above + bottom - below for above, below in parts), bottom
    return max(above for above, _ in parts), max(below for _, below in parts)
