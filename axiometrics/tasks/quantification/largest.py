"""A bound that no estimate's error exceeds for one gold, where the error is convex on every part of all estimates.

The estimates with the same empty classes are a face of all distributions; on each the formula is one expression in the
shares that are not zero. Where that is convex it is nowhere larger than at a vertex, so the largest of all these values
at vertices is a bound, whether or not an estimate reaches it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

import sympy

from axiometrics.formulas.convexity import is_convex, value_at
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.nodes import Guard, Ratio, Undefined
from axiometrics.tasks.quantification.distributions import Distributions
from axiometrics.tasks.quantification.expansion import expanded, folded

__all__ = ["Bound", "Face", "largest"]

DIGITS = 60


@dataclass(frozen=True)
class Face:
    """The classes that are not empty, and the largest value that the face's expression has at a vertex."""

    classes: tuple[int, ...]
    value: Any


@dataclass(frozen=True)
class Bound:
    """The faces, and the largest of their values."""

    faces: tuple[Face, ...]
    value: Any

    def below(self, value: Any) -> bool:
        """Whether the bound is certainly less than a value."""
        if value is sympy.oo:
            return True
        return bool(sympy.N(value - self.value, DIGITS) > sympy.Float(10) ** (-DIGITS // 2))

    def exceeded(self, outputs: Sequence[Distributions], least: Sequence[float]) -> Distributions | None:
        """Return an output with a larger value than its face has; the values of outputs are at ``least`` these."""
        known = {face.classes: math.nextafter(float(face.value), math.inf) for face in self.faces}
        for output, value in zip(outputs, least, strict=True):
            if value > known[tuple(number for number, share in enumerate(output.system, 1) if share > 0)]:
                return output
        return None

    def certificate(self) -> dict[str, Any]:
        """Return the JSON form."""
        faces = [{"classes": list(face.classes), "value": str(face.value)} for face in self.faces]
        return {"bound": str(self.value), "faces": faces}


@lru_cache(maxsize=512)
def largest(formula: Formula, gold: tuple[Any, ...]) -> Bound | None:
    """Return the bound for a gold; None where some face's expression is not shown to be convex."""
    shares = [sympy.Rational(share) for share in gold]
    classes = range(1, len(gold) + 1)
    faces = []
    for size in classes:
        for chosen in combinations(classes, size):
            value = _on_face(formula, shares, chosen)
            if value is None:
                return None
            faces.append(Face(chosen, value))
    best = max(faces, key=lambda face: float(face.value))
    return Bound(tuple(faces), best.value)


def _on_face(formula: Formula, gold: list[Any], chosen: tuple[int, ...]) -> Any | None:
    variables = {number: sympy.Symbol(f"p_{number}", positive=True) for number in chosen}
    system = [variables.get(number, sympy.S.Zero) for number in range(1, len(gold) + 1)]
    written = folded(_without_conventions(expanded(formula, system, gold)))
    if written.has(sympy.oo, sympy.zoo, sympy.nan, Undefined, Guard):
        return None
    inside, roots = written, 0
    while inside.func is sympy.Pow and inside.args[1] == sympy.Rational(1, 2):
        inside, roots = inside.args[0], roots + 1
    if not is_convex(inside, tuple(variables.values())):
        return None
    points = ({each: sympy.Integer(each is one) for each in variables.values()} for one in variables.values())
    values = [value_at(inside, point) for point in points]
    if not all(value.is_finite for value in values):
        return None
    found = max(values, key=float)
    for _ in range(roots):
        found = sympy.sqrt(found)
    return found


def _without_conventions(expression: Any) -> Any:
    """Return an expression for shares that are not zero."""
    if not expression.args:
        return expression
    args = [_without_conventions(part) for part in expression.args]
    if expression.func in (Ratio, Guard) and args[1].is_positive:
        return args[0] / args[1] if expression.func is Ratio else args[0]
    return expression.func(*args)
