"""What the function of a formula may not do: ask what it computes with, or keep anything from one call to the next.

It is recorded once, and an answer would be lost for ever.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dis import get_instructions
from sysconfig import get_path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, NoReturn

from axiometrics.errors import NotSymbolicError, nearest

__all__ = ["Opaque", "asking", "is_library", "kept_by", "place", "require_no_types"]

_OURS = ("axiometrics.formulas", "axiometrics.tasks", "fractions", "numbers", "dataclasses")
_ARITHMETIC = (*_OURS, "axiometrics.libraries", "sympy")
"""Whose code looks at a value's kind to compute with it, and tells nobody."""


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
    """Whether a file is Python's own or NumPy's, where an author's code may lead."""
    return file.startswith((_LIBRARY, "<frozen")) or "/numpy/" in file


_LIBRARY = get_path("stdlib")


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


_CHOICE = "write guarded(value, quantity, otherwise) for a case distinction, maximum and minimum for a choice"
_REMEDIES = {
    "choice": _CHOICE,
    "hash": f"look nothing up by a quantity: {_CHOICE}",
    "abs": "write maximum(x, -x)",
    "float": "use sqrt, log, log2, power, maximum, guarded of axiometrics.formulas instead of math's or NumPy's",
    "round": f"a formula has no rounding; {_CHOICE}",
    "index": "a quantity is no number yet: use the view's reductions instead of loops and ranges over it",
    "iter": "use the view's reductions instead of loops over a quantity",
    "//": f"a formula has no division with remainder; {_CHOICE}",
    "kind": f"it is neither a number nor a text, and no copy of it is needed; {_CHOICE}",
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
    return _remembered(
        f"a formula cannot ask {asked} of a quantity, since it is recorded once for all cases; {_REMEDIES[remedy]}"
    )


def _remembered(why: str) -> NotSymbolicError:
    error = NotSymbolicError(f"{place()}: {why}")
    _REFUSED.append(error)
    return error


def _unknown(name: str) -> NotSymbolicError:
    """Refuse a name that numbers have, or a view, with what there is in place of it."""
    offered = [each for each in sys.modules[__package__].__all__ if each.islower()]
    hint = (
        f"write {name}(x)" if name in offered else nearest(name, offered).replace("allowed: ", "allowed are ")
    )
    return _remembered(
        f"a quantity has no `{name}`, only + - * / ** and the functions of axiometrics.formulas, as in sqrt(x); {hint}"
    )


def _refusal(asked: str, remedy: str) -> Callable[..., NoReturn]:
    def refuse(self: Opaque, *_: object, **__: object) -> NoReturn:
        raise _refused(asked, remedy)

    return refuse


def _is_asked() -> bool:
    """Whether the author's code asks, and no arithmetic's."""
    frame: FrameType | None = sys._getframe(2)
    while frame and _module(frame) == "abc":
        frame = frame.f_back
    return bool(_RUNNING) and frame is not None and not _module(frame).startswith(_ARITHMETIC)


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
    __floordiv__ = __rfloordiv__ = _refusal("for '//'", "//")
    __mod__ = __rmod__ = _refusal("for '%'", "//")
    __divmod__ = __rdivmod__ = _refusal("for 'divmod()'", "//")
    __format__ = _refusal("for its text (an f-string, 'format()')", "float")
    __str__ = _refusal("for its text ('str()')", "float")
    __reduce_ex__ = _refusal("for a copy ('copy', 'pickle')", "kind")
    __sizeof__ = _refusal("for its size", "kind")

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        if _is_asked():
            raise _refused("what kind of thing it is ('isinstance', 'match')", "kind")
        return type(self)

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__") or (name.startswith("_") and not _is_asked()):
            raise AttributeError(name)
        raise _unknown(name)

    def _as_node(self) -> Any:
        raise NotImplementedError

    def _text(self) -> str:
        raise NotImplementedError

    def __repr__(self) -> str:
        if _is_asked():
            raise _refused("for its text ('repr()')", "float")
        return self._text()


def require_no_types(function: Callable[..., Any]) -> None:
    """Raise NotSymbolicError where a function names ``type`` or looks at callers, or one of its author's does.

    What these answer cannot be recorded, and no value can refuse it.

    >>> require_no_types(lambda view: view.items if type(view.items) is int else 0)
    Traceback (most recent call last):
    axiometrics.errors.NotSymbolicError: ...: a formula cannot ask what kind of thing a value is, or who ...
    """
    waiting: list[Any] = [function]
    seen: list[Any] = []
    while waiting:
        each = waiting.pop()
        each = getattr(each, "__wrapped__", getattr(each, "func", each)) if callable(each) else each
        if each is type:
            raise _looking("type")
        if any(each is other for other in seen) or (each is not function and _is_library(each)):
            continue
        seen.append(each)
        if isinstance(each, FunctionType):
            _refuse_type(each)
            waiting += [cell.cell_contents for cell in each.__closure__ or () if _is_filled(cell)]
            waiting += [*(each.__defaults__ or ()), *(each.__kwdefaults__ or {}).values()]
            waiting += _named(each.__globals__, each.__code__, deep=True)
        elif isinstance(each, type):
            waiting += [getattr(part, "__func__", part) for part in vars(each).values()]
        else:
            waiting.append(type(each))


def _named(names: Mapping[str, Any], code: CodeType, *, deep: bool) -> list[Any]:
    """Return the values that code names in its module, and in others that are named there."""
    asked = (name for each in _codes(code) for name in each.co_names)
    found = [names[name] for name in asked if name in names]
    modules = [each for each in found if deep and isinstance(each, ModuleType)]
    return found + [part for each in modules for part in _named(vars(each), code, deep=False)]


def _looking(name: str, where: str = "") -> NotSymbolicError:
    return NotSymbolicError(
        f"{where}a formula cannot ask what kind of thing a value is, or who calls ({name!r}), since it is recorded "
        f"once for all cases; {_REMEDIES['kind']}"
    )


def _refuse_type(function: FunctionType) -> None:
    for code in _codes(function.__code__):
        line = code.co_firstlineno
        for step in get_instructions(code):
            line = (step.positions and step.positions.lineno) or line
            named = step.argval if step.opname in _NAMING else ""
            own = named == "type" and function.__globals__.get("type", type) is not type
            if named in _LOOKING and not own:
                raise _looking(named, f"{code.co_filename}:{line}: ")


_NAMING = ("IMPORT_FROM", "IMPORT_NAME", "LOAD_ATTR", "LOAD_GLOBAL", "LOAD_METHOD", "LOAD_NAME")
_LOOKING = (
    "__builtins__",
    "_getframe",
    "builtins",
    "ctypes",
    "currentframe",
    "gc",
    "inspect",
    "traceback",
    "type",
)
"""Names that lead to ``type``, or to who calls."""
_DEEPEST = 6


def kept_by(function: Callable[..., Any]) -> object:
    """Return what a function keeps from one call to the next, to be compared with what it keeps later.

    Its attributes, default values and closure, what its code names in its module, and the same of functions there.

    >>> def counts(view, seen=[]):
    ...     seen.append(1)
    >>> before = kept_by(counts)
    >>> counts(None)
    >>> kept_by(counts) == before
    False
    """
    return _told(function, {}, 0)


def _told(value: Any, seen: dict[int, tuple[int, object]], depth: int) -> object:
    """Return a picture of a value that shows its changes; of what is met again only where it was met.

    What was ``seen`` is kept meanwhile: nothing that is made later can be mistaken for it.
    """
    if value is None or isinstance(value, int | float | complex | str | bytes):
        return type(value).__name__, value
    if depth > _DEEPEST or isinstance(value, Opaque | ModuleType):
        return id(value)
    if id(value) in seen:
        return "seen", seen[id(value)][0]
    seen[id(value)] = len(seen), value

    def each(parts: Iterable[Any]) -> tuple[object, ...]:
        return tuple(_told(part, seen, depth + 1) for part in parts)

    if isinstance(value, FunctionType) and (not depth or not _is_library(value)):
        named = _named(value.__globals__, value.__code__, deep=False)
        cells = [cell.cell_contents for cell in value.__closure__ or () if _is_filled(cell)]
        own = (value.__dict__, value.__defaults__, value.__kwdefaults__)
        return id(value.__code__), each((*own, *cells, *named))
    if isinstance(value, dict):
        return "dict", each(part for pair in value.items() for part in pair)
    if isinstance(value, list | tuple | deque):
        return type(value).__name__, each(value)
    if isinstance(value, set | frozenset):
        return type(value).__name__, len(value), sorted(map(repr, map(id, value)))
    if isinstance(value, type) or hasattr(value, "__dict__"):
        inner = {} if _is_library(value) else vars(value)
        return id(value), each(part for name, part in sorted(inner.items()) if not name.startswith("__"))
    return id(value), repr(value) if type(value).__module__ == "itertools" else ""


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def _is_filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False


def _is_library(value: Any) -> bool:
    """Whether something is of another package's making, which changes for reasons of its own."""
    home = value if isinstance(value, type | FunctionType) else type(value)
    return str(home.__module__).partition(".")[0] in sys.stdlib_module_names | {
        "numpy",
        "sympy",
        "axiometrics",
    }
