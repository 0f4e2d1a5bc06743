"""The registry of tasks, and all small judged outputs of one: what functions are compared on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from axiometrics.errors import InputError, UnknownKeyError, nearest
from axiometrics.registry import Registry
from axiometrics.tasks.abilities import Enumeration
from axiometrics.tasks.task import Task

EFFORTS = ("quick", "normal", "thorough")
"""What a task states the sizes of its sweeps for."""

BUILT_IN = (
    "clustering",
    "filtering",
    "overlapping",
    "ranking",
    "diversity",
    "classification",
    "multilabel",
    "ordinal",
    "quantification",
    "probabilistic",
    "organization",
    "combination",
    "rank_similarity",
)
"""The built-in tasks, in the order of the reports; each has a folder here, whose `task` registers it."""

TASKS: Registry[Task] = Registry(
    "task", modules={key: (f"axiometrics.tasks.{key}.task",) for key in BUILT_IN}, group="axiometrics.tasks"
)


def register(task: Task) -> Task:
    """Register a task and return it.

    Raises InputError for what does not state all that a task has to, DuplicateKeyError for a key that is taken.
    """
    if not isinstance(task, Task):
        raise InputError(f"{task!r} is no task; give an instance of a subclass of axiometrics.tasks.Task")
    name = type(task).__name__
    missing = [each for each in ("key", *Task.__annotations__) if not hasattr(task, each)]
    if missing:
        raise InputError(f"the task {name} does not state {', '.join(missing)}; see docs/reference/tasks.md")
    if not task.key.isidentifier():
        raise InputError(f"the task {name} has the key {task.key!r}; give letters, digits and underscores")
    lacking = [effort for effort in EFFORTS if len(task.sweep_sizes.get(effort, ())) != 2]
    if lacking:
        raise InputError(
            f"the sweep_sizes of the task {name} have no two sizes for {', '.join(lacking)}; give each effort the size "
            "for formulas and our own functions, and that for foreign ones"
        )
    return TASKS.register(task)


def tasks(*, plugins: bool = True) -> Mapping[str, Task]:
    """Return every task by key, without ``plugins`` the built-in ones."""
    return MappingProxyType({task.key: task for task in TASKS.view(plugins=plugins).values()})


def find_task(key: str, *, plugins: bool = True) -> Task | None:
    """Return a task, None where there is no such task. No plug-in is loaded for a built-in one.

    >>> find_task("clustering").key, find_task("knitting")
    ('clustering', None)
    """
    found = TASKS.find(key, key, plugins=False)
    return TASKS.find(key, key) if found is None and plugins else found


def get_task(key: str, *, plugins: bool = True) -> Task:
    """Return a task; raises UnknownKeyError with the nearest names."""
    found = find_task(key, plugins=plugins)
    if found is None:
        raise UnknownKeyError(f"there is no task {key!r}; {nearest(key, tasks(plugins=plugins))}")
    return found


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


@lru_cache(maxsize=64)
def small_outputs(task: str, size: int) -> tuple[Any, ...]:
    """Return the outputs up to a size, kept for the next function.

    >>> len(small_outputs("filtering", 2))
    14
    """
    return tuple(enumeration(task).outputs(size))
