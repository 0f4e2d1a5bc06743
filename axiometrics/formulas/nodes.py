"""The nodes a formula has besides SymPy's own: reductions, guarded ratios, and unevaluated extremes.

They are plain functions to SymPy: it never rewrites them, so what an author wrote is what is evaluated and proved.
"""

from __future__ import annotations

from typing import Any

import sympy

__all__ = ["Guard", "Larger", "LogBinomial", "Over", "Ratio", "Smaller", "Undefined", "over"]


class Over(sympy.Function):  # type: ignore[misc]
    """A reduction: ``Over(domain, body)`` folds the body over the named domain of the task's object."""

    nargs = 2
    is_positive = None
    is_real = True

    @property
    def domain(self) -> str:
        """The domain's name, such as ``cells``."""
        return str(self.args[0])

    @property
    def body(self) -> Any:
        """The folded expression."""
        return self.args[1]


class Ratio(sympy.Function):  # type: ignore[misc]
    """``Ratio(x, y, z)`` is x/y where y is not zero, and z where it is."""

    nargs = 3
    is_real = True


class Guard(sympy.Function):  # type: ignore[misc]
    """``Guard(x, y, z)`` is x where y is not zero, and z where it is."""

    nargs = 3
    is_real = True


class Undefined(sympy.AtomicExpr):  # type: ignore[misc]
    """No value: stands only as the third argument of a `Ratio` or `Guard`, so SymPy never computes with it."""

    is_real = True
    is_number = False
    is_commutative = True

    def _sympystr(self, printer: Any) -> str:
        return "UNDEFINED"


class Larger(sympy.Function):  # type: ignore[misc]
    """The larger of two values."""

    nargs = 2
    is_real = True


class Smaller(sympy.Function):  # type: ignore[misc]
    """The smaller of two values."""

    nargs = 2
    is_real = True


class LogBinomial(sympy.Function):  # type: ignore[misc]
    """Natural logarithm of a binomial coefficient."""

    nargs = 2
    is_real = True


def over(domain: str, body: Any) -> Any:
    """Return the reduction of a body over a domain."""
    return Over(sympy.Symbol(domain), sympy.sympify(body))
