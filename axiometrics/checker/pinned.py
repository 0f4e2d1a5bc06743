"""What a function computes, as text: its file, its code, and the values it has closed over."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

__all__ = ["pinned", "source_of"]

_PLAIN = (bool, int, float, complex, str, bytes, Fraction, type(None), type(Ellipsis))


def pinned(function: Callable[..., Any]) -> str:
    """Return a text that differs when the function may differ; raise TypeError when there is no such text.

    Functions made by one factory differ in what they have closed over or in their defaults; two lambdas in one line
    differ in their code. Values other than plain ones, collections of them, and functions cannot be pinned down.

    >>> def power(exponent):
    ...     return lambda n: n**exponent
    >>> pinned(power(2).__closure__[0].cell_contents)
    '2'
    """
    return "\0".join(_text(function, ()))


def source_of(function: Callable[..., Any]) -> str:
    """Return the whole file that defines a function, since helpers beside it matter too, and its name there."""
    inner = function.func if isinstance(function, partial) else function
    place = inspect.getsourcefile(inner)
    if place is None:
        raise TypeError(f"{function!r} has no source file")
    return Path(place).read_text("utf-8") + str(inner.__qualname__)


def _text(value: Any, outer: tuple[Any, ...]) -> Iterator[str]:
    """Write a value; ``outer`` are the functions it is closed over by, which may be itself among them."""
    if type(value) in _PLAIN:
        yield repr(value)
    elif isinstance(value, ModuleType):
        yield value.__name__
    elif isinstance(value, CodeType):
        yield from (value.co_code.hex(), *value.co_names, *value.co_freevars)
        yield from _text(value.co_consts, outer)
    elif type(value) in (tuple, list, set, frozenset) or isinstance(value, Mapping):
        yield from _collection(value, outer)
    elif isinstance(value, partial):
        yield from _text((value.func, value.args, value.keywords), outer)
    elif isinstance(value, FunctionType):
        yield from [str(outer.index(value))] if value in outer else _function(value, (*outer, value))
    else:
        raise TypeError(f"{value!r} has no text that pins it down")


def _collection(value: Any, outer: tuple[Any, ...]) -> Iterator[str]:
    parts = value.items() if isinstance(value, Mapping) else value
    texts = ["\0".join(_text(part, outer)) for part in parts]
    yield f"{type(value).__name__} of {len(texts)}"
    yield from sorted(texts) if isinstance(value, set | frozenset) else texts


def _function(function: FunctionType, outer: tuple[Any, ...]) -> Iterator[str]:
    yield source_of(function)
    yield from _text(function.__code__, outer)
    yield from _text((function.__defaults__, function.__kwdefaults__), outer)
    for cell in function.__closure__ or ():
        yield from _cell(cell, outer)


def _cell(cell: CellType, outer: tuple[Any, ...]) -> Iterator[str]:
    try:
        held = cell.cell_contents
    except ValueError:  # a name that is not bound yet
        yield "unbound"
        return
    yield from _text(held, outer)
