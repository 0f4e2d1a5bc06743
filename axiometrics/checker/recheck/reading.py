"""What a text says where something is known of its names: as a polynomial, as a quotient, or as an interval.

Every reading walks the same few operations. It has no division by what may be zero, and no convention that is taken
somewhere only: what has a reading as an interval is continuous on the box that it was read on.

The arithmetic of a certificate on named values is read here, too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from operator import add, mul, neg, sub
from typing import Any

from axiometrics.checker.recheck import CertificateError
from axiometrics.checker.recheck.polynomials import Polynomial, Quotient, constant, equal, name_of
from axiometrics.formulas.arithmetics.intervals import INTERVALS, between, sign_of


class UnreadableError(ValueError):
    """What has no reading: a sign is open, or the function is none of those that are known."""


@lru_cache(maxsize=1024)
def _parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


class Reading:
    """Reads source text where the values of its names are known: plain arithmetic, and conventions."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.names = names

    def text(self, text: str) -> Any:
        """Read a text. Raises UnreadableError."""
        return self.value(_parsed(text))

    def sign(self, node: ast.expr) -> int | None:
        """Return the sign of what is read, None where it is open."""
        try:
            return self.sign_of(self.value(node))
        except UnreadableError:
            return None

    def value(self, node: ast.expr) -> Any:
        """Read an expression. Raises UnreadableError."""
        match node:
            case ast.Constant(value=int() as number):
                return self.number(number)
            case ast.Name(id=name):
                return self.named(name)
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return -self.value(inner)
            case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=int() as power)) if power >= 0:
                return self.value(left) ** power
            case ast.BinOp(left=left, op=operation, right=right):
                return self._joined(self.value(left), operation, self.value(right))
            case ast.Call(func=ast.Name(id=name), args=parts):
                return self._called(name, parts)
        raise UnreadableError(f"{ast.unparse(node)} is no arithmetic")

    def _joined(self, one: Any, operation: ast.operator, other: Any) -> Any:
        match operation:
            case ast.Add():
                return one + other
            case ast.Sub():
                return one - other
            case ast.Mult():
                return one * other
            case ast.Div() if self.divides(other):
                return one / other
        raise UnreadableError("a division by what may be zero, or no arithmetic")

    def _called(self, name: str, parts: list[ast.expr]) -> Any:
        match name, parts:
            case (("ratio" | "guard"), [top, bottom, otherwise]):
                below = self.value(bottom)
                sign = self.sign_of(below)
                if sign is None:
                    raise UnreadableError("a convention is taken at some points only")
                if sign == 0:
                    return self.value(otherwise)
                return self.value(top) if name == "guard" else self.value(top) / below
        return self.function(name, [self.value(part) for part in parts])

    def number(self, value: int) -> Any:
        """Return a whole number."""
        return constant(value)

    def named(self, name: str) -> Any:
        """Return what a name stands for."""
        if name not in self.names:
            raise UnreadableError(f"{name} is not known")
        return self.names[name]

    def divides(self, value: Any) -> bool:
        """Whether a value is never zero."""
        return self.sign_of(value) in (1, -1)

    def sign_of(self, value: Any) -> int | None:
        """Return the sign of a value, None where it is open."""
        found: int | None = value.sign
        return found

    def function(self, name: str, values: list[Any]) -> Any:
        """Return the value of a function."""
        raise UnreadableError(f"{name} is not known")


class _AnyNames(Reading):
    """Reads quotients of polynomials in some names, or in any; one that is not the zero polynomial may divide."""

    def __init__(self, names: Collection[str] | None) -> None:
        super().__init__({})
        self.known = names

    def value(self, node: ast.expr) -> Any:
        match node:
            case ast.BinOp(left=base, op=ast.Pow(), right=ast.UnaryOp(op=ast.USub(), operand=power)):
                return self.value(ast.BinOp(ast.Constant(1), ast.Div(), ast.BinOp(base, ast.Pow(), power)))
        return super().value(node)

    def named(self, name: str) -> Quotient:
        if self.known is not None and name not in self.known:
            raise UnreadableError(f"{name} is no variable of the certificate")
        return name_of(name.replace("_prime", "'"))

    def divides(self, value: Quotient) -> bool:
        return bool(value.top)

    def sign_of(self, value: Quotient) -> int | None:
        return None  # nothing is known of the names


