"""The audit of libraries: every function, one after another; what fails is told and stops nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from axiometrics.checker.api import check
from axiometrics.checker.verdict import Row
from axiometrics.errors import AxiometricsError, InputError
from axiometrics.libraries.adapters import Adapter, Library
from axiometrics.libraries.catalogue import installed_version, libraries, library, missing
from axiometrics.libraries.definition import definition
from axiometrics.libraries.differential import differences
from axiometrics.libraries.properties import properties
from axiometrics.libraries.results import FunctionAudit, LibraryAudit, Verdicts
from axiometrics.libraries.values import Values
from axiometrics.metrics.registry import build
from axiometrics.tasks.every import every, small_outputs

__all__ = ["Progress", "audit_libraries"]

Progress = Callable[[str, int, int], None]


def audit_libraries(
    names: Sequence[str | Path] | None = None,
    *,
    functions: Sequence[str] | None = None,
    size: int | None = None,
    constraints: bool = True,
    timeout: float = 60.0,
    progress: Progress | None = None,
) -> list[LibraryAudit]:
    """Audit the named libraries, or all that are known, on every small input; those not installed are told.

    A name may be the path of a TOML file with adapters. ``functions`` restricts the audit to functions by name;
    ``size`` is that of the largest inputs (each task has a default); ``constraints=False`` leaves out the verdicts of
    the constraints, which take most of the time; ``timeout`` is in seconds for each batch of calls. Raises
    UnknownKeyError for a library or function that is not known.
    """
    if size is not None and size < 1:
        raise InputError(f"size={size} is not possible; give the size of the largest inputs, 1 or more")
    found = [_only(library(name), functions) for name in (names or libraries())]
    if functions and not any(each.adapters for each in found):
        raise InputError(
            f"there is no function {', '.join(functions)} in {', '.join(each.name for each in found)}"
        )
    steps = _Steps(progress, sum(len(each.adapters) for each in found))
    return [_library(each, steps, size, constraints, timeout) for each in found]


def _only(found: Library, functions: Sequence[str] | None) -> Library:
    chosen = tuple(each for each in found.adapters if functions is None or each.name in functions)
    return Library(found.name, found.package, found.module, chosen, found.note)


class _Steps:
    """Counts functions for the progress callback."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self.progress, self.total, self.done = progress, total, 0

    def each(self, found: Library) -> Iterator[Adapter]:
        """Yield the adapters of a library, each shown before it is audited."""
        for adapter in found.adapters:
            if self.progress:
                self.progress(f"{found.name}: {adapter.name}", self.done, self.total)
            yield adapter
            self.done += 1


def _library(
    found: Library, steps: _Steps, size: int | None, constraints: bool, timeout: float
) -> LibraryAudit:
    version = installed_version(found)
    if version is None:
        steps.done += len(found.adapters)
        return LibraryAudit(found.name, "", missing=missing(found), note=found.note)
    audits = tuple(_function(adapter, size, constraints, timeout) for adapter in steps.each(found))
    return LibraryAudit(found.name, version, audits, note=found.note)


def _function(adapter: Adapter, size: int | None, constraints: bool, timeout: float) -> FunctionAudit:
    try:
        return _audited(adapter, size, constraints, timeout)
    except AxiometricsError as error:
        return FunctionAudit(adapter, error=f"{type(error).__name__.removesuffix('Error')}: {error}")


def _audited(adapter: Adapter, size: int | None, constraints: bool, timeout: float) -> FunctionAudit:
    module = every(adapter.task)
    own = definition(adapter.task, adapter.equals) if adapter.equals else None
    with Values(adapter, timeout=timeout) as values:
        reach = size or module.SIZE
        outputs = values.applicable(small_outputs(adapter.task, reach))
        values.require_answers(outputs)
        return FunctionAudit(
            adapter,
            compared=len(outputs),
            size=reach,
            differences=differences(values, own, outputs) if own else (),
            properties=properties(values, own, outputs, module),
            verdicts=_verdicts(values, min(module.CHECKED, reach), timeout) if constraints else None,
        )


def _verdicts(values: Values, size: int, timeout: float) -> Verdicts:
    """Check a function, and the metric that it should equal, with the checker, both as code that can only be run.

    Values that are known already are not asked for again.
    """
    adapter = values.adapter
    row = _row(adapter.task, adapter.reads, adapter.error, adapter.name, values.known, size, timeout)
    return Verdicts(row, _own_row(adapter.task, adapter.equals, size, timeout) if adapter.equals else None)


@lru_cache(maxsize=256)
def _own_row(task: str, key: str, size: int, timeout: float) -> Row:
    metric = definition(task, key).metric
    error = metric.orientation == "error"
    return _row(task, every(task).FORM, error, key, metric.__call__, size, timeout)


def _row(
    task: str, reads: str, error: bool, key: str, function: Callable[..., Any], size: int, timeout: float
) -> Row:
    record = build(function, task=task, reads=reads, error=error, key=key, trusted=False)
    return check(record, size=size, max_examples=0, jobs=1, timeout=timeout, cache=False)
