"""No value: what a formula has where its author says so, in every arithmetic.

Authors write `UNDEFINED` as the ``otherwise`` of a ratio or guard, and nowhere else. Floats carry it as NaN; exact
numbers and the prover's polynomials carry it as `NO_VALUE`, which swallows whatever it meets.
"""

from __future__ import annotations

from typing import Any, NoReturn

from axiometrics.errors import UndecidedError

__all__ = ["NO_VALUE", "UNDEFINED", "NoValue", "absent"]


class _Marker:
    """The word that authors write; SymPy makes an atom of it, so that importing it costs nothing."""

    def _sympy_(self) -> Any:
        from axiometrics.formulas.nodes import Undefined

        return Undefined()

    def __repr__(self) -> str:
        return "UNDEFINED"


UNDEFINED: Any = _Marker()
"""The ``otherwise`` of a ratio or guard that has no conventional value: the metric has no value there."""


class NoValue:
    """The result of arithmetic on what has no value: itself. It can be compared with nothing."""

    __slots__ = ()

    def _same(self, *_: Any) -> NoValue:
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


def absent(*values: Any) -> bool:
    """Say whether one of the values is none."""
    return any(value is NO_VALUE for value in values)
