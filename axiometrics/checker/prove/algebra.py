"""Arithmetic over generators of known sign, in which formulas are evaluated symbolically.

Where the value of a ratio, an extreme or a root hangs on something the signs do not settle, a `Split` says which two
branches to look at instead.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy
from sympy import QQ
from sympy.polys.rings import ring

from axiometrics.errors import NotSymbolicError, UndecidedError
from axiometrics.formulas.budget import remembered
from axiometrics.formulas.polynomials import factored
from axiometrics.formulas.quotients import Quotient
from axiometrics.formulas.rationals import quotient
from axiometrics.formulas.roots import Root
from axiometrics.formulas.sampled import takes_both_signs
from axiometrics.formulas.signs import Sign, polynomial_sign, product
from axiometrics.formulas.undefined import NO_VALUE, absent

__all__ = ["SignedAlgebra", "Split", "Undecided"]


class Undecided(UndecidedError):
    """No tactic settles a sign; the cell stays without proof."""


class Split(Exception):
    """A case distinction: on one generator being zero, or on the order of two multiples of generators."""

    def __init__(self, kind: str, first: Any, second: Any = None, factor: Any = 1) -> None:
        self.kind = kind
        self.first = first
        self.second = second
        self.factor = factor
        super().__init__(kind)

    def divide(self, state: Any) -> Iterator[Any]:
        """Yield the two branches; only distinctions that bring their own way to divide have one."""
        raise NotImplementedError(self.kind)


class SignedAlgebra:
    """Quotients of polynomials in generators, each positive, non-negative, or of unknown sign.

    With ``even_roots`` the root of an even power is a polynomial; else it is a root like all others.
    """

    undefined = NO_VALUE

    def __init__(
        self,
        generators: Sequence[Any],
        positive: Collection[Any],
        nonnegative: Collection[Any],
        *,
        even_roots: bool = False,
    ) -> None:
        self.symbols = tuple(generators)
        self.ring, *self.elements = _space(self.symbols)
        self.positive = {place for place, symbol in enumerate(self.symbols) if symbol in positive}
        self.signed = self.positive | {
            place for place, symbol in enumerate(self.symbols) if symbol in nonnegative
        }
        self.even_roots = even_roots
        self.log_two = self.elements[self.symbols.index(LOG_TWO)] if LOG_TWO in self.symbols else None

    def number(self, value: Fraction) -> Any:
        """Return a rational constant."""
        return Quotient(QQ(value.numerator, value.denominator))

    def element(self, expression: Any) -> Quotient:
        """Return a rational SymPy expression in the generators."""
        return _element(self.ring, self.symbols, sympy.sympify(expression))

    def sign(self, value: Any) -> Sign | None:
        """Return the evident sign of a value."""
        if isinstance(value, Root):
            rooted = product(self.sign(value.factor), self.sign(value.radicand))
            return rooted if value.plain == 0 else _sum_sign(self.sign(value.plain), rooted)
        return product(self.polynomial(value.top), self.polynomial(value.bottom))

    def polynomial(self, polynomial: Any) -> Sign | None:
        """Return the evident sign of a polynomial, by coefficients or factor by factor."""
        element = self.ring(polynomial)
        found = polynomial_sign(element.terms() if element else [], self.positive, self.signed)
        if found is not None or self._unsettled(element):
            return found
        parts = factored(element)
        if parts is None:
            return None
        constant, factors = parts
        if len(factors) == 1 and factors[0][1] == 1:
            return None
        found = "positive" if constant > 0 else "negative"
        for factor, times in factors:
            for _ in range(times):
                found = product(found, polynomial_sign(factor.terms(), self.positive, self.signed))
        return found

    def _unsettled(self, element: Any) -> bool:
        """Whether factors cannot tell the sign: some generator may have any, or the polynomial has both."""
        columns = enumerate(zip(*element.itermonoms(), strict=True))
        return any(place not in self.signed and any(powers) for place, powers in columns) or takes_both_signs(
            element
        )

    def ratio(self, numerator: Any, denominator: Any, otherwise: Any) -> Any:
        """Divide where the denominator cannot vanish; split where it may."""
        if absent(denominator):
            return NO_VALUE
        return numerator / denominator if self.nonzero(denominator) else otherwise

    def guard(self, value: Any, quantity: Any, otherwise: Any) -> Any:
        """Return the value where the quantity cannot vanish; split where it may."""
        if absent(quantity):
            return NO_VALUE
        return value if self.nonzero(quantity) else otherwise

    def nonzero(self, value: Any) -> bool:
        """Say whether a value never vanishes, or always does; split where both happen. Raises Undecided."""
        sign = self.sign(value)
        if sign in ("positive", "negative"):
            return True
        if sign == "zero":
            return False
        if sign is None:
            raise Undecided("cannot see whether a denominator vanishes")
        raise Split("zero", self._loose(value))

    def _loose(self, value: Any) -> Any:
        """Return a generator that may be zero and on which the value may vanish."""
        parts = [value.factor.top, value.radicand.top] if isinstance(value, Root) else [value.top]
        for part in parts:
            found = self.loose(part)
            if found is not None:
                return found
        raise Undecided("cannot see where a denominator vanishes")

    def loose(self, polynomial: Any) -> Any:
        """Return the first generator of a polynomial that may be zero; None where all are positive."""
        for powers, _ in self.ring(polynomial).terms():
            for place, power in enumerate(powers):
                if power and place in self.signed and place not in self.positive:
                    return self.symbols[place]
        return None

    def larger(self, first: Any, second: Any) -> Any:
        """Return the larger value, splitting on the order where it is open."""
        if absent(first, second):
            return NO_VALUE
        return first if self._ordered(first, second) else second

    def smaller(self, first: Any, second: Any) -> Any:
        """Return the smaller value, splitting on the order where it is open."""
        if absent(first, second):
            return NO_VALUE
        return second if self._ordered(first, second) else first

    def _ordered(self, first: Any, second: Any) -> bool:
        difference = first - second
        sign = self.sign(difference)
        if sign is not None:
            return sign in ("positive", "nonnegative", "zero")
        raise self._order(difference.top)

    def _order(self, polynomial: Any) -> Exception:
        """Compare one positive with one negative linear term of the factor whose sign is open."""
        parts = factored(self.ring(polynomial))
        for factor, _ in parts[1] if parts else []:
            if polynomial_sign(factor.terms(), self.positive, self.signed) is not None:
                continue
            linear = [(powers.index(1), value) for powers, value in factor.terms() if sum(powers) == 1]
            above = [(place, value) for place, value in linear if value > 0 and place in self.signed]
            below = [(place, value) for place, value in linear if value < 0 and place in self.signed]
            if above and below:
                (g, p), (h, q) = above[0], below[0]
                return Split(
                    "order",
                    self.symbols[g],
                    self.symbols[h],
                    Fraction(int((-q / p).numerator), int((-q / p).denominator)),
                )
        return Undecided("cannot see which of two values is larger")

    def sqrt(self, value: Any) -> Any:
        """Return the root as a symbol of its own."""
        if absent(value):
            return NO_VALUE
        if self.sign(value) not in ("positive", "nonnegative", "zero"):
            raise Undecided("cannot see that a square root exists")
        zero = self.number(Fraction(0))
        if value == 0:
            return zero
        root = self._rational_root(value)
        if root is not None:
            return self.number(root)
        even = self._even_root(value) if self.even_roots else None
        return even or Root(zero, self.number(Fraction(1)), value)

    def _even_root(self, value: Any) -> Quotient | None:
        """Return the root of a product of even powers of factors that are never negative."""
        parts = []
        for part in (self.ring(value.top), self.ring(value.bottom)):
            found = factored(part)
            content = None if found is None or found[0] < 0 else self._rational_root(Quotient(found[0]))
            if found is None or content is None:
                return None
            root = self.ring(QQ(content.numerator, content.denominator))
            for factor, times in found[1]:
                sign = polynomial_sign(factor.terms(), self.positive, self.signed)
                if times % 2 or sign not in ("positive", "nonnegative"):
                    return None
                root = root * factor ** (times // 2)
            parts.append(root)
        return Quotient(*parts)

    def _rational_root(self, value: Any) -> Fraction | None:
        """Return the root of a value that is the square of a rational number, as can be seen by comparing terms."""
        top, bottom = self.ring(value.top), self.ring(value.bottom)
        if len(top) != len(bottom) or top.monic() != bottom.monic():
            return None
        found = Fraction(int(top.LC.numerator), int(top.LC.denominator))
        found /= Fraction(int(bottom.LC.numerator), int(bottom.LC.denominator))
        parts = math.isqrt(found.numerator), math.isqrt(found.denominator)
        whole = parts[0] ** 2 == found.numerator and parts[1] ** 2 == found.denominator
        return Fraction(*parts) if whole else None

    def log(self, value: Any) -> Any:
        """Return log 2, the only logarithm that is left in a normal form."""
        if absent(value):
            return NO_VALUE
        if self.log_two is not None and value.is_ground and value == 2:
            return Quotient(self.log_two)
        raise NotSymbolicError("a logarithm outside the reductions has no symbolic reading")

    def log_binomial(self, upper: Any, lower: Any) -> Any:
        """Refuse: binomials outside a reduction have no symbolic reading."""
        raise NotSymbolicError("a binomial coefficient outside the reductions has no symbolic reading")

    def inverse_log2(self, value: Any) -> Any:
        """Refuse: discounts outside a reduction have no symbolic reading."""
        raise NotSymbolicError("a logarithm outside the reductions has no symbolic reading")

    def power(self, base: Any, exponent: Any) -> Any:
        """Refuse: symbolic exponents outside a reduction have no symbolic reading."""
        raise NotSymbolicError("a symbolic exponent outside the reductions has no symbolic reading")


def _sum_sign(*signs: Sign | None) -> Sign | None:
    for strict, weak in (("positive", "nonnegative"), ("negative", "nonpositive")):
        if set(signs) <= {strict, weak, "zero"}:
            return strict if strict in signs else weak  # type: ignore[return-value]
    return None


@lru_cache(maxsize=1 << 10)
def _space(symbols: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the ring of polynomials in some generators, and these in it."""
    found: tuple[Any, ...] = ring([sympy.Symbol(str(each)) for each in symbols] or ["unit"], QQ)
    return found


@remembered
def _element(space: Any, symbols: tuple[Any, ...], expression: Any) -> Quotient:
    return quotient(expression, dict(zip(symbols, space.gens, strict=False)), space)


LOG_TWO = sympy.Symbol("l")
"""The generator that stands for log 2, the unit of information."""
