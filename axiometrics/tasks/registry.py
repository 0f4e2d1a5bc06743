"""The tasks: what each one offers to metrics, constraints, the checker and the reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any, Protocol

from axiometrics.errors import UnknownKeyError, nearest

__all__ = ["Task", "get_task", "tasks"]

_MODULES = {
    "clustering": "axiometrics.tasks.clustering.task",
    "filtering": "axiometrics.tasks.filtering.task",
    "overlapping": "axiometrics.tasks.overlapping.task",
    "ranking": "axiometrics.tasks.ranking.task",
    "ordinal": "axiometrics.tasks.ordinal.task",
    "quantification": "axiometrics.tasks.quantification.task",
    "organization": "axiometrics.tasks.organization.task",
    "combination": "axiometrics.tasks.combination.task",
}


class Task(Protocol):
    """What a task module provides; everything that differs between tasks is behind these names.

    A task whose constraints speak of one growing size may have ``largest``, ``growing`` and ``geometric`` besides: the
    largest value of the size, and two readings of a formula for all large values of it (see the ranking task). A task
    whose cases are made of those of another one may have ``inner``, which gives a metric and a constraint there with
    the same margins (see the organization
    task).
    """

    key: str
    name: str
    summary: str
    reads: Sequence[str]
    sweep_sizes: Mapping[str, tuple[int, int]]
    """Up to which size every case is tried, by effort: for formulas and our own functions, and for foreign ones."""
    missing: Sequence[str]
    """What may become of an item that a system leaves out, the default first."""
    named_labels: bool
    """Whether the labels of a file mean what they say; else only their equality counts."""
    words: Mapping[str, str]
    """How reports speak: ``symbols`` of formulas and ``comparison`` of outputs (markdown), and, in proofs, what
    is ``arbitrary``, what the ``reductions`` run over, and every quantity of the view by its symbol."""

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

    def batch(self, outputs: Sequence[Any]) -> Any:
        """Return single outputs as a batch: an `axiometrics.formulas.outputs.Outputs`."""

    def sweep(self, generator: Any, outputs: Sequence[str], size: int) -> Any:
        """Return every case of a generator up to a size, smallest first, as a batch of cases."""

    def families(self, generator: Any, outputs: Sequence[str], *, wide: bool) -> Any:
        """Return larger cases of a generator with little around the focal parts."""

    def series(self, generator: Any, outputs: Sequence[str], values: Sequence[int]) -> Any:
        """Return one case for each value of a generator's one size, ascending, as a batch of cases."""

    def batch_of(self, outputs: Sequence[str], records: Sequence[Mapping[str, str]]) -> Any:
        """Return cases that are given in notation as a batch."""

    def batch_of_cases(self, outputs: Sequence[str], cases: Sequence[Any]) -> Any:
        """Return single cases as a batch, smallest first."""

    def strategy(self, generator: Any) -> Any:
        """Return a Hypothesis strategy of the generator's cases."""

    def symbolic(self, generator: Any, formula: Any) -> Sequence[Any]:
        """Return parametric cases that together stand for all cases of the generator; raises NotSymbolicError."""

    def measure(self, metric: Any, cases: Any, name: str, arithmetic: Any, chosen: Any = None) -> Any:
        """Return a quantity that a certificate names, in an arithmetic: of every case of a batch, or of some."""

    def condition(self, name: str, cases: Any) -> Any:
        """Return which cases of a batch meet a named degenerate condition."""

    def condition_text(self, name: str) -> str:
        """Return a named condition in words."""

    def notation(self, outputs: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
        """Return the gold and every output in the task's notation."""

    def drawing(self, outputs: Mapping[str, str]) -> str:
        """Return a text drawing of outputs given in notation."""

    def snippet(self, metric: Any, outputs: Mapping[str, Any]) -> str:
        """Return Python code that prints the scores of the outputs."""


def tasks() -> Mapping[str, Task]:
    """Return every task by key."""
    return MappingProxyType({key: get_task(key) for key in _MODULES})


@cache
def get_task(key: str) -> Task:
    """Return a task; raises UnknownKeyError with the nearest names."""
    if key not in _MODULES:
        raise UnknownKeyError(f"there is no task {key!r}; {nearest(key, _MODULES)}")
    task: Task = import_module(_MODULES[key]).TASK
    return task
