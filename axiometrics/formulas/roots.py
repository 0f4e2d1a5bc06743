"""Numbers of the form ``plain + factor * sqrt(radicand)`` over any field: one square root carried through a formula."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.undefined import NO_VALUE, absent

__all__ = ["Root", "as_root"]


@dataclass(frozen=True)
class Root:
    """``plain + factor * sqrt(radicand)`` with a radicand that is never negative.

    Closed under arithmetic with plain numbers and with roots of the same radicand; two pure roots (plain part zero)
    of different radicands can be multiplied and divided, but not added.
    """

    plain: Any
    factor: Any
    radicand: Any

    def __add__(self, other: Any) -> Any:
        if absent(other):
            return NO_VALUE
        same = self._aligned(other)
        return Root(self.plain + same.plain, self.factor + same.factor, self.radicand)

    __radd__ = __add__

    def __neg__(self) -> Root:
        return Root(-self.plain, -self.factor, self.radicand)

    def __sub__(self, other: Any) -> Any:
        return self + (-other)

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        if absent(other):
            return NO_VALUE
        if isinstance(other, Root) and other.radicand != self.radicand and self._pure and other._pure:
            return Root(self.plain, self.factor * other.factor, self.radicand * other.radicand)
        if not isinstance(other, Root):
            return Root(self.plain * other, self.factor * other, self.radicand) if other != 0 else other
        same = self._aligned(other)
        plain = self.plain * same.plain + self.factor * same.factor * self.radicand
        factor = self.plain * same.factor + self.factor * same.plain
        return Root(plain, factor, self.radicand) if factor != 0 else plain

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if absent(other):
            return NO_VALUE
        return (
            self * other.inverse()
            if isinstance(other, Root)
            else Root(self.plain / other, self.factor / other, self.radicand)
        )

    def __rtruediv__(self, other: Any) -> Any:
        return self.inverse() * other

    def __pow__(self, exponent: int) -> Any:
        found: Any = self
        for _ in range(exponent - 1):
            found = found * self
        return found

    def inverse(self) -> Root:
        """Return 1/x by multiplying with the conjugate."""
        if self._pure:
            return Root(self.plain, 1 / (self.factor * self.radicand), self.radicand)
        norm = self.plain * self.plain - self.factor * self.factor * self.radicand
        return Root(self.plain / norm, -self.factor / norm, self.radicand)

    @property
    def _pure(self) -> bool:
        return bool(self.plain == 0)

    def _aligned(self, other: Any) -> Root:
        if not isinstance(other, Root):
            return Root(other, 0 * self.factor, self.radicand)
        if other.radicand == self.radicand:
            return other
        raise NotSymbolicError("different square roots cannot be combined here")


def as_root(value: Any, zero: Any, one: Any) -> Root:
    """Return any value in the form of a root."""
    return value if isinstance(value, Root) else Root(value, zero, one)
