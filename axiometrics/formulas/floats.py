"""Floating-point readings of formulas: one value with `SCALARS`, many at once with `ARRAYS`.

`FRACTIONS` rounds only what is no fraction.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

__all__ = ["ARRAYS", "FRACTIONS", "SCALARS", "Arrays", "Scalars"]


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
        """Return the power; where the exponent is no whole number there is no value."""
        return float(base**exponent) if float(exponent).is_integer() else math.nan


class Fractions(Scalars):
    """Fractions, until a root, a logarithm or a power makes a float."""

    def number(self, value: Fraction) -> Fraction:  # type: ignore[override]
        """Return the constant itself."""
        return value


class Arrays:
    """NumPy arrays of floats, one entry a case; what has no value is NaN."""

    undefined = math.nan
    infinite = math.inf

    number = Scalars.number

    def ratio(self, numerator: Any, denominator: Any, otherwise: Any) -> Any:
        """Divide, or return the convention's value where the denominator is zero."""
        import numpy as np

        numerator, denominator = np.asarray(numerator, float), np.asarray(denominator, float)
        zero = denominator == 0
        if not zero.any():
            return numerator / denominator
        return np.where(zero, otherwise, numerator / np.where(zero, 1.0, denominator))

    def guard(self, value: Any, quantity: Any, otherwise: Any) -> Any:
        """Return the values, or the convention's one where the quantity is zero."""
        import numpy as np

        known = np.where(np.asarray(quantity) == 0, otherwise, value)
        return np.where(np.isnan(quantity), np.nan, known)

    def larger(self, first: Any, second: Any) -> Any:
        """Return the larger values."""
        import numpy as np

        return np.maximum(first, second)

    def smaller(self, first: Any, second: Any) -> Any:
        """Return the smaller values."""
        import numpy as np

        return np.minimum(first, second)

    def sqrt(self, value: Any) -> Any:
        """Return the roots; rounding errors below zero count as zero."""
        import numpy as np

        return np.sqrt(np.maximum(value, 0.0))

    def log(self, value: Any) -> Any:
        """Return the natural logarithms."""
        import numpy as np

        return np.log(value)

    def tanh(self, value: Any) -> Any:
        """Return the hyperbolic tangents."""
        import numpy as np

        return np.tanh(value)

    def log_binomial(self, upper: Any, lower: Any) -> Any:
        """Return the natural logarithms of binomial coefficients."""
        from scipy.special import gammaln

        return gammaln(upper + 1.0) - gammaln(lower + 1.0) - gammaln(upper - lower + 1.0)

    def inverse_log2(self, value: Any) -> Any:
        """Return one over the logarithms to base 2."""
        import numpy as np

        return 1 / np.log2(value)

    def power(self, base: Any, exponent: Any) -> Any:
        """Return the powers."""
        import numpy as np

        whole = np.asarray(exponent) == np.rint(exponent)
        return np.where(whole, np.power(np.asarray(base, dtype=float), exponent), np.nan)


SCALARS = Scalars()
FRACTIONS = Fractions()
ARRAYS = Arrays()
