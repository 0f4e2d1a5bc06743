"""How many processes may run at once, how they are started, what they take, and what cells have cost.

Algebra makes millions of small objects, few of them in cycles: it is said when cyclic garbage is collected. A meter
tells processor time and memory, and how much of the time goes into making cases; what it told is kept beside the cells.
Costs are no part of a verdict: another machine, or another run, has others.
"""

from __future__ import annotations

import gc
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from functools import wraps
from hashlib import sha256
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import ParamSpec, TypeVar

from axiometrics.checker.cache import folder
from axiometrics.checker.selection import Options
from axiometrics.foreign import Connections, descriptors, end_with
from axiometrics.tasks import get_task
from axiometrics.writing import write_file


def processors() -> int:
    """Return the number of processors that this process may use.

    >>> processors() >= 1
    True
    """
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def process_pool(count: int) -> ProcessPoolExecutor:
    """Return a pool of forked processes, which end when this one does and keep their connections for themselves."""
    tied = os.getpid(), descriptors()
    return ProcessPoolExecutor(count, mp_context=get_context("fork"), initializer=_tie, initargs=tied)


def _tie(parent: int, before: set[int]) -> None:
    Connections.keep_for_us(before)
    end_with(parent)


THRESHOLDS = (100_000, 50, 100)
"""New objects before the youngest are looked through, and how much more seldom the older ones are."""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Look for cyclic garbage less often inside.

    >>> with seldom_collected():
    ...     gc.get_threshold()[0]
    100000
    """
    before = gc.get_threshold()
    gc.set_threshold(*THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def untouched_by_collection() -> Iterator[None]:
    """Leave what there is out of collections inside, so that processes forked there go on sharing its memory.

    A process that has left anything out before is not made to look through it afterwards.

    >>> gc.freeze()
    >>> with untouched_by_collection():
    ...     pass
    >>> gc.get_freeze_count() > 0
    True
    """
    before = gc.get_freeze_count()
    gc.freeze()
    try:
        yield
    finally:
        if not before:
            gc.unfreeze()


P = ParamSpec("P")
R = TypeVar("R")

_MAKING = {"seconds": 0.0, "depth": 0}
"""Processor time spent on making cases so far in this process, and in how many makers it just is."""


def making(make: Callable[P, R]) -> Callable[P, R]:
    """Count the processor time of what makes cases."""

    @wraps(make)
    def made(*args: P.args, **options: P.kwargs) -> R:
        started = _spent()
        _MAKING["depth"] += 1
        try:
            return make(*args, **options)
        finally:
            _MAKING["depth"] -= 1
            if not _MAKING["depth"]:
                _MAKING["seconds"] += _spent() - started

    return made


def _spent() -> float:
    """Return the seconds that this process has used of processors, and those that it has started and that ended."""
    with suppress(ImportError):  # which not every system has; `os.times` takes hundreds of times as long
        resource = import_module("resource")
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.process_time() + float(ended.ru_utime + ended.ru_stime)
    used = os.times()
    return time.process_time() + used.children_user + used.children_system


@dataclass
class Meter:
    """What was spent inside a ``with`` block: seconds in all, and those of making cases."""

    seconds: float = 0.0
    making: float = 0.0


@contextmanager
def metered() -> Iterator[Meter]:
    """Measure what is spent inside, and the largest memory from then on.

    >>> with metered() as meter:
    ...     _ = sum(range(1000))
    >>> meter.seconds >= meter.making == 0
    True
    """
    with suppress(OSError):  # only Linux forgets the largest so far
        Path("/proc/self/clear_refs").write_text("5")
    started, made = _spent(), _MAKING["seconds"]
    meter = Meter()
    try:
        yield meter
    finally:
        meter.seconds, meter.making = _spent() - started, _MAKING["seconds"] - made


def free_memory() -> int | None:
    """Return the bytes that this machine can still give; None where it does not tell.

    >>> free_memory() is None or free_memory() > 0
    True
    """
    with suppress(OSError, StopIteration, ValueError), open("/proc/meminfo", encoding="ascii") as lines:
        return 1024 * int(next(line for line in lines if line.startswith("MemAvailable:")).split()[1])
    with suppress(OSError, ValueError, AttributeError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return None


def peak_memory() -> int:
    """Return the most bytes that this process has had in memory, since `metered` where the system can tell."""
    with suppress(OSError, StopIteration, ValueError):
        lines = Path("/proc/self/status").read_text().splitlines()
        return 1024 * int(next(line for line in lines if line.startswith("VmHWM:")).split()[1])
    with suppress(ImportError):  # which not every system has
        resource = import_module("resource")
        return 1024 * int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    return 0


@dataclass(frozen=True)
class Cost:
    """What a cell has cost: its own seconds of a processor, those of making its cases, and bytes of the process.

    ``cases`` is how many were tried. The first cell of a constraint in a process makes the cases, others have them.
    """

    task: str
    metric: str
    constraint: str
    seconds: float
    making: float
    memory: int
    cases: int


Measured = dict[str, dict[str, dict[str, float]]]
"""By constraint and by metric, seconds, making, memory and cases."""


@dataclass
class CostBook:
    """The measured costs of a task, by what was asked: size of the sweep, examples, rounds, and whether regions were.

    ``asked`` has them in this order.
    """

    task: str
    entries: dict[tuple[int, int, int, bool], Measured] = field(default_factory=dict)

    @classmethod
    def read(cls, task: str) -> CostBook:
        """Return what is known; nothing where the file is damaged or lacking."""
        try:
            stored = json.loads(_file(task).read_text("utf-8"))
            return cls(task, {_asked(text): found for text, found in stored.items()})
        except (OSError, ValueError, AttributeError, TypeError):
            return cls(task)

    @staticmethod
    def asked(task: str, options: Options, *, trusted: bool = True) -> tuple[int, int, int, bool]:
        """Return what the costs of a run are kept under."""
        size = options.sweep_size(trusted, get_task(task).sweep_sizes)
        return size, options.examples, options.rounds, options.regions

    def add(self, costs: Iterable[Cost], options: Options) -> None:
        """Keep costs, the latest of each cell, and write them; a folder that cannot be written is no reason to fail."""
        costs = list(costs)
        if not costs:
            return
        known = self.entries.setdefault(self.asked(self.task, options), {})
        for cost in costs:
            cells = known.setdefault(cost.constraint, {})
            plain = {name: value for name, value in asdict(cost).items() if isinstance(value, float | int)}
            before = cells.get(cost.metric, {}).get("making", 0.0)
            cells[cost.metric] = plain | {"making": cost.making or before}
        told = {json.dumps(asked): found for asked, found in self.entries.items()}
        with suppress(OSError):
            write_file(_file(self.task), json.dumps(told))


def _asked(text: str) -> tuple[int, int, int, bool]:
    size, examples, rounds, regions = json.loads(text)
    return int(size), int(examples), int(rounds), bool(regions)


def _file(task: str) -> Path:
    return folder() / "costs" / f"{sha256(task.encode()).hexdigest()[:16]}.json"
