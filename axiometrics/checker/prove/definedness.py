"""Definedness: a formula has a value wherever its quantities may be.

No plain denominator vanishes, no root is of a negative number, no logarithm of one that is not positive, and no
convention without a value is met. The lines of the task together are everywhere.
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

__all__ = ["Definedness", "asks_for_a_value_alone", "definedness"]

_TOTAL = (sympy.Add, sympy.Mul, Larger, Smaller, sympy.tanh)


@dataclass(frozen=True)
class Definedness:
    """For every kind of line, the places at which there could be no value, and why there is one."""

    lines: tuple[dict[str, Any], ...]
    margin_latex = "0"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; polynomials are text."""
        return {"kind": "definedness", "lines": list(self.lines)}


def asks_for_a_value_alone(constraint: Constraint) -> bool:
    """Whether a demand is met by every case with values: one form must have the sign of itself."""
    return (
        constraint.total
        and constraint.same_sign_as is not None
        and len(set(map(_key, constraint.forms))) == 1
    )


def _key(form: Any) -> tuple[Any, ...]:
    return tuple(sorted(form.items()))


def definedness(metric: Metric, constraint: Constraint) -> Definedness | None:
    """Show that a formula has a value on every line of the constraint's task; None where that is not seen."""
    lines = getattr(get_task(metric.task), "lines", None)
    if lines is None or metric.reads is not None or metric.formula.atoms:
        return None
    expression, symbols = metric.formula.normal.expression, tuple(metric.formula.globals)
    every = lines(constraint)
    used = [line for line in every if line.moving == every[0].moving]  # these are everywhere already
    try:
        return Definedness(tuple(on_line(line, _places(expression, pieces(line, symbols))) for line in used))
    except (UndecidedError, NotSymbolicError, Split, ZeroDivisionError):
        return None


def _places(node: Any, where: tuple[Piece, ...]) -> Iterator[Place]:
    """Yield every place at which there could be no value on some pieces. Raises Undecided where there may be none."""
    if not where:
        return
    if isinstance(node, Undefined) or node is sympy.oo:
        raise Undecided("there is no value")
    if isinstance(node, Ratio | Guard):
        top, bottom, otherwise = node.args
        signs = {piece: evident(piece, bottom) for piece in where}
        yield from _places(bottom, where)
        yield from _places(top, tuple(piece for piece in where if signs[piece] != "zero"))
        strict = ("positive", "negative")
        yield from _places(otherwise, tuple(piece for piece in where if signs[piece] not in strict))
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
    elif node.args and not isinstance(node, _TOTAL):
        raise Undecided(f"nothing is known of {node.func.__name__}")
    for part in node.args:
        yield from _places(part, where)
