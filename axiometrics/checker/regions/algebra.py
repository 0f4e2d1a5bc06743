"""Exact arithmetic with one number left open: rational functions of a letter and of logarithms of primes.

Where a formula asks for the sign of something with the letter in it, there is an answer only if the sign is the same
for all values that the letter may take.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from sympy import Poly, Symbol

from axiometrics.checker.regions.bounds import Span
from axiometrics.errors import UndecidedError, UnknownPrimeError
from axiometrics.formulas.arithmetics.exact import Exact, field_root, primes_up_to
from axiometrics.formulas.arithmetics.polynomials import number
from axiometrics.formulas.arithmetics.quotients import ends, quotient_of
from axiometrics.formulas.arithmetics.roots import Root, alone, root_of
from axiometrics.formulas.undefined import NO_VALUE

__all__ = ["LetterAlgebra", "letter_algebra"]


class LetterAlgebra(Exact):
    """Quotients of polynomials in log 2, log 3, ... and a letter, and their square roots."""

    def __init__(self, letter: Any, span: Span, primes: Sequence[int]) -> None:
        self.letter, self.span = letter, span
        super().__init__(primes)
        self.letters = {letter: quotient_of(self.space.generators[-1])}

    def sqrt(self, value: Any) -> Any:
        """Return the root of a square whose sign does not change, else the root as such."""
        if value is NO_VALUE or value == 0:
            return value
        root = field_root(value)
        return root_of(value) if root is None else root * self.sign(root)

    def _log(self, whole: Any) -> Any:
        try:
            return super()._log(whole)
        except UnknownPrimeError as error:
            raise UndecidedError(f"the logarithm of {whole} is beyond this arithmetic") from error

    def sign(self, value: Any) -> int:
        """Return the sign of a value for every value of the letter; raises UndecidedError where it changes."""
        plain, factor, radicand = alone(value)
        if not isinstance(value, Root):
            top, bottom = ends(plain, self.space)
            return self._sign_everywhere(top) * self._sign_everywhere(bottom)
        if plain == 0:
            return self.sign(factor) * self.sign(radicand)
        raise UndecidedError("the sign of a root beside another term is open")

    def _sign_everywhere(self, element: Any) -> int:
        signs = {self._ground_sign(part) for part in self.coefficients(element).values()}
        if signs <= {0}:
            return 0
        if len(signs) == 1 and (element.degrees()[-1] == 0 or self._never_negative()):
            return signs.pop()
        if self.primes:
            raise UndecidedError("a sign hangs on the parameter")
        low, high = self.span.low, self.span.high
        inside = Poly(self.space.expression(element), Symbol(str(self.letter))).count_roots(low, high)
        inside -= sum(end is not None and self.value_sign(element, end) == 0 for end in (low, high))
        if inside:
            raise UndecidedError("a sign hangs on the parameter")
        return self.value_sign(element, self.span.between(None, None))

    def never_zero(self, element: Any) -> bool:
        """Whether a polynomial evidently vanishes for no value of the letter."""
        try:
            return self._sign_everywhere(element) != 0
        except UndecidedError:
            return False

    def _never_negative(self) -> bool:
        return self.span.low is not None and self.span.low >= 0

    def coefficients(self, element: Any) -> dict[int, Any]:
        """Return the coefficients of a polynomial by powers of the letter, as polynomials in the logarithms."""
        parts: dict[int, dict[Any, Any]] = {}
        for powers, value in element.terms():
            parts.setdefault(int(powers[-1]), {})[(*powers[:-1], 0)] = value
        return {power: self.space.of(terms) for power, terms in parts.items()}

    def _ground_sign(self, part: Any) -> int:
        """Return the sign of a polynomial in the logarithms alone."""
        return super().sign(quotient_of(part))

    def value_sign(self, element: Any, value: Fraction) -> int:
        """Return the sign of a polynomial at one value of the letter."""
        return self._ground_sign(element.subs({len(self.primes): number(value)}))

    def written(self, top: Any, bottom: Any) -> Any:
        """Return a fraction as a SymPy expression."""
        names = dict(zip(map(Symbol, self.space.symbols), self._meanings(), strict=True))
        return (self.space.expression(top) / self.space.expression(bottom)).xreplace(names)

    def _names(self) -> list[str]:
        return [*super()._names(), str(self.letter)]

    def _meanings(self) -> list[Any]:
        return [*super()._meanings(), Symbol(str(self.letter))]


@lru_cache(maxsize=64)
def letter_algebra(letter: Any, span: Span, bound: int) -> LetterAlgebra:
    """Return the arithmetic of a letter and the logarithms of primes up to a bound (0: none)."""
    return LetterAlgebra(letter, span, primes_up_to(bound) if bound > 1 else ())
