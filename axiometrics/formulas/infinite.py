"""Infinity as the value of a ratio: what a formula has where its author says so, in exact arithmetic too.

Authors write `INFINITE` as the ``otherwise`` of a ratio or guard, and nowhere else. Floats carry it as ``inf``; exact
numbers carry it as `Infinity`, which is larger than every number and has no value less itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from axiometrics.formulas.undefined import NO_VALUE, absent

__all__ = ["INFINITE", "Infinity"]


class _Marker:
    """The word that authors write; for SymPy it is infinity."""

    def _sympy_(self) -> Any:
        from sympy import oo

        return oo

    def __repr__(self) -> str:
        return "INFINITE"


INFINITE: Any = _Marker()
"""The ``otherwise`` of a ratio or guard that grows beyond all numbers there."""


class Infinity:
    """Plus or minus infinity beside the numbers of a field; ``sign_of`` is the sign of one of these."""

    __slots__ = ("sign", "sign_of")

    def __init__(self, sign: int, sign_of: Callable[[Any], int]) -> None:
        self.sign = sign
        self.sign_of = sign_of

    def _turned(self, turn: int) -> Any:
        return Infinity(self.sign * turn, self.sign_of) if turn else NO_VALUE

    def __add__(self, other: Any) -> Any:
        if absent(other) or (isinstance(other, Infinity) and other.sign != self.sign):
            return NO_VALUE
        return self

    __radd__ = __add__

    def __neg__(self) -> Any:
        return self._turned(-1)

    def __sub__(self, other: Any) -> Any:
        return self + (-other)

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        if absent(other):
            return NO_VALUE
        if isinstance(other, int):
            return self._turned((other > 0) - (other < 0))
        return self._turned(other.sign if isinstance(other, Infinity) else self.sign_of(other))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return NO_VALUE if isinstance(other, Infinity) else self * other

    def __rtruediv__(self, other: Any) -> Any:
        return 0 * other

    def __pow__(self, exponent: int) -> Any:
        return self._turned(self.sign ** (exponent + 1))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Infinity) and other.sign == self.sign

    def __hash__(self) -> int:
        return hash(("infinity", self.sign))

    def __repr__(self) -> str:
        return "infinity" if self.sign > 0 else "-infinity"
