"""Exact arithmetic with infinity and hyperbolic tangents, and signs of sums of several roots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sympy import oo, primerange
from sympy import tanh as symbolic_tanh

from axiometrics.errors import NotSymbolicError, UndecidedError
from axiometrics.formulas.exact import PRECISIONS, Exact
from axiometrics.formulas.infinite import Infinity
from axiometrics.formulas.roots import Root
from axiometrics.formulas.undefined import NO_VALUE, absent

__all__ = ["Extended", "Tanh", "extended_algebra", "shared_bound"]

Term = tuple[int, Any]


LAST = "the hyperbolic tangent must be the last step of a formula"


@dataclass(frozen=True)
class Tanh:
    """The hyperbolic tangent of an exact number: compared and multiplied by whole numbers, nothing else."""

    inner: Any

    def _refuse(self, other: Any) -> Any:
        raise NotSymbolicError(LAST)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _refuse
    __truediv__ = __rtruediv__ = __pow__ = _refuse


class Extended(Exact):
    """Rational functions in logarithms of primes, their roots and tangents, and infinity."""

    bound = 2

    @property
    def infinite(self) -> Infinity:
        """Larger than every number."""
        return Infinity(1, self.sign)

    def ratio(self, numerator: Any, denominator: Any, otherwise: Any) -> Any:
        """Divide, or return the convention's value where the denominator is exactly zero."""
        if isinstance(denominator, Infinity):
            return NO_VALUE if isinstance(numerator, Infinity) or absent(numerator) else self.zero
        return super().ratio(numerator, denominator, otherwise)

    def tanh(self, value: Any) -> Any:
        """Return the hyperbolic tangent, rational where it is known to be."""
        if absent(value):
            return NO_VALUE
        if isinstance(value, Infinity):
            return self.one * value.sign
        return self.zero if self.sign(value) == 0 else Tanh(value)

    def log(self, value: Any) -> Any:
        """Return the natural logarithm; of infinity infinity. Raises NotSymbolicError for a hyperbolic tangent."""
        _refuse_tangent(value)
        return value if isinstance(value, Infinity) else super().log(value)

    def sqrt(self, value: Any) -> Any:
        """Return the root; of infinity infinity. Raises NotSymbolicError for a hyperbolic tangent."""
        _refuse_tangent(value)
        return value if isinstance(value, Infinity) else super().sqrt(value)

    def sign(self, value: Any) -> int:
        """Return the sign of a value, exactly."""
        if isinstance(value, Infinity):
            return value.sign
        return super().sign(value.inner if isinstance(value, Tanh) else value)

    def compare(self, first: Any, second: Any) -> int:
        """Return the sign of first - second, exactly."""
        return self.sign_of_sum([(1, first), (-1, second)])

    def expression(self, value: Any) -> Any:
        """Return the value as a SymPy expression."""
        if isinstance(value, Infinity):
            return value.sign * oo
        if isinstance(value, Tanh):
            return symbolic_tanh(self.expression(value.inner))
        return super().expression(value)

    def sign_of_sum(self, terms: Sequence[Term]) -> int:
        """Return the sign of a sum of values times whole weights, exactly. Raises UndecidedError."""
        values = [value for _, value in terms]
        if absent(*values):
            raise UndecidedError("what has no value cannot be compared")
        infinite = {
            value.sign * (1 if weight > 0 else -1) for weight, value in terms if isinstance(value, Infinity)
        }
        if infinite:
            if len(infinite) > 1:
                raise UndecidedError("infinity less infinity has no sign")
            return infinite.pop()
        joined = self._joined(terms)
        tangents = [term for term in joined if isinstance(term[1], Tanh)]
        if tangents:
            return self._sign_of_tangents(joined, tangents)
        roots = [weight * value for weight, value in joined if isinstance(value, Root)]
        if len(roots) > 2:
            return self._sign_of_roots(joined)
        plain = sum(
            (value * weight for weight, value in joined if not isinstance(value, Root)), start=self.zero
        )
        first, second = (*roots, self.zero, self.zero)[:2]
        return super().compare(first + plain, -second)

    def _joined(self, terms: Sequence[Term]) -> list[Term]:
        """Add the weights of equal values, and leave out what vanishes; of several roots, some may be 1 or -1."""
        found: list[Term] = []
        several = sum(isinstance(value, Root) for _, value in terms) > 2
        for weight, given in terms:
            value = self._plainer(given) if several else given
            place = next((k for k, (_, other) in enumerate(found) if _same(value, other)), None)
            if place is None:
                found.append((weight, value))
            else:
                found[place] = (found[place][0] + weight, value)
        kept = [(weight, value) for weight, value in found if weight and not _vanishes(value)]
        return kept or [(1, self.zero)]

    def _plainer(self, value: Any) -> Any:
        """Return 1 or -1 for a root alone whose square is 1, else the value itself."""
        if not isinstance(value, Root) or value.plain != 0 or value.factor**2 * value.radicand != self.one:
            return value
        return self.one * self.sign(value.factor)

    def _sign_of_tangents(self, terms: Sequence[Term], tangents: Sequence[Term]) -> int:
        if len(terms) == len(tangents) <= 2:
            (weight, first), (other, second) = (*tangents, (-tangents[0][0], Tanh(self.zero)))[:2]
            if weight == -other:
                return self.sign_of_sum([(weight, first.inner), (other, second.inner)])
        return self._sign_by_intervals(terms)

    def _sign_of_roots(self, terms: Sequence[Term]) -> int:
        """Sign of a sum of three pure roots by squares; of anything else by intervals."""
        if len(terms) != 3 or any(not isinstance(value, Root) or value.plain != 0 for _, value in terms):
            return self._sign_by_intervals(terms)
        squares = [(weight * value.factor) ** 2 * value.radicand for weight, value in terms]
        signs = [self.sign(weight * value.factor) for weight, value in terms]
        if abs(sum(signs)) == 3:
            return signs[0]
        alone = next(k for k in range(3) if signs.count(signs[k]) == 1)
        one, other = (squares[k] for k in range(3) if k != alone)
        product = one * other
        return -signs[alone] * self.sign(Root(one + other - squares[alone], self.one * 2, product))

    def _sign_by_intervals(self, terms: Sequence[Term]) -> int:
        for digits in PRECISIONS:
            total = sum(weight * self._interval(value, digits) for weight, value in terms)
            if total.a > 0 or total.b < 0:
                return 1 if total.a > 0 else -1
        raise UndecidedError(
            "cannot decide whether a sum of roots and tangents is zero; it vanishes to 2000 digits"
        )

    def _interval(self, value: Any, digits: int) -> Any:
        from mpmath import iv

        iv.dps = digits
        if isinstance(value, Tanh):
            power = iv.exp(2 * self._interval(value.inner, digits))
            return 1 - 2 / (power + 1)
        if isinstance(value, Root):
            plain, factor, radicand = (
                self._quotient(part, digits) for part in (value.plain, value.factor, value.radicand)
            )
            return plain + factor * iv.sqrt(iv.mpf([max(radicand.a, 0), max(radicand.b, 0)]))
        return self._quotient(value, digits)


