"""Polynomials and fractions of polynomials with whole coefficients, for the re-check: plain dicts, nothing else.

A polynomial is a dict from exponents to coefficients, in the variables of a `Space`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from operator import add
from typing import Any

from axiometrics.checker.recheck.refusal import CertificateError, require

__all__ = ["Polynomial", "Quotient", "Space", "sign"]

Polynomial = dict[tuple[int, ...], int]


@dataclass(frozen=True)
class Quotient:
    """A fraction of two polynomials; the lower one is not the zero polynomial."""

    top: Polynomial
    bottom: Polynomial


class Space:
    """The variables, and arithmetic on polynomials and fractions in them."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.unit = (0,) * len(self.names)

    def constant(self, value: Fraction | int) -> Quotient:
        """Return a number."""
        top, bottom = value.numerator, value.denominator
        return Quotient({self.unit: top} if top else {}, {self.unit: bottom})

    def variable(self, name: str) -> Quotient:
        """Return a variable."""
        powers = tuple(int(name == other) for other in self.names)
        require(any(powers), f"{name} is no variable of the certificate")
        return Quotient({powers: 1}, {self.unit: 1})

    def plus(self, one: Polynomial, other: Polynomial) -> Polynomial:
        """Add two polynomials."""
        found = dict(one)
        for powers, value in other.items():
            total = found.get(powers, 0) + value
            if total:
                found[powers] = total
            else:
                found.pop(powers, None)
        return found

    def times(self, one: Polynomial, other: Polynomial) -> Polynomial:
        """Multiply two polynomials."""
        found: Polynomial = {}
        for powers, value in one.items():
            for others, factor in other.items():
                place = tuple(map(add, powers, others))
                found[place] = found.get(place, 0) + value * factor
        return {powers: value for powers, value in found.items() if value}

    def power(self, base: Polynomial, exponent: int) -> Polynomial:
        """Return a power with a whole exponent that is not negative."""
        found: Polynomial = {self.unit: 1}
        for _ in range(exponent):
            found = self.times(found, base)
        return found

    def sum(self, one: Quotient, other: Quotient) -> Quotient:
        """Add two fractions."""
        if one.bottom == other.bottom:
            return Quotient(self.plus(one.top, other.top), one.bottom)
        top = self.plus(self.times(one.top, other.bottom), self.times(other.top, one.bottom))
        return Quotient(top, self.times(one.bottom, other.bottom))

    def difference(self, one: Quotient, other: Quotient) -> Quotient:
        """Subtract two fractions."""
        return self.sum(one, self.product(self.constant(-1), other))

    def product(self, one: Quotient, other: Quotient) -> Quotient:
        """Multiply two fractions."""
        return Quotient(self.times(one.top, other.top), self.times(one.bottom, other.bottom))

    def ratio(self, one: Quotient, other: Quotient) -> Quotient:
        """Divide two fractions."""
        require(bool(other.top), "a division by zero")
        return Quotient(self.times(one.top, other.bottom), self.times(one.bottom, other.top))

    def equal(self, one: Quotient, other: Quotient) -> bool:
        """Whether two fractions are the same function."""
        return self.times(one.top, other.bottom) == self.times(other.top, one.bottom)

    def derivative(self, value: Quotient, name: str) -> Quotient:
        """Return the derivative by a variable."""
        upper, lower = (self._slope(part, name) for part in (value.top, value.bottom))
        minus = {powers: -each for powers, each in self.times(value.top, lower).items()}
        top = self.plus(self.times(upper, value.bottom), minus)
        return Quotient(top, self.times(value.bottom, value.bottom))

    def _slope(self, value: Polynomial, name: str) -> Polynomial:
        place = self.names.index(name)
        return {
            (*powers[:place], powers[place] - 1, *powers[place + 1 :]): each * powers[place]
            for powers, each in value.items()
            if powers[place]
        }

    def degree(self, value: Polynomial, name: str) -> int:
        """Return the highest power of a variable."""
        place = self.names.index(name)
        return max((powers[place] for powers in value), default=0)

    def substituted(self, value: Quotient, known: Mapping[str, Quotient]) -> Quotient:
        """Replace variables by fractions, one after the other; both parts are brought over the same powers."""
        for name, other in known.items():
            degree = max(self.degree(part, name) for part in (value.top, value.bottom))
            if degree:
                value = Quotient(
                    *(self._over(part, name, other, degree) for part in (value.top, value.bottom))
                )
                require(bool(value.bottom), "a denominator is zero")
        return value

    def _over(self, value: Polynomial, name: str, other: Quotient, degree: int) -> Polynomial:
        """Replace a variable by a fraction, times the fraction's denominator to a power."""
        total: Polynomial = {}
        for (power,), part in self.groups(value, [name]).items():
            factor = self.times(self.power(other.top, power), self.power(other.bottom, degree - power))
            total = self.plus(total, self.times(part, factor))
        return total

    def read(self, text: str) -> Quotient:
        """Read an expression in the variables. Raises CertificateError for anything but arithmetic."""
        return self._read(_parsed(text))

    def _read(self, node: ast.expr) -> Quotient:
        match node:
            case ast.Constant(value=int() as number):
                return self.constant(number)
            case ast.Name(id=name):
                return self.variable(name)
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return self.product(self.constant(-1), self._read(inner))
            case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=int() as exponent)):
                base = self._read(left)
                return Quotient(self.power(base.top, exponent), self.power(base.bottom, exponent))
            case ast.BinOp(left=left, op=ast.Pow(), right=ast.UnaryOp(op=ast.USub(), operand=exponent)):
                return self.ratio(self.constant(1), self._read(ast.BinOp(left, ast.Pow(), exponent)))
            case ast.BinOp(left=left, op=operation, right=right):
                return self._combined(operation, self._read(left), self._read(right))
        raise CertificateError(f"{ast.unparse(node)} is no arithmetic of polynomials")

    def _combined(self, operation: ast.operator, one: Quotient, other: Quotient) -> Quotient:
        known: dict[type, Any] = {
            ast.Add: self.sum,
            ast.Sub: self.difference,
            ast.Mult: self.product,
            ast.Div: self.ratio,
        }
        require(type(operation) in known, f"{type(operation).__name__} is no arithmetic of polynomials")
        found: Quotient = known[type(operation)](one, other)
        return found

    def groups(self, value: Polynomial, names: Iterable[str]) -> dict[tuple[int, ...], Polynomial]:
        """Return the coefficients, in the other variables, of the powers of some variables."""
        places = [self.names.index(name) for name in names]
        found: dict[tuple[int, ...], Polynomial] = {}
        for powers, each in value.items():
            rest = tuple(0 if place in places else power for place, power in enumerate(powers))
            found.setdefault(tuple(powers[place] for place in places), {})[rest] = each
        return found


@lru_cache(maxsize=1024)
def _parsed(text: str) -> ast.expr:
    try:
        return ast.parse(text, mode="eval").body
    except SyntaxError as error:
        raise CertificateError(f"{text!r} is no expression") from error


def sign(value: Polynomial, *, strict: bool) -> int:
    """Return 1 or -1 where all coefficients have that sign, and 0 for the zero polynomial; else raise.

    All variables are never negative; ``strict`` demands a constant term, without which the value might be zero.
    """
    if not value:
        return 0
    found = {each > 0 for each in value.values()}
    require(len(found) == 1, "coefficients of both signs")
    require(not strict or any(not any(powers) for powers in value), "a value that may be zero")
    return 1 if found.pop() else -1
