"""Functions of libraries in processes: what crashes or hangs is told and stops nothing else."""

from __future__ import annotations

import faulthandler
import os
import signal
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection, wait
from typing import Any, Literal

from axiometrics.foreign.evaluator import silence
from axiometrics.foreign.process import permission_to_start
from axiometrics.libraries.adapters import Adapter
from axiometrics.libraries.judging import Asked, judged
from axiometrics.libraries.results import FunctionAudit

__all__ = ["Unit", "in_processes"]

STARTUP = 120.0
"""Seconds that the imports of one function may take."""
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
    with silence():
        for adapter in unit.adapters:
            link.send("loading")
            link.send(judged(adapter, asked, lambda: link.send("loaded")))
    os._exit(0)  # threads of a library shall not keep the process
