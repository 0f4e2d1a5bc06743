"""How much processor time and memory something takes, and how much of the time goes into making cases."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import ParamSpec, TypeVar

__all__ = ["Meter", "making", "metered", "peak_memory"]

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


def peak_memory() -> int:
    """Return the most bytes that this process has had in memory, since `metered` where the system can tell."""
    with suppress(OSError, StopIteration, ValueError):
        lines = Path("/proc/self/status").read_text().splitlines()
        return 1024 * int(next(line for line in lines if line.startswith("VmHWM:")).split()[1])
    with suppress(ImportError):  # which not every system has
        resource = import_module("resource")
        return 1024 * int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    return 0
