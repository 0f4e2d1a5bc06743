"""Real numbers of which any ball is known, but no algebraic form: what algebra does not carry out stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import add, mul, neg, truediv
from typing import TYPE_CHECKING, Any

from flint import arb

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.arithmetics.roots import ONE, ZERO, Root
from axiometrics.formulas.undefined import NO_VALUE, Infinity, absent

if TYPE_CHECKING:
    from axiometrics.formulas.compiled import Value

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
