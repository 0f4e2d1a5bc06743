"""A formula that is a monotone rational function of one square root: the root alone is compared.

``Q = h(u)`` with ``u = sqrt(r)``. If the derivative's numerator has coefficients of one sign, and so has the
denominator, with a constant term, then h is strictly monotone for u >= 0, and Q is ordered as u is, or the other way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sympy

from axiometrics.checker.prove.algebra import Undecided
from axiometrics.formulas.nodes import Guard, Ratio, Undefined

__all__ = ["Composite", "composite"]

_U = sympy.Symbol("u")


@dataclass(frozen=True)
class Composite:
    """``inner`` is r; the outer function is numerator/denominator, coefficients of u from the highest power down."""

    inner: Any
    numerator: tuple[str, ...]
    denominator: tuple[str, ...]
    rising: bool

    def to_dict(self, weights: dict[str, int]) -> dict[str, Any]:
        """Return the JSON form; ``weights`` make the oriented margin."""
        return {
            "inner": str(self.inner),
            "numerator": list(self.numerator),
            "denominator": list(self.denominator),
            "rising": self.rising,
            "weights": weights,
        }


def composite(expression: Any, nonzero: Callable[[Any], Sequence[bool]]) -> Composite:
    """Write a formula as a monotone function of a root; raises Undecided when it is none.

    ``nonzero`` says of a quantity, for every output, whether it cannot vanish (or always does).
    """
    plain = _resolved(expression, nonzero)
    roots = {part for part in plain.atoms(sympy.Pow) if part.exp.is_Rational and part.exp.q == 2}
    bases = {part.base for part in roots}
    outer = plain.xreplace({part: _U ** (2 * part.exp) for part in roots})
    if len(bases) != 1 or outer.free_symbols != {_U}:
        raise Undecided("the formula is no function of one square root alone")
    numerator, denominator = (sympy.Poly(part, _U) for part in sympy.fraction(sympy.together(outer)))
    slope = numerator.diff(_U) * denominator - numerator * denominator.diff(_U)
    signs = [{value > 0 for value in part.coeffs()} for part in (slope, denominator)]
    if slope.is_zero or any(len(found) > 1 for found in signs) or denominator.eval(0) == 0:
        raise Undecided("the function of the square root is not evidently monotone")
    return Composite(
        bases.pop(),
        tuple(map(str, numerator.all_coeffs())),
        tuple(map(str, denominator.all_coeffs())),
        signs[0] == {True},
    )


def _resolved(node: Any, nonzero: Callable[[Any], Sequence[bool]]) -> Any:
    """Replace every ratio and guard by the side that it takes in all outputs."""
    if isinstance(node, Ratio | Guard):
        taken = set(nonzero(node.args[1]))
        if len(taken) != 1:
            raise Undecided("a convention applies to one output only")
        if taken == {False}:
            return _resolved(node.args[2], nonzero)
        value = _resolved(node.args[0], nonzero)
        return value / _resolved(node.args[1], nonzero) if isinstance(node, Ratio) else value
    if not node.args or isinstance(node, Undefined):
        return node
    return node.func(*(_resolved(part, nonzero) for part in node.args))
