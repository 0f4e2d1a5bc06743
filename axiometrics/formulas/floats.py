"""Floating-point readings of formulas: one value at a time.

`FRACTIONS` rounds only what is no fraction.
"""

from __future__ import annotations

import math
from fractions import Fraction

__all__ = ["FRACTIONS", "SCALARS", "Scalars"]


class Scalars:
    """Python floats; what has no value is NaN."""

    undefined = math.nan
    infinite = math.inf

    def number(self, value: Fraction) -> float | int:
        """Return an int where the constant is one, else the nearest float."""
        return value.numerator if value.denominator == 1 else value.numerator / value.denominator

    def ratio(self, numerator: float, denominator: float, otherwise: float) -> float:
        """Divide, or return the convention's value at zero."""
        return numerator / denominator if denominator != 0 else float(otherwise)

    def guard(self, value: float, quantity: float, otherwise: float) -> float:
        """Return the value, or the convention's one where the quantity is zero."""
        return (value if quantity == quantity else quantity) if quantity != 0 else float(otherwise)

    def larger(self, first: float, second: float) -> float:
        """Return the larger value."""
        return first if first > second or first != first else second

    def smaller(self, first: float, second: float) -> float:
        """Return the smaller value."""
        return first if first < second or first != first else second

    def sqrt(self, value: float) -> float:
        """Return the root; a rounding error below zero counts as zero."""
        return 0.0 if value <= 0 else math.sqrt(value)

    def log(self, value: float) -> float:
        """Return the natural logarithm."""
        return math.log(value)

    def tanh(self, value: float) -> float:
        """Return the hyperbolic tangent."""
        return math.tanh(value)

    def log_binomial(self, upper: float, lower: float) -> float:
        """Return the natural logarithm of a binomial coefficient."""
        return math.lgamma(upper + 1) - math.lgamma(lower + 1) - math.lgamma(upper - lower + 1)

    def inverse_log2(self, value: float) -> float:
        """Return one over the logarithm to base 2."""
        return 1 / math.log2(value)

    def power(self, base: float, exponent: float) -> float:
        """Return the power; where the exponent is no whole number, or a negative one of zero, there is no value."""
        known = float(exponent).is_integer() and (base != 0 or exponent >= 0)
        return float(base**exponent) if known else math.nan


class Fractions(Scalars):
    """Fractions, until a root, a logarithm or a power makes a float."""

    def number(self, value: Fraction) -> Fraction:  # type: ignore[override]
        """Return the constant itself."""
        return value


SCALARS = Scalars()
FRACTIONS = Fractions()
