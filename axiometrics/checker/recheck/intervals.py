"""What a formula's source says where its quantities are only known to lie between bounds: intervals, rounded outwards.

A division by what may be zero, a root of what may be negative and a convention that is taken at some points only have
no reading. So a source that has one is continuous on the box that it was read on.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from axiometrics.checker.recheck.polynomials import UnreadableError
from axiometrics.formulas.intervals import INTERVALS, between, sign_of

__all__ = ["IntervalReading"]


@dataclass(frozen=True)
class IntervalReading:
    """Reads source text where its names are intervals."""

    names: Mapping[str, Any]

    def text(self, text: str) -> Any:
        """Read a text. Raises UnreadableError."""
        return self.value(ast.parse(text, mode="eval").body)

    def value(self, node: ast.expr) -> Any:
        """Read an expression. Raises UnreadableError."""
        match node:
            case ast.Constant(value=int() as number):
                return between(Fraction(number), Fraction(number))
            case ast.Name(id=name) if name in self.names:
                return self.names[name]
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return -self.value(inner)
            case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=int() as power)) if power >= 0:
                return self.value(left) ** power
            case ast.BinOp(left=left, op=sign, right=right):
                return _joined(self.value(left), sign, self.value(right))
            case ast.Call(func=ast.Name(id=name), args=parts):
                return self._called(name, parts)
        raise UnreadableError(ast.unparse(node))

    def _called(self, name: str, parts: list[ast.expr]) -> Any:
        match name, parts:
            case (("ratio" | "guard"), [top, bottom, otherwise]):
                below = self.value(bottom)
                sign = sign_of(below)
                if sign is None:
                    raise UnreadableError("a convention is taken at some points only")
                if sign == 0:
                    return self.value(otherwise)
                return self.value(top) if name == "guard" else self.value(top) / below
            case "larger", [first, second]:
                return INTERVALS.larger(self.value(first), self.value(second))
            case "smaller", [first, second]:
                return INTERVALS.smaller(self.value(first), self.value(second))
            case "sqrt", [inner]:
                value = self.value(inner)
                if value.a >= 0:
                    return INTERVALS.sqrt(value)
            case "log", [inner]:
                value = self.value(inner)
                if value.a > 0:
                    return INTERVALS.log(value)
        raise UnreadableError(f"{name} has no value, or is not known")


def _joined(one: Any, sign: ast.operator, other: Any) -> Any:
    match sign:
        case ast.Add():
            return one + other
        case ast.Sub():
            return one - other
        case ast.Mult():
            return one * other
        case ast.Div() if sign_of(other) in (1, -1):
            return one / other
    raise UnreadableError("a division by what may be zero")
