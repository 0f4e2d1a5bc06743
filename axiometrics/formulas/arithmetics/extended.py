"""Exact arithmetic with infinity and hyperbolic tangents."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from flint import fmpq

from axiometrics.errors import UndecidedError
from axiometrics.formulas.arithmetics.exact import Exact, primes_up_to
from axiometrics.formulas.arithmetics.roots import Computable
from axiometrics.formulas.undefined import NO_VALUE, Infinity, absent

if TYPE_CHECKING:
    from sympy import Expr

    from axiometrics.formulas.compiled import Value

Term = tuple[int, Any]


class Extended(Exact):
    """Rational functions in logarithms of primes, their roots and tangents, and infinity."""

    @property
    def infinite(self) -> Infinity:
        """Larger than every number."""
        return Infinity(1, self.sign)

    def ratio(self, numerator: Value, denominator: Value, otherwise: Value) -> Value:
        """Divide, or return the convention's value where the denominator is exactly zero."""
        if isinstance(denominator, Infinity):
            return NO_VALUE if isinstance(numerator, Infinity) or numerator is NO_VALUE else self.zero
        return super().ratio(numerator, denominator, otherwise)

    def tanh(self, value: Value) -> Value:
        """Return the hyperbolic tangent, rational where it is known to be."""
        if value is NO_VALUE:
            return NO_VALUE
        if isinstance(value, Infinity):
            return self.one * value.sign
        return self.zero if self.sign(value) == 0 else Computable("tanh", (value,))

    def power(self, base: Value, exponent: Value) -> Value:
        """Return the power; a positive number, and infinity, has one of any rational exponent.

        >>> arithmetic = extended_algebra(4)
        >>> arithmetic.power(arithmetic.infinite, fmpq(1, 3)), arithmetic.power(arithmetic.infinite, fmpq(-1, 3))
        (infinity, 0)
        >>> third = arithmetic.power(fmpq(2), fmpq(1, 3))
        >>> arithmetic.text(third), arithmetic.power(fmpq(8, 27), fmpq(2, 3)), arithmetic.compare(third, fmpq(5, 4))
        ('2**(1/3)', 4/9, 1)
        """
        if absent(base, exponent) or not isinstance(exponent, fmpq) or exponent.q == 1:
            return super().power(base, exponent)
        if isinstance(base, Infinity):
            return NO_VALUE if base.sign < 0 else base if exponent > 0 else self.zero
        if isinstance(base, fmpq) and (root := _rational_root(base, int(exponent.q))) is not None:
            return super().power(root, fmpq(exponent.p))
        return Computable("**", (base, exponent)) if self.sign(base) > 0 else NO_VALUE

    def log(self, value: Value) -> Any:
        """Return the natural logarithm; of infinity infinity."""
        if isinstance(value, Infinity):
            return value if value.sign > 0 else NO_VALUE
        return super().log(value)

    def sqrt(self, value: Value) -> Value:
        """Return the root; of infinity infinity."""
        if isinstance(value, Infinity):
            return value if value.sign > 0 else NO_VALUE
        return super().sqrt(value)

    def sign(self, value: Any) -> int:
        """Return the sign of a value, exactly."""
        if type(value) is fmpq:
            return super().sign(value)
        if isinstance(value, Infinity):
            return value.sign
        return super().sign(value.operands[0] if _is_tangent(value) else value)

    def expression(self, value: Value) -> Expr:
        """Return the value as a SymPy expression."""
        from sympy import oo  # SymPy takes long to import: values do without

        if isinstance(value, Infinity):
            return value.sign * oo
        return super().expression(value)

    def approximate(self, value: Value) -> float:
        """Return the nearest float or so, for display."""
        return value.sign * float("inf") if isinstance(value, Infinity) else super().approximate(value)

    def sign_of_sum(self, terms: Sequence[Term]) -> int:
        """Return the sign of a sum of values times whole weights, exactly. Raises UndecidedError."""
        if all(type(value) is fmpq for _, value in terms):
            return super().sign_of_sum(terms)
        infinite = {
            value.sign * (1 if weight > 0 else -1) for weight, value in terms if isinstance(value, Infinity)
        }
        numbers = [term for term in terms if not isinstance(term[1], Infinity)]
        if infinite and not any(value is NO_VALUE for _, value in numbers):
            if len(infinite) > 1:
                raise UndecidedError("infinity less infinity has no sign")
            return infinite.pop()
        plain = [term for term in numbers if not _is_tangent(term[1])]
        if len(plain) == len(numbers) or any(value is NO_VALUE for _, value in plain):
            return super().sign_of_sum(plain)
        rest = sum((value * weight for weight, value in plain), self.zero)
        return self._sign_of_tangents(rest, [term for term in numbers if _is_tangent(term[1])])

    def _sign_of_tangents(self, rest: Value, terms: Sequence[Term]) -> int:
        """Sign of a number and tangents: two opposite ones are as their arguments are, others go by balls."""
        tangents: list[Term] = []
        for weight, value in terms:
            place = next((k for k, (_, other) in enumerate(tangents) if other == value), None)
            if place is None:
                tangents.append((weight, value))
            else:
                tangents[place] = tangents[place][0] + weight, value
        left = [(weight, value) for weight, value in tangents if weight]
        if not left:
            return self.sign(rest)
        if rest == 0 and (len(left) == 1 or (len(left) == 2 and left[0][0] == -left[1][0])):
            return self.sign_of_sum([(weight, value.operands[0]) for weight, value in left])
        return self._sign_of_sum([(1, rest), *left])


def _rational_root(value: fmpq, degree: int) -> fmpq | None:
    """Return the root of a positive number where it is rational."""
    if value <= 0:
        return None
    ends = value.p.root(degree), value.q.root(degree)
    return fmpq(*ends) if [end**degree for end in ends] == [value.p, value.q] else None


def _is_tangent(value: Value) -> bool:
    return isinstance(value, Computable) and value.operation == "tanh"


@lru_cache(maxsize=64)
def extended_algebra(bound: int) -> Extended:
    """Return the arithmetic whose logarithms cover the integers up to a bound.

    >>> from fractions import Fraction
    >>> arithmetic = extended_algebra(4)
    >>> roots = [arithmetic.sqrt(arithmetic.number(Fraction(n))) for n in (2, 8, 18)]
    >>> arithmetic.sign_of_sum([(1, roots[0]), (1, roots[1]), (-1, roots[2])])
    0
    >>> arithmetic.compare(1 / (roots[0] + arithmetic.sqrt(arithmetic.number(3))), arithmetic.number(Fraction(1, 3)))
    -1
    """
    return Extended(primes_up_to(bound))
