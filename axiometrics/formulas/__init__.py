"""Formulas: written once over named quantities, then evaluated, proved and typeset.

The functions here are what metric authors use besides ordinary arithmetic. They build SymPy expressions when a
formula is traced; nothing is evaluated at that point.
"""

from __future__ import annotations

from typing import Any

from axiometrics.formulas.infinite import INFINITE
from axiometrics.formulas.undefined import UNDEFINED

__all__ = [
    "INFINITE",
    "UNDEFINED",
    "guarded",
    "inverse_log2",
    "log2",
    "log_binomial",
    "maximum",
    "minimum",
    "power",
    "ratio",
    "sqrt",
    "tanh",
]


def power(base: Any, exponent: Any) -> Any:
    """A power whose exponent is a quantity with whole values, such as a rank or a grade."""
    from axiometrics.formulas.nodes import Power

    return Power(base, exponent)


def ratio(numerator: Any, denominator: Any, otherwise: Any) -> Any:
    """Divide, with a stated value for a zero denominator: a 0/0 convention, `UNDEFINED`, or `INFINITE`."""
    from axiometrics.formulas.nodes import Ratio

    return Ratio(numerator, denominator, otherwise)


def guarded(value: Any, quantity: Any, otherwise: Any) -> Any:
    """Return the value, or a stated one (or `UNDEFINED`) where a quantity is zero: a degenerate case."""
    from axiometrics.formulas.nodes import Guard

    return Guard(value, quantity, otherwise)


def log2(value: Any) -> Any:
    """Logarithm to base 2: information in bits."""
    from sympy import Integer, log

    return log(value) / log(Integer(2))


def inverse_log2(value: Any) -> Any:
    """One over the logarithm to base 2, of a number of at least 2: the discount of later ranks."""
    from axiometrics.formulas.nodes import InverseLog

    return InverseLog(value)


def log_binomial(upper: Any, lower: Any) -> Any:
    """Logarithm to base 2 of a binomial coefficient, for integers ``0 <= lower <= upper``."""
    from sympy import Integer, log

    from axiometrics.formulas.nodes import LogBinomial

    return LogBinomial(upper, lower) / log(Integer(2))


def sqrt(value: Any) -> Any:
    """Square root of a quantity that is never negative."""
    import sympy

    return sympy.sqrt(value)


def tanh(value: Any) -> Any:
    """Hyperbolic tangent: maps numbers from 0 on, infinity included, to [0, 1]."""
    import sympy

    return sympy.tanh(value)


def maximum(first: Any, second: Any) -> Any:
    """Larger of two quantities."""
    from axiometrics.formulas.nodes import Larger

    return Larger(first, second)


def minimum(first: Any, second: Any) -> Any:
    """Smaller of two quantities."""
    from axiometrics.formulas.nodes import Smaller

    return Smaller(first, second)
