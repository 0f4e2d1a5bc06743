"""Expressions multiplied out, only to see whether two are the same: plain sums of products, without building them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

__all__ = ["same_terms"]

Monomial = tuple[tuple[int, int], ...]
Terms = dict[Monomial, Any]


def same_terms(first: Any, other: Any) -> bool:
    """Return whether two expressions have the same terms once they are multiplied out.

    A function, a root, and the inverse of a sum count as one unknown each, the same where their insides are. Equal
    terms mean equal values; different terms may still mean equal values.

    >>> import sympy
    >>> x, y = sympy.symbols("x y")
    >>> same_terms((x + y) ** 2 / y, x**2 / y + 2 * x + y), same_terms(x, y)
    (True, False)
    >>> same_terms(sympy.log(x * (y + 1)) / (x + 1), sympy.log(x * y + x) / (x + 1))
    True
    """
    unknowns = _Unknowns()
    return unknowns.terms(first) == unknowns.terms(other)


class _Unknowns:
    """Numbers everything that is not a sum or a product, and writes expressions in it."""

    def __init__(self) -> None:
        self.numbers: dict[Any, int] = {}
        self.known: dict[Any, Terms] = {}

    def terms(self, expression: Any) -> Terms:
        """Return the coefficient of every product of powers of unknowns."""
        if expression not in self.known:
            self.known[expression] = self._terms(expression)
        return self.known[expression]

    def _terms(self, expression: Any) -> Terms:
        if expression.is_Rational:
            value = Fraction(int(expression.p), int(expression.q))
            return {(): value.numerator if value.denominator == 1 else value} if value else {}
        if expression.is_Add:
            return _sum([self.terms(part) for part in expression.args])
        if expression.is_Mul:
            return self._product([self.terms(part) for part in expression.args])
        if expression.is_Pow and expression.exp.is_Integer:
            return self._power(self.terms(expression.base), int(expression.exp))
        if expression.args:
            return self._unknown((expression.func, *(self._frozen(part) for part in expression.args)), 1)
        return self._unknown(expression, 1)

    def _power(self, base: Terms, exponent: int) -> Terms:
        if exponent > 0:
            return self._product([base] * exponent)
        if len(base) == 1:
            ((monomial, value),) = base.items()
            powers = tuple((unknown, times * exponent) for unknown, times in monomial)
            return {powers: Fraction(value) ** exponent}
        return self._unknown(("inverse", frozenset(base.items())), -exponent)

    def _product(self, parts: list[Terms]) -> Terms:
        found: Terms = {(): 1}
        for part in sorted(parts, key=len):
            found = _sum(
                [
                    {_joined(one, other): value * times for other, times in part.items()}
                    for one, value in found.items()
                ]
            )
        return found

    def _frozen(self, expression: Any) -> Any:
        return frozenset(self.terms(expression).items())

    def _unknown(self, what: Any, times: int) -> Terms:
        return {((self.numbers.setdefault(what, len(self.numbers)), times),): 1}


def _sum(parts: list[Terms]) -> Terms:
    found: Terms = {}
    for part in parts:
        for monomial, value in part.items():
            found[monomial] = found.get(monomial, 0) + value
    return {monomial: value for monomial, value in found.items() if value != 0}


def _joined(one: Monomial, other: Monomial) -> Monomial:
    """Return the product of two products of powers."""
    if not one or not other:
        return one or other
    powers = dict(one)
    for unknown, times in other:
        powers[unknown] = powers.get(unknown, 0) + times
    return tuple(sorted(part for part in powers.items() if part[1]))
