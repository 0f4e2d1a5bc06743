"""Definedness: a formula has a value wherever its quantities may be.

No plain denominator vanishes, no root is of a negative number, no logarithm of one that is not positive, and no
convention without a value is met. The lines of the task together are everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from axiometrics.axioms import Constraint
from axiometrics.checker.prove.breaking import Where, breaking, on_lines
from axiometrics.checker.prove.pieces import Place, evident
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["Definedness", "definedness"]


@dataclass(frozen=True)
class Definedness:
    """For every kind of line, the places at which there could be no value, and why there is one."""

    lines: tuple[dict[str, Any], ...]
    margin_latex = "0"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; polynomials are text."""
        return {"kind": "definedness", "lines": list(self.lines)}


def definedness(metric: Metric, constraint: Constraint) -> Definedness | None:
    """Show that a formula has a value on every line of the constraint's task; None where that is not seen."""
    every = get_task(metric.task).lines(constraint)
    if not every or metric.reads is not None or metric.formula.atoms:
        return None
    used = [line for line in every if line.moving == every[0].moving]  # these are everywhere already
    found = on_lines(metric.formula, used, _convention)
    return None if found is None else Definedness(found)


def _convention(node: Any, where: Where) -> Iterator[Place]:
    """Yield the places of a quotient, or guard: each side matters where it may be taken."""
    top, bottom, otherwise = node.args
    signs = {piece: evident(piece, bottom) for piece in where}
    yield from breaking(bottom, where, _convention)
    yield from breaking(top, tuple(piece for piece in where if signs[piece] != "zero"), _convention)
    strict = ("positive", "negative")
    yield from breaking(otherwise, tuple(piece for piece in where if signs[piece] not in strict), _convention)