def _same(first: Any, second: Any) -> bool:
    """Whether two values are written alike."""
    if isinstance(first, Tanh) and isinstance(second, Tanh):
        return bool(first.inner == second.inner)
    if isinstance(first, Root) and isinstance(second, Root):
        pairs = zip(
            (first.plain, first.factor, first.radicand),
            (second.plain, second.factor, second.radicand),
            strict=True,
        )
        return all(one == other for one, other in pairs)
    return False


def _vanishes(value: Any) -> bool:
    return not isinstance(value, Root | Tanh) and bool(value == 0)


def _refuse_tangent(value: Any) -> None:
    if isinstance(value, Tanh):
        raise NotSymbolicError(LAST)


@lru_cache(maxsize=64)
def extended_algebra(bound: int) -> Extended:
    """Return the arithmetic whose logarithms cover the integers up to a bound.

    >>> from fractions import Fraction
    >>> arithmetic = extended_algebra(4)
    >>> roots = [arithmetic.sqrt(arithmetic.number(Fraction(n))) for n in (2, 8, 18)]
    >>> arithmetic.sign_of_sum([(1, roots[0]), (1, roots[1]), (-1, roots[2])])
    0
    >>> ones = [1 / root * root.radicand / root for root in roots]
    >>> arithmetic.sign_of_sum([(1, ones[0]), (1, ones[1]), (-1, ones[2]), (-1, arithmetic.one)])
    0
    """
    found = Extended([int(prime) for prime in primerange(2, max(bound, 2) + 1)])
    found.bound = bound
    return found


def shared_bound(bound: int) -> int:
    """Return a power of two that is not below a bound, so that most cases share one arithmetic, and its values.

    >>> shared_bound(7), shared_bound(33)
    (32, 64)
    """
    return max(32, 1 << (bound - 1).bit_length())