def quotient(text: str, names: Collection[str] | None = None) -> Quotient:
    """Read a quotient of polynomials, in any names or in the given ones alone. Raises CertificateError."""
    try:
        found: Quotient = _AnyNames(names).text(text)
    except (UnreadableError, SyntaxError) as error:
        raise CertificateError(f"{text!r} is no arithmetic of polynomials: {error}") from error
    return found


def polynomial(text: str) -> Polynomial:
    """Read a polynomial with rational coefficients; names may end in primes. Raises UnreadableError.

    >>> polynomial("2*x'*(x' + 1)") == {(("x'", 2),): 2, (("x'", 1),): 2}
    True
    """
    found: Quotient = _AnyNames(None).text(text.replace("'", "_prime"))
    if set(found.bottom) != {()}:
        raise UnreadableError(f"{text} is no polynomial")
    divisor = Fraction(found.bottom[()])
    return found.top if divisor == 1 else {powers: value / divisor for powers, value in found.top.items()}


class QuotientReading(Reading):
    """Reads source text as quotients in which every name is positive; roots are names of their own."""

    def __init__(
        self, names: Mapping[str, Quotient], roots: list[tuple[str, Quotient]] | None = None
    ) -> None:
        super().__init__(names)
        self.roots = [] if roots is None else roots
        """The name of every root, and what it is the root of."""

    def function(self, name: str, values: list[Quotient]) -> Quotient:
        """Return the larger or smaller of two quotients, or a root."""
        match name, values:
            case (("larger" | "smaller"), [one, other]):
                sign = (one - other).sign
                if sign is None:
                    raise UnreadableError("an order that is open")
                return one if (sign >= 0) == (name == "larger") else other
            case "sqrt", [inner]:
                return self._root(inner)
        raise UnreadableError(f"{name} is not known")

    def _root(self, inner: Quotient) -> Quotient:
        if inner.sign == 0:
            return inner
        if inner.sign != 1:
            raise UnreadableError("a root of what may be negative")
        number = _square_root(inner)
        if number is not None:
            return constant(number)
        known = next((name for name, other in self.roots if equal(inner, other)), None)
        name = known or f"root{len(self.roots)}"
        if known is None:
            self.roots.append((name, inner))
        return name_of(name)


def _square_root(inner: Quotient) -> Fraction | None:
    """Return the root of a number that is the square of a fraction; None for everything else."""
    shares = {Fraction(inner.top.get(powers, 0)) / value for powers, value in inner.bottom.items()}
    if len(shares) != 1 or set(inner.top) != set(inner.bottom):
        return None
    (number,) = shares
    root = Fraction(isqrt(number.numerator), isqrt(number.denominator))
    return root if root**2 == number else None


class IntervalReading(Reading):
    """Reads source text where its names are only known to lie between bounds: intervals, rounded outwards."""

    def number(self, value: int) -> Any:
        """Return a whole number as an interval."""
        return between(Fraction(value), Fraction(value))

    def sign_of(self, value: Any) -> int | None:
        """Return the sign of all numbers in an interval, None where they have several."""
        return sign_of(value)

    def function(self, name: str, values: list[Any]) -> Any:
        """Return the larger or smaller of two intervals, a root, or a logarithm."""
        match name, values:
            case (("larger" | "smaller"), [_, _]):
                return getattr(INTERVALS, name)(*values)
            case "sqrt", [inner] if inner.a >= 0:
                return INTERVALS.sqrt(inner)
            case "log", [inner] if inner.a > 0:
                return INTERVALS.log(inner)
        raise UnreadableError(f"{name} has no value, or is not known")


_FUNCTIONS = {
    "log": "log",
    "sqrt": "sqrt",
    "tanh": "tanh",
    "Larger": "larger",
    "Smaller": "smaller",
    "Ratio": "ratio",
    "Guard": "guard",
    "Power": "power",
    "LogBinomial": "log_binomial",
    "InverseLog": "inverse_log2",
}
"""What certificates call the operations of an arithmetic."""
_WORDS = {"oo": "infinite", "NO_VALUE": "undefined", "UNDEFINED": "undefined"}
"""What certificates call that which is no number."""
_OPERATORS: dict[str, Callable[..., Any]] = {"add": add, "sub": sub, "mul": mul, "neg": neg}
_SIGNS = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.Pow: "power"}


