"""The code of a formula's author: what of it no recording shows."""

from __future__ import annotations

import builtins
import operator
import re
import sys
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dis import Instruction, get_instructions, stack_effect
from fractions import Fraction
from functools import cached_property, partial
from numbers import Rational
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    MappingProxyType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.questions import (
    ARITHMETIC,
    CHOICE,
    LIBRARIES,
    Opaque,
    codes,
    filled,
    held,
    is_foreign,
)


def require_recordable(
    function: Callable[..., Any], view: object = None, also: Callable[[Any, str], object] = lambda *_: None
) -> None:
    """Raise NotSymbolicError where a function, or what its author's code leads to, may see more than its view tells.

    Which is where code asks what kind of thing a value is or who calls, compares identities, catches errors, reads what
    views and quantities keep to themselves, looks up names that it makes, keeps iterators, or uses a library for more
    than arithmetic: no quantity is asked there that could refuse, and no recording shows the answer.

    >>> require_recordable(lambda view: view.items if type(view.items) == int else 0)
    Traceback (most recent call last):
    axiometrics.errors.NotSymbolicError: ...: a formula cannot use 'type', ...
    """
    waiting: deque[tuple[Any, str]] = deque([(function, "")])
    private = (view, Fraction, *Opaque.__subclasses__())
    inner: set[str] = {name for each in private for name in dir(each) if name.startswith("_")} | _OF_NUMBERS
    inner |= {name for each in Opaque.__subclasses__() for name in map(str, each.__slots__)}
    seen: dict[int, Any] = {}
    modules: list[ModuleType] = []
    words: dict[str, str] = {}
    while waiting:
        each, where = waiting.popleft()
        if id(each) not in seen:
            seen[id(each)] = each
            if each is not function:
                _require_arithmetic(each, where)
            also(each, where)
            modules += [each] if isinstance(each, ModuleType) else []
            waiting += _leads_to(each, inner, words)
        if not waiting:  # what modules have by any name that is read somewhere
            found = [
                (vars(home)[name], line)
                for home in modules
                for name, line in words.items()
                if name in vars(home)
            ]
            waiting += [pair for pair in found if id(pair[0]) not in seen]


def _leads_to(value: object, inner: Collection[str], words: dict[str, str]) -> Iterator[tuple[Any, str]]:
    """Yield what a value of the author's may call or hand on, each with the line that names it.

    ``words`` takes the names that its code reads of anything.
    """
    if isinstance(value, dict | MappingProxyType):
        parts = [*value.keys(), *value.values(), getattr(value, "default_factory", None)]
    elif isinstance(value, list | tuple | set | frozenset | deque):
        parts = list(value)
    elif isinstance(value, partial):
        parts = [value.func, *value.args, *value.keywords.values()]
    elif isinstance(value, cached_property):
        parts = [value.func]
    elif isinstance(value, MethodType):
        parts = [value.__func__, value.__self__]
    elif isinstance(value, property):
        parts = [value.fget, value.fset, value.fdel]
    elif isinstance(value, FunctionType):
        parts = _functions(filled(value))  # code of this package may use all of it
        if not is_foreign(value):
            yield from _named_at(value, inner, words)
            defaults = (*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values())
            parts = [*filled(value), *value.__dict__.values(), *defaults]
    elif isinstance(value, type) and not is_foreign(value):
        _require_seen_always(value)
        parts = [*value.__bases__, *(part for name, part in vars(value).items() if not _is_given(name, part))]
        parts += [] if type(value) is type else [type(value)]
    elif not isinstance(value, type | FunctionType | ModuleType):
        parts = [getattr(value, name, None) for name in ("__func__", "__wrapped__", "__self__")]
        parts = [part for part in parts if not isinstance(part, ModuleType)]  # a built-in function's home
        parts += _functions(getattr(value, "__dict__", {}).values()) if is_foreign(value) else [type(value)]
        parts += [part for _, part in held(value)]
    else:
        parts = []
    if isinstance(value, _HOLDERS) and not is_foreign(
        value
    ):  # an author's own kind of these does what it likes
        parts = [*parts, type(value), *(part for _, part in held(value))]
    yield from ((part, "") for part in parts)


_HOLDERS = (
    dict, list, tuple, set, frozenset, deque, partial, cached_property, property,
)  # fmt: skip
"""Kinds of things that hold others, and may be extended."""


def _functions(parts: Iterable[Any]) -> list[Any]:
    return [part for part in parts if isinstance(part, FunctionType | partial)]


def _is_given(name: str, part: object) -> bool:
    """Whether a class has by a name what Python's own types have by that name, or a type that it extends."""
    extended = (
        getattr(part, "__objclass__", None) is not object and name.startswith("_") and name.endswith("_")
    )
    own = getattr(part, "__name__", "")
    return _is_inner(part) and (own == name or (extended and own in ("__repr__", "__str__")))


