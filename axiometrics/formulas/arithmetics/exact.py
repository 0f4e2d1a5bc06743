"""Exact arithmetic: rationals, logarithms of integers, and sums of square roots; of other numbers any ball.

A rational is python-flint's ``fmpq``. A logarithm is a linear form in the logarithms of primes, which are generators of
polynomials, and what has logarithms is a quotient of these. A value is zero when its numerator is the zero polynomial;
with square roots, when the factors of all roots are, once roots whose product is a square are written as one. Where a
value is not zero, a ball that excludes zero decides the sign, at growing precision. Equality found this way is a proof;
when neither test decides, `UndecidedError` says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm, prod
from typing import TYPE_CHECKING, Any

import flint
from flint import arb, fmpq, fmpq_mpoly, fmpz

from axiometrics.errors import UndecidedError, UnknownPrimeError
from axiometrics.formulas.arithmetics.budget import spend
from axiometrics.formulas.arithmetics.polynomials import Space, lowest_terms, number, square_root
from axiometrics.formulas.arithmetics.quotients import Quotient, quotient_of
from axiometrics.formulas.arithmetics.roots import OF_BALLS, ONE, ZERO, Computable, NumberRoot, Root
from axiometrics.formulas.undefined import NO_VALUE, NoValue, absent

if TYPE_CHECKING:
    from axiometrics.formulas.compiled import Value

PRECISIONS = (64, 400, 6400)
"""Bits with which the sign of a value that is not zero is sought, one after the other."""

LONG = 1 << 128
"""Numbers below are factored in some hundredths of a second."""
SMOOTH, FIRST = 15, 5
"""Bits of the prime factors that are looked for in longer numbers, and in huge ones."""
MOST_BITS = 10_000_000
"""Bits of a power, at most: memory that is used up ends the process."""
HUGE, BITS_OF_A_PRODUCT = 100_000, 16
"""Bits from which on a number counts as work; and how many take as long as one product, with what is done to it."""
MOST_MONOMIALS = 1 << 14
"""Products of powers of logarithms of which balls are kept."""
MOST_FORMS, MOST_LARGER = 1 << 13, 8
"""Whole numbers of which logarithms are kept, and arithmetics that know further primes."""
BALL_WORK = 100
"""Products of terms that take as long as a ball around one."""
MANY_BITS = 10_000
"""What a number with logarithms or roots counts as; with more of them a number is not written out."""


def prime_powers(number: fmpz) -> list[tuple[int, int]]:
    """Return the prime factors of a positive number and their exponents.

    Nobody can factor any number of hundreds of digits; what is left of a long one counts as a prime. Logarithms of such
    numbers are what they are, but that a sum of them is zero may not be seen.
    """
    smooth = FIRST if number.bit_length() > HUGE else SMOOTH
    found = number.factor() if number < LONG else number.factor_smooth(smooth)
    return [(int(prime), times) for prime, times in found if prime > 1]


def _require_short(bits: int, what: str, *, counts: bool = True) -> None:
    """Raise UndecidedError where something has too many bits to be computed, and count the work where it has many."""
    if bits > MOST_BITS:
        raise UndecidedError(f"a {what} with more than {MOST_BITS} bits is not carried out")
    if counts and bits > HUGE:
        spend(bits // BITS_OF_A_PRODUCT)


class Exact:
    """The field of rational functions in log 2, log 3, log 5, ... up to a bound, with the operations of formulas."""

    undefined = NO_VALUE
    zero, one = ZERO, ONE

    def __init__(self, primes: Sequence[int]) -> None:
        self.primes = tuple(primes)
        self.space = Space(self._names())
        self.logs = dict(zip(self.primes, self.space.generators, strict=False))
        self._forms: dict[int, fmpq_mpoly] = {}
        self._larger: dict[tuple[int, ...], Exact] = {}
        self._monomials: dict[int, dict[Any, arb]] = {}

    def knowing(self, primes: Sequence[int]) -> Exact:
        """Return the arithmetic of the same kind that knows these primes, too."""
        wanted = tuple(sorted({*self.primes, *primes}))
        if (found := self._larger.get(wanted)) is None:
            if len(self._larger) >= MOST_LARGER:
                self._larger.clear()
            found = self._larger[wanted] = type(self)(wanted)
        return found

    def number(self, value: Fraction | int) -> fmpq:
        """Return a rational constant."""
        return number(value)

    def ratio(self, numerator: Value, denominator: Value, otherwise: Value) -> Value:
        """Divide, or return the convention's value where the denominator is exactly zero."""
        if denominator is NO_VALUE:
            return NO_VALUE
        return numerator / denominator if self.sign(denominator) else otherwise

    def guard(self, value: Value, quantity: Value, otherwise: Value) -> Value:
        """Return the value, or the convention's one where the quantity is exactly zero."""
        if quantity is NO_VALUE:
            return NO_VALUE
        return value if self.sign(quantity) else otherwise

    def larger(self, first: Value, second: Value) -> Value:
        """Return the larger value."""
        if absent(first, second):
            return NO_VALUE
        return first if self.compare(first, second) >= 0 else second

    def smaller(self, first: Value, second: Value) -> Value:
        """Return the smaller value."""
        if absent(first, second):
            return NO_VALUE
        return first if self.compare(first, second) <= 0 else second

    def sqrt(self, value: Value) -> Value:
        """Return the root, without a root where it has none; a negative number has no value."""
        if value is NO_VALUE or self.sign(value) < 0:
            return NO_VALUE
        root = field_root(value)
        return NumberRoot(ZERO, ((ONE, value),)) if root is None else root * self.sign(root)

    def log(self, value: Value) -> Any:
        """Return the natural logarithm, of a rational as a form in those of primes; only positive numbers have one."""
        if value is NO_VALUE or self.sign(value) <= 0:
            return NO_VALUE
        whole = quotient_of(*lowest_terms(value.top, value.bottom)) if isinstance(value, Quotient) else value
        return self._log(whole) if isinstance(whole, fmpq) else Computable("log", (value,))

    def _log(self, whole: Any) -> Value:
        try:
            return quotient_of(self._form(int(whole.p)) - self._form(int(whole.q)), self.space.one)
        except KeyError:
            powers = prime_powers(whole.p) + prime_powers(whole.q)
        unknown = tuple(sorted(prime for prime, _ in powers if prime not in self.logs))
        if any(prime.bit_length() > MANY_BITS for prime in unknown):
            raise UndecidedError(
                f"a logarithm of a number with more than {MANY_BITS} bits is not written out"
            )
        raise UnknownPrimeError(unknown)

    def _form(self, whole: int) -> fmpq_mpoly:
        """Return the logarithm of a positive number as a polynomial. Raises KeyError where a prime is not known."""
        if (found := self._forms.get(whole)) is None:
            powers = prime_powers(fmpz(whole))
            found = sum((self.logs[prime] * times for prime, times in powers), self.space.zero)
            if len(self._forms) >= MOST_FORMS:
                self._forms.clear()
            self._forms[whole] = found
        return found

    def log_binomial(self, upper: Value, lower: Value) -> Value:
        """Return the natural logarithm of a binomial coefficient; where that is not positive there is none."""
        if absent(upper, lower):
            return NO_VALUE
        whole, part = self._whole(upper), self._whole(lower)
        if min(whole, part) < 0:
            return NO_VALUE
        _require_short(max(0, min(part, whole - part)) * whole.bit_length(), "binomial coefficient")
        found: Value = self.log(fmpq(comb(whole, part)))
        return found

    def inverse_log2(self, value: Value) -> Value:
        """Return one over the logarithm to base 2 of a positive rational other than 1; of others there is none."""
        below = self.log(value)
        return NO_VALUE if below is NO_VALUE or below == 0 else self.log(fmpq(2)) / below

    def power(self, base: Value, exponent: Value) -> Value:
        """Return the power of a value; the exponent is a whole number, and a negative one of zero has none."""
        if absent(base, exponent):
            return NO_VALUE
        times = self._whole(exponent)
        height = base.height_bits() if isinstance(base, fmpq) else None
        _require_short(abs(times) * (height or MANY_BITS), "power", counts=height is not None)
        if times < 0:
            return self.ratio(self.one, base**-times, NO_VALUE)
        return base**times if times else self.one

    def compare(self, first: Value, second: Value) -> int:
        """Return the sign of first - second: -1, 0 or 1, exactly. Raises UndecidedError."""
        if type(first) is fmpq and type(second) is fmpq:
            return 0 if first == second else 1 if first > second else -1
        return self.sign_of_sum([(1, first), (-1, second)])

    def sign_of_sum(self, terms: Sequence[tuple[int, Any]]) -> int:
        """Return the sign of a sum of values times whole weights, exactly. Raises UndecidedError.

        Where balls around the values tell it, they are not added up: a common denominator may be very long.
        """
        kinds = {type(value) for _, value in terms}
        if NoValue in kinds:
            raise UndecidedError("what has no value cannot be compared")
        if kinds == {Quotient} and sum(weight for weight, _ in terms) == 0:
            first, *others = (value for _, value in terms)
            if all(each.top == first.top and each.bottom == first.bottom for each in others):
                return 0
        if len(terms) > 1 and kinds != {fmpq}:
            for bits in PRECISIONS[:2]:
                if found := self._ball_sign(terms, bits):
                    return found
        return self.sign(sum((value * weight for weight, value in terms), self.zero))

    def sign(self, value: Value) -> int:
        """Return the sign of a value, exactly. Raises UndecidedError."""
        if type(value) is fmpq:
            return 1 if value > ZERO else -1 if value else 0
        if value is NO_VALUE:
            raise UndecidedError("what has no value has no sign")
        squares = value.signed_squares if isinstance(value, Root) else None
        return self._sign_of_sum([(1, value)]) if squares is None else self.sign(sum(squares, self.zero))

    def counted_sign(self, value: Value) -> int:
        """Return the sign as `sign` does, and count the terms that balls are put around. Raises BudgetError, too."""
        if isinstance(value, Quotient):
            spend(BALL_WORK * (len(value.top) + len(value.bottom)))
        return self.sign(value)

    def _sign_of_sum(self, terms: Sequence[tuple[int, Any]]) -> int:
        """Return the sign of a sum that is not seen to be rational: by balls, unless it is zero."""
        for bits in PRECISIONS:
            if found := self._ball_sign(terms, bits):
                return found
            if len(terms) == 1 and isinstance(terms[0][1], Root) and self._vanishes(terms[0][1]):
                return 0
        raise UndecidedError(
            f"cannot decide whether a value is zero: that is not seen, yet it vanishes to {PRECISIONS[-1]} bits"
        )

    def _ball_sign(self, terms: Sequence[tuple[int, Any]], bits: int) -> int:
        """Return the sign of a sum that balls tell, 0 where zero is in the ball."""
        with flint.ctx.workprec(bits):
            total = sum((weight * self._ball(value, bits) for weight, value in terms), arb(0))
        return int(total > 0) - int(total < 0)

    def _vanishes(self, value: Root) -> bool:
        """Whether the factors of all roots are zero, once roots whose product is a square are written as one."""
        found: list[tuple[Any, Any]] = [(self.one, value.plain)]
        for factor, radicand in value.roots:
            shares = [self._share(radicand, other) for other, _ in found]
            place = next((k for k, share in enumerate(shares) if share is not None), None)
            if place is None:
                found.append((radicand, factor))
            else:
                found[place] = found[place][0], found[place][1] + factor * shares[place]
        return all(total == 0 for _, total in found)

    def _share(self, radicand: Value, other: Value) -> Any:
        """Return one root in units of another where that is a number without roots, else None."""
        if radicand == other:
            return self.one
        root = field_root(radicand * other)
        return None if root is None else root * self.sign(root) / other

    def expression(self, value: Any) -> Any:
        """Return the value as a SymPy expression in logarithms of primes."""
        import sympy  # which takes long: values do without

        if isinstance(value, int):
            return sympy.Integer(value)
        if isinstance(value, fmpq):
            if value.height_bits() > MANY_BITS:
                raise UndecidedError(f"a number with more than {MANY_BITS} bits is not written out")
            return sympy.Rational(int(value.p), int(value.q))
        if isinstance(value, Computable):
            return value.read(self.expression, {**OF_BALLS, "**": pow, "log": sympy.log, "tanh": sympy.tanh})
        if isinstance(value, Root):
            rooted = (
                self.expression(factor) * sympy.sqrt(self.expression(inside))
                for factor, inside in value.roots
            )
            return sum(rooted, self.expression(value.plain))
        top, bottom = lowest_terms(value.top, value.bottom)
        turn = self.sign(quotient_of(bottom))
        names = dict(zip(map(sympy.Symbol, self.space.symbols), self._meanings(), strict=True))
        return (self.space.expression(top * turn) / self.space.expression(bottom * turn)).xreplace(names)

    def text(self, value: Value) -> str:
        """Write the value exactly.

        >>> arithmetic = exact_algebra(4)
        >>> arithmetic.text(arithmetic.log(arithmetic.number(Fraction(3, 4))))
        '-2*log(2) + log(3)'
        """
        return str(self.expression(value))

    def approximate(self, value: Value) -> float:
        """Return the nearest float or so, for display."""
        if isinstance(value, fmpq):
            return float(value)
        for bits in PRECISIONS:
            with flint.ctx.workprec(bits):
                found = self._ball(value, bits)
            if found.rel_accuracy_bits() > 54:
                break
        return float(found.mid())

    def _names(self) -> list[str]:
        """The names of the generators."""
        return [f"log{prime}" for prime in self.primes]

    def _meanings(self) -> list[Any]:
        """The generators as SymPy expressions."""
        from sympy import log  # as above

        return list(map(log, self.primes))

    def _balls(self, bits: int) -> Sequence[Any]:
        """The generators as balls."""
        return _log_balls(self.primes, bits)

    def _ball(self, value: Any, bits: int) -> Any:
        """Return a ball around a value, at the precision that is set."""
        if isinstance(value, Quotient):
            top = self._polynomial(value.top, bits)
            return top if value.bottom.is_one() else top / self._polynomial(value.bottom, bits)
        if isinstance(value, Computable):
            return value.read(lambda each: self._ball(each, bits))
        if isinstance(value, Root):
            return sum(
                (
                    self._ball(factor, bits) * _root_of_ball(self._ball(inside, bits))
                    for factor, inside in value.roots
                ),
                self._ball(value.plain, bits),
            )
        return arb(value)

    def _polynomial(self, polynomial: fmpq_mpoly, bits: int) -> arb:
        """Return a ball around a polynomial: that of a whole multiple, where fractions would be as long as balls."""
        known, total, terms = self._monomials.setdefault(bits, {}), arb(0), polynomial.terms()
        if long := bits > PRECISIONS[0]:
            terms = list(terms)
            bottom = fmpz(lcm(*(int(value.q) for _, value in terms)))
        for powers, value in terms:
            if powers not in known:
                if len(known) >= MOST_MONOMIALS:
                    known.clear()
                known[powers] = self._monomial(powers, bits)
            total = total + (known[powers] * (value * bottom).p if long else arb(value) * known[powers])
        return total / bottom if long else total

    def _monomial(self, powers: Sequence[int], bits: int) -> arb:
        """Return a ball around a product of powers of the generators."""
        factors = [base**power for base, power in zip(self._balls(bits), powers, strict=False) if power]
        return prod(factors, start=arb(1))

    def _whole(self, value: Value) -> int:
        if not isinstance(value, fmpq) or value.q != 1:
            raise UndecidedError(
                f"{self.text(value)} is given where a whole number is needed, as an exponent or in a binomial "
                "coefficient; use ranks, grades or counts there"
            )
        return int(value.p)


