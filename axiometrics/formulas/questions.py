"""What the function of a formula may not ask of a quantity: it is recorded once, and an answer would be lost."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from sysconfig import get_path
from types import FrameType
from typing import Any, NoReturn

from axiometrics.errors import NotSymbolicError, nearest

__all__ = ["ARITHMETIC", "CHOICE", "Opaque", "asking", "is_library", "place", "remembered"]

_OURS = ("axiometrics.formulas", "axiometrics.tasks", "fractions", "numbers", "dataclasses")
_ARITHMETIC = ("abc", "fractions", "numbers", "sympy")
"""Whose operators look at a value's kind to compute with it, and tell nobody."""


def place() -> str:
    """Return the author's file and line: the nearest one outside this package's machinery and of libraries."""
    frame: FrameType | None = sys._getframe(1)
    nearest = None
    while frame and (_module(frame).startswith(_OURS) or is_library(frame.f_code.co_filename)):
        nearest = nearest or (None if _module(frame).startswith(_OURS) else frame)
        frame = frame.f_back
    frame = frame or nearest
    return f"{frame.f_code.co_filename}:{frame.f_lineno}" if frame else "the formula"


def is_library(file: str) -> bool:
    """Whether a file is Python's own, NumPy's or SymPy's, where an author's code may lead."""
    own = file.startswith((_LIBRARY, "<frozen")) and "-packages" not in file
    return own or re.search(r"-packages.(numpy|sympy)\b", file) is not None


_LIBRARY = get_path("stdlib")


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


CHOICE = "write guarded(value, quantity, otherwise) for a case distinction, maximum and minimum for a choice"
"""What to do in place of a question."""
ARITHMETIC = (
    "use sqrt, log, log2, power, maximum, guarded of axiometrics.formulas instead of math's or NumPy's"
)
"""What to do in place of a library's functions."""
_REMEDIES = {
    "choice": CHOICE,
    "hash": f"look nothing up by a quantity: {CHOICE}",
    "abs": "write maximum(x, -x)",
    "float": ARITHMETIC,
    "round": f"a formula has no rounding; {CHOICE}",
    "index": "a quantity is no number yet: use the view's reductions instead of loops and ranges over it",
    "iter": "use the view's reductions instead of loops over a quantity",
    "//": f"a formula has no division with remainder; {CHOICE}",
    "kind": f"it is neither a number nor a text, and no copy of it is needed; {CHOICE}",
}

_REFUSED: list[NotSymbolicError] = []
"""What was refused while a formula's function runs, whatever its author's code made of it."""
_RUNNING: list[int] = []
"""For each function of a formula that runs, how much was refused before."""


@contextmanager
def asking() -> Iterator[None]:
    """Run the function of a formula; raises the first refusal at the end, if the author's code has swallowed it."""
    before = len(_REFUSED)
    _RUNNING.append(before)
    try:
        yield
        if _REFUSED[before:]:
            raise _REFUSED[before]
    finally:
        _RUNNING.pop()
        del _REFUSED[before:]


def _refused(asked: str, remedy: str) -> NotSymbolicError:
    return remembered(
        f"a formula cannot ask {asked} of a quantity, since it is recorded once for all cases; {_REMEDIES[remedy]}"
    )


def remembered(why: str) -> NotSymbolicError:
    """Return a refusal at the author's line, which is raised at the end even if it is swallowed."""
    error = NotSymbolicError(f"{place()}: {why}")
    _REFUSED.append(error)
    return error


def _unknown(name: str) -> NotSymbolicError:
    """Refuse a name that numbers have, or a view, with what there is in place of it."""
    offered = [each for each in sys.modules[__package__].__all__ if each.islower()]
    hint = (
        f"write {name}(x)" if name in offered else nearest(name, offered).replace("allowed: ", "allowed are ")
    )
    return remembered(
        f"a quantity has no `{name}`, only + - * / ** and the functions of axiometrics.formulas, as in sqrt(x); {hint}"
    )


