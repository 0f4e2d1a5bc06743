"""Sums with square roots over any field: ``plain + factor * sqrt(radicand) + factor * sqrt(radicand) + ...``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flint import fmpq

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.polynomials import square_root
from axiometrics.formulas.undefined import NO_VALUE, absent

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
        if absent(other):
            return NO_VALUE
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
        if absent(other):
            return NO_VALUE
        if not isinstance(other, Root):
            return self._joined(
                self.plain * other, tuple((factor * other, radicand) for factor, radicand in self.roots)
            )
        return sum((self._product(one, two) for one in self._terms for two in other._terms), ZERO)

    __rmul__ = __mul__

    def __truediv__(self, other: Value) -> Value:
        if absent(other):
            return NO_VALUE
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
