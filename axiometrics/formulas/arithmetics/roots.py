"""Exact numbers beyond rational ones: sums with square roots, and real numbers of which any ball is known.

A sum over any field is ``plain + factor * sqrt(radicand) + factor * sqrt(radicand) + ...``. What algebra does not carry
out has no such form and stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add, mul, neg, truediv
from typing import TYPE_CHECKING, Any

from flint import arb, fmpq

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.polynomials import square_root
from axiometrics.formulas.undefined import NO_VALUE, Infinity, absent

if TYPE_CHECKING:
    from axiometrics.formulas.compiled import Value


Parts = tuple[tuple[Any, Any], ...]
ZERO, ONE = fmpq(0), fmpq(1)
MOST_ROOTS = 32
"""Different square roots in one sum: products of such sums have many more."""


def root_of(radicand: Value) -> Root:
    """Return the square root of what is never negative."""
    return Root(ZERO, ((ONE, radicand),))


def sortable(values: Sequence[Value]) -> list[Any] | None:
    """Return rational numbers in the order of values, equal where these are; None where one is of another kind.

    What has no value may be anywhere.

    >>> sortable([fmpq(1), root_of(fmpq(2)), -root_of(fmpq(3))])
    [1, 2, -3]
    """
    if all(type(value) is fmpq or value is NO_VALUE for value in values):
        return [ZERO if value is NO_VALUE else value for value in values]
    found = []
    for value in values:
        squares = [] if value is NO_VALUE else [value * abs(value)] if type(value) is fmpq else None
        if isinstance(value, Root):
            squares = value.signed_squares
        if squares is None or len(squares) > 1:
            return None
        found.append(squares[0] if squares else ZERO)
    return found


def alone(value: Value) -> tuple[Any, Any, Any]:
    """Return plain part, factor and radicand of a value with one root at most. Raises NotSymbolicError for more."""
    if not isinstance(value, Root):
        return value, ZERO, ONE
    if len(value.roots) > 1:
        raise NotSymbolicError("a sum of different square roots has no single radicand")
    return value.plain, *value.roots[0]


@dataclass(frozen=True, eq=False)
class Root:
    """A plain number and (factor, radicand) pairs; no radicand is ever negative, and no two are written alike."""

    plain: Value
    roots: Parts

    def __add__(self, other: Value) -> Value:
        if absent(other) or isinstance(other, Infinity):
            return other
        if not isinstance(other, Root):
            return type(self)(self.plain + other, self.roots)
        return self._joined(self.plain + other.plain, (*self.roots, *other.roots))

    __radd__ = __add__

    def __neg__(self) -> Root:
        return type(self)(-self.plain, tuple((-factor, radicand) for factor, radicand in self.roots))

    def __sub__(self, other: Value) -> Value:
        return self + (-other)

    def __rsub__(self, other: Value) -> Value:
        return -self + other

    def __mul__(self, other: Value) -> Value:
        if absent(other) or isinstance(other, Infinity):
            return other * self
        if not isinstance(other, Root):
            return self._joined(
                self.plain * other, tuple((factor * other, radicand) for factor, radicand in self.roots)
            )
        return sum((self._product(one, two) for one in self._terms for two in other._terms), ZERO)

    __rmul__ = __mul__

    def __truediv__(self, other: Value) -> Value:
        if absent(other) or isinstance(other, Infinity):
            return other.__rtruediv__(self)
        return self * (other.inverse() if isinstance(other, Root) else 1 / other)

    def __rtruediv__(self, other: Value) -> Any:
        return self.inverse() * other

    def __pow__(self, exponent: int) -> Any:
        found: Any = ONE
        for _ in range(exponent):
            found = found * self
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Root) and not isinstance(self - other, Root) and bool(self - other == 0)

    __hash__ = object.__hash__

    @property
    def _terms(self) -> Parts:
        """All parts as (factor, radicand); the plain one has the root of 1."""
        return (self.plain, ONE), *self.roots

    @property
    def signed_squares(self) -> list[Any] | None:
        """The squares of at most two rational parts, with the parts' signs: their sum has the sign of this number."""
        parts = [part for part in self._terms if part[0] != 0]
        if len(parts) > 2 or not all(isinstance(each, fmpq) for part in parts for each in part):
            return None
        return [abs(factor) * factor * radicand for factor, radicand in parts]

    def inverse(self) -> Any:
        """Return 1/x by multiplying with conjugates. Raises NotSymbolicError where they never lose a root."""
        (factor, radicand), others = self.roots[-1], self.roots[:-1]
        if self.plain == 0 and not others:
            return type(self)(ZERO, ((1 / (factor * radicand), radicand),))
        rest = self._joined(self.plain, others)
        norm = rest * rest - factor * factor * radicand
        if isinstance(norm, Root) and len(norm.roots) >= len(self.roots):
            raise NotSymbolicError("a division by a sum of so many square roots is not carried out")
        if norm == 0:
            raise NotSymbolicError("a division by a root whose square is that of what stands beside it")
        return (rest - type(self)(ZERO, ((factor, radicand),))) * (1 / norm)

    @classmethod
    def _product(cls, one: tuple[Any, Any], other: tuple[Any, Any]) -> Value:
        factor, radicand = one[0] * other[0], one[1] * other[1]
        root = one[1] if one[1] == other[1] else square_root(radicand) if isinstance(radicand, fmpq) else None
        return cls._joined(ZERO, ((factor, radicand),)) if root is None else factor * root

    @classmethod
    def _joined(cls, plain: Value, roots: Parts) -> Value:
        """Add the factors of equal radicands, and return a plain number where no root is left."""
        found: list[tuple[Any, Any]] = []
        for factor, radicand in roots:
            place = next((k for k, (_, other) in enumerate(found) if other == radicand), None)
            if place is None:
                found.append((factor, radicand))
            else:
                found[place] = found[place][0] + factor, radicand
            if len(found) > MOST_ROOTS:
                raise NotSymbolicError(
                    f"a sum of more than {MOST_ROOTS} different square roots is not carried out"
                )
        left = tuple((factor, radicand) for factor, radicand in found if factor != 0)
        return cls(plain, left) if left else plain


