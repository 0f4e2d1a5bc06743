"""Formulas' functions over SymPy symbols, for tests of what comes after recording."""

from __future__ import annotations

from typing import Any

import sympy

from axiometrics.formulas.nodes import (
    Guard,
    InverseLog,
    Larger,
    LogBinomial,
    Power,
    Ratio,
    Smaller,
    Undefined,
)

INFINITE: Any = sympy.oo
UNDEFINED: Any = Undefined()
guarded, ratio, maximum, minimum = Guard, Ratio, Larger, Smaller
sqrt, tanh, inverse_log2, power = sympy.sqrt, sympy.tanh, InverseLog, Power


def log2(value: Any) -> Any:
    return sympy.log(value) / sympy.log(2)


def log_binomial(upper: Any, lower: Any) -> Any:
    return LogBinomial(upper, lower) / sympy.log(2)
