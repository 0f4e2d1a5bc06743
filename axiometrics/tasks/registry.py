"""The tasks by key, and all small judged outputs of one: what functions are compared on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module
from types import MappingProxyType
from typing import Any

from axiometrics.errors import InputError, UnknownKeyError, nearest
from axiometrics.tasks.abilities import Enumeration
from axiometrics.tasks.task import Task

__all__ = ["enumeration", "get_task", "small_outputs", "tasks"]

_KEYS = (
    "clustering",
    "filtering",
    "overlapping",
    "ranking",
    "ordinal",
    "quantification",
    "organization",
    "combination",
)


def tasks() -> Mapping[str, Task]:
    """Return every task by key."""
    return MappingProxyType({key: get_task(key) for key in _KEYS})


@cache
def get_task(key: str) -> Task:
    """Return a task; raises UnknownKeyError with the nearest names."""
    if key not in _KEYS:
        raise UnknownKeyError(f"there is no task {key!r}; {nearest(key, _KEYS)}")
    task: Task = import_module(f"axiometrics.tasks.{key}.task").TASK
    return task


def enumeration(task: str) -> Enumeration:
    """Return the small outputs of a task; raises UnknownKeyError, and InputError for a task that lists none.

    >>> [table.notation() for table in enumeration("clustering").outputs(2)]
    ['{a}', '{a a}', '{a}{a}', '{a b}', '{a}{b}']
    """
    found = get_task(task).enumeration
    if found is None:
        have = [key for key, each in tasks().items() if each.enumeration]
        raise InputError(
            f"task {task!r} does not list its small outputs; those that do are {', '.join(have)}"
        )
    return found


@lru_cache(maxsize=8)
def small_outputs(task: str, size: int) -> tuple[Any, ...]:
    """Return the outputs up to a size, kept for the next function.

    >>> len(small_outputs("filtering", 2))
    14
    """
    return tuple(enumeration(task).outputs(size))