OF_BALLS: Mapping[str, Callable[..., Any]] = {
    "+": lambda *balls: reduce(add, balls),
    "-": neg,
    "*": lambda *balls: reduce(mul, balls),
    "/": truediv,
    "**": lambda ball, times: ball ** (times if (whole := times.unique_fmpz()) is None else int(whole)),
    "log": arb.log,
    "tanh": arb.tanh,
}
"""What each operation does to balls."""


@dataclass(frozen=True)
class Computable:
    """An operation and what it is done to: exact numbers, or more of these; sums and products have all their parts.

    Two that are written alike are equal; that others differ is known only where balls tell. Whoever divides by one
    knows that it is not zero.

    >>> from axiometrics.formulas.arithmetics.extended import extended_algebra
    >>> arithmetic = extended_algebra(4)
    >>> two = arithmetic.sqrt(arithmetic.number(2))
    >>> inner = arithmetic.log(two + arithmetic.number(1))
    >>> inner - inner, arithmetic.compare(inner, two), arithmetic.text(two - inner)
    (0, -1, '-log(1 + sqrt(2)) + sqrt(2)')
    """

    operation: str
    operands: tuple[Any, ...]

    def read(
        self, each: Callable[[Any], Any], operations: Mapping[str, Callable[..., Any]] = OF_BALLS
    ) -> Any:
        """Return the value where a function reads each operand, and the operations mean these ones."""
        return operations[self.operation](*map(each, self.operands))

    def __add__(self, other: Value) -> Any:
        if isinstance(other, Computable) and other == -self:
            return ZERO
        return self if _is(other, 0) else self._with("+", *self._parts("+"), other)

    __radd__ = __add__

    def __neg__(self) -> Value:
        return self.operands[0] if self.operation == "-" else Computable("-", (self,))

    def __sub__(self, other: Value) -> Any:
        return self + (-other)

    def __rsub__(self, other: Value) -> Value:
        return -self + other

    def __mul__(self, other: Value) -> Any:
        if _is(other, 0):
            return ZERO
        if _is(other, 1) or _is(other, -1):
            return self if _is(other, 1) else -self
        return self._with("*", *self._parts("*"), other)

    __rmul__ = __mul__

    def __truediv__(self, other: Value) -> Any:
        return self._with("/", self, other)

    def __rtruediv__(self, other: Value) -> Value:
        return ZERO if _is(other, 0) else self._with("/", other, self)

    def __pow__(self, exponent: int) -> Value:
        return self._with("**", self, exponent) if exponent else ONE

    def _parts(self, operation: str) -> tuple[Any, ...]:
        """Return what a sum or product is of, the number itself where it is none."""
        return self.operands if self.operation == operation else (self,)

    def _with(self, operation: str, *operands: Value) -> Any:
        if absent(*operands):
            return NO_VALUE
        if any(isinstance(each, Infinity) for each in operands):
            return NotImplemented
        return Computable(operation, operands)


def _is(value: Value, number: int) -> bool:
    return not absent(value) and not isinstance(value, Infinity) and bool(value == number)


class NumberRoot(Root):
    """A sum with square roots of numbers: where algebra stops, it goes on as a computable number."""

    def __add__(self, other: Value) -> Any:
        return self._or("+", super().__add__, other)

    __radd__ = __add__

    def __mul__(self, other: Value) -> Any:
        return self._or("*", super().__mul__, other)

    __rmul__ = __mul__

    def inverse(self) -> Any:
        """Return 1/x; what is inverted is not zero."""
        try:
            return super().inverse()
        except NotSymbolicError:
            return Computable("/", (ONE, self))

    def _or(self, operation: str, carried_out: Callable[[Any], Any], other: Value) -> Any:
        try:
            return carried_out(other)
        except NotSymbolicError:
            return Computable(operation, (self, other))
