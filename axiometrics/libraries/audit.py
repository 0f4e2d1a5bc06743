"""The audit of libraries: their functions shared among processes; what fails is told and stops nothing."""

from __future__ import annotations

import faulthandler
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Literal

from axiometrics.axioms import constraints as registered
from axiometrics.checker.scheduling.processes import processors
from axiometrics.checker.selection import LONGEST, MOST_PROCESSES
from axiometrics.errors import AxiometricsError, InputError, UnknownKeyError, nearest
from axiometrics.foreign.evaluator import silence
from axiometrics.foreign.process import permission_to_start
from axiometrics.foreign.targets import keep_to_one_thread
from axiometrics.libraries.adapters import Adapter, Library, installed_version, libraries, library, missing
from axiometrics.libraries.judging import Asked, Owned, judged, keep_row, own_row
from axiometrics.libraries.results import FunctionAudit, LibraryAudit
from axiometrics.parameters import whole
from axiometrics.tasks.registry import small_outputs

STARTUP = 120.0
"""Seconds that the imports of one function may take, or twice the limit of its calls where that is more."""
ENOUGH = 2
"""Processes that the functions of one unit may cost before the rest of them is given up."""
_GLANCE = 0.5

Message = Literal["loading", "loaded"] | FunctionAudit


@dataclass(frozen=True)
class Unit:
    """Functions of one library, by its place among those asked for, that are judged in one process after another."""

    place: int
    adapters: tuple[Adapter, ...]
    losses: int = 0


def in_processes(
    units: Sequence[Unit], asked: Asked, *, jobs: int, startup: float = STARTUP
) -> Iterator[tuple[Unit, FunctionAudit]]:
    """Yield each function's audit with its unit as they are finished, from up to ``jobs`` processes.

    The imports of a function may take ``startup`` seconds; its calls have their own limits. Where a process ends
    before it is done, the function that it was at is told to have failed, and a new process goes on with the next one.
    """
    waiting, running = deque(units), list[_Running]()
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                running.append(_Running(waiting.popleft(), asked, startup))
            wait([handle for each in running for handle in each.handles], timeout=_GLANCE)
            for each in list(running):
                yield from ((each.unit, found) for found in each.progress())
                if each.ended:
                    running.remove(each)
                    waiting.extendleft(each.rest())
    finally:
        for each in running:
            each.end()


class _Running:
    """A process that judges a unit, seen from outside."""

    def __init__(self, unit: Unit, asked: Asked, startup: float) -> None:
        self.unit = unit
        self.ended = False
        self._startup = startup
        self._done = 0
        self._loading_since: float | None = time.monotonic()
        context: Any = get_context("fork" if "fork" in get_all_start_methods() else None)
        self._link, theirs = context.Pipe(duplex=False)
        self._process = context.Process(target=_serve, args=(unit, asked, theirs))
        with permission_to_start():
            self._process.start()
        theirs.close()

    @property
    def handles(self) -> tuple[Any, ...]:
        """What becomes ready when there is something new."""
        return self._link, self._process.sentinel

    def progress(self) -> Iterator[FunctionAudit]:
        """Yield what is finished; end the process when it is done, dead, or late."""
        dead = not self._process.is_alive()  # asked first: what it sent before is read after
        with suppress(EOFError, OSError):
            while self._link.poll():
                yield from self._take(self._link.recv())
        if self._done == len(self.unit.adapters):
            self.end()
        elif dead or self._late():
            yield from self._lost(dead)

    def _take(self, message: Message) -> Iterator[FunctionAudit]:
        if isinstance(message, FunctionAudit):
            self._done += 1
            yield message
        self._loading_since = None if message == "loaded" else time.monotonic()

    def _late(self) -> bool:
        return self._loading_since is not None and time.monotonic() - self._loading_since > self._startup

    def _lost(self, dead: bool) -> Iterator[FunctionAudit]:
        self.end()
        at = "during its import" if self._loading_since is not None else "while it was judged"
        code = self._process.exitcode
        yield FunctionAudit(
            self.unit.adapters[self._done],
            error=f"crashed: the process {_death(code)} {at}"
            if dead
            else f"timed_out: its import took longer than {self._startup:g} s",
        )
        self._done += 1
        if self.unit.losses + 1 == ENOUGH:
            left = self.unit.adapters[self._done :]
            self._done += len(left)
            yield from (FunctionAudit(each, error=_UNTRIED) for each in left)

    def rest(self) -> list[Unit]:
        """Return what is left to do, for another process."""
        left = self.unit.adapters[self._done :]
        return [replace(self.unit, adapters=left, losses=self.unit.losses + 1)] if left else []

    def end(self) -> None:
        """Kill the process, whose own worker ends with it; can be called again."""
        self.ended = True
        self._process.kill()
        self._process.join()
        self._link.close()


_UNTRIED = f"not tried: the functions before it ended the library's process {ENOUGH} times"


def _death(code: int | None) -> str:
    if code is not None and code < 0:
        with suppress(ValueError):
            return f"was killed by {signal.Signals(-code).name}"
    return f"ended with exit code {code}"


def _serve(unit: Unit, asked: Asked, link: Connection) -> None:
    """Judge one function after another and send what is found."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    faulthandler.disable()
    keep_to_one_thread()
    with silence():
        for adapter in unit.adapters:
            link.send("loading")
            link.send(judged(adapter, asked, lambda: link.send("loaded")))
    os._exit(0)  # threads of a library shall not keep the process


Progress = Callable[[str, int, int], None]

LARGEST_INPUTS = 20
"""Size of inputs up to which all of them may be asked for."""
LARGEST, SHARES = 8, 8
"""Functions that one unit has at most, or more where each process has that many units all the same."""


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
    the constraints, which take most of the time; ``timeout`` is in seconds for each batch of calls, and imports may
    take twice as long; ``jobs`` is the number of processes, by default one per processor. The findings do not depend on
    it. After an interrupt the audits have the functions that were judged, and are not ``complete``. Raises
    UnknownKeyError for a library or function that is not known.
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
            hint = nearest(name, known)
            hint = hint if hint.endswith("?") or len(known) <= 24 else "leave out --function for all of them"
            raise UnknownKeyError(
                f"there is no function {name!r} in {', '.join(each.name for each in found)}; {hint}"
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
    largest = max(LARGEST, total // (SHARES * jobs))  # each process imports the library again
    units = [unit for place, each in enumerate(chosen) for unit in _units(place, each, largest)]
    units.sort(key=_work, reverse=True)
    complete = False
    with suppress(KeyboardInterrupt):
        prepare(adapters, asked, jobs, lambda name: show(name, 0, total))
        startup = max(STARTUP, 2 * asked.timeout)
        for done, (unit, audit) in enumerate(in_processes(units, asked, jobs=jobs, startup=startup), 1):
            found[unit.place][audit.adapter.name] = audit
            show(f"{chosen[unit.place].name}: {audit.adapter.name}", done, total)
        complete = True
    in_order = [
        tuple(audits[adapter.name] for adapter in each.adapters if adapter.name in audits)
        for each, audits in zip(chosen, found, strict=True)
    ]
    return in_order, complete


def _units(place: int, found: Library, largest: int) -> Iterator[Unit]:
    for start in range(0, len(found.adapters), largest):
        yield Unit(place, found.adapters[start : start + largest])


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
