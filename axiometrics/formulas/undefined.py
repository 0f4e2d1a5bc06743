"""What is no number: no value, and infinity, which a formula has where its author says so, in every arithmetic.

Authors write `UNDEFINED` or `INFINITE` as the ``otherwise`` of a ratio or guard, and nowhere else. Floats carry them as
NaN and ``inf``; exact numbers and the prover's polynomials carry no value as `NO_VALUE`, which swallows whatever it
meets. Exact numbers carry infinity as `Infinity`, which is larger than every number and has no value less itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from axiometrics.errors import UndecidedError

if TYPE_CHECKING:
    from axiometrics.formulas.compiled import Value


class _Marker:
    """A word that authors write; SymPy makes an atom of it."""

    def __init__(self, word: str) -> None:
        self.word = word

    def _sympy_(self) -> Value:
        from sympy import oo  # which takes long to import: authors' modules do without

        from axiometrics.formulas.nodes import Undefined

        return Undefined() if self is UNDEFINED else oo

    def __repr__(self) -> str:
        return self.word


UNDEFINED: Any = _Marker("UNDEFINED")
"""The ``otherwise`` of a ratio or guard that has no conventional value: the metric has no value there."""


class NoValue:
    """The result of arithmetic on what has no value: itself. It can be compared with nothing."""

    __slots__ = ()

    def _same(self, *_: object) -> NoValue:
        return self

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _same
    __pow__ = __neg__ = _same

    def _refuse(self, other: object) -> NoReturn:
        raise UndecidedError(f"what has no value cannot be compared with {other!r}")

    __lt__ = __le__ = __gt__ = __ge__ = _refuse

    def __eq__(self, other: object) -> bool:
        return True if other is self else self._refuse(other)

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return "undefined"


NO_VALUE = NoValue()
"""The only instance."""


def absent(*values: Value) -> bool:
    """Say whether one of the values is none."""
    return any(value is NO_VALUE for value in values)


INFINITE: Any = _Marker("INFINITE")
"""The ``otherwise`` of a ratio or guard that grows beyond all numbers there."""


class Infinity:
    """Plus or minus infinity beside the numbers of a field; ``sign_of`` is the sign of one of these."""

    __slots__ = ("sign", "sign_of")

    def __init__(self, sign: int, sign_of: Callable[[Any], int]) -> None:
        self.sign = sign
        self.sign_of = sign_of

    def _turned(self, turn: int) -> Value:
        return Infinity(self.sign * turn, self.sign_of) if turn else NO_VALUE

    def __add__(self, other: Value) -> Value:
        if absent(other) or (isinstance(other, Infinity) and other.sign != self.sign):
            return NO_VALUE
        return self

    __radd__ = __add__

    def __neg__(self) -> Value:
        return self._turned(-1)

    def __sub__(self, other: Value) -> Value:
        return self + (-other)

    def __rsub__(self, other: Value) -> Value:
        return -self + other

    def __mul__(self, other: Value) -> Value:
        if absent(other):
            return NO_VALUE
        if isinstance(other, int):
            return self._turned((other > 0) - (other < 0))
        return self._turned(other.sign if isinstance(other, Infinity) else self.sign_of(other))

    __rmul__ = __mul__

    def __truediv__(self, other: Value) -> Value:
        return NO_VALUE if isinstance(other, Infinity) else self * other

    def __rtruediv__(self, other: Value) -> Value:
        return 0 * other

    def __pow__(self, exponent: int) -> Value:
        return self._turned(self.sign ** (exponent + 1))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Infinity) and other.sign == self.sign

    def __hash__(self) -> int:
        return hash(("infinity", self.sign))

    def __repr__(self) -> str:
        return "infinity" if self.sign > 0 else "-infinity"
