"""The graph of a formula as a SymPy expression that means the same, for normal forms, proofs and LaTeX.

SymPy simplifies what it is given: x/x becomes 1, and 0 times a quotient 0, also where there is no value. So a part that
may have no value (a quotient whose denominator may vanish, the root of what may be negative, the logarithm of what may
not be positive) is written as a node of its own that SymPy does not look into, and where such a node falls out of an
expression all the same, the expression is guarded by it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.existence import NOWHERE, Existence, Signs
from axiometrics.formulas.graph import Node, text
from axiometrics.formulas.nodes import (
    Beside,
    Guard,
    InverseLog,
    Larger,
    LogBinomial,
    NoValue,
    Power,
    Ratio,
    Smaller,
    Undefined,
    over,
)

__all__ = ["lowered"]

_FUNCTIONS = {
    "maximum": Larger,
    "minimum": Smaller,
    "guard": Guard,
    "ratio": Ratio,
    "log_binomial": LogBinomial,
    "inverse_log2": InverseLog,
    "tanh": sympy.tanh,
}


def lowered(found: Node, symbols: Mapping[str, Any], signs: Signs) -> Any:
    """Return the expression; ``symbols`` are those of the names."""
    return _Lowering(symbols, signs).of(found, "")


class _Lowering:
    """Lowers every node once in every domain."""

    def __init__(self, symbols: Mapping[str, Any], signs: Signs) -> None:
        self.symbols = symbols
        self.existence = Existence(signs)
        self.known: dict[tuple[int, str], Any] = {}

    def of(self, found: Node, domain: str) -> Any:
        place = id(found), domain
        if place not in self.known:
            inside = found.value if found.kind == "reduction" else domain
            parts = [self.of(part, inside) for part in found.parts]
            make: Callable[..., Any] = getattr(self, f"_{found.kind}", self._function)
            made = make(found, domain, *parts)
            lazy = found.kind in ("ratio", "guard", "reduction")  # which SymPy never looks into
            self.known[place] = made if lazy else self.existence.kept(made, parts, domain)
        return self.known[place]

    def _function(self, found: Node, domain: str, *parts: Any) -> Any:
        if found.kind not in _FUNCTIONS:
            raise NotSymbolicError(f"a formula cannot use {text(found)} there")
        return _FUNCTIONS[found.kind](*parts)

    def _number(self, found: Node, domain: str) -> Any:
        return sympy.Rational(found.value.numerator, found.value.denominator)

    def _quantity(self, found: Node, domain: str) -> Any:
        return self.symbols[found.value[0]]

    _variable = _quantity

    def _letter(self, found: Node, domain: str) -> Any:
        return found.value

    def _undefined(self, found: Node, domain: str) -> Any:
        return Undefined()

    def _infinite(self, found: Node, domain: str) -> Any:
        return sympy.oo

    def _sum(self, found: Node, domain: str, *parts: Any) -> Any:
        return sympy.Add(*parts)

    def _product(self, found: Node, domain: str, *parts: Any) -> Any:
        return sympy.Mul(*parts)

    def _quotient(self, found: Node, domain: str, top: Any, bottom: Any) -> Any:
        if bottom == 0:
            raise NotSymbolicError(
                f"the formula divides by zero in {text(found)}; write ratio(x, y, otherwise)"
            )
        return (
            top / bottom
            if self.existence.stand_in(bottom, domain).is_nonzero
            else Ratio(top, bottom, NoValue())
        )

    def _power(self, found: Node, domain: str, base: Any, exponent: Any) -> Any:
        return base**exponent if exponent.is_Integer else Power(base, exponent)

    def _root(self, found: Node, domain: str, radicand: Any) -> Any:
        made = sympy.sqrt(radicand)
        if made.has(sympy.I):  # of what is never positive
            return Guard(NOWHERE, radicand, 0)
        return made.replace(sympy.Abs, lambda inner: Larger(inner, -inner))

    def _log(self, found: Node, domain: str, value: Any) -> Any:
        return NOWHERE if value.is_nonpositive else sympy.log(value)

    def _reduction(self, found: Node, domain: str, *bodies: Any) -> Any:
        return over(found.value, bodies[0] if len(bodies) == 1 else Beside(*bodies))
