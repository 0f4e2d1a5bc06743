"""All small judged outputs of a task, each once up to renaming, smallest first: what functions are compared on."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from axiometrics.errors import InputError
from axiometrics.tasks.registry import get_task, tasks

__all__ = ["Every", "every", "small_outputs"]


class Every(Protocol):
    """What the module ``every`` of a task's package provides."""

    SIZE: int
    """Up to which size functions are compared unless a size is given."""

    CHECKED: int
    """Up to which size constraints of library functions are swept."""

    def outputs(self, size: int) -> Iterable[Any]:
        """Yield every judged output up to a size, smallest first."""

    FORM: str
    """The form that a registered metric reads and that keeps everything of an output."""

    SWAPS: bool
    """Whether gold and system are things of one kind, which can be exchanged."""

    def swapped(self, output: Any) -> Any:
        """Return the output with gold and system exchanged."""

    def identity(self, output: Any) -> Hashable:
        """Return what is the same for outputs that differ in names alone."""

    def gold(self, output: Any) -> Hashable:
        """Return the gold alone: outputs with equal golds are judged against the same one."""

    def perfect(self, output: Any) -> bool:
        """Say whether the system gives what the gold gives."""


def every(task: str) -> Every:
    """Return the small outputs of a task; raises UnknownKeyError, and InputError for a task that lists none.

    >>> module = every("clustering")
    >>> [table.notation() for table in module.outputs(2)]
    ['{a}', '{a a}', '{a}{a}', '{a b}', '{a}{b}']
    """
    get_task(task)
    name = f"axiometrics.tasks.{task}.every"
    if find_spec(name) is None:
        have = [key for key in tasks() if find_spec(f"axiometrics.tasks.{key}.every")]
        raise InputError(
            f"task {task!r} does not list its small outputs; those that do are {', '.join(have)}"
        )
    found: Every = import_module(name)
    return found


@lru_cache(maxsize=8)
def small_outputs(task: str, size: int) -> tuple[Any, ...]:
    """Return the outputs up to a size, kept for the next function.

    >>> len(small_outputs("filtering", 2))
    14
    """
    return tuple(every(task).outputs(size))
