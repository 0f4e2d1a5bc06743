"""Continuity of a formula along lines on which one of its quantities moves: no denominator vanishes on the way.

Sums, products, roots of what is not negative, logarithms of what is positive, hyperbolic tangents, and extremes of
continuous functions are continuous. A quotient with a convention is continuous on a line if its denominator vanishes
nowhere on it, or everywhere, or if numerator and convention are zero on all of it; so is what stands under a guard. A
function that is continuous on the way between two values takes every value between them, and a step that keeps its sign
on a closed interval keeps away from zero there, which proofs of the Archimedean property use.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from axiometrics.axioms import Constraint
from axiometrics.checker.prove.breaking import Where, breaking, on_lines
from axiometrics.checker.prove.pieces import Place, demanded, evident
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["Continuity", "continuity"]


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
    lines = get_task(metric.task).lines(constraint)
    if not lines or metric.reads is not None or metric.formula.atoms:
        return None
    found = on_lines(metric.formula, lines, _convention)
    return None if found is None else Continuity(found)


def _convention(node: Any, where: Where) -> Iterator[Place]:
    """Yield the places of a quotient, or guard, with a convention."""
    top, bottom, otherwise = node.args
    yield from breaking(bottom, where, _convention)
    signs = {evident(piece, bottom) for piece in where}
    if signs <= {"positive", "negative"}:
        yield demanded(bottom, "not zero", where)
        yield from breaking(top, where, _convention)
    elif signs == {"zero"}:
        yield demanded(bottom, "zero", where)
        yield from breaking(otherwise, where, _convention)
    else:
        for part in (top, otherwise):
            yield demanded(part, "zero", where)
            yield from breaking(part, where, _convention)
