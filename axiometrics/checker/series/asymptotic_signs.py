"""Arithmetic over n, powers q^n and bounded sums, in which a sign is that for every n from some n1 on.

A polynomial in sums lies between its Bernstein coefficients on the box of their bounds; for degree 1 these are its
values at the corners. Each is a rational function of n and the powers: with n = n1 + m and q^n = q^n1/(1 + t), where m
and t are never negative, the coefficients of its numerator and denominator must have one sign each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

import sympy
from flint import fmpq, fmpq_mpoly
from sympy import Expr

from axiometrics.checker.prove.algebra import SignedAlgebra, Undecided
from axiometrics.checker.series.bounds import Bounds, Closed, bounds, closed
from axiometrics.formulas.arithmetics.budget import spend
from axiometrics.formulas.arithmetics.polynomials import Space, factored
from axiometrics.formulas.arithmetics.quotients import quotient_of
from axiometrics.formulas.arithmetics.signs import SIZE, Claim, Sign, polynomial_sign, product
from axiometrics.tasks.asymptotics import AsymptoticCase

if TYPE_CHECKING:
    from axiometrics.formulas.compiled import Value

MOST_SHOWN = 60
"""Terms of a margin up to which its LaTeX is written."""
LATEST_BOUNDED = 600
"""The largest n1 that is tried where bounds of sums are needed: they get little better."""
MOST_FACTORED = 12
"""Terms of a polynomial up to which it is factored for display."""
MOST_SUMS = 5
"""Sums in one polynomial up to which its corners are looked at."""


class GrowingAlgebra(SignedAlgebra):
    """Quotients of polynomials in n, powers and sums; whoever asks for a sign raises the n from which it holds."""

    def __init__(self, case: AsymptoticCase) -> None:
        self.case = case
        self.growth = case.growth
        found = {symbol: closed(total, case) for symbol, total in case.totals.items()}
        self.closed: dict[Any, Closed] = {symbol: known for symbol, known in found.items() if known}
        self.sums = tuple(symbol for symbol in case.totals if symbol not in self.closed)
        self.powers = tuple(case.powers)
        super().__init__((SIZE, *self.powers, *self.sums), (), ())
        self._bounds: dict[Any, tuple[Bounds, Any, Any] | None] = {}
        self._signs: dict[str, tuple[Any, Sign | None]] = {}
        self._shifts = Space(["m", *(f"t{place}" for place in range(len(self.powers)))])

    def value(self, expression: Expr) -> Expr:
        """Return a reduction's value, with sums in closed form."""
        known = {symbol: form.value for symbol, form in self.closed.items()}
        return self.element(sympy.sympify(expression).xreplace(known))

    def polynomial(self, polynomial: fmpq_mpoly) -> Sign | None:
        """Return the sign that a polynomial has from some n on, which becomes the start."""
        written = str(polynomial)
        if written not in self._signs:
            self._signs[written] = polynomial, self._decided(polynomial)
        return self._signs[written][1]

    def _decided(self, element: fmpq_mpoly) -> Sign | None:
        if not element:
            return "zero"
        if element.is_constant():
            return "positive" if element.leading_coefficient() > 0 else "negative"
        before = self.growth.start - 1
        summed = bool(self._summed(element))
        for start in self.growth.candidates():
            if summed and start > max(LATEST_BOUNDED, self.growth.start):
                return None
            found = self._from(element, start)
            if found is not None:
                self.growth.start = self._least(element, before, start)
                self.growth.claims.append(Claim(self.space.expression(element), found))
                return found
            before = start
        return None

    def _least(self, element: fmpq_mpoly, before: int, start: int) -> int:
        while start - before > 1:
            middle = (before + start) // 2
            before, start = (before, middle) if self._from(element, middle) else (middle, start)
        return start

    def _from(self, element: fmpq_mpoly, start: int) -> Sign | None:
        """Return the strict sign of a polynomial for every n from a start on."""
        used = self._summed(element)
        if len(used) > MOST_SUMS or any(self.bounded(self.symbols[place], start) is None for place in used):
            return None
        found: Sign | None = None
        for corner in self._corners(element, self.space.one, used, start):
            sign = product(*(self._shifted_sign(part, start) for part in corner))
            if sign not in ("positive", "negative") or found not in (None, sign):
                return None
            found = sign
        return found

    def still_holds(self) -> bool:
        """Whether every sign is found from the last start too, where the bounds of logarithms are others."""
        start = self.growth.start
        return all(
            element.is_constant() or self._from(element, start) == sign
            for element, sign in self._signs.values()
            if sign is not None and element
        )

    def latex(self, top: fmpq_mpoly, bottom: fmpq_mpoly) -> str:
        """Return a fraction's LaTeX, dots where it would fill pages."""
        if len(top) + len(bottom) > MOST_SHOWN:
            return r"\ldots"
        return str(sympy.latex(_factored(top, self.space) / _factored(bottom, self.space)))

    def _summed(self, element: fmpq_mpoly) -> list[int]:
        """Return the places of the sums that occur in a polynomial."""
        first, powers = 1 + len(self.powers), element.degrees()
        return [place for place in range(first, len(self.symbols)) if powers[place] > 0]

    def bounded(self, symbol: Expr, start: int) -> tuple[Bounds, Any, Any] | None:
        """Return the bounds of a sum from a start on."""
        if (symbol, start) not in self._bounds:
            found = bounds(self.case.totals[symbol], self.case, start)
            self._bounds[symbol, start] = (
                (found, self.element(found.lower), self.element(found.upper)) if found else None
            )
        return self._bounds[symbol, start]

    def _corners(
        self, top: fmpq_mpoly, bottom: fmpq_mpoly, used: Sequence[int], start: int
    ) -> Iterator[tuple[Any, Any]]:
        """Yield the Bernstein coefficients on the box of bounds as numerators and denominators."""
        if not used:
            yield top, bottom
            return
        place, *rest = used
        known = self.bounded(self.symbols[place], start)
        assert known is not None
        _, low, high = known
        parts = self._by_power(top, place)
        degree = max(parts)
        spend(len(top) * (degree + 1))
        for corner in range(degree + 1):
            found: Any = self.number(Fraction(0))
            for power, part in parts.items():
                for above in range(max(0, corner - degree + power), min(power, corner) + 1):
                    times = comb(power, above) * comb(degree - power, corner - above)
                    found = found + quotient_of(part * times) * low ** (power - above) * high**above
            upper, lower = self.fraction(found)
            yield from self._corners(upper, bottom * lower, rest, start)

    def _by_power(self, element: fmpq_mpoly, place: int) -> dict[int, Any]:
        """Return the coefficients of the powers of one generator."""
        found: dict[int, dict[Any, Any]] = {}
        for powers, value in element.terms():
            rest = (*powers[:place], 0, *powers[place + 1 :])
            found.setdefault(int(powers[place]), {})[rest] = value
        return {power: self.space.of(terms) for power, terms in found.items()}

    def _shifted_sign(self, element: fmpq_mpoly, start: int) -> Sign | None:
        """Return the strict sign of a polynomial in n and powers for every n from a start on."""
        if not element:
            return "zero"
        found = polynomial_sign(self._shifted(element, start), (), range(1 + len(self.powers)))
        return found if found in ("positive", "negative") else None

    def _shifted(self, element: fmpq_mpoly, start: int) -> fmpq_mpoly:
        """Write n as start + m, and q^n as q^start/(1 + t), multiplied with the common denominator."""
        space, names = self._shifts, self._shifts.generators
        highest = [int(power) for power in element.degrees()[: len(names)]]
        spend(len(element) * sum(highest))
        excess = _steps(space, names[0] + start, highest[0])
        opened = [_steps(space, 1 + name, high) for name, high in zip(names[1:], highest[1:], strict=True)]
        bases = [fmpq(int(base.p), int(base.q)) ** start for base in self.case.powers.values()]
        total = space.zero
        for powers, value in element.terms():
            term = excess[int(powers[0])] * value
            for place, base in enumerate(bases):
                power = int(powers[1 + place])
                term = term * opened[place][highest[1 + place] - power] * base**power
            total += term
        return total

    def _loose(self, value: Value) -> Exception:
        raise Undecided("cannot see whether a denominator vanishes")

    def _order(self, polynomial: fmpq_mpoly) -> Exception:
        return Undecided("cannot see which of two values is larger")


def _factored(element: fmpq_mpoly, space: Space) -> Expr:
    """Return a polynomial in factors, where that is quick."""
    known = factored(element) if len(element) <= MOST_FACTORED else None
    if known is None:
        return space.expression(element)
    constant, factors = known
    shown = (space.expression(factor) ** times for factor, times in factors)
    return sympy.Mul(sympy.Rational(str(constant)), *shown)


def _steps(space: Any, base: object, highest: int) -> list[Any]:
    found = [space.one]
    for _ in range(highest):
        found.append(found[-1] * base)
    return found
