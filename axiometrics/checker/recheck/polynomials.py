"""Polynomials as plain dictionaries, and quotients of them: for checks that share nothing with the prover."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from axiometrics.checker.recheck import require

Number = int | Fraction
Monomial = tuple[tuple[str, int], ...]
"""The sorted pairs of a name and its power."""
Polynomial = dict[Monomial, Number]
"""Coefficients by monomial; none of them is zero."""

ONE: Polynomial = {(): 1}


def strict(found: Polynomial, signs: Mapping[str, str], sign: int = 0) -> bool:
    """Whether coefficients of one sign, the given one if any, and a monomial that cannot vanish show a strict one."""
    if sign and any(value * sign < 0 for value in found.values()):
        return False
    kinds = {signs.get(name, "real") for powers in found for name, _ in powers}
    sure = any(all(signs.get(name) == "positive" for name, _ in powers) for powers in found)
    return kinds <= {"positive", "nonnegative"} and len({value > 0 for value in found.values()}) == 1 and sure


def sign(value: Polynomial, *, strict: bool) -> int:
    """Return 1 or -1 where all coefficients have that sign, and 0 for the zero polynomial; else raise.

    All names are never negative; ``strict`` demands a constant term, without which the value might be zero.
    """
    if not value:
        return 0
    found = {each > 0 for each in value.values()}
    require(len(found) == 1, "coefficients of both signs")
    require(not strict or () in value, "a value that may be zero")
    return 1 if found.pop() else -1


def plus(one: Polynomial, other: Polynomial, weight: int = 1) -> Polynomial:
    """Add so many times the other polynomial."""
    found = dict(one)
    for powers, value in other.items():
        found[powers] = found.get(powers, 0) + weight * value
    return {powers: value for powers, value in found.items() if value}


def times(one: Polynomial, other: Polynomial) -> Polynomial:
    """Multiply two polynomials."""
    found: Polynomial = {}
    for first, value in one.items():
        for second, factor in other.items():
            place = _joined(first, second)
            found[place] = found.get(place, 0) + value * factor
    return {powers: value for powers, value in found.items() if value}


@lru_cache(maxsize=1 << 16)
def _joined(one: Monomial, other: Monomial) -> Monomial:
    powers = dict(one)
    for name, power in other:
        powers[name] = powers.get(name, 0) + power
    return tuple(sorted(powers.items()))


def power(base: Polynomial, exponent: int) -> Polynomial:
    """Return a power with a whole exponent that is not negative."""
    found = ONE
    for _ in range(exponent):
        found = times(found, base)
    return found


def degree(value: Polynomial, name: str) -> int:
    """Return the highest power of a name."""
    return max((dict(powers).get(name, 0) for powers in value), default=0)


def groups(value: Polynomial, names: Iterable[str]) -> dict[tuple[int, ...], Polynomial]:
    """Return the coefficients, in the other names, of the powers of some names."""
    chosen = tuple(names)
    found: dict[tuple[int, ...], Polynomial] = {}
    for powers, each in value.items():
        known = dict(powers)
        rest = tuple(pair for pair in powers if pair[0] not in chosen)
        found.setdefault(tuple(known.get(name, 0) for name in chosen), {})[rest] = each
    return found


@dataclass(frozen=True)
class Quotient:
    """A fraction of two polynomials; the lower one is not the zero polynomial."""

    top: Polynomial
    bottom: Polynomial

    def __neg__(self) -> Quotient:
        return Quotient({powers: -value for powers, value in self.top.items()}, self.bottom)

    def __add__(self, other: Quotient) -> Quotient:
        if self.bottom == other.bottom:
            return Quotient(plus(self.top, other.top), self.bottom)
        top = plus(times(self.top, other.bottom), times(other.top, self.bottom))
        return Quotient(top, times(self.bottom, other.bottom))

    def __sub__(self, other: Quotient) -> Quotient:
        return self + (-other)

    def __mul__(self, other: Quotient) -> Quotient:
        return Quotient(times(self.top, other.top), times(self.bottom, other.bottom))

    def __truediv__(self, other: Quotient) -> Quotient:
        require(bool(other.top), "a division by zero")
        return Quotient(times(self.top, other.bottom), times(self.bottom, other.top))

    def __pow__(self, exponent: int) -> Quotient:
        return Quotient(power(self.top, exponent), power(self.bottom, exponent))

    @property
    def sign(self) -> int | None:
        """The sign where every name is positive; None where the coefficients leave it open."""
        signs = [{value > 0 for value in part.values()} for part in (self.top, self.bottom)]
        if any(len(found) > 1 for found in signs):
            return None
        return 0 if not self.top else 1 if signs[0] == signs[1] else -1

    def derivative(self, name: str) -> Quotient:
        """Return the derivative by a name."""
        upper, lower = (_slope(part, name) for part in (self.top, self.bottom))
        top = plus(times(upper, self.bottom), times(self.top, lower), -1)
        return Quotient(top, times(self.bottom, self.bottom))

    def substituted(self, known: Mapping[str, Quotient]) -> Quotient:
        """Replace names by fractions, one after the other; both parts are brought over the same powers."""
        found = self
        for name, other in known.items():
            highest = max(degree(part, name) for part in (found.top, found.bottom))
            if highest:
                found = Quotient(*(_over(part, name, other, highest) for part in (found.top, found.bottom)))
                require(bool(found.bottom), "a denominator is zero")
        return found


def _slope(value: Polynomial, name: str) -> Polynomial:
    found: Polynomial = {}
    for (exponent,), part in groups(value, [name]).items():
        if exponent:
            found = plus(found, times(part, {((name, exponent - 1),) if exponent > 1 else (): exponent}))
    return found


def _over(value: Polynomial, name: str, other: Quotient, highest: int) -> Polynomial:
    """Replace a name by a fraction, times the fraction's denominator to a power."""
    total: Polynomial = {}
    for (exponent,), part in groups(value, [name]).items():
        factor = times(power(other.top, exponent), power(other.bottom, highest - exponent))
        total = plus(total, times(part, factor))
    return total


def constant(value: Number) -> Quotient:
    """Return a number."""
    return Quotient({(): value.numerator} if value else {}, {(): value.denominator})


def name_of(name: str) -> Quotient:
    """Return what a name stands for."""
    return Quotient({((name, 1),): 1}, ONE)


def equal(one: Quotient, other: Quotient) -> bool:
    """Whether two quotients are the same function, by cross-multiplication."""
    return times(one.top, other.bottom) == times(other.top, one.bottom)
