"""Exact arithmetic with one number left open: rational functions of a letter and of logarithms of primes.

Where a formula asks for the sign of something with the letter in it, there is an answer only if the sign is the same
for all values that the letter may take.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from typing import Any

from sympy import QQ, Poly, Symbol, factorint
from sympy.polys.fields import field

from axiometrics.checker.regions.spans import Span
from axiometrics.errors import UndecidedError
from axiometrics.formulas.exact import exact_algebra
from axiometrics.formulas.quotients import Quotient
from axiometrics.formulas.roots import Root
from axiometrics.formulas.undefined import NO_VALUE, absent

__all__ = ["LetterAlgebra", "letter_algebra"]


class LetterAlgebra:
    """The field QQ(log 2, log 3, ..., letter), and one square root per value; ``bound`` is the largest prime's."""

    undefined = NO_VALUE

    def __init__(self, letter: Any, span: Span, bound: int) -> None:
        self.letter, self.span = letter, span
        self.logs = exact_algebra(bound) if bound > 1 else None
        self.primes = self.logs.primes if self.logs else ()
        names = [Symbol(f"log{prime}") for prime in self.primes]
        self.field, *generators = field([*names, Symbol(str(letter))], QQ)
        self.generators = dict(zip(self.primes, generators, strict=False))
        self.letters = {letter: generators[-1]}

    def number(self, value: Fraction) -> Any:
        """Return a rational constant."""
        return self.field(QQ(value.numerator, value.denominator))

    def ratio(self, numerator: Any, denominator: Any, otherwise: Any) -> Any:
        """Divide where the denominator never vanishes, take the convention's value where it always does."""
        if absent(denominator):
            return NO_VALUE
        return numerator / denominator if self.sign(denominator) else otherwise

    def guard(self, value: Any, quantity: Any, otherwise: Any) -> Any:
        """Return the value where the quantity never vanishes, the convention's one where it always does."""
        if absent(quantity):
            return NO_VALUE
        return value if self.sign(quantity) else otherwise

    def larger(self, first: Any, second: Any) -> Any:
        """Return the larger value, if it is the same for all values of the letter."""
        if absent(first, second):
            return NO_VALUE
        return first if self.sign(first - second) >= 0 else second

    def smaller(self, first: Any, second: Any) -> Any:
        """Return the smaller value, if it is the same for all values of the letter."""
        if absent(first, second):
            return NO_VALUE
        return first if self.sign(first - second) <= 0 else second

    def sqrt(self, value: Any) -> Any:
        """Return the root of a square whose sign does not change, else the root as such."""
        if absent(value) or value == 0:
            return value
        parts = [self._half(part) for part in (value.numer, value.denom)]
        if None not in parts:
            root = self.field(parts[0]) / self.field(parts[1])
            return root * self.sign(root)
        return Root(self.number(Fraction(0)), self.number(Fraction(1)), value)

    def _half(self, element: Any) -> Any:
        """Return the root of a polynomial that is a square, else None."""
        constant, factors = element.factor_list()
        ends = [math.isqrt(abs(int(end))) for end in (constant.numerator, constant.denominator)]
        if constant < 0 or QQ(*ends) ** 2 != constant or any(times % 2 for _, times in factors):
            return None
        found = element.ring(QQ(*ends))
        for factor, times in factors:
            found = found * factor ** (times // 2)
        return found

    def log(self, value: Any) -> Any:
        """Return the natural logarithm of a positive rational number."""
        if absent(value):
            return NO_VALUE
        found = self.number(Fraction(0))
        for part, side in zip(_fraction(value).as_integer_ratio(), (1, -1), strict=True):
            for prime, times in factorint(part).items():
                if prime not in self.generators:
                    raise UndecidedError(f"the logarithm of {prime} is beyond this arithmetic")
                found = found + self.generators[prime] * (side * int(times))
        return found

    def log_binomial(self, upper: Any, lower: Any) -> Any:
        """Refuse: no parameter stands beside a binomial coefficient."""
        raise UndecidedError("binomial coefficients have no reading with a letter")

    def inverse_log2(self, value: Any) -> Any:
        """Return one over the logarithm to base 2."""
        return NO_VALUE if absent(value) else self.log(self.number(Fraction(2))) / self.log(value)

    def power(self, base: Any, exponent: Any) -> Any:
        """Return the power; the exponent is a whole number."""
        return NO_VALUE if absent(base, exponent) else base ** int(_fraction(exponent))

    def sign(self, value: Any) -> int:
        """Return the sign of a value for every value of the letter; raises UndecidedError where it changes."""
        if isinstance(value, Root):
            if value.plain == 0:
                return self.sign(value.factor) * self.sign(value.radicand)
            raise UndecidedError("the sign of a root beside another term is open")
        return self._polynomial_sign(value.numer) * self._polynomial_sign(value.denom)

    def _polynomial_sign(self, element: Any) -> int:
        signs = {self.ground_sign(part) for part in self.coefficients(element).values()}
        if signs <= {0}:
            return 0
        if len(signs) == 1 and (element.degree(-1) == 0 or self._never_negative()):
            return signs.pop()
        if self.primes:
            raise UndecidedError("a sign hangs on the parameter")
        low, high = self.span.low, self.span.high
        inside = Poly(element.as_expr(), Symbol(str(self.letter))).count_roots(low, high)
        inside -= sum(end is not None and self.value_sign(element, end) == 0 for end in (low, high))
        if inside:
            raise UndecidedError("a sign hangs on the parameter")
        return self.value_sign(element, self.span.between(None, None))

    def never_zero(self, element: Any) -> bool:
        """Whether a polynomial evidently vanishes for no value of the letter."""
        try:
            return self._polynomial_sign(element) != 0
        except UndecidedError:
            return False

    def _never_negative(self) -> bool:
        return self.span.low is not None and self.span.low >= 0

    def coefficients(self, element: Any) -> dict[int, Any]:
        """Return the coefficients of a polynomial by powers of the letter, as polynomials in the logarithms."""
        parts: dict[int, dict[Any, Any]] = {}
        for powers, value in element.terms():
            parts.setdefault(powers[-1], {})[powers[:-1]] = value
        return dict(parts) or {0: {}}

    def ground_sign(self, part: dict[Any, Any]) -> int:
        """Return the sign of a polynomial in the logarithms alone."""
        if not part:
            return 0
        if self.logs is None:
            (value,) = part.values()
            return 1 if value > 0 else -1
        return self.logs.sign(Quotient(self.logs.ring.from_dict(part)))

    def value_sign(self, element: Any, value: Fraction) -> int:
        """Return the sign of a polynomial at one value of the letter."""
        found: dict[Any, Any] = {}
        place = QQ(value.numerator, value.denominator)
        for powers, constant in element.terms():
            found[powers[:-1]] = found.get(powers[:-1], QQ(0)) + constant * place ** powers[-1]
        return self.ground_sign({powers: total for powers, total in found.items() if total})


def _fraction(value: Any) -> Fraction:
    if not (value.numer.is_ground and value.denom.is_ground):
        raise UndecidedError("a logarithm or an exponent hangs on the parameter")
    top, bottom = (part.coeff(1) for part in (value.numer, value.denom))
    return Fraction(int(top.numerator), int(top.denominator)) / Fraction(
        int(bottom.numerator), int(bottom.denominator)
    )


@lru_cache(maxsize=64)
def letter_algebra(letter: Any, span: Span, bound: int) -> LetterAlgebra:
    """Return the arithmetic of a letter and the logarithms of primes up to a bound (0: none)."""
    return LetterAlgebra(letter, span, bound)
