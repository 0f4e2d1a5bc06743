"""What the function of a formula may not ask of a quantity, and what it may not keep from one call to the next.

It is recorded once: an answer would be lost.
"""

from __future__ import annotations

import gc
import re
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dis import get_instructions
from functools import partial
from pathlib import Path
from sysconfig import get_path
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FrameType,
    FunctionType,
    MappingProxyType,
    MemberDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
)
from typing import Any, NoReturn

from axiometrics.errors import NotSymbolicError, nearest

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
    """Return the name of the module that a frame's code is of; none where it only calls itself so."""
    name = str(frame.f_globals.get("__name__", ""))
    home = sys.modules.get(name)
    return name if home is not None and vars(home) is frame.f_globals else ""


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
    while frame and _module(frame).partition(".")[0] in _ARITHMETIC:
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


# --- what a function keeps from one call to the next

_DEEPEST = 60
_PLAIN: tuple[Any, ...] = (int, float, complex, str, bytes)


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

    What was ``seen`` is kept meanwhile: nothing that is made later can be mistaken for it. What is too deep to be seen
    is never the same.
    """
    if value is None or type(value) in (*_PLAIN, bool):
        return type(value).__name__, value
    if isinstance(value, Opaque | ModuleType):
        return id(value)
    if id(value) in seen:
        return "seen", seen[id(value)][0]
    if depth > _DEEPEST:
        return object()
    seen[id(value)] = len(seen), value

    def each(parts: Iterable[Any]) -> tuple[object, ...]:
        return tuple(_told(part, seen, depth + 1) for part in parts)

    if isinstance(value, FunctionType):
        if depth and is_foreign(value):
            return id(value), _set_on(value)
        own = (value.__dict__, value.__defaults__, value.__kwdefaults__)
        return id(value.__code__), each((*own, *filled(value), *_named(value)))
    if isinstance(value, type):
        if is_foreign(value):
            return id(value), _set_on(value)
        return id(value), each(part for name, part in sorted(vars(value).items()) if _is_written(name, part))
    kind, parts = _content(value)
    home = () if is_foreign(type(value)) else (type(value),)
    return kind, each((*parts, *home, *(part for _, part in sorted(held(value), key=lambda pair: pair[0]))))


def _set_on(value: object) -> object:
    """Return what a function or type of somebody else's has by names, where anybody may put something."""
    return sorted((name, id(part)) for name, part in vars(value).items() if not name.startswith("_"))


def _is_written(name: str, part: object) -> bool:
    """Whether what a class has by a name is its author's, and may keep something."""
    return not name.startswith("__") or isinstance(part, FunctionType | staticmethod | classmethod | property)


def _content(value: Any) -> tuple[object, Iterable[Any]]:
    """Return what a value is in itself, and what it has besides by names."""
    name = type(value).__name__
    for kind in _PLAIN:
        if isinstance(value, kind):
            return (name, kind.__getnewargs__(value)), ()
    if isinstance(value, bytearray):
        return (name, bytes(value)), ()
    if isinstance(value, dict | MappingProxyType):
        made_by = getattr(value, "default_factory", None)
        return name, (made_by, *(part for pair in value.items() for part in pair))
    if isinstance(value, list | tuple | deque):
        return name, list(value)
    if isinstance(value, set | frozenset):
        return name, sorted(value, key=id)
    if isinstance(value, partial):
        return name, (value.func, value.args, value.keywords)
    if isinstance(value, MethodType):
        return name, (value.__func__, value.__self__)
    if isinstance(value, CellType):
        return name, (value.cell_contents,) if _is_filled(value) else ()
    if hasattr(value, "cache_clear"):
        return name, gc.get_referents(value)
    if isinstance(value, _HOLDING):
        return name, (getattr(value, part, None) for part in ("__self__", "__func__", "fget", "fset", "fdel"))
    return id(value), ()


_HOLDING = (BuiltinFunctionType, MethodWrapperType, classmethod, property, staticmethod)
"""Kinds of things that are made of others, and tell nobody by names."""


def held(value: object) -> Iterator[tuple[str, Any]]:
    """Yield what an object has by names, in a dictionary or in slots; nothing of what libraries keep for themselves."""
    kind = type(value)
    if is_foreign(kind) and kind.__module__.partition(".")[0] in _MADE:
        return
    own = [vars(each) for each in kind.__mro__ if not is_foreign(each)]
    for name, slot in [part for each in own for part in each.items()]:
        if isinstance(slot, MemberDescriptorType) and hasattr(value, name):
            yield name, slot.__get__(value)
    yield from getattr(value, "__dict__", {}).items()


def _named(function: FunctionType) -> list[Any]:
    """Return the values that a function's code names in its module, and in what it names there."""
    names = sorted({name for each in codes(function) for name in each.co_names})
    steps = (step for each in codes(function) for step in get_instructions(each))
    loaded = [step.argval for step in steps if step.opname == "IMPORT_NAME" and step.argval in sys.modules]
    imported = {name: sys.modules[name] for name in loaded}
    homes, found = [imported | function.__globals__], dict[int, Any]()
    for home in homes:
        for value in [home[name] for name in names if name in home]:
            if id(value) not in found and isinstance(value, ModuleType | type | FunctionType):
                homes.append(vars(value))
            found[id(value)] = value
    return list(found.values())


def filled(function: FunctionType) -> list[Any]:
    """Return what a function has in its closure."""
    return [cell.cell_contents for cell in function.__closure__ or () if _is_filled(cell)]


def codes(function: FunctionType) -> Iterator[CodeType]:
    """Yield the code of a function, and of those that it makes."""
    open_ = [function.__code__]
    while open_:
        code = open_.pop(0)
        yield code
        open_ += [inner for inner in code.co_consts if isinstance(inner, CodeType)]


def _is_filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False


LIBRARIES = ("numpy", "sympy")
"""What computes in its own way, and reads and draws numbers besides."""
_MADE = {*LIBRARIES, "axiometrics"}
PACKAGE = str(Path(__file__).parent.parent)
"""The folder with this package's code."""


def is_foreign(value: Any) -> bool:
    """Whether something is of another package's making, which changes for reasons of its own."""
    if isinstance(value, FunctionType):
        file, named = value.__code__.co_filename, sys.modules.get(str(value.__globals__.get("__name__")))
        own = named is not None and vars(named) is value.__globals__  # a file's name may be anything
        return own and (is_library(file) or file.startswith(PACKAGE))
    home = value if isinstance(value, type) else type(value)
    if not home.__flags__ & _WRITTEN:
        return True
    found: Any = sys.modules.get(home.__module__)
    for name in home.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is home and home.__module__.partition(".")[0] in {*sys.stdlib_module_names, *_MADE}


_WRITTEN = 1 << 9
"""The flag of types that are made while a program runs: no other ones can be an author's."""
