"""Polynomials as plain dictionaries, and quotients of them: for checks that share nothing with the prover.

A `Reading` is what a formula's source says where every generator is zero or positive; roots are names of their own.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt

__all__ = [
    "ONE",
    "PlainQuotient",
    "Polynomial",
    "Reading",
    "UnreadableError",
    "equal",
    "plus",
    "polynomial",
    "strict",
    "times",
]

Polynomial = dict[tuple[tuple[str, int], ...], Fraction]
"""Coefficients by monomial; a monomial is the sorted pairs of a name and its power."""


def strict(found: Polynomial, signs: Mapping[str, str], sign: int = 0) -> bool:
    """Whether coefficients of one sign, the given one if any, and a monomial that cannot vanish show a strict one."""
    if sign and any(value * sign < 0 for value in found.values()):
        return False
    kinds = {signs.get(name, "real") for powers in found for name, _ in powers}
    sure = any(all(signs.get(name) == "positive" for name, _ in powers) for powers in found)
    return kinds <= {"positive", "nonnegative"} and len({value > 0 for value in found.values()}) == 1 and sure


def polynomial(text: str) -> Polynomial:
    """Read a polynomial with rational coefficients; names may end in primes.

    >>> polynomial("2*x'*(x' + 1)") == {(("x'", 2),): 2, (("x'", 1),): 2}
    True
    """
    return _read(ast.parse(text.replace("'", "_prime"), mode="eval").body)


def _read(node: ast.expr) -> Polynomial:
    match node:
        case ast.Constant(value=int() as number):
            return {(): Fraction(number)} if number else {}
        case ast.Name(id=name):
            return {((name.replace("_prime", "'"), 1),): Fraction(1)}
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return plus({}, _read(inner), -1)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return plus(_read(left), _read(right), 1)
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return plus(_read(left), _read(right), -1)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return times(_read(left), _read(right))
        case ast.BinOp(left=left, op=ast.Div(), right=ast.Constant(value=int() as number)):
            return {powers: value / number for powers, value in _read(left).items()}
        case ast.BinOp(left=base, op=ast.Pow(), right=ast.Constant(value=int() as power)):
            found: Polynomial = {(): Fraction(1)}
            for _ in range(power):
                found = times(found, _read(base))
            return found
    raise ValueError(f"{ast.unparse(node)} is no polynomial")


def plus(one: Polynomial, other: Polynomial, weight: int = 1) -> Polynomial:
    """Add so many times the other polynomial."""
    found = dict(one)
    for powers, value in other.items():
        found[powers] = found.get(powers, Fraction(0)) + weight * value
    return {powers: value for powers, value in found.items() if value}


def times(one: Polynomial, other: Polynomial) -> Polynomial:
    """Multiply two polynomials."""
    found: Polynomial = {}
    for first, value in one.items():
        for second, factor in other.items():
            powers = dict(first)
            for name, power in second:
                powers[name] = powers.get(name, 0) + power
            place = tuple(sorted(powers.items()))
            found[place] = found.get(place, Fraction(0)) + value * factor
    return {powers: value for powers, value in found.items() if value}


ONE: Polynomial = {(): Fraction(1)}


class UnreadableError(ValueError):
    """What has no reading as a quotient: a sign is open, or the function is none of those that are known."""


@dataclass(frozen=True)
class PlainQuotient:
    """A quotient whose denominator is never zero."""

    top: Polynomial
    bottom: Polynomial

    @property
    def sign(self) -> int | None:
        """The sign, None where the coefficients leave it open; everything in them is positive."""
        signs = [_sign(part) for part in (self.top, self.bottom)]
        return None if None in signs else (signs[0] or 0) * (signs[1] or 0)


def _sign(found: Polynomial) -> int | None:
    signs = {value > 0 for value in found.values()}
    return 0 if not signs else None if len(signs) > 1 else 1 if True in signs else -1


def equal(one: PlainQuotient, other: PlainQuotient) -> bool:
    """Whether two quotients are the same, by cross-multiplication."""
    return not plus(times(one.top, other.bottom), times(other.top, one.bottom), -1)


def _added(one: PlainQuotient, other: PlainQuotient, weight: int) -> PlainQuotient:
    if one.bottom == other.bottom:
        return PlainQuotient(plus(one.top, other.top, weight), one.bottom)
    top = plus(times(one.top, other.bottom), times(other.top, one.bottom), weight)
    return PlainQuotient(top, times(one.bottom, other.bottom))


def _multiplied(one: PlainQuotient, other: PlainQuotient) -> PlainQuotient:
    return PlainQuotient(times(one.top, other.top), times(one.bottom, other.bottom))


@dataclass
class Reading:
    """Reads source text where the values of its names are known; everything in those is positive."""

    names: Mapping[str, PlainQuotient]
    roots: list[tuple[str, PlainQuotient]] = field(default_factory=list)
    """The name of every root, and what it is the root of."""

    def text(self, text: str) -> PlainQuotient:
        """Read a text. Raises UnreadableError."""
        return self.value(ast.parse(text, mode="eval").body)

    def sign(self, node: ast.expr) -> int | None:
        """Return the sign of what is read, None where it is open."""
        try:
            return self.value(node).sign
        except UnreadableError:
            return None

    def value(self, node: ast.expr) -> PlainQuotient:
        """Read an expression. Raises UnreadableError."""
        match node:
            case ast.Constant(value=int() as number):
                return PlainQuotient({(): Fraction(number)} if number else {}, ONE)
            case ast.Name(id=name) if name in self.names:
                return self.names[name]
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return _multiplied(PlainQuotient({(): Fraction(-1)}, ONE), self.value(inner))
            case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=int() as power)) if power >= 0:
                found = PlainQuotient(ONE, ONE)
                for _ in range(power):
                    found = _multiplied(found, self.value(left))
                return found
            case ast.BinOp(left=left, op=sign, right=right):
                return self._joined(self.value(left), sign, self.value(right))
            case ast.Call(func=ast.Name(id=name), args=parts):
                return self._called(name, parts)
        raise UnreadableError(ast.unparse(node))

    def _joined(self, one: PlainQuotient, sign: ast.operator, other: PlainQuotient) -> PlainQuotient:
        match sign:
            case ast.Add():
                return _added(one, other, 1)
            case ast.Sub():
                return _added(one, other, -1)
            case ast.Mult():
                return _multiplied(one, other)
            case ast.Div() if other.sign in (1, -1):
                return _multiplied(one, PlainQuotient(other.bottom, other.top))
        raise UnreadableError("a division by what may be zero")

    def _called(self, name: str, parts: list[ast.expr]) -> PlainQuotient:
        match name, parts:
            case (("ratio" | "guard"), [top, bottom, otherwise]):
                sign = self.sign(bottom)
                if sign is None:
                    raise UnreadableError("a convention for what may be zero")
                if sign == 0:
                    return self.value(otherwise)
                found = self.value(top)
                return found if name == "guard" else self._joined(found, ast.Div(), self.value(bottom))
            case (("larger" | "smaller"), [first, second]):
                one, other = self.value(first), self.value(second)
                sign = _added(one, other, -1).sign
                if sign is None:
                    raise UnreadableError("an order that is open")
                return one if (sign >= 0) == (name == "larger") else other
            case "sqrt", [inner]:
                return self._root(self.value(inner))
        raise UnreadableError(f"{name} is not known")

    def _root(self, inner: PlainQuotient) -> PlainQuotient:
        if inner.sign == 0:
            return inner
        if inner.sign != 1:
            raise UnreadableError("a root of what may be negative")
        number = _square_root(inner)
        if number is not None:
            return PlainQuotient({(): number}, ONE)
        known = next((name for name, other in self.roots if equal(inner, other)), None)
        name = known or f"root{len(self.roots)}"
        if known is None:
            self.roots.append((name, inner))
        return PlainQuotient({((name, 1),): Fraction(1)}, ONE)


def _square_root(inner: PlainQuotient) -> Fraction | None:
    """Return the root of a number that is the square of a fraction; None for everything else."""
    shares = {inner.top.get(powers, Fraction(0)) / value for powers, value in inner.bottom.items()}
    if len(shares) != 1 or set(inner.top) != set(inner.bottom):
        return None
    (number,) = shares
    root = Fraction(isqrt(number.numerator), isqrt(number.denominator))
    return root if root**2 == number else None
