"""The graph of a formula as a SymPy expression that means the same, for normal forms, proofs and LaTeX.

SymPy simplifies what it is given: x/x becomes 1, and 0 times a quotient 0, also where there is no value. So a part that
may have no value (a quotient whose denominator may vanish, the root of what may be negative, the logarithm of what may
not be positive) is written as a node of its own that SymPy does not look into, and where such a node falls out of an
expression all the same, the expression is guarded by it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.graph import Node, text
from axiometrics.formulas.nodes import (
    Beside,
    Guard,
    InverseLog,
    Larger,
    Letter,
    LogBinomial,
    NoValue,
    Over,
    Power,
    Ratio,
    Smaller,
    Undefined,
    over,
)

__all__ = ["Signs", "lowered"]

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


@dataclass(frozen=True)
class Signs:
    """What a task knows of its quantities: which are never negative, which positive, and what is never empty.

    ``positive`` has, for each domain and for "" (outside of all), expressions that are positive there; ``filled`` are
    the domains that are never empty.
    """

    nonnegative: frozenset[Any] = frozenset()
    positive: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    filled: frozenset[str] = frozenset()


class _Lowering:
    """Lowers every node once in every domain; a *stand-in* is a symbol with the evident sign of an expression."""

    def __init__(self, symbols: Mapping[str, Any], signs: Signs) -> None:
        self.symbols = symbols
        self.signs = signs
        self.known: dict[tuple[int, str], Any] = {}
        self.stand_ins: dict[tuple[Any, str], Any] = {}

    def of(self, found: Node, domain: str) -> Any:
        place = id(found), domain
        if place not in self.known:
            inside = found.value if found.kind == "reduction" else domain
            parts = [self.of(part, inside) for part in found.parts]
            make: Callable[..., Any] = getattr(self, f"_{found.kind}", self._function)
            self.known[place] = self._kept(make(found, domain, *parts), parts, domain)
        return self.known[place]

    def _kept(self, made: Any, parts: list[Any], domain: str) -> Any:
        """Guard what was made by the parts that may have no value and fell out of it."""
        lost = [each for part in parts for each in self._partial(part, domain) if not made.has(each)]
        for each in dict.fromkeys(lost):
            made = Guard(made, 1 + each**2, NoValue())
        return made

    def _partial(self, expression: Any, domain: str) -> list[Any]:
        """Return the outermost parts of an expression that may have no value."""
        if isinstance(expression, Ratio | Guard | Over):
            return [expression] if expression.has(Undefined) or self._anywhere(expression) else []
        if self._is_partial(expression, domain):
            return [expression]
        return [each for part in expression.args for each in self._partial(part, domain)]

    def _anywhere(self, expression: Any) -> bool:
        """Whether something inside may have no value, wherever that counts."""
        domain = expression.domain if isinstance(expression, Over) else ""
        return any(self._is_partial(part, domain) for part in sympy.preorder_traversal(expression))

    def _is_partial(self, expression: Any, domain: str) -> bool:
        if expression.is_Pow and not expression.exp.is_Integer:
            return not self._stand_in(expression.base, domain).is_nonnegative
        return (
            isinstance(expression, sympy.log) and not self._stand_in(expression.args[0], domain).is_positive
        )

    def _stand_in(self, expression: Any, domain: str) -> Any:
        """Return an expression with every quantity and node as a symbol of its evident sign."""
        place = expression, domain
        if place not in self.stand_ins:
            self.stand_ins[place] = self._made(expression, domain)
        return self.stand_ins[place]

    def _made(self, expression: Any, domain: str) -> Any:
        if any(
            expression == known for inside in {"", domain} for known in self.signs.positive.get(inside, ())
        ):
            return sympy.Dummy(positive=True)
        if expression.is_Symbol and not isinstance(expression, Letter):
            least = expression in self.signs.nonnegative or expression.is_nonnegative
            return sympy.Dummy(nonnegative=True) if least else sympy.Dummy(real=True)
        if isinstance(expression, Over):
            return self._reduced(expression)
        parts = [self._stand_in(part, domain) for part in expression.args]
        if isinstance(expression, Ratio | Guard | Larger | Smaller):
            return self._chosen(expression, parts)
        return expression.func(*parts) if parts else expression

    def _reduced(self, expression: Over) -> Any:
        body = self._stand_in(expression.body, expression.domain)
        if body.is_positive and expression.domain in self.signs.filled:
            return sympy.Dummy(positive=True)
        return sympy.Dummy(nonnegative=True) if body.is_nonnegative else sympy.Dummy(real=True)

    def _chosen(self, expression: Any, parts: list[Any]) -> Any:
        """Return the sign that all values have between which a node chooses."""
        values = parts
        if isinstance(expression, Ratio | Guard):
            first = parts[0] * parts[1] if isinstance(expression, Ratio) else parts[0]
            values = [first] if isinstance(expression.args[2], Undefined) else [first, parts[2]]
        if isinstance(expression, Larger) and any(value.is_positive for value in values):
            return sympy.Dummy(positive=True)
        zero_or_more = isinstance(expression, Larger) and any(value.is_nonnegative for value in values)
        if all(value.is_positive for value in values) and not isinstance(expression, Ratio):
            return sympy.Dummy(positive=True)
        return (
            sympy.Dummy(nonnegative=True)
            if zero_or_more or all(v.is_nonnegative for v in values)
            else sympy.Dummy(real=True)
        )

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
        return top / bottom if self._stand_in(bottom, domain).is_nonzero else Ratio(top, bottom, NoValue())

    def _power(self, found: Node, domain: str, base: Any, exponent: Any) -> Any:
        return base**exponent if exponent.is_Integer else Power(base, exponent)

    def _root(self, found: Node, domain: str, radicand: Any) -> Any:
        return sympy.sqrt(radicand)

    def _log(self, found: Node, domain: str, value: Any) -> Any:
        return sympy.log(value)

    def _reduction(self, found: Node, domain: str, *bodies: Any) -> Any:
        return over(found.value, bodies[0] if len(bodies) == 1 else Beside(*bodies))
