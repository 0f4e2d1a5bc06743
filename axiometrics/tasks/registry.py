"""The tasks: what each one offers to metrics, constraints, the checker and the reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from types import MappingProxyType
from typing import Any, Protocol

from axiometrics.errors import UnknownKeyError, nearest

__all__ = ["Task", "get_task", "tasks"]

_MODULES = {"clustering": "axiometrics.tasks.clustering.task"}


class Task(Protocol):
    """What a task module provides; everything that differs between tasks is behind these names."""

    key: str
    name: str
    summary: str
    reads: Sequence[str]

    def formula(self, metric: Any) -> Any:
        """Trace a formula metric over the task's symbolic view."""

    def score(self, metric: Any, gold: Any, system: Any, **options: Any) -> float:
        """Return the value of a metric on users' data."""

    def value(self, metric: Any, output: Any, algebra: Any) -> Any:
        """Return the value of a metric on one judged output in the given arithmetic."""

    def values(self, metric: Any, outputs: Any) -> Any:
        """Return the values of a metric on a batch of judged outputs, shape (outputs,)."""

    def arguments(self, reads: str, output: Any) -> tuple[Any, ...]:
        """Return one judged output in the form that a black-box metric reads."""

    def reshuffled(self, reads: str, output: Any, seed: int) -> Mapping[str, tuple[Any, ...]]:
        """Return equivalent forms of one output, by what was changed (item order, label names)."""

    def algebra(self, output: Any) -> Any:
        """Return an exact arithmetic large enough for the output."""

    def sweep(self, generator: Any, outputs: Sequence[str], bound: int) -> Any:
        """Return every case of a generator up to a size, smallest first, as a batch of cases."""

    def strategy(self, generator: Any) -> Any:
        """Return a Hypothesis strategy of the generator's cases."""

    def symbolic(self, generator: Any, outputs: Sequence[str]) -> Any:
        """Return the generator's parametric case for proofs; raises NotSymbolicError."""

    def replay(self, generator: Any, choices: Mapping[str, Any]) -> Any:
        """Return the case that recorded choices make."""


def tasks() -> Mapping[str, Task]:
    """Return every task by key."""
    return MappingProxyType({key: get_task(key) for key in _MODULES})


@lru_cache(maxsize=None)
def get_task(key: str) -> Task:
    """Return a task; raises UnknownKeyError with the nearest names."""
    if key not in _MODULES:
        raise UnknownKeyError(f"there is no task {key!r}; {nearest(key, _MODULES)}")
    task: Task = import_module(_MODULES[key]).TASK
    return task
