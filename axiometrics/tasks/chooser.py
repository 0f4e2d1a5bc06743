"""What generators of all tasks ask a chooser for, and what they make of the answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from axiometrics.errors import NotSymbolicError
from axiometrics.tasks.choosing import Answers, Impossible


class Chooser:
    """Where a generator gets what it asks for; a task adds what its contexts are."""

    reach: ClassVar[int] = 12
    """How far above its least value a size is drawn."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers

    def size(self, name: str, low: int = 1) -> Any:
        """Return a number from ``low`` on; a larger one must make a larger case."""
        return self.answers.number(name, low, reach=self.reach)

    def index(self, name: str, low: int, high: int, *, avoid: Sequence[int] = ()) -> int:
        """Return a whole number from ``low`` to ``high``, but none of those to avoid."""
        return self.answers.named(name, [number for number in range(low, high + 1) if number not in avoid])

    def require(self, condition: object) -> None:
        """Keep the cases that meet a condition."""
        if not condition:
            raise Impossible


@dataclass(frozen=True)
class Template:
    """What a generator makes: the outputs of a case by name."""

    outputs: Mapping[str, Any]


def outputs(**made: Any) -> Template:
    """Describe the outputs of a case.

    >>> list(outputs(worse=1, better=2).outputs)
    ['worse', 'better']
    """
    return Template(made)


class Untold:
    """Refuses all that a generator may ask of a value: an answer would be that of some cases."""

    def _refused(self, *_: object, **__: object) -> Any:
        raise NotSymbolicError("what asks something of an open number is swept only")

    if not TYPE_CHECKING:  # which does not let classes below answer what others refuse

        def __getattr__(self, name: str) -> Any:
            if name.startswith("__"):  # what Python looks for itself, the same of every number
                raise AttributeError(name)
            return self._refused()

        __bool__ = __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = _refused
        __int__ = __float__ = __index__ = __str__ = __repr__ = __len__ = __iter__ = __contains__ = _refused
        __getitem__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __pos__ = (
            _refused
        )
        __abs__ = __pow__ = __rpow__ = __mod__ = __rmod__ = __truediv__ = __rtruediv__ = __floordiv__ = (
            _refused
        )
        __rfloordiv__ = __reversed__ = __call__ = __format__ = __round__ = __reduce_ex__ = _refused
