"""Formulas: written once over named quantities, then evaluated, proved and typeset.

The functions here are what metric authors use besides ordinary arithmetic. They record steps of the formula's graph;
nothing is evaluated at that point, unless the formula's function is called on numbers to see whether it agrees.

* `graph`: what is recorded; `view`: what authors are given to write formulas of; `plain`: the same on numbers;
  `questions`: what its function may not ask; `authored`: what its code may not use or keep
* `formula`: one formula in all its readings; `nodes`, `existence`, `normal`: as a SymPy expression, in normal form
* `rows`, `outputs`: what reductions run over, the one fold over it, and values of many outputs; `single_output`: of
  one; `machine`: of one that is given as labels, in machine code
* `compiled`: as a Python function over any of the `arithmetics`; `undefined`: what is no number
* `latex`: for readers; `lemmas`: facts that proofs use
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from axiometrics.formulas.graph import Quantity, as_node, named, node, powered, require_whole
from axiometrics.formulas.plain import asked_for, step
from axiometrics.formulas.undefined import INFINITE, UNDEFINED

if TYPE_CHECKING:
    from axiometrics.formulas.compiled import Value

__all__ = [
    "INFINITE",
    "UNDEFINED",
    "guarded",
    "inverse_log2",
    "log",
    "log2",
    "log_binomial",
    "maximum",
    "minimum",
    "named",
    "power",
    "ratio",
    "sqrt",
    "tanh",
]


def _step(kind: str, *parts: object) -> Quantity:
    found: Quantity = step(kind, *parts) if asked_for() else Quantity(node(kind, *map(as_node, parts)))
    return found


def power(base: Value, exponent: Value) -> Quantity:
    """A power whose exponent is a quantity with whole values, such as a rank or a grade."""
    return step("power", base, exponent) if asked_for() else powered(base, exponent)


def ratio(numerator: Value, denominator: Value, otherwise: Value) -> Quantity:
    """Divide, with a stated value for a zero denominator: a 0/0 convention, `UNDEFINED`, or `INFINITE`."""
    return _step("ratio", numerator, denominator, otherwise)


def guarded(value: Value, quantity: Value, otherwise: Value) -> Quantity:
    """Return the value, or a stated one (or `UNDEFINED`) where a quantity is zero: a degenerate case."""
    return _step("guard", value, quantity, otherwise)


def log(value: Value) -> Quantity:
    """Natural logarithm of a quantity; there is none of what is not positive."""
    return _step("log", value)


def log2(value: Value) -> Quantity:
    """Logarithm to base 2: information in bits."""
    return log(value) / log(2)


def inverse_log2(value: Value) -> Quantity:
    """One over the logarithm to base 2, of a number of at least 2: the discount of later ranks."""
    return _step("inverse_log2", value)


def log_binomial(upper: Value, lower: Value) -> Quantity:
    """Logarithm to base 2 of a binomial coefficient, for integers ``0 <= lower <= upper``."""
    for place, number in () if asked_for() else (("upper", upper), ("lower", lower)):
        require_whole(as_node(number), f"the {place} number of a binomial coefficient")
    return _step("log_binomial", upper, lower) / log(2)


def sqrt(value: Value) -> Quantity:
    """Square root of a quantity; there is none of what is negative."""
    return _step("root", value)


def tanh(value: Value) -> Quantity:
    """Hyperbolic tangent: maps numbers from 0 on, infinity included, to [0, 1]."""
    return _step("tanh", value)


def maximum(first: Value, second: Value) -> Quantity:
    """Larger of two quantities."""
    return _step("maximum", first, second)


def minimum(first: Value, second: Value) -> Quantity:
    """Smaller of two quantities."""
    return _step("minimum", first, second)
