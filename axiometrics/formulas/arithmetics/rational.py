"""Exact arithmetic of what has no logarithms and roots: Python's fractions, and residues of many at once.

Equal numbers have equal residues modulo a prime, and others hardly ever. Whole numbers of 64 bits are enough for it, so
that thousands of fractions are compared exactly at the cost of floats.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray

from axiometrics.errors import UndecidedError
from axiometrics.formulas.compiled import Value
from axiometrics.formulas.nodes import Beside, Guard, Larger, Letter, Power, Ratio, Smaller, Undefined
from axiometrics.formulas.undefined import NO_VALUE, absent

__all__ = ["PRIMES", "RATIONALS", "Modulo", "Rationals", "Residues", "is_rational"]


class Rationals:
    """Fractions, with the operations of formulas that stay among them."""

    undefined = NO_VALUE

    def number(self, value: Fraction) -> Fraction:
        """Return the constant."""
        return Fraction(value)

    def ratio(self, numerator: Value, denominator: Value, otherwise: Value) -> Value:
        """Divide, or return the convention's value at zero."""
        if absent(denominator):
            return NO_VALUE
        return numerator / denominator if denominator else otherwise

    def guard(self, value: Value, quantity: Value, otherwise: Value) -> Value:
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

    def _none(self, *values: Value) -> Value:
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


Integers = NDArray[np.int64]


class Residues:
    """Numbers from 0 to a prime less 1, with arithmetic; what is divided by a multiple of the prime becomes 0."""

    __slots__ = ("prime", "values")

    def __init__(self, values: Any, prime: int) -> None:
        self.values = values % prime
        self.prime = prime

    def __add__(self, other: Residues) -> Residues:
        return Residues(self.values + other.values, self.prime)

    def __mul__(self, other: Residues) -> Residues:
        return Residues(self.values * other.values, self.prime)

    def __truediv__(self, other: Residues) -> Residues:
        return self * other.inverse()

    def __getitem__(self, places: Any) -> Residues:
        return Residues(self.values[places], self.prime)

    def inverse(self) -> Residues:
        """Return what gives 1 when it is multiplied: the power with the prime less 2, by squaring."""
        found, square, exponent = Residues(np.int64(1), self.prime), self, self.prime - 2
        while exponent:
            found = found * square if exponent & 1 else found
            square, exponent = square * square, exponent >> 1
        return found


class Modulo:
    """The arithmetic of columns modulo a prime below 2^31."""

    def __init__(self, prime: int) -> None:
        self.prime = prime

    def number(self, value: Fraction) -> Residues:
        """Return a constant."""
        return self.column(value.numerator % self.prime, value.denominator % self.prime)

    def column(self, top: Any, bottom: Any = None) -> Residues:
        """Return whole numbers, or quotients of them."""
        found = Residues(np.asarray(top), self.prime)
        return found if bottom is None else found / self.column(bottom)

    def total(self, values: Residues, starts: Integers, lengths: Integers) -> Residues:
        """Return the sums of consecutive stretches of values, 0 for an empty one."""
        found, some = np.zeros(len(starts), dtype=np.int64), lengths > 0
        if some.any():
            found[some] = np.add.reduceat(values.values, starts[some])
        return Residues(found, self.prime)


PRIMES = Modulo(2**31 - 1), Modulo(2147483629), Modulo(2147483587)
"""Different fractions have the same residue modulo all of them with a chance of about 2^-93."""
