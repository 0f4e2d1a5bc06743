"""All small judged outputs of a task, each once up to renaming, smallest first: what functions are compared on."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from axiometrics.errors import InputError
from axiometrics.tasks.abilities import Every
from axiometrics.tasks.registry import get_task, tasks

__all__ = ["every", "small_outputs"]


def every(task: str) -> Every:
    """Return the small outputs of a task; raises UnknownKeyError, and InputError for a task that lists none.

    >>> module = every("clustering")
    >>> [table.notation() for table in module.outputs(2)]
    ['{a}', '{a a}', '{a}{a}', '{a b}', '{a}{b}']
    """
    found = get_task(task).every
    if found is None:
        have = [key for key, each in tasks().items() if each.every]
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
    return tuple(every(task).outputs(size))