def _refusal(asked: str, remedy: str) -> Callable[..., NoReturn]:
    def refuse(self: Opaque, *_: object, **__: object) -> NoReturn:
        raise _refused(asked, remedy)

    return refuse


def _is_asked() -> bool:
    """Whether the author's code asks, and no operator's."""
    if not _RUNNING:
        return False
    frame: FrameType | None = sys._getframe(2)
    entered = ""
    while frame and _module(frame).startswith(_ARITHMETIC):
        entered = frame.f_code.co_name
        frame = frame.f_back
    operator = entered in ("forward", "reverse") or (entered.startswith("__") and entered not in _MAKING)
    return frame is not None and not operator and not _module(frame).startswith(_PLACES)


_PLACES = ("axiometrics.formulas", "axiometrics.tasks", "axiometrics.libraries")
_MAKING = ("__new__", "__init__", "__instancecheck__", "__subclasscheck__")


class Opaque:
    """A value that tells nothing of itself; its classes have arithmetic, and say what it looks like to people."""

    __slots__ = ()
    __array_ufunc__ = None

    __bool__ = _refusal("for a truth value ('if', 'and', 'or', 'not', 'while')", "choice")
    __eq__ = _refusal("whether it equals something ('==', 'in')", "choice")
    __ne__ = _refusal("whether it differs from something ('!=')", "choice")
    __lt__ = _refusal("for an order ('<', 'min', 'max', 'sorted')", "choice")
    __le__ = _refusal("for an order ('<=')", "choice")
    __gt__ = _refusal("for an order ('>', 'max', 'sorted')", "choice")
    __ge__ = _refusal("for an order ('>=')", "choice")
    __hash__ = _refusal("for a hash ('in' a set or dict, a key, a cache)", "hash")
    __abs__ = _refusal("for 'abs'", "abs")
    __float__ = _refusal("for a number ('float()', 'math')", "float")
    __complex__ = _refusal("for a number ('complex()')", "float")
    __int__ = _refusal("for a number ('int()')", "round")
    __round__ = _refusal("for 'round()'", "round")
    __trunc__ = _refusal("for 'trunc()'", "round")
    __floor__ = _refusal("for 'floor()'", "round")
    __ceil__ = _refusal("for 'ceil()'", "round")
    __index__ = _refusal("for an index ('range()', 'x[...]')", "index")
    __len__ = _refusal("for 'len()'", "iter")
    __iter__ = _refusal("for a loop", "iter")
    __contains__ = _refusal("for 'in'", "choice")
    __getitem__ = _refusal("for '[...]'", "iter")
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _refusal(
        "for its bits ('&', '|', '^')", "choice"
    )
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __invert__ = _refusal(
        "for its bits ('<<', '>>', '~')", "//"
    )
    __matmul__ = __rmatmul__ = _refusal("for '@'", "iter")
    __floordiv__ = __rfloordiv__ = _refusal("for '//'", "//")
    __mod__ = __rmod__ = _refusal("for '%'", "//")
    __divmod__ = __rdivmod__ = _refusal("for 'divmod()'", "//")
    __format__ = _refusal("for its text (an f-string, 'format()')", "float")
    __reduce_ex__ = _refusal("for a copy ('copy', 'pickle')", "kind")
    __sizeof__ = _refusal("for its size", "kind")

    def __getattribute__(self, name: str) -> Any:
        """Refuse whatever the author's code reads, also what all objects have."""
        if not _is_asked():
            return object.__getattribute__(self, name)
        if name == "__class__":
            raise _refused("what kind of thing it is ('isinstance', 'match')", "kind")
        raise _unknown(name)

    def _as_node(self) -> Any:
        raise NotImplementedError

    def _text(self) -> str:
        raise NotImplementedError

    def __str__(self) -> str:
        if _is_asked():
            raise _refused("for its text ('str()')", "float")
        return self._text()

    def __repr__(self) -> str:
        if _is_asked():
            raise _refused("for its text ('repr()')", "float")
        return self._text()
