"""Lines along which one score moves while the other stays: where combining functions may be continuous."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import sympy

from axiometrics.tasks.combination.view import quantities
from axiometrics.tasks.parametric import Line

__all__ = ["lines"]


def lines(domain: str, components: int) -> Sequence[Line]:
    """Return the kinds of lines; where a score may be 0, the lines on which one that stays is 0 are apart.

    A score is u/(u + v): u is the score and v what is missing to 1.
    """
    every = quantities(components)
    return [line for moving in reversed(every) for line in _lines(moving, every, domain)]


def _lines(moving: sympy.Symbol, every: Sequence[sympy.Symbol], domain: str) -> Sequence[Line]:
    staying = [quantity for quantity in every if quantity != moving]
    kinds = product((False, True), repeat=len(staying)) if domain == "closed" else [(False,) * len(staying)]
    return [_line(moving, dict(zip(staying, zero, strict=True)), domain) for zero in kinds]


def _line(moving: sympy.Symbol, staying: dict[sympy.Symbol, bool], domain: str) -> Line:
    """Return the line on which one score moves, and each of the others is zero or positive."""
    u, v = sympy.symbols("u v")
    rest = "positive" if domain == "interior" else "nonnegative"
    values: dict[sympy.Symbol, sympy.Expr] = {moving: u / (u + v)}
    signs: dict[sympy.Symbol, str] = {u: "nonnegative" if domain == "closed" else "positive", v: rest}
    means = {u: moving, v: 1 - moving}
    for place, (quantity, is_zero) in enumerate(staying.items()):
        x, y = sympy.symbols(f"x{place or ''} y{place or ''}")
        values[quantity] = sympy.Integer(0) if is_zero else x / (x + y)
        if not is_zero:
            signs |= {x: "positive", y: rest}
            means |= {x: quantity, y: 1 - quantity}
    where = ", ".join(f"{quantity} {'=' if is_zero else '>'} 0" for quantity, is_zero in staying.items())
    return Line(moving, where, values, signs, ((u, v),), means)
