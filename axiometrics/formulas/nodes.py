"""The nodes a formula has besides SymPy's own: reductions, guarded ratios, and unevaluated extremes.

They are plain functions to SymPy: it never rewrites them, so what an author wrote is what is evaluated and proved.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import sympy
from sympy import Expr

from axiometrics.formulas.arithmetics.polynomials import multiplied_out
from axiometrics.formulas.arithmetics.quotients import in_lowest_terms


class _Step(sympy.Function):  # type: ignore[misc]
    """A function of real values, whose value is real; SymPy computes with none of them."""

    is_real, is_step = True, True


class Over(_Step):
    """A reduction: ``Over(domain, body)`` folds the body over the named domain of the task's object."""

    nargs = 2
    is_positive = None

    @property
    def domain(self) -> str:
        """The domain's name, such as ``cells``."""
        return self.args[0].name  # type: ignore[no-any-return]

    @property
    def body(self) -> Expr:
        """The folded expression."""
        return self.args[1]


class Ratio(_Step):
    """``Ratio(x, y, z)`` is x/y where y is not zero, and z where it is."""

    nargs = 3


class Guard(_Step):
    """``Guard(x, y, z)`` is x where y is not zero, and z where it is."""

    nargs = 3


class Undefined(sympy.AtomicExpr):  # type: ignore[misc]
    """No value: stands only as the third argument of a `Ratio` or `Guard`, so SymPy never computes with it."""

    is_real = True
    is_number = False
    is_commutative = True

    def _sympystr(self, printer: object) -> str:
        return "UNDEFINED"


class NoValue(Undefined):
    """No value where the author stated no convention: a denominator vanishes, a root or a logarithm does not exist."""

    def _sympystr(self, printer: object) -> str:
        return "NO_VALUE"


class Larger(_Step):
    """The larger of two values."""

    nargs = 2


class Smaller(_Step):
    """The smaller of two values."""

    nargs = 2


class LogBinomial(_Step):
    """Natural logarithm of a binomial coefficient."""

    nargs = 2


class Letter(sympy.Symbol):  # type: ignore[misc]
    """A metric's parameter that is left open; every arithmetic has its own reading of it, or none."""


class InverseLog(_Step):
    """``InverseLog(x)`` is 1/log2(x), a discount by rank: a number of its own for exact arithmetic."""

    nargs = 1
    is_positive = True


class Power(_Step):
    """``Power(x, y)`` is x to the power y, a whole number that is known only when the formula is evaluated."""

    nargs = 2


class Beside(_Step):
    """Two values side by side, for the body of a reduction that needs both."""

    nargs = 2


def settled(expression: Expr) -> Expr:
    """Return an expression with the extremes and powers of plain numbers computed.

    >>> settled(Larger(Smaller(1, 2), 3) + Larger(sympy.Symbol("x"), 1))
    Larger(x, 1) + 3
    """
    if not expression.args:
        return expression
    parts = [settled(part) for part in expression.args]
    plain = expression.func in _PLAIN and all(part.is_Rational for part in parts)
    return (_PLAIN[expression.func] if plain else expression.func)(*parts)


@lru_cache(maxsize=1 << 14)
def in_one_way(expression: Expr) -> Expr:
    """Return an expression with fractions in lowest terms, and the operands of extremes in one order.

    >>> g, s = sympy.symbols("g s")
    >>> in_one_way(Larger(s, g)) == in_one_way(Larger(g, s)), in_one_way(g * s / (g * s + g))
    (True, s/(s + 1))
    """
    if not expression.args:
        return expression
    if expression.is_polynomial():
        return multiplied_out(expression)  # what `cancel` gives, many times as fast
    if expression.is_rational_function():
        return in_lowest_terms(expression)
    parts = [in_one_way(part) for part in expression.args]
    if isinstance(expression, Larger | Smaller):
        parts.sort(key=sympy.default_sort_key)
    return expression.func(*parts)


@lru_cache(maxsize=1 << 16)
def monomials(expression: Expr) -> tuple[tuple[Any, Any], ...]:
    """Return the terms of a sum, each as its coefficient and the rest.

    >>> monomials(2 * sympy.Symbol("x") * (sympy.Symbol("x") + 1))
    ((2, x), (2, x**2))
    """
    plain = settled(expression) if expression.has(Larger, Smaller) else expression
    found = multiplied_out(plain) if plain.is_polynomial() else sympy.expand(plain)
    return tuple(part.as_coeff_Mul() for part in sympy.Add.make_args(found) if part != 0)


_PLAIN = {Larger: sympy.Max, Smaller: sympy.Min, Power: sympy.Pow}


def over(domain: str, body: Expr) -> Expr:
    """Return the reduction of a body over a domain."""
    return Over(sympy.Symbol(domain), sympy.sympify(body))


def named_reduction(name: str, symbols: Iterable[Any]) -> Over:
    """Return the reduction that a certificate names, such as ``cells[n**2/a]``, with the symbols of a formula."""
    domain, _, body = name.removesuffix("]").partition("[")
    words: dict[str, Any] = {str(symbol): symbol for symbol in symbols}
    words |= {
        node.__name__: node
        for node in (Beside, Guard, InverseLog, Larger, LogBinomial, Power, Ratio, Smaller)
    }
    words |= {"UNDEFINED": Undefined(), "NO_VALUE": NoValue()}
    found: Over = over(domain, sympy.sympify(body, locals=words))
    return found
