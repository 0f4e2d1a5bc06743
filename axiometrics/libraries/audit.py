"""The audit of libraries: their functions shared among processes; what fails is told and stops nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import replace
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path

from axiometrics.axioms import constraints as registered
from axiometrics.checker.options import LONGEST, MOST_PROCESSES
from axiometrics.checker.processes import processors
from axiometrics.errors import AxiometricsError, InputError, UnknownKeyError, nearest
from axiometrics.libraries.adapters import Adapter, Library, installed_version, libraries, library, missing
from axiometrics.libraries.judging import Asked, Owned, keep_row, own_row
from axiometrics.libraries.processes import Unit, in_processes
from axiometrics.libraries.results import FunctionAudit, LibraryAudit
from axiometrics.parameters import whole
from axiometrics.tasks.registry import small_outputs

__all__ = ["Progress", "audit_libraries"]

Progress = Callable[[str, int, int], None]

LARGEST_INPUTS = 20
"""Size of inputs up to which all of them may be asked for."""
LARGEST = 8
"""Functions that one process judges; larger libraries are shared out."""


def audit_libraries(
    names: Sequence[str | Path] | None = None,
    *,
    functions: Sequence[str] | None = None,
    size: int | None = None,
    constraints: bool = True,
    timeout: float = 60.0,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> list[LibraryAudit]:
    """Audit the named libraries, or all that are known, on every small input; those not installed are told.

    A name may be the path of a TOML file with adapters. ``functions`` restricts the audit to functions by name;
    ``size`` is that of the largest inputs (each task has a default); ``constraints=False`` leaves out the verdicts of
    the constraints, which take most of the time; ``timeout`` is in seconds for each batch of calls; ``jobs`` is the
    number of processes, by default one per processor. The findings do not depend on it. After an interrupt the audits
    have the functions that were judged, and are not ``complete``. Raises UnknownKeyError for a library or function that
    is not known.
    """
    for name, value, most in (("size", size, LARGEST_INPUTS), ("jobs", jobs, MOST_PROCESSES)):
        if value is not None:
            whole(name, value, 1, most)
    if not 0 < timeout <= LONGEST:
        raise InputError(
            f"timeout={timeout} is not possible; give seconds, more than 0 and at most {LONGEST}"
        )
    asked = Asked(size, constraints, timeout)
    chosen = _chosen(names, functions)
    versions = [installed_version(each) for each in chosen]
    there = [each for each, version in zip(chosen, versions, strict=True) if version is not None]
    judged, complete = _judged(there, asked, jobs or processors(), progress)
    found = iter(judged)
    return [
        LibraryAudit(each.name, "", missing=missing(each), note=each.note)
        if version is None
        else LibraryAudit(each.name, version, next(found), note=each.note, complete=complete)
        for each, version in zip(chosen, versions, strict=True)
    ]


def _chosen(names: Sequence[str | Path] | None, functions: Sequence[str] | None) -> list[Library]:
    """Return the libraries, with the functions that are asked for."""
    read = [library(name) for name in dict.fromkeys(names or libraries())]
    found = [each for place, each in enumerate(read) if each not in read[:place]]
    if functions is None:
        return found
    known = {adapter.name: None for each in found for adapter in each.adapters}
    for name in functions:
        if name not in known:
            raise UnknownKeyError(
                f"there is no function {name!r} in {', '.join(each.name for each in found)}; {nearest(name, known)}"
            )
    chosen = [
        replace(each, adapters=tuple(adapter for adapter in each.adapters if adapter.name in functions))
        for each in found
    ]
    return [each for each in chosen if each.adapters]


def _judged(
    chosen: Sequence[Library], asked: Asked, jobs: int, progress: Progress | None
) -> tuple[list[tuple[FunctionAudit, ...]], bool]:
    """Return what is found of the functions of each library, in their order, and whether all were judged.

    An interrupt ends the work, and what is found until then is returned.
    """
    total = sum(len(each.adapters) for each in chosen)
    show = progress or (lambda name, done, of: None)
    adapters = [adapter for each in chosen for adapter in each.adapters]
    found: list[dict[str, FunctionAudit]] = [{} for _ in chosen]
    units = [unit for place, each in enumerate(chosen) for unit in _units(place, each)]
    units.sort(key=_work, reverse=True)
    complete = False
    with suppress(KeyboardInterrupt):
        prepare(adapters, asked, jobs, lambda name: show(name, 0, total))
        for done, (unit, audit) in enumerate(in_processes(units, asked, jobs=jobs), 1):
            found[unit.place][audit.adapter.name] = audit
            show(f"{chosen[unit.place].name}: {audit.adapter.name}", done, total)
        complete = True
    in_order = [
        tuple(audits[adapter.name] for adapter in each.adapters if adapter.name in audits)
        for each, audits in zip(chosen, found, strict=True)
    ]
    return in_order, complete


def _units(place: int, found: Library) -> Iterator[Unit]:
    for start in range(0, len(found.adapters), LARGEST):
        yield Unit(place, found.adapters[start : start + LARGEST])


def _work(unit: Unit) -> int:
    """Return a guess of how long a unit takes: every constraint of its task is checked; the longest go first."""
    return sum(len(registered(adapter.task)) for adapter in unit.adapters)


def prepare(adapters: Sequence[Adapter], asked: Asked, jobs: int, show: Callable[[str], None]) -> None:
    """Make them, so that processes forked from this one have them; where there is no fork they make their own.

    The first metric of a task makes the cases of its constraints here, the others are shared out. Functions of a task
    that lists no inputs are left out; what is wrong is told where they are judged.
    """
    if "fork" not in get_all_start_methods():
        return
    listed = set()
    for task in dict.fromkeys(adapter.task for adapter in adapters):
        show(f"inputs of {task}")
        with suppress(AxiometricsError):
            small_outputs(task, asked.reach(task))
            listed.add(task)
    if not asked.constraints:
        return
    adapters = [each for each in adapters if each.task in listed]
    owned = list(dict.fromkeys((each.task, each.equals) for each in adapters if each.equals))
    first = {task: (task, key) for task, key in reversed(owned)}.values()
    for each in first:
        show(f"cases of {each[0]}")
        own_row(each, asked)
    _shared_out([each for each in owned if each not in first], asked, jobs, show)


def _shared_out(owned: Sequence[Owned], asked: Asked, jobs: int, show: Callable[[str], None]) -> None:
    """Find the verdicts of our metrics in several processes, and keep them."""
    if jobs == 1 or len(owned) < 2:
        return
    with ProcessPoolExecutor(max_workers=min(jobs, len(owned)), mp_context=get_context("fork")) as pool:
        try:
            waiting = [pool.submit(own_row, each, asked) for each in owned]
            for each, future in zip(owned, waiting, strict=True):
                show(f"verdicts of {each[1]}")
                keep_row(each, asked, future.result())
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