@dataclass(frozen=True, eq=False)
class Part:
    """An operation on parts, a number, a name, or a word for no number; equal parts are one object."""

    operation: str
    operands: tuple[Any, ...]


def evaluated(
    text: str, values: Mapping[str, Any], arithmetic: object, known: dict[Part, Any] | None = None
) -> Any:
    """Evaluate a text in an arithmetic of formulas; names may hold any characters, such as ``x'`` or ``cells[n**2]``.

    ``known`` keeps what parts of texts come to for the same values. Raises ValueError for anything that is not
    arithmetic on known names.

    >>> from axiometrics.formulas.arithmetics.error_bounds import BOUNDED, Bounded
    >>> values = {"x'": Bounded(3.0, 0.0), "cells[n**2]": Bounded(4.0, 0.0)}
    >>> float(evaluated("2*x' + cells[n**2]/2", values, BOUNDED).value)
    8.0
    """
    part = _placed_parts(text, tuple(sorted(values, key=len, reverse=True)))
    return _value(part, values, arithmetic, {} if known is None else known)


@lru_cache(maxsize=4096)
def _placed_parts(text: str, names: tuple[str, ...]) -> Part:
    """Parse a text whose names are replaced by identifiers, longest names first."""
    places = {name: f"place{number}" for number, name in enumerate(names)}
    known = "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names) or r"(?!)"
    plain = re.sub(known, lambda match: places[match.group()], text)
    try:
        tree = ast.parse(plain, mode="eval").body
    except SyntaxError as error:
        raise ValueError(f"{text!r} is no arithmetic on {', '.join(names)}") from error
    return _read(tree, {place: name for name, place in places.items()})


@lru_cache(maxsize=1 << 16)
def _part(operation: str, *operands: object) -> Part:
    return Part(operation, operands)


def _read(node: ast.expr, names: Mapping[str, str]) -> Part:
    match node:
        case ast.Constant(value=int() as number):
            return _part("number", Fraction(number))
        case ast.Name(id=name) if name in names:
            return _part("name", names[name])
        case ast.Name(id=name) if name in _WORDS:
            return _part("word", _WORDS[name])
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return _part("neg", _read(inner, names))
        case ast.BinOp(left=base, op=ast.Pow(), right=ast.Constant(value=int() as times)):
            return _part("times", _read(base, names), times)
        case ast.BinOp(left=base, op=ast.Pow(), right=ast.BinOp(op=ast.Div()) as exponent):
            return _rooted(_read(base, names), Fraction(ast.unparse(exponent).replace(" ", "")))
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _SIGNS:
            return _part(_SIGNS[type(sign)], _read(left, names), _read(right, names))
        case ast.Call(func=ast.Name(id=name), args=parts) if name in _FUNCTIONS:
            return _part(_FUNCTIONS[name], *(_read(part, names) for part in parts))
    raise ValueError(f"{ast.unparse(node)} is no arithmetic on known names")


def _rooted(base: Part, exponent: Fraction) -> Part:
    """Return a power of roots of one another. Raises ValueError where the exponent is none of them."""
    if exponent < 0:
        return _part("truediv", _part("number", Fraction(1)), _rooted(base, -exponent))
    if exponent.denominator.bit_count() != 1:
        raise ValueError(f"{exponent} is no exponent of square roots")
    for _ in range(exponent.denominator.bit_length() - 1):
        base = _part("sqrt", base)
    return _part("times", base, exponent.numerator)


def _value(part: Part, values: Mapping[str, Any], arithmetic: object, known: dict[Part, Any]) -> Any:
    if part not in known:
        known[part] = _computed(part, values, arithmetic, known)
    return known[part]


def _computed(part: Part, values: Mapping[str, Any], arithmetic: Any, known: dict[Part, Any]) -> Any:
    if part.operation == "name":
        return values[part.operands[0]]
    if part.operation == "word":
        return getattr(arithmetic, part.operands[0])
    if part.operation == "number":
        return arithmetic.number(part.operands[0])
    if part.operation == "times":
        base, times = part.operands
        return _value(base, values, arithmetic, known) ** times
    operands = [_value(each, values, arithmetic, known) for each in part.operands]
    if part.operation == "truediv":
        return arithmetic.ratio(*operands, arithmetic.undefined)
    if part.operation in _OPERATORS:
        return _OPERATORS[part.operation](*operands)
    return getattr(arithmetic, part.operation)(*operands)
