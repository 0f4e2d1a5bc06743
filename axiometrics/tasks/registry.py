"""The tasks by key."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType

from axiometrics.errors import UnknownKeyError, nearest
from axiometrics.tasks.task import Task

__all__ = ["get_task", "tasks"]

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
