"""Quotients of polynomials that are never reduced: quick to add and multiply, compared by cross-multiplication."""

from __future__ import annotations

from typing import Any

from axiometrics.formulas.budget import counting, spend
from axiometrics.formulas.products import polynomial_product

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
        return Quotient(
            _times(self.top, other.bottom) + _times(other.top, self.bottom), _times(self.bottom, other.bottom)
        )

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
        return Quotient(_times(self.top, other.top), _times(self.bottom, other.bottom))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if not isinstance(other, Quotient):
            return NotImplemented
        return Quotient(_times(self.top, other.bottom), _times(self.bottom, other.top))

    def __rtruediv__(self, other: Any) -> Any:
        return Quotient(other * self.bottom, self.top) if isinstance(other, int) else NotImplemented

    def __pow__(self, exponent: int) -> Quotient:
        return Quotient(_power(self.top, exponent), _power(self.bottom, exponent))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            return bool(self.top == other * self.bottom)
        return isinstance(other, Quotient) and bool(
            _times(self.top, other.bottom) == _times(other.top, self.bottom)
        )

    __hash__ = object.__hash__

    @property
    def is_ground(self) -> bool:
        """Whether the value is a plain rational number."""
        return _is_ground(self.top) and _is_ground(self.bottom)


def _times(first: Any, second: Any) -> Any:
    """Multiply; where work is counted, every product of two terms is."""
    if counting():
        spend(_terms(first) * _terms(second))
    if _is_ground(first) or _is_ground(second):
        return first * second
    return polynomial_product(first, second)


def _power(base: Any, exponent: int) -> Any:
    """Raise to a power, by squaring where work is counted."""
    if _is_ground(base) or not counting():
        return base**exponent
    if exponent <= 1:
        return base if exponent else base.ring.one
    half = _power(base, exponent // 2)
    square = _times(half, half)
    return _times(square, base) if exponent % 2 else square


def _terms(value: Any) -> int:
    return 1 if _is_ground(value) else len(value)


def _is_ground(value: Any) -> bool:
    ground = getattr(value, "is_ground", True)
    return bool(ground)
