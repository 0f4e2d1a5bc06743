"""The code of a formula's author: what of it no recording shows, and what it keeps from one call to the next."""

from __future__ import annotations

import builtins
import operator
import sys
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from dis import Instruction, get_instructions
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.questions import CHOICE, Opaque

__all__ = ["kept_by", "require_recordable"]


def require_recordable(function: Callable[..., Any], view: object = None) -> None:
    """Raise NotSymbolicError where a function, or what its author's code leads to, may see more than its view tells.

    Which is where code asks what kind of thing a value is or who calls, compares identities, catches errors, reads what
    views and quantities keep to themselves, or uses a library for more than arithmetic: no quantity is asked there that
    could refuse, and no recording shows the answer.

    >>> require_recordable(lambda view: view.items if type(view.items) == int else 0)
    Traceback (most recent call last):
    axiometrics.errors.NotSymbolicError: ...: a formula cannot use 'type', ...
    """
    waiting: list[tuple[Any, str]] = [(function, "")]
    if isinstance(function, FunctionType) and function.__code__.co_filename.startswith(_PACKAGE):
        for wrapped in _filled(function):  # code of this package may use all of it
            if isinstance(wrapped, FunctionType):
                require_recordable(wrapped, view)
        return
    inner = {name for each in (view, *Opaque.__subclasses__()) for name in dir(each) if name.startswith("_")}
    seen: dict[int, Any] = {}
    while waiting:
        each, where = waiting.pop()
        if id(each) not in seen:
            seen[id(each)] = each
            if each is not function:
                _require_arithmetic(each, where)
            waiting += _leads_to(each, inner, own=each is function)


def _leads_to(value: Any, inner: Collection[str], *, own: bool) -> Iterator[tuple[Any, str]]:
    """Yield what a value of the author's may call or hand on, each with the line that names it."""
    if isinstance(value, dict):
        parts = [*value.keys(), *value.values()]
    elif isinstance(value, list | tuple | set | frozenset | deque):
        parts = list(value)
    elif isinstance(value, partial):
        parts = [value.func, *value.args, *value.keywords.values()]
    elif isinstance(value, MethodType):
        parts = [value.__func__, value.__self__]
    elif isinstance(value, property):
        parts = [value.fget]
    elif isinstance(value, FunctionType) and (own or not _is_library(value)):
        yield from _named_at(value, inner)
        parts = [*_filled(value), *(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values()]
    elif isinstance(value, type) and not _is_library(value):
        parts = [*value.__bases__, *vars(value).values()]
    elif not isinstance(value, type | FunctionType | ModuleType):
        parts = [getattr(value, "__func__", None), getattr(value, "__wrapped__", None)]
        parts += [] if _is_library(value) else [type(value), *getattr(value, "__dict__", {}).values()]
    else:
        parts = []
    yield from ((part, "") for part in parts)


def _named_at(function: FunctionType, inner: Collection[str]) -> Iterator[tuple[Any, str]]:
    """Yield what a function's code names, with the line; refuses the steps that look at more than values."""
    modules: list[ModuleType] = []
    for code in _codes(function.__code__):
        line, before = code.co_firstlineno, None
        for step in get_instructions(code):
            line = (step.positions and step.positions.lineno) or line
            where = f"{code.co_filename}:{line}: "
            _require_seen(step, before, inner, where)
            for value in _denoted(step, function, modules):
                if isinstance(value, ModuleType):
                    modules.append(value)
                yield value, where
            before = step


def _require_seen(step: Instruction, before: Instruction | None, inner: Collection[str], where: str) -> None:
    """Refuse a step of code that looks at more than what recorded values tell."""
    if step.opname == "PUSH_EXC_INFO":
        raise _unseen("catch errors ('try', 'with')", where)
    constant = before is not None and before.opname == "LOAD_CONST" and before.argval in (None, True, False)
    if step.opname == "IS_OP" and not constant:
        raise _unseen("compare identities ('is')", where)
    if step.opname in ("LOAD_CONST", "LOAD_ATTR", "LOAD_METHOD") and _is_hidden(step.argval, inner):
        raise _unseen(f"use {step.argval!r}", where)


def _is_hidden(name: object, inner: Collection[str]) -> bool:
    return isinstance(name, str) and (name in inner or (name.startswith("__") and name.endswith("__")))


def _denoted(step: Instruction, function: FunctionType, modules: list[ModuleType]) -> list[Any]:
    """Return what the name in a step of code stands for, as far as the function's module and other modules tell."""
    if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
        known: list[dict[str, Any]] = [function.__globals__, vars(builtins)]
        return [names[step.argval] for names in known if step.argval in names][:1]
    if step.opname == "IMPORT_NAME":
        return [sys.modules.get(step.argval, ModuleType(step.argval))]
    if step.opname in ("LOAD_ATTR", "LOAD_METHOD", "IMPORT_FROM"):
        return [vars(module)[step.argval] for module in modules if step.argval in vars(module)]
    return []


def _require_arithmetic(value: Any, where: str) -> None:
    """Refuse what tells more of values than arithmetic does: some built-in functions, and other libraries' things."""
    home = value if isinstance(value, type | FunctionType) or hasattr(value, "__name__") else type(value)
    name = value.__name__ if isinstance(value, ModuleType) else str(getattr(home, "__module__", ""))
    top = name.partition(".")[0].removeprefix("_")
    if top in sys.stdlib_module_names and top not in _ARITHMETIC:
        raise _unseen(f"use {name.removeprefix('_')!r}", where)
    public = vars(sys.modules[_OURS])
    ours = name.startswith(f"{_OURS}.") and not any(value is public[each] for each in public["__all__"])
    if ours or any(value is each for each in _TELLING):
        raise _unseen(f"use {getattr(value, '__name__', name)!r}", where)


_OURS = str(__package__)
_PACKAGE = str(Path(__file__).parent.parent)
_ARITHMETIC = (
    *("abc", "builtins", "cmath", "collections", "dataclasses", "enum", "fractions", "functools"),
    *("itertools", "math", "numbers", "operator", "types", "typing"),
)
"""Python's modules whose functions compute and combine, or describe what an author writes."""
_TELLING = (
    *(breakpoint, compile, dir, eval, exec, globals, id, locals, open, type, vars, __import__, builtins),
    *(operator.is_, operator.is_not),
)


def _unseen(what: str, where: str) -> NotSymbolicError:
    return NotSymbolicError(
        f"{where}a formula cannot {what}, since what that tells is not recorded, and it is recorded once for all "
        f"cases; {CHOICE}"
    )


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
        own = (value.__dict__, value.__defaults__, value.__kwdefaults__)
        return id(value.__code__), each((*own, *_filled(value), *_named(value)))
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


def _named(function: FunctionType) -> list[Any]:
    """Return the values that a function's code names in its module."""
    names = function.__globals__
    asked = (name for each in _codes(function.__code__) for name in each.co_names)
    return [names[name] for name in asked if name in names]


def _filled(function: FunctionType) -> list[Any]:
    """Return what a function has in its closure."""
    return [cell.cell_contents for cell in function.__closure__ or () if _is_filled(cell)]


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
