"""Lines along which one score moves while the other stays: where combining functions may be continuous."""

from __future__ import annotations

from collections.abc import Sequence

import sympy

from axiometrics.tasks.combination.view import P, R
from axiometrics.tasks.parametric import Line

__all__ = ["lines"]


def lines(domain: str) -> Sequence[Line]:
    """Return the two kinds of lines; where a score may be 0, the lines on which the other stays at 0 are apart.

    A score is u/(u + v): u is the score and v what is missing to 1.
    """
    return [line for moving, staying in ((R, P), (P, R)) for line in _lines(moving, staying, domain)]


def _lines(moving: sympy.Symbol, staying: sympy.Symbol, domain: str) -> Sequence[Line]:
    u, v, x, y = sympy.symbols("u v x y")
    least = "nonnegative" if domain == "closed" else "positive"
    rest = "positive" if domain == "interior" else "nonnegative"
    values = {moving: u / (u + v), staying: x / (x + y)}
    signs = {u: least, v: rest, x: "positive", y: rest}
    found = [Line(moving, f"{staying} > 0", values, signs, ((u, v),))]
    if domain == "closed":
        fixed = {moving: u / (u + v), staying: sympy.Integer(0)}
        found.append(Line(moving, f"{staying} = 0", fixed, {u: least, v: rest}, ((u, v),)))
    return found