def field_root(value: Any) -> Any:
    """Return a number without roots whose square is the given one, of either sign, or None."""
    if isinstance(value, fmpq):
        return square_root(value)
    root = square_root(value.top * value.bottom) if isinstance(value, Quotient) else None
    return None if root is None else quotient_of(root, value.bottom)


def _root_of_ball(ball: arb) -> arb:
    """Return a ball around the root of what is never negative."""
    if ball > 0:
        return ball.sqrt()
    return arb(0).union(ball.upper().nonnegative_part().sqrt())


@lru_cache(maxsize=256)
def _log_balls(primes: tuple[int, ...], bits: int) -> tuple[Any, ...]:
    with flint.ctx.workprec(bits):
        return tuple(arb(prime).log() for prime in primes)


@lru_cache(maxsize=64)
def exact_algebra(bound: int) -> Exact:
    """Return the arithmetic whose logarithms cover the integers up to a bound."""
    return Exact(primes_up_to(bound))


def most_knowing(algebras: Iterable[Exact]) -> Exact:
    """Return the arithmetic that knows the most logarithms and discounts.

    >>> most_knowing([exact_algebra(4), exact_algebra(10)]).primes
    (2, 3, 5, 7)
    """
    return max(algebras, key=lambda each: len(each.space.generators))


def primes_up_to(bound: int) -> list[int]:
    """Return the primes up to a bound, at least 2."""
    return [prime for prime in range(2, max(bound, 2) + 1) if fmpz(prime).is_prime()]
