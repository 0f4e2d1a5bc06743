"""Continuity of a formula along lines on which one of its quantities moves: no denominator vanishes on the way.

Sums, products, roots and extremes of continuous functions are continuous. A quotient with a convention is continuous
on a line if its denominator vanishes nowhere on it, or everywhere, or if numerator and convention are zero on all of
it; so is what stands under a guard.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import sympy

from axiometrics.axioms import Constraint
from axiometrics.checker.prove.algebra import SignedAlgebra, Split, Undecided
from axiometrics.errors import UndecidedError
from axiometrics.formulas.compiled import compile_formula
from axiometrics.formulas.nodes import Guard, Larger, Ratio, Smaller, Undefined
from axiometrics.formulas.undefined import absent
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["Continuity", "continuity"]

_CONTINUOUS = (sympy.Add, sympy.Mul, Larger, Smaller)


@dataclass(frozen=True)
class Continuity:
    """For every kind of line, the denominators on it: each as a fraction, and which generators are not zero."""

    lines: tuple[dict[str, Any], ...]
    margin_latex = "0"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; polynomials are text."""
        return {"kind": "continuity", "lines": list(self.lines)}


def continuity(metric: Metric, constraint: Constraint) -> Continuity | None:
    """Show that a formula is continuous along every line of the constraint's task; None where that is not seen."""
    lines = getattr(get_task(metric.task), "lines", None)
    if lines is None or metric.reads is not None or metric.formula.atoms:
        return None
    found = []
    for line in lines(constraint):
        try:
            bottoms = list(_bottoms(metric.formula.normal.expression, metric.formula.globals, line))
        except (UndecidedError, Split):
            return None
        signs = {str(symbol): sign for symbol, sign in line.signs.items()}
        moves = {"moving": str(line.moving), "where": line.where, "signs": signs, "sums": _texts(line.sums)}
        found.append({**moves, "denominators": bottoms})
    return Continuity(tuple(found))


def _texts(sums: Any) -> list[list[str]]:
    return [list(map(str, members)) for members in sums]


def _bottoms(node: Any, symbols: Any, line: Any) -> Iterator[dict[str, Any]]:
    """Yield every denominator that a formula meets on a line. Raises Undecided where it may vanish somewhere."""
    if isinstance(node, Undefined) or node is sympy.oo:
        raise Undecided("there is no value on the line")
    if isinstance(node, Ratio | Guard):
        if all(_vanishes(part, symbols, line) for part in (node.args[0], node.args[2])):
            yield {"quantity": str(node), "zero": True, "pieces": []}
            return
        yield from _bottoms(node.args[1], symbols, line)
        pieces = _never_zero(node.args[1], symbols, line)
        if pieces is None:
            yield {"quantity": str(node.args[1]), "zero": True, "pieces": []}
            yield from _bottoms(node.args[2], symbols, line)
            return
        yield {"quantity": str(node.args[1]), "zero": False, "pieces": pieces}
        yield from _bottoms(node.args[0], symbols, line)
        return
    if isinstance(node, sympy.Pow) and node.exp.is_Rational:
        if node.exp.is_negative:
            pieces = _never_zero(node.base, symbols, line)
            if pieces is None:
                raise Undecided("a denominator is zero on the line")
            yield {"quantity": str(node.base), "zero": False, "pieces": pieces}
        yield from _bottoms(node.base, symbols, line)
        return
    if node.args and not isinstance(node, _CONTINUOUS):
        raise Undecided(f"nothing is known of {node.func.__name__}")
    for part in node.args:
        yield from _bottoms(part, symbols, line)


def _vanishes(node: Any, symbols: Any, line: Any) -> bool:
    """Whether a polynomial is zero on the whole line."""
    if node.atoms(Ratio, Guard, Undefined, sympy.log):
        return False
    here = node.xreplace({symbol: line.values[symbol] for symbol in symbols})
    return bool(sympy.sympify(here) == 0)


def _never_zero(quantity: Any, symbols: Any, line: Any) -> list[dict[str, Any]] | None:
    """Show that a quantity vanishes nowhere on a line; None where it vanishes everywhere. Raises Undecided."""
    pieces = list(_pieces(quantity, symbols, line, frozenset(), dict(line.signs)))
    kinds = {piece["sign"] == "zero" for piece in pieces}
    if len(kinds) != 1:
        raise Undecided("a denominator vanishes on a part of the line")
    return None if kinds == {True} else pieces


def _pieces(
    quantity: Any, symbols: Any, line: Any, zero: frozenset[Any], signs: dict[Any, Any]
) -> Iterator[dict[str, Any]]:
    """Yield the sign of a quantity, told apart by which generators are zero."""
    if any(zero.issuperset(members) for members in line.sums):
        return
    kept = {symbol: sign for symbol, sign in signs.items() if symbol not in zero}
    algebra = SignedAlgebra(
        sorted(kept, key=str),
        [symbol for symbol, sign in kept.items() if sign == "positive"],
        [symbol for symbol, sign in kept.items() if sign == "nonnegative"],
    )
    here = [sympy.sympify(line.values[symbol]).subs(dict.fromkeys(zero, 0)) for symbol in symbols]
    value = compile_formula(quantity, symbols, algebra)(*map(algebra.element, here))
    sign = None if absent(value) else algebra.sign(value)
    if sign in ("positive", "negative", "zero"):
        top, bottom = algebra.ring(value.top).as_expr(), algebra.ring(value.bottom).as_expr()
        yield {"vanish": sorted(map(str, zero)), "sign": sign, "top": str(top), "bottom": str(bottom),
               "positive": sorted(str(g) for g, each in kept.items() if each == "positive")}  # fmt: skip
        return
    loose = sorted((symbol for symbol, each in kept.items() if each == "nonnegative"), key=str)
    if sign is None or not loose:
        raise Undecided("a denominator of unknown sign")
    yield from _pieces(quantity, symbols, line, zero | {loose[0]}, signs)
    yield from _pieces(quantity, symbols, line, zero, {**signs, loose[0]: "positive"})
