"""The values that a parameter may take, and the ends of intervals among them.

An end is a rational number, another root of an integer polynomial, or known by a bracket only. A root is exact data: an
irreducible polynomial and a bracket of rational numbers that holds one root of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from functools import cmp_to_key
from typing import TYPE_CHECKING, Any

from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from sympy import Poly


@dataclass(frozen=True)
class Span:
    """All numbers between ``low`` and ``high`` (None: without end); ``closed`` says that ``low`` is one of them."""

    low: Fraction | None = None
    high: Fraction | None = None
    closed: bool = False

    def between(self, low: Fraction | None, high: Fraction | None) -> Fraction:
        """Return a simple number strictly between two of the span's numbers, or between one and an end.

        >>> Span(Fraction(0)).between(None, Fraction(3)), Span(Fraction(0)).between(Fraction(3), None)
        (Fraction(3, 2), Fraction(4, 1))
        """
        first = self.low if low is None else low
        last = self.high if high is None else high
        if first is None:
            return Fraction(0) if last is None else last - 1
        return first + 1 if last is None else (first + last) / 2

    def contains(self, value: Fraction) -> bool:
        """Whether a number is strictly inside."""
        return (self.low is None or value > self.low) and (self.high is None or value < self.high)


def span_of(parameter: Parameter) -> Span | None:
    """Return the values of a real parameter; None where it takes words or whole numbers only, or has a largest value.

    >>> span_of(Parameter("p", default=Fraction(4, 5), above=0, below=1))
    Span(low=Fraction(0, 1), high=Fraction(1, 1), closed=False)
    """
    if parameter.choices or parameter.whole or parameter.most is not None:
        return None
    low = parameter.above if parameter.least is None else parameter.least
    return Span(
        None if low is None else Fraction(low),
        None if parameter.below is None else Fraction(parameter.below),
        parameter.least is not None,
    )


DIGITS = 20


@dataclass(frozen=True)
class Bound:
    """The number between ``low`` and ``high`` (itself where they are equal) at which ``polynomial`` vanishes.

    Coefficients are integers, highest power first; none are given where only the bracket is known (a numeric bound).
    """

    low: Fraction
    high: Fraction
    polynomial: tuple[int, ...] = ()

    @classmethod
    def rational(cls, value: Fraction) -> Bound:
        """Return a rational number.

        >>> Bound.rational(Fraction(1, 2)).text
        '1/2'
        """
        return cls(value, value, (value.denominator, -value.numerator))

    @property
    def is_rational(self) -> bool:
        """Whether the number is known as a fraction."""
        return self.low == self.high

    @property
    def exact(self) -> bool:
        """Whether the number is known exactly, not just by a bracket."""
        return bool(self.polynomial)

    def narrowed(self, width: Fraction) -> Bound:
        """Return the same root in a bracket that is narrow enough; a numeric bound stays as it is.

        >>> Bound(Fraction(1), Fraction(2), (1, 0, -2)).narrowed(Fraction(1, 10)).text
        '1.4142135623730950488'
        """
        low, high = self.low, self.high
        if self.is_rational or not self.exact:
            return self
        side = _sign(self.polynomial, low)
        while high - low > width:
            middle = (low + high) / 2
            if _sign(self.polynomial, middle) == side:
                low = middle
            else:
                high = middle
        return Bound(low, high, self.polynomial)

    def compare(self, other: Bound) -> int:
        """Return -1, 0 or 1: two roots are the same if their polynomials are and their brackets overlap for good."""
        one, two = self, other
        if one.polynomial == two.polynomial and one.exact:
            return 0 if one.is_rational else _brackets_apart(one, two)
        while one.low <= two.high and two.low <= one.high:
            if not (one.exact and two.exact):
                return 0  # one is known by its bracket only: no difference is known
            width = max(one.high - one.low, two.high - two.low) / 4
            one, two = one.narrowed(width), two.narrowed(width)
        return -1 if one.high < two.low else 1

    @property
    def text(self) -> str:
        """The number: a fraction, 20 decimals, or as many as it takes to be inside the bracket of a numeric bound."""
        if self.is_rational:
            return str(self.low)
        if not self.exact:
            written = (f"{float((self.low + self.high) / 2):.{digits}g}" for digits in range(4, 18))
            return next((each for each in written if self.low <= Fraction(each) <= self.high), str(self.low))
        return decimal(self.narrowed(Fraction(1, 10 ** (DIGITS + 5))), DIGITS)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {"low": str(self.low), "high": str(self.high), "polynomial": list(self.polynomial)}


def decimal(bound: Bound, digits: int) -> str:
    """Write a root with so many significant digits."""
    middle = (bound.low + bound.high) / 2
    context = Context(prec=digits, rounding=ROUND_HALF_EVEN)
    return format(context.divide(Decimal(middle.numerator), Decimal(middle.denominator)), "f")


def polynomial_text(polynomial: tuple[int, ...], letter: str) -> str:
    """Write a polynomial.

    >>> polynomial_text((1, 1, 0, -1), "p")
    'p^3 + p^2 - 1'
    """
    parts: list[str] = []
    for place, value in enumerate(polynomial):
        power = len(polynomial) - 1 - place
        if value:
            unit = letter if power == 1 else f"{letter}^{power}" if power else ""
            size = str(abs(value)) if abs(value) != 1 or not unit else ""
            sign = ("- " if value < 0 else "+ ") if parts else ("-" if value < 0 else "")
            parts.append(sign + " ".join(part for part in (size, unit) if part))
    return " ".join(parts) or "0"


def roots(polynomial: Poly) -> list[Bound]:
    """Return the real roots of a polynomial over QQ, in order, without multiplicity.

    ``polynomial`` is a SymPy Poly in one symbol.
    """
    found = []
    for factor, _ in polynomial.factor_list()[1]:
        whole = tuple(int(value) for value in factor.clear_denoms(convert=True)[1].all_coeffs())
        if len(whole) == 2:
            found.append(Bound.rational(Fraction(-whole[1], whole[0])))
            continue
        for (low, high), _times in factor.intervals():
            first, last = (Fraction(int(end.p), int(end.q)) for end in (low, high))
            found.append(Bound(first, last, whole))
    return sorted(found, key=sort_key)


def strictly_inside(bound: Bound, span: Span) -> bool:
    """Whether a number is strictly between the ends of a span."""
    low = span.low is None or bound.compare(Bound.rational(span.low)) > 0
    return low and (span.high is None or bound.compare(Bound.rational(span.high)) < 0)


sort_key: Any = cmp_to_key(Bound.compare)
"""Orders bounds by size."""


def _brackets_apart(one: Bound, two: Bound) -> int:
    """Compare two roots of one irreducible polynomial by their isolating brackets."""
    if one.high <= two.low:
        return 0 if (one.low, one.high) == (two.low, two.high) else -1
    if two.high <= one.low:
        return 1
    low, high = max(one.low, two.low), min(one.high, two.high)
    if _sign(one.polynomial, low) != _sign(one.polynomial, high):
        return 0
    return -1 if _sign(one.polynomial, one.low) != _sign(one.polynomial, low) else 1


def _sign(polynomial: tuple[int, ...], value: Fraction) -> int:
    total = Fraction(0)
    for constant in polynomial:
        total = total * value + constant
    return (total > 0) - (total < 0)
