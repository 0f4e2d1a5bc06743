"""Quotients of polynomials that are never reduced: quick to add and multiply, compared by cross-multiplication.

A quotient of two numbers is a number, python-flint's ``fmpq``: so what has no generators in it costs next to nothing.
"""

from __future__ import annotations

from typing import Any

from flint import fmpq

from axiometrics.formulas.polynomials import Space, polynomial_power, polynomial_product

__all__ = ["Quotient", "ends", "quotient_of"]


def quotient_of(top: Any, bottom: Any = None) -> Any:
    """Return ``top / bottom``, a number where it is seen to be one. Raises ZeroDivisionError.

    >>> from axiometrics.formulas.polynomials import Space
    >>> x, y = Space("xy").generators
    >>> quotient_of(x, y) * quotient_of(y), quotient_of(4 * x**0, 6 * x**0)
    ((x*y)/(y), 2/3)
    """
    if bottom is None:
        bottom = top.context().constant(1)
    if bottom.is_constant():
        if not bottom:
            raise ZeroDivisionError("a polynomial is divided by zero")
        constant = bottom.leading_coefficient()
        if constant != 1:
            top, bottom = top / constant, bottom / constant
        if top.is_constant():
            return top.leading_coefficient() if top else fmpq(0)
    elif not top:
        return fmpq(0)
    return Quotient(top, bottom)


def ends(value: Any, space: Space) -> tuple[Any, Any]:
    """Return numerator and denominator of a quotient or number as polynomials."""
    if isinstance(value, Quotient):
        return value.top, value.bottom
    return space.constant(value), space.one


class Quotient:
    """``top / bottom``, not both of them numbers; reducing is left to whoever writes it out."""

    __slots__ = ("bottom", "top")

    def __init__(self, top: Any, bottom: Any) -> None:
        self.top = top
        self.bottom = bottom

    def __add__(self, other: Any) -> Any:
        if isinstance(other, fmpq | int):
            return quotient_of(self.top + other * self.bottom, self.bottom)
        if not isinstance(other, Quotient):
            return NotImplemented
        if self.bottom == other.bottom:
            return quotient_of(self.top + other.top, self.bottom)
        return quotient_of(
            polynomial_product(self.top, other.bottom) + polynomial_product(other.top, self.bottom),
            polynomial_product(self.bottom, other.bottom),
        )

    __radd__ = __add__

    def __neg__(self) -> Quotient:
        return Quotient(-self.top, self.bottom)

    def __sub__(self, other: Any) -> Any:
        return self + (-other)

    def __rsub__(self, other: Any) -> Any:
        return (-self) + other

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, fmpq | int):
            return quotient_of(self.top * other, self.bottom)
        if not isinstance(other, Quotient):
            return NotImplemented
        return quotient_of(
            polynomial_product(self.top, other.top), polynomial_product(self.bottom, other.bottom)
        )

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if isinstance(other, fmpq | int):
            return self * (1 / fmpq(other))
        if not isinstance(other, Quotient):
            return NotImplemented
        return quotient_of(
            polynomial_product(self.top, other.bottom), polynomial_product(self.bottom, other.top)
        )

    def __rtruediv__(self, other: Any) -> Any:
        if not isinstance(other, fmpq | int):
            return NotImplemented
        return quotient_of(other * self.bottom, self.top)

    def __pow__(self, exponent: int) -> Any:
        return quotient_of(polynomial_power(self.top, exponent), polynomial_power(self.bottom, exponent))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, fmpq | int):
            return bool(self.top == other * self.bottom)
        return isinstance(other, Quotient) and bool(
            polynomial_product(self.top, other.bottom) == polynomial_product(other.top, self.bottom)
        )

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"({self.top})/({self.bottom})"
