"""What a function keeps from one call to the next; the function of a formula keeps nothing.

No number of calls tells that: a function may count to a thousand before it gives something else.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

from axiometrics.formulas.questions import Opaque

__all__ = ["kept_by"]

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
        named = [value.__globals__[name] for name in _names(value.__code__) if name in value.__globals__]
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


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)


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
