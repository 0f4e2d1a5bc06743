"""The places of a formula at which continuity, or a value, could be lost on some pieces of a line.

What is asked of plain operations is the same for both: no denominator vanishes, no root is of a negative number, no
logarithm of one that is not positive. What is asked of a convention differs, so each proof brings its own handler.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import sympy

from axiometrics.checker.prove.algebra import Split, Undecided
from axiometrics.checker.prove.pieces import Piece, Place, demanded, on_line, pieces
from axiometrics.errors import NotSymbolicError, UndecidedError
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Guard, Larger, Ratio, Smaller, Undefined

__all__ = ["Convention", "Where", "breaking", "on_lines"]

_UNBROKEN = (sympy.Add, sympy.Mul, Larger, Smaller, sympy.tanh)
"""What is continuous, and has a value, wherever its operands are and have one."""

Where = tuple[Piece, ...]
Convention = Callable[[Any, Where], Iterator[Place]]
"""Yields the places of a ratio or guard on some pieces. Raises Undecided."""


def on_lines(
    formula: Formula, lines: Iterable[Any], convention: Convention
) -> tuple[dict[str, Any], ...] | None:
    """Return lines with the places of a formula on each, in JSON form; None where one may break, or is not seen."""
    expression, symbols = formula.normal.expression, tuple(formula.globals)
    try:
        return tuple(on_line(line, breaking(expression, pieces(line, symbols), convention)) for line in lines)
    except (UndecidedError, NotSymbolicError, Split, ZeroDivisionError):
        return None


def breaking(node: Any, where: Where, convention: Convention) -> Iterator[Place]:
    """Yield every place of an expression that could break on some pieces, and is seen not to. Raises Undecided."""
    if not where:
        return
    if isinstance(node, Undefined) or node is sympy.oo:
        raise Undecided("there is no value")
    if isinstance(node, Ratio | Guard):
        yield from convention(node, where)
        return
    yield from _own(node, where)
    for part in (node.base,) if isinstance(node, sympy.Pow) else node.args:
        yield from breaking(part, where, convention)


def _own(node: Any, where: Where) -> Iterator[Place]:
    """Yield what an operation demands of its operands."""
    if isinstance(node, sympy.log):
        yield demanded(node.args[0], "positive", where)
    elif isinstance(node, sympy.Pow) and node.exp.is_Rational:
        if node.exp.is_negative:
            yield demanded(node.base, "not zero", where)
        if not node.exp.is_Integer:
            yield demanded(node.base, "not negative", where)
    elif node.args and not isinstance(node, _UNBROKEN):
        raise Undecided(f"nothing is known of {node.func.__name__}")