def _is_inner(value: object) -> bool:
    """Whether something is what Python's own types have behind an operator, which tells of what kind others are."""
    made = isinstance(value, _INNER) or (isinstance(value, FunctionType) and is_foreign(value))
    name = getattr(value, "__name__", "")
    return made and name.startswith("__") and name != "__new__"


_INNER = (BuiltinFunctionType, MethodDescriptorType, MethodWrapperType, WrapperDescriptorType)


def _named_at(
    function: FunctionType, inner: Collection[str], words: dict[str, str]
) -> Iterator[tuple[Any, str]]:
    """Yield what a function's code names, with the line; refuses the steps that look at more than values."""
    for code in codes(function):
        line, steps = code.co_firstlineno, list(get_instructions(code))
        for place, step in enumerate(steps):
            line = (step.positions and step.positions.lineno) or line
            where = f"{code.co_filename}:{line}: "
            _require_seen(step, steps[place - 1] if place else None, inner, where)
            if step.opname.startswith(_BY_NAME):
                words |= dict.fromkeys(_words(step.argval), where)
            for value in _denoted(step, function):
                if not (any(value is each for each in _NAMING) and _is_written(steps[place:])):
                    yield value, where


def _require_seen(step: Instruction, before: Instruction | None, inner: Collection[str], where: str) -> None:
    """Refuse a step of code that looks at more than what recorded values tell."""
    if step.opname == "PUSH_EXC_INFO":
        raise _unseen("catch errors ('try', 'with')", where)
    constant = before is not None and before.opname == "LOAD_CONST"
    if step.opname == "IS_OP" and not (constant and before.argval in (None, True, False)):  # type: ignore[union-attr]
        raise _unseen("compare identities ('is')", where)
    if step.opname.startswith(_BY_NAME) or step.argval in _SILENT:
        for name in _words(step.argval):
            if name in inner or name in _FRAMES or (name.startswith("__") and name.endswith("__")):
                raise _unseen(f"use {name!r}", where)
    formats = step.opname in ("LOAD_ATTR", "LOAD_METHOD") and step.argval in ("format", "format_map")
    if formats and not (constant and isinstance(before.argval, str)):  # type: ignore[union-attr]
        raise _unseen(f"use {step.argval!r} of a text that is not written there", where, "write f'...'")


_BY_NAME = ("LOAD_CONST", "LOAD_ATTR", "LOAD_METHOD", "LOAD_SUPER_ATTR", "STORE_ATTR", "IMPORT_FROM")
_SILENT = ("__del__", "__length_hint__")
"""Methods of which Python swallows the errors."""
_FRAMES = frozenset(
    [
        f"{kind}_{part}"
        for kind in ("gi", "cr", "ag")
        for part in ("frame", "code", "await", "yieldfrom", "origin")
    ]
    + ["f_back", "f_builtins", "f_code", "f_globals", "f_locals", "tb_frame", "tb_next"]
    + ["cache_info", "register"]
)
"""By which code finds who calls it, and how often; or tells Python what its classes are."""


def _words(given: object) -> Iterator[str]:
    """Yield the words of a constant text, or of texts inside of a constant."""
    if isinstance(given, str):
        yield from re.findall(r"\w+", given)
    elif isinstance(given, tuple | frozenset):
        for each in given:
            yield from _words(each)


def _require_seen_always(value: type) -> None:
    for name in _SILENT:
        if name in vars(value):
            raise _unseen(f"use {name!r}", _place(getattr(vars(value)[name], "__code__", None)))


def _place(code: CodeType | None) -> str:
    return f"{code.co_filename}:{code.co_firstlineno}: " if code else ""


_NAMING = (getattr, hasattr, setattr, delattr)


def _is_written(steps: Sequence[Instruction]) -> bool:
    """Whether the first of some steps begins a call whose second argument is a text that is written there.

    >>> def code(function):
    ...     steps = list(get_instructions(function))
    ...     return steps[[step.argval for step in steps].index("getattr") :]
    >>> _is_written(code(lambda x: getattr(x, "tp", 0))), _is_written(code(lambda x, y: getattr(x, y + "tp")))
    (True, False)
    """
    if steps[0].opname != "LOAD_GLOBAL" or not (steps[0].arg or 0) & 1:  # no call
        return False
    given = 0
    for place, step in enumerate(steps[1:], 2):
        if given == 1 and step.opname == "LOAD_CONST" and isinstance(step.argval, str):
            rest = (each.opname for each in steps[place:] if not each.opname.startswith(_LOADS))
            if next(rest, "") in ("PRECALL", "CALL"):
                return True
        given += stack_effect(step.opcode, step.arg, jump=False)
        if (
            given < 1 or "JUMP" in step.opname or step.opname == "SWAP"
        ):  # then the function is no longer called
            return False
    return False


