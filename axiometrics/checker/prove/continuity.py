"""Continuity of a formula along lines on which one of its quantities moves: no denominator vanishes on the way.

Sums, products, roots of what is not negative, logarithms of what is positive, and extremes of continuous functions are
continuous. A quotient with a convention is continuous on a line if its denominator vanishes nowhere on it, or
everywhere, or if numerator and convention are zero on all of it; so is what stands under a guard. A function that is
continuous on the way between two values takes every value between them, and a step that keeps its sign on a closed
interval keeps away from zero there, which proofs of the Archimedean property use.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import sympy

from axiometrics.axioms import Constraint
from axiometrics.checker.prove.algebra import Split, Undecided
from axiometrics.checker.prove.pieces import Piece, Place, demanded, evident, on_line, pieces
from axiometrics.errors import NotSymbolicError, UndecidedError
from axiometrics.formulas.nodes import Guard, Larger, Ratio, Smaller, Undefined
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["Continuity", "continuity"]

_CONTINUOUS = (sympy.Add, sympy.Mul, Larger, Smaller)

Where = tuple[Piece, ...]


@dataclass(frozen=True)
class Continuity:
    """For every kind of line, the places at which continuity could break, and why it does not."""

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
    expression, symbols = metric.formula.normal.expression, tuple(metric.formula.globals)
    try:
        return Continuity(
            tuple(on_line(line, _places(expression, pieces(line, symbols))) for line in lines(constraint))
        )
    except (UndecidedError, NotSymbolicError, Split, ZeroDivisionError):
        return None


def _places(node: Any, where: Where) -> Iterator[Place]:
    """Yield every place at which continuity could break on a line. Raises Undecided where it may."""
    if isinstance(node, Undefined) or node is sympy.oo:
        raise Undecided("there is no value on the line")
    if isinstance(node, Ratio | Guard):
        yield from _quotient(node, where)
        return
    if isinstance(node, sympy.log):
        yield demanded(node.args[0], "positive", where)
    elif isinstance(node, sympy.Pow) and node.exp.is_Rational:
        if node.exp.is_negative:
            yield demanded(node.base, "not zero", where)
        if not node.exp.is_Integer:
            yield demanded(node.base, "not negative", where)
        yield from _places(node.base, where)
        return
    elif node.args and not isinstance(node, _CONTINUOUS):
        raise Undecided(f"nothing is known of {node.func.__name__}")
    for part in node.args:
        yield from _places(part, where)


def _quotient(node: Any, where: Where) -> Iterator[Place]:
    """Yield the places of a quotient, or guard, with a convention."""
    top, bottom, otherwise = node.args
    yield from _places(bottom, where)
    signs = {evident(piece, bottom) for piece in where}
    if signs <= {"positive", "negative"}:
        yield demanded(bottom, "not zero", where)
        yield from _places(top, where)
    elif signs == {"zero"}:
        yield demanded(bottom, "zero", where)
        yield from _places(otherwise, where)
    else:
        for part in (top, otherwise):
            yield demanded(part, "zero", where)
            yield from _places(part, where)
