"""Exact arithmetic: rationals, logarithms of integers, and one square root per value.

A logarithm is a linear form in the logarithms of primes, carried as polynomial generators. A value is zero when its
numerator is the zero polynomial; where it is not, an interval that excludes zero decides the
sign, at growing precision. Equality found this way is a proof; when neither test decides, `UndecidedError` says so.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from sympy import QQ, factorint, log, primerange, sqrt
from sympy.polys.rings import ring

from axiometrics.errors import UndecidedError, UnknownPrimeError
from axiometrics.formulas.quotients import Quotient
from axiometrics.formulas.roots import Root, as_root
from axiometrics.formulas.undefined import NO_VALUE, absent

__all__ = ["Exact", "exact_algebra"]

PRECISIONS = (30, 120, 500, 2000)
LARGEST = 60
"""Terms of a polynomial up to which equality of square roots is tried: the test multiplies eight of them."""


class Exact:
    """The field of rational functions in log 2, log 3, log 5, ... up to a bound, with the operations of formulas."""

    undefined = NO_VALUE

    def __init__(self, primes: Sequence[int]) -> None:
        self.primes = tuple(primes)
        self.ring, *generators = ring([f"log{prime}" for prime in self.primes], QQ)
        self.logs = dict(zip(self.primes, map(Quotient, generators), strict=True))
        self._known_logs: dict[Fraction, Any] = {}
        self._larger: dict[tuple[int, ...], Exact] = {}
        self.zero, self.one = self.number(Fraction(0)), self.number(Fraction(1))

    def knowing(self, primes: Sequence[int]) -> Exact:
        """Return the arithmetic of the same kind that knows these primes, too."""
        wanted = tuple(sorted({*self.primes, *primes}))
        if wanted not in self._larger:
            self._larger[wanted] = type(self)(wanted)
        return self._larger[wanted]

    def number(self, value: Fraction) -> Any:
        """Return a rational constant."""
        return Quotient(QQ(value.numerator, value.denominator))

    def ratio(self, numerator: Any, denominator: Any, otherwise: Any) -> Any:
        """Divide, or return the convention's value where the denominator is exactly zero."""
        if absent(denominator):
            return NO_VALUE
        return numerator / denominator if self.sign(denominator) else otherwise

    def guard(self, value: Any, quantity: Any, otherwise: Any) -> Any:
        """Return the value, or the convention's one where the quantity is exactly zero."""
        if absent(quantity):
            return NO_VALUE
        return value if self.sign(quantity) else otherwise

    def larger(self, first: Any, second: Any) -> Any:
        """Return the larger value."""
        if absent(first, second):
            return NO_VALUE
        return first if self.compare(first, second) >= 0 else second

    def smaller(self, first: Any, second: Any) -> Any:
        """Return the smaller value."""
        if absent(first, second):
            return NO_VALUE
        return first if self.compare(first, second) <= 0 else second

    def sqrt(self, value: Any) -> Any:
        """Return the root, rational where it is one."""
        if absent(value) or value == 0:
            return value
        if value.is_ground:
            whole = self._fraction(value)
            parts = math.isqrt(whole.numerator), math.isqrt(whole.denominator)
            if parts[0] ** 2 == whole.numerator and parts[1] ** 2 == whole.denominator:
                return self.number(Fraction(*parts))
        return Root(self.zero, self.one, value)

    def log(self, value: Any) -> Any:
        """Return the natural logarithm of a positive rational as a form in the logarithms of primes."""
        if absent(value):
            return NO_VALUE
        whole = self._fraction(value)
        if whole not in self._known_logs:
            self._known_logs[whole] = self._log(whole)
        return self._known_logs[whole]

    def _log(self, whole: Fraction) -> Any:
        powers = {**factorint(whole.numerator), **{p: -n for p, n in factorint(whole.denominator).items()}}
        unknown = tuple(sorted(int(prime) for prime in powers if prime not in self.logs))
        if unknown:
            raise UnknownPrimeError(unknown)
        return sum((self.logs[int(prime)] * int(times) for prime, times in powers.items()), self.zero)

    def log_binomial(self, upper: Any, lower: Any) -> Any:
        """Return the natural logarithm of a binomial coefficient."""
        if absent(upper, lower):
            return NO_VALUE
        ways = math.comb(int(self._fraction(upper)), int(self._fraction(lower)))
        return self.log(self.number(Fraction(ways)))

    def inverse_log2(self, value: Any) -> Any:
        """Return one over the logarithm to base 2 of a positive rational other than 1."""
        if absent(value):
            return NO_VALUE
        return self.log(self.number(Fraction(2))) / self.log(value)

    def power(self, base: Any, exponent: Any) -> Any:
        """Return the power of a value; the exponent is a whole number, negative ones too."""
        if absent(base, exponent):
            return NO_VALUE
        times = int(self._fraction(exponent))
        return self.one if times == 0 else base**times if times > 0 else self.one / base**-times

    def compare(self, first: Any, second: Any) -> int:
        """Return the sign of first - second: -1, 0 or 1, exactly. Raises UndecidedError."""
        if absent(first, second):
            raise UndecidedError("what has no value cannot be compared")
        if not (isinstance(first, Root) or isinstance(second, Root)):
            return self.sign(first - second)
        one, other = as_root(first, self.zero, self.one), as_root(-second, self.zero, self.one)
        if other.factor == 0 or one.factor == 0 or one.radicand == other.radicand:
            same = other if one.factor == 0 else one
            return self._sign_of_root(Root(one.plain + other.plain, one.factor + other.factor, same.radicand))
        return self._sign_of_sum(one, other)

    def sign_of_sum(self, terms: Sequence[tuple[int, Any]]) -> int:
        """Return the sign of a sum of values times whole weights, exactly. Raises UndecidedError."""
        sides = ([value * abs(weight) for weight, value in terms if weight * side > 0] for side in (1, -1))
        return self.compare(*(sum(side[1:], side[0]) if side else self.zero for side in sides))

    def sign(self, value: Any) -> int:
        """Return the sign of a value, exactly. Raises UndecidedError."""
        if absent(value):
            raise UndecidedError("what has no value has no sign")
        if isinstance(value, Root):
            return self._sign_of_root(value)
        return self._sign(value.top) * self._sign(value.bottom)

    def expression(self, value: Any) -> Any:
        """Return the value as a SymPy expression in logarithms of primes."""
        if isinstance(value, Root):
            return self.expression(value.plain) + self.expression(value.factor) * sqrt(
                self.expression(value.radicand)
            )
        names = dict(zip(self.ring.symbols, self._meanings(), strict=True))
        top, bottom = self.ring(value.top).cancel(self.ring(value.bottom))
        if self._sign(bottom) < 0:
            top, bottom = -top, -bottom
        return (top.as_expr() / bottom.as_expr()).xreplace(names)

    def _meanings(self) -> list[Any]:
        """The generators as SymPy expressions."""
        return list(map(log, self.primes))

    def _intervals(self, digits: int) -> Sequence[Any]:
        """The generators as intervals."""
        return _interval_logs(self.primes, digits)

    def text(self, value: Any) -> str:
        """Write the value exactly.

        >>> arithmetic = exact_algebra(4)
        >>> arithmetic.text(arithmetic.log(arithmetic.number(Fraction(3, 4))))
        '-2*log(2) + log(3)'
        """
        return str(self.expression(value))

    def approximate(self, value: Any) -> float:
        """Return the nearest float or so, for display."""
        return float(self.expression(value).evalf(20))

    def _sign_of_root(self, value: Root) -> int:
        """Sign of one root: of its parts where they agree, else of the larger one's, through squares."""
        plain, rooted = self.sign(value.plain), self.sign(value.factor) * self.sign(value.radicand)
        if plain * rooted >= 0:
            return plain or rooted
        return plain * self.sign(value.plain**2 - value.factor**2 * value.radicand)

    def _sign_of_sum(self, one: Root, other: Root) -> int:
        """Sign of the sum of two roots: by squares, by interval, or zero because only this conjugate can vanish."""
        if one.plain + other.plain == 0:
            return self._sign_of_pure_sum(one, other)
        for digits in PRECISIONS:
            low, high = self._bounds(one, other, 1, 1, digits)
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
            if self._vanishes(one, other, digits):
                return 0
        raise UndecidedError("cannot decide a comparison of square roots to 2000 digits")

    def _sign_of_pure_sum(self, one: Root, other: Root) -> int:
        """Sign of the sum of two roots without a plain part: the larger square has it."""
        first, second = (self.sign(part.factor) * self.sign(part.radicand) for part in (one, other))
        if first * second >= 0:
            return first or second
        return first * self.sign(one.factor**2 * one.radicand - other.factor**2 * other.radicand)

    def _vanishes(self, one: Root, other: Root, digits: int) -> bool:
        plain = one.plain + other.plain
        largest = max(
            len(self.ring(part))
            for value in (plain, one.factor, one.radicand, other.factor, other.radicand)
            for part in (value.top, value.bottom)
        )
        if largest > LARGEST:
            raise UndecidedError(
                f"the comparison of square roots has polynomials of {largest} terms; more than {LARGEST} are not tried"
            )
        squares = one.factor**2 * one.radicand, other.factor**2 * other.radicand
        norm = (plain**2 - squares[0] - squares[1]) ** 2 - 4 * squares[0] * squares[1]
        if norm != 0:
            return False
        signs = {
            (s if squares[0] != 0 else 1, t if squares[1] != 0 else 1) for s in (1, -1) for t in (1, -1)
        } - {(1, 1)}
        conjugates = [self._bounds(one, other, s, t, digits) for s, t in signs]
        return all(low > 0 or high < 0 for low, high in conjugates)

    def _bounds(self, one: Root, other: Root, s: int, t: int, digits: int) -> tuple[Any, Any]:
        from mpmath import iv

        iv.dps = digits
        values = [
            self._quotient(part, digits)
            for part in (one.plain + other.plain, one.factor, one.radicand, other.factor, other.radicand)
        ]
        roots = [iv.sqrt(iv.mpf([max(value.a, 0), max(value.b, 0)])) for value in (values[2], values[4])]
        total = values[0] + s * values[1] * roots[0] + t * values[3] * roots[1]
        return total.a, total.b

    def _quotient(self, value: Any, digits: int) -> Any:
        return self._polynomial(value.top, digits) / self._polynomial(value.bottom, digits)

    def _fraction(self, value: Any) -> Fraction:
        if not value.is_ground:
            raise UndecidedError(
                "the logarithm of an irrational number has no exact form here; use logarithms of counts only"
            )
        if isinstance(value.top, type(QQ(1))) and value.bottom == 1:
            return Fraction(int(value.top.numerator), int(value.top.denominator))
        constants = [self.ring(part).coeff(1) for part in (value.top, value.bottom)]
        top, bottom = (Fraction(int(part.numerator), int(part.denominator)) for part in constants)
        return top / bottom

    def _sign(self, polynomial: Any) -> int:
        if isinstance(polynomial, int | type(QQ(1))):
            return int(polynomial > 0) - int(polynomial < 0)
        polynomial = self.ring(polynomial)
        if polynomial.is_ground:
            constant = polynomial.coeff(1)
            return int(constant > 0) - int(constant < 0)
        for digits in PRECISIONS:
            value = self._polynomial(polynomial, digits)
            if value.a > 0 or value.b < 0:
                return 1 if value.a > 0 else -1
        raise UndecidedError(
            f"cannot decide whether {polynomial} is zero; it is not the zero polynomial, yet vanishes to 2000 digits"
        )

    def _polynomial(self, polynomial: Any, digits: int) -> Any:
        from mpmath import iv

        iv.dps = digits
        logs = self._intervals(digits)
        total = iv.mpf(0)
        for powers, constant in self.ring(polynomial).terms():
            term = iv.mpf(int(constant.numerator)) / int(constant.denominator)
            for base, power in zip(logs, powers, strict=True):
                if power:
                    term *= base**power
            total += term
        return total


@lru_cache(maxsize=256)
def _interval_logs(primes: tuple[int, ...], digits: int) -> tuple[Any, ...]:
    from mpmath import iv

    iv.dps = digits
    return tuple(iv.log(prime) for prime in primes)


@lru_cache(maxsize=64)
def exact_algebra(bound: int) -> Exact:
    """Return the arithmetic whose logarithms cover the integers up to a bound."""
    return Exact([int(prime) for prime in primerange(2, max(bound, 2) + 1)] or [2])