_LOADS = ("LOAD_CONST", "LOAD_FAST", "LOAD_DEREF")


def _denoted(step: Instruction, function: FunctionType) -> list[Any]:
    """Return what the name in a step of code stands for, as far as the function's module tells, and what it imports."""
    if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
        known: list[dict[str, Any]] = [function.__globals__, vars(builtins)]
        return [names[step.argval] for names in known if step.argval in names][:1]
    if step.opname == "IMPORT_NAME":
        names = {step.argval, step.argval.partition(".")[0]}
        return [sys.modules.get(name, ModuleType(name)) for name in names]
    return []


_OF_NUMBERS = {
    name
    for kind in (int, float)
    for name, part in vars(kind).items()
    if isinstance(part, MethodDescriptorType) and not name.startswith("__")
}
"""What Python's own numbers can do by a name, and nothing else: an error that is swallowed tells which they are."""


def _require_arithmetic(value: Any, where: str) -> None:
    """Refuse what tells more of values than arithmetic does: some built-in functions, and other libraries' things."""
    if isinstance(value, MethodDescriptorType) and value.__objclass__ in (int, float):
        raise _unseen(f"use {value.__name__!r}", where)
    if hasattr(type(value), "__next__"):
        raise _unseen("use an iterator that keeps something from one call to the next", where)
    home = value if isinstance(value, type | FunctionType) or hasattr(value, "__name__") else type(value)
    name = value.__name__ if isinstance(value, ModuleType) else str(getattr(home, "__module__", ""))
    top = name.partition(".")[0]
    known = top.removeprefix("_")
    if known not in _ARITHMETIC and not {top, known}.isdisjoint(sys.stdlib_module_names):
        raise _unseen(f"use {name.removeprefix('_')!r}", where)
    if top in LIBRARIES and not isinstance(value, Rational):
        raise _unseen(f"use {top!r}", where, ARITHMETIC)
    public = vars(sys.modules[_OURS])
    ours = name.startswith(f"{_OURS}.") and not any(value is public[each] for each in public["__all__"])
    if any(value is each for each in _NAMING):
        raise _unseen(f"use {value.__name__!r} with a name that is not written there", where, "write x.name")
    if ours or _is_inner(value) or any(value is each for each in _TELLING):
        raise _unseen(f"use {getattr(value, '__name__', name)!r}", where)


_OURS = str(__package__)
_ARITHMETIC = (
    *("abc", "builtins", "cmath", "collections", "dataclasses", "enum", "fractions", "functools"),
    *("itertools", "math", "numbers", "operator", "types", "typing"),
)
"""Python's modules whose functions compute and combine, or describe what an author writes."""
_TELLING = (
    *(breakpoint, compile, dir, eval, exec, globals, hash, id, input, locals, open, type, vars),
    *(__import__, builtins, operator.attrgetter, operator.is_, operator.is_not, operator.methodcaller),
)


def _unseen(what: str, where: str, remedy: str = CHOICE) -> NotSymbolicError:
    return NotSymbolicError(
        f"{where}a formula cannot {what}, since what that tells is not recorded, and it is recorded once for all "
        f"cases; {remedy}"
    )


# --- what code names, for those who write it down


class UnpinnedError(TypeError):
    """A value that no text pins down."""


def _inner_codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _inner_codes(part)


def named_in(code: CodeType) -> Iterator[str]:
    """Yield all names of globals and attributes."""
    for each in _inner_codes(code):
        yield from each.co_names


def spelt_in(code: CodeType) -> Iterator[str]:
    """Yield all words in strings: attributes are asked for by these, too, in formats and in patterns of `match`."""
    for each in _inner_codes(code):
        yield from _words(each.co_consts)


def read_in(code: CodeType) -> Iterator[str]:
    """Yield the global names that are read; raises UnpinnedError where one is set, since calls then differ."""
    for each in _inner_codes(code):
        for step in get_instructions(each):
            if step.opname in ("STORE_GLOBAL", "DELETE_GLOBAL"):
                raise UnpinnedError(f"it sets the global {step.argval!r}")
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"):
                yield step.argval


def imported_in(code: CodeType) -> Iterator[str]:
    """Yield the modules that a function imports; raises UnpinnedError for a relative import."""
    for each in _inner_codes(code):
        steps = list(get_instructions(each))
        for place, step in enumerate(steps):
            if step.opname == "IMPORT_NAME":
                if steps[place - 2].argval != 0:
                    raise UnpinnedError(f"it imports {step.argval!r} relatively")
                yield step.argval
