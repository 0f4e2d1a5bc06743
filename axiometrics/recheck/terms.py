"""Terms of sums for every n: values at the ranks of a piece of a list, as multiples of quotients of polynomials."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from axiometrics.recheck.eventual_signs import (
    Growing,
    Quotient,
    degree,
    divided,
    plain,
    plus,
    replaced,
    times,
)
from axiometrics.recheck.expressions import ONE, Flat, NotCoveredError, Step, added, multiplied, require

__all__ = [
    "PLAIN",
    "Evaluated",
    "Kind",
    "Piece",
    "Value",
    "frozen",
    "minus",
    "number",
    "product_of",
    "scaled",
    "total",
]

MINUS = Fraction(-1)
Kind = tuple[Any, ...]
"""Of a value: (), or that it is a multiple of 1/log2, of a power, or of a root."""
Value = dict[Kind, Quotient]
"""A sum of multiples of what is no quotient of polynomials."""
PLAIN: Kind = ()


def frozen(flat: Flat) -> tuple[Any, ...]:
    """Return a polynomial as what may be part of a key."""
    return tuple(sorted(flat.items()))


def number(value: Fraction | int) -> Flat:
    """Return a number."""
    return {(): Fraction(value)} if value else {}


def minus(one: Flat, other: Flat) -> Flat:
    """Return a difference."""
    return added(one, other, MINUS)


@dataclass(frozen=True)
class Piece:
    """Documents of one grade at the ranks from ``first`` to ``last``, and how many of each kind are above them."""

    grade: int
    first: Flat
    last: Flat
    relevant: Flat
    nonrelevant: Flat

    @property
    def count(self) -> Flat:
        """The number of documents."""
        return added(minus(self.last, self.first), ONE)

    def within(self, first: Flat, last: Flat) -> Piece:
        """Return the documents at some of the ranks."""
        passed, grade = minus(first, self.first), Fraction(self.grade)
        above = added(self.relevant, passed, grade), added(self.nonrelevant, passed, 1 - grade)
        return Piece(self.grade, first, last, *above)


def total(values: list[Value]) -> Value:
    """Add values."""
    found: Value = {}
    for value in values:
        for kind, one in value.items():
            found[kind] = plus(found[kind], one) if kind in found else one
    return {kind: one for kind, one in found.items() if one[0]}


def scaled(value: Value, factor: Quotient) -> Value:
    """Multiply a value by a quotient."""
    return {kind: times(one, factor) for kind, one in value.items() if factor[0]}


def product_of(one: Value, other: Value, known: Growing | None = None, piece: Piece | None = None) -> Value:
    """Multiply two values: what is no quotient with a quotient; along a piece also powers with one another."""
    found = []
    for (kind, left), (with_, right) in product(one.items(), other.items()):
        both, factor = kind or with_, times(left, right)
        if kind and with_:
            if known is None or piece is None or {kind[0], with_[0]} != {"power"}:
                raise NotCoveredError("a product of two values that are no quotients")
            both, start = _one_power((kind, with_), known, piece)
            factor = times(factor, plain(start))
        found.append({both: factor})
    return total(found)


def _one_power(kinds: Sequence[Kind], known: Growing, piece: Piece) -> tuple[Kind, Flat]:
    """Return p^s q^t as a power along a piece, (p^a q^b)^(i - first), and what it is at the first rank.

    The exponents s and t rise by a and b with the rank, which are whole and not negative.
    """
    base, start = Fraction(1), ONE
    for _, share, frozen_exponent in kinds:
        exponent = dict(frozen_exponent)
        slope = exponent.get((("i", 1),), Fraction(0))
        if degree(exponent, "i") > 1 or slope.denominator > 1 or slope < 0:
            raise NotCoveredError("a power whose exponent does not rise by a whole number")
        base *= share ** int(slope)
        start = multiplied(start, known.power(share, replaced(exponent, "i", plain(piece.first))))
    if base == 1:
        return PLAIN, start
    return ("power", base, frozen(minus({(("i", 1),): Fraction(1)}, piece.first))), start


class Evaluated:
    """Evaluates steps at the rank i of a piece; without a piece, at the score."""

    def __init__(
        self,
        known: Growing,
        names: Mapping[str, Flat],
        piece: Piece | None = None,
        reduction: Callable[[Step], Value] | None = None,
    ) -> None:
        self.known, self.names, self.piece, self.reduction = known, names, piece, reduction

    def value(self, step: Step) -> Value:
        """Return the value of a step."""
        match step.kind:
            case "number":
                return {PLAIN: plain(number(step.value))} if step.value else {}
            case "name" if step.value in self.names:
                return {PLAIN: plain(self.names[step.value])} if self.names[step.value] else {}
            case "sum":
                return total([self.value(part) for part in step.parts])
            case "product":
                one, other = map(self.value, step.parts)
                return product_of(one, other, self.known, self.piece)
            case "quotient":
                return self._quotient(step.parts[0], self.value(step.parts[1]))
            case "maximum" | "minimum":
                one, other = map(self.value, step.parts)
                least = self.sign(total([one, scaled(other, plain(number(-1)))]))[0] >= 0
                return one if least == (step.kind == "maximum") else other
            case "ratio" | "guard":
                return self._guarded(step)
            case "power":
                return self._power(*step.parts)
            case "inverse_log2":
                return {("log", frozen(self._polynomial(step.parts[0]))): plain(ONE)}
            case "log" if self._polynomial(step.parts[0]) == number(2):
                return {PLAIN: plain({(("l", 1),): Fraction(1)})}
            case "root" if self.piece is None:
                inside = self._plain(self.value(step.parts[0]))
                if self.known.sign_of(inside) != (1, True):
                    raise NotCoveredError("the root of what may be zero")
                return {("root", *map(frozen, inside)): plain(ONE)}
            case "reduction" if self.reduction:
                return self.reduction(step)
        raise NotCoveredError(f"a {step.kind} for every n")

    def sign(self, value: Value) -> tuple[int, bool]:
        """Return the sign of a value, which must be evident."""
        if set(value) and next(iter(value))[:1] == ("root",):
            (found,) = value.values()
        else:
            found = self._plain(value)
        piece = self.piece
        sign = self.known.along(found, piece.first, piece.last) if piece else self.known.sign_of(found)
        if sign is None:
            raise NotCoveredError("a sign that coefficients do not show for every n")
        return sign

    def _plain(self, value: Value) -> Quotient:
        if set(value) - {PLAIN}:
            raise NotCoveredError("a value that is no quotient of polynomials")
        return value.get(PLAIN, plain(Flat()))

    def _polynomial(self, step: Step) -> Flat:
        found = self._plain(self.value(step))
        require(set(found[1]) <= {()}, "a logarithm of a quotient")
        return {powers: value / found[1][()] for powers, value in found[0].items()}

    def _quotient(self, step: Step, bottom: Value) -> Value:
        if not bottom or not self.sign(bottom)[1]:
            raise NotCoveredError("a division by what may be zero")
        if set(bottom) == {PLAIN}:
            return scaled(self.value(step), divided(plain(ONE), bottom[PLAIN]))
        ((kind, factor),) = bottom.items()
        radicand = dict(kind[1]), dict(kind[2])
        root: Value = {kind: divided(plain(ONE), times(factor, radicand))}
        return product_of(self.value(step), root)

    def _guarded(self, step: Step) -> Value:
        quantity = self.value(step.parts[1])
        if not quantity:
            return self.value(step.parts[2])
        if not self.sign(quantity)[1]:
            raise NotCoveredError("a convention that is open")
        return self._quotient(step.parts[0], quantity) if step.kind == "ratio" else self.value(step.parts[0])

    def _power(self, base: Step, exponent: Step) -> Value:
        power = self._polynomial(exponent)
        if set(power) <= {()}:
            whole = power.get((), Fraction(0))
            require(whole.denominator == 1 and whole >= 0, "a power that is not whole")
            found: Value = {PLAIN: plain(ONE)}
            for _ in range(int(whole)):
                found = product_of(found, self.value(base))
            return found
        share = self._polynomial(base)
        require(set(share) == {()}, "a power with a base that changes")
        return {("power", share[()], frozen(power)): plain(ONE)}
