"""Exact arithmetic of what has no logarithms and roots: Python's fractions, many times quicker than polynomials."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy

from axiometrics.errors import UndecidedError
from axiometrics.formulas.nodes import Beside, Guard, Larger, Letter, Power, Ratio, Smaller, Undefined
from axiometrics.formulas.undefined import NO_VALUE, absent

__all__ = ["RATIONALS", "Rationals", "is_rational"]


class Rationals:
    """Fractions, with the operations of formulas that stay among them."""

    undefined = NO_VALUE

    def number(self, value: Fraction) -> Fraction:
        """Return the constant."""
        return Fraction(value)

    def ratio(self, numerator: Any, denominator: Any, otherwise: Any) -> Any:
        """Divide, or return the convention's value at zero."""
        if absent(denominator):
            return NO_VALUE
        return numerator / denominator if denominator else otherwise

    def guard(self, value: Any, quantity: Any, otherwise: Any) -> Any:
        """Return the value, or the convention's one where the quantity is zero."""
        if absent(quantity):
            return NO_VALUE
        return value if quantity else otherwise

    def larger(self, first: Any, second: Any) -> Any:
        """Return the larger value."""
        return NO_VALUE if absent(first, second) else max(first, second)

    def smaller(self, first: Any, second: Any) -> Any:
        """Return the smaller value."""
        return NO_VALUE if absent(first, second) else min(first, second)

    def power(self, base: Any, exponent: Any) -> Any:
        """Return the power; the exponent is a whole number."""
        return Fraction(base) ** int(exponent)

    def _none(self, *values: Any) -> Any:
        raise UndecidedError(f"there is no such fraction of {', '.join(map(str, values))}")

    sqrt = log = log_binomial = inverse_log2 = _none


RATIONALS = Rationals()

_CLOSED = (sympy.Add, sympy.Mul, Beside, Guard, Larger, Power, Ratio, Smaller)


def is_rational(body: Any) -> bool:
    """Say whether a body has fractions as values wherever its symbols are whole numbers.

    >>> x, y = sympy.symbols("x y")
    >>> is_rational(x / (y + 1)), is_rational(sympy.log(x)), is_rational(sympy.sqrt(x))
    (True, False, False)
    """
    if isinstance(body, Letter):
        return False
    if body.is_Symbol or body.is_Rational or isinstance(body, Undefined):
        return True
    if body.is_Pow:
        return bool(body.exp.is_Integer) and is_rational(body.base)
    return body.func in _CLOSED and all(map(is_rational, body.args))
