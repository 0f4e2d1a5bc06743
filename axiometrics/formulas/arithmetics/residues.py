"""Residues of many fractions at once: equal fractions have equal residues modulo a prime, and others hardly ever.

Whole numbers of 64 bits are enough for them, so that thousands of fractions are compared exactly at the cost of floats.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["PRIMES", "Modulo", "Residues"]

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
        numbers = np.asarray(top)
        found = Residues(
            numbers if numbers.dtype == object else numbers.astype(np.int64, copy=False), self.prime
        )
        return found if bottom is None else found / self.column(bottom)

    def total(self, values: Residues, starts: Integers, lengths: Integers) -> Residues:
        """Return the sums of consecutive stretches of values, 0 for an empty one."""
        found, some = np.zeros(len(starts), dtype=np.int64), lengths > 0
        if some.any():
            found[some] = np.add.reduceat(values.values, starts[some])
        return Residues(found, self.prime)


PRIMES = Modulo(2**31 - 1), Modulo(2147483629), Modulo(2147483587)
"""Different fractions have the same residue modulo all of them with a chance of about 2^-93."""
