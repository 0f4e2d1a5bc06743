"""Quotients of polynomials that are never reduced: quick to add and multiply, compared by cross-multiplication."""

from __future__ import annotations

from typing import Any

__all__ = ["Quotient"]


class Quotient:
    """``top / bottom`` over a polynomial ring and its ground domain; reducing is left to whoever writes it out."""

    __slots__ = ("bottom", "top")

    def __init__(self, top: Any, bottom: Any = 1) -> None:
        if _is_ground(bottom):
            top, bottom = (top, 1) if bottom == 1 else (top * (1 / bottom), 1)
        self.top = top
        self.bottom = bottom

    def __add__(self, other: Any) -> Any:
        if isinstance(other, int):
            return self if other == 0 else Quotient(self.top + other * self.bottom, self.bottom)
        if not isinstance(other, Quotient):
            return NotImplemented
        if self.bottom == other.bottom:
            return Quotient(self.top + other.top, self.bottom)
        return Quotient(self.top * other.bottom + other.top * self.bottom, self.bottom * other.bottom)

    __radd__ = __add__

    def __neg__(self) -> Quotient:
        return Quotient(-self.top, self.bottom)

    def __sub__(self, other: Any) -> Any:
        return self + (-other)

    def __rsub__(self, other: Any) -> Any:
        return (-self) + other

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, int):
            return Quotient(self.top * other, self.bottom)
        if not isinstance(other, Quotient):
            return NotImplemented
        return Quotient(self.top * other.top, self.bottom * other.bottom)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if not isinstance(other, Quotient):
            return NotImplemented
        return Quotient(self.top * other.bottom, self.bottom * other.top)

    def __rtruediv__(self, other: Any) -> Any:
        return Quotient(other * self.bottom, self.top) if isinstance(other, int) else NotImplemented

    def __pow__(self, exponent: int) -> Quotient:
        return Quotient(self.top**exponent, self.bottom**exponent)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            return bool(self.top == other * self.bottom)
        return isinstance(other, Quotient) and bool(self.top * other.bottom == other.top * self.bottom)

    __hash__ = object.__hash__

    @property
    def is_ground(self) -> bool:
        """Whether the value is a plain rational number."""
        return _is_ground(self.top) and _is_ground(self.bottom)


def _is_ground(value: Any) -> bool:
    ground = getattr(value, "is_ground", True)
    return bool(ground)
