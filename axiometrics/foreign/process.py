"""The parent's hold on one worker process: start it, exchange lines with it before a deadline, end it."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import socket
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from axiometrics.errors import InputError, TargetError
from axiometrics.foreign.evaluator import READY, serve
from axiometrics.foreign.replies import Kind, shown

__all__ = ["Lost", "Process", "permission_to_start"]

GLANCE = 0.25  # seconds between looks at whether a silent process still lives


class Lost(Exception):
    """The process gave no further answer."""

    def __init__(self, kind: Kind, message: str) -> None:
        super().__init__(message)
        self.kind: Kind = kind
        self.message = message


class Process:
    """One process that evaluates a function, ready for calls once constructed.

    Raises TargetError when a target cannot be loaded in it, InputError when a function cannot be sent to it.
    """

    def __init__(
        self,
        function: Callable[..., object] | str,
        *,
        memory: int,
        startup: float,
        start_method: str,
        seed: int,
    ) -> None:
        self._link, theirs = socket.socketpair()
        self._unread = b""
        inherited = self._link if start_method == "fork" else None
        # multiprocessing's stubs have no common type for contexts that are chosen by name
        self._process = getattr(multiprocessing.get_context(start_method), "Process")(  # noqa: B009
            target=serve, args=(theirs, inherited, function, memory, os.getpid(), seed), daemon=True
        )
        try:
            with theirs:
                _start(self._process, function)
            self._await_ready(function, startup)
        except BaseException:
            self.end()
            raise

    @property
    def pid(self) -> int | None:
        """The process id."""
        pid: int | None = self._process.pid
        return pid

    @property
    def alive(self) -> bool:
        """Whether the process is still there."""
        return self._process.exitcode is None

    def send(self, block: list[bytes], deadline: float) -> None:
        """Send pickled argument tuples; raise Lost."""
        self._link.settimeout(max(deadline - time.monotonic(), 0.001))
        try:
            self._link.sendall(pickle.dumps(block, pickle.HIGHEST_PROTOCOL))
        except TimeoutError:
            raise Lost("timed_out", "did not take its arguments in time") from None
        except OSError:
            raise Lost("crashed", self._death()) from None

    def receive(self, deadline: float) -> list[bytes]:
        """Return the next complete lines, at least one; raise Lost."""
        while True:
            *lines, self._unread = self._unread.split(b"\n")
            if lines:
                return lines
            self._unread += self._read(deadline)

    def _read(self, deadline: float) -> bytes:
        gone = False
        while (left := deadline - time.monotonic()) > 0:
            self._link.settimeout(min(left, GLANCE))
            try:
                if chunk := self._link.recv(1 << 16):
                    return chunk
                gone = True
            except TimeoutError:
                pass
            except OSError:
                gone = True
            if gone:
                raise Lost("crashed", self._death())
            gone = self._process.exitcode is not None  # then read once more: it may have died between the two
        raise Lost("timed_out", "no answer in time")

    def _death(self) -> str:
        self._process.join(1.0)
        code = self._process.exitcode
        if code is None:
            return "closed its connection to axiometrics"
        if code >= 0:
            return f"ended the process with exit code {code}"
        with suppress(ValueError):
            return f"the process was killed by {signal.Signals(-code).name}"
        return f"the process was killed by signal {-code}"

    def _await_ready(self, function: Callable[..., object] | str, startup: float) -> None:
        try:
            line, *_ = self.receive(time.monotonic() + startup)
        except Lost as lost:
            late = f"its import took longer than {startup:g} s"
            reason = late if lost.kind == "timed_out" else f"its import {lost.message}"
            raise TargetError(
                f"{_named(function)} cannot be loaded: {reason}; make it importable alone"
            ) from None
        if line != READY:
            raise TargetError(line.decode("utf-8", "replace"))

    def end(self) -> None:
        """Kill the process and what it started, and leave no zombie; can be called again."""
        self._link.close()
        with suppress(ValueError):  # never started, or closed before
            if self._process.pid is not None:
                _kill(self._process.pid if self._process.exitcode is None else None)
                self._process.join()
            self._process.close()


def _kill(pid: int | None) -> None:
    """Kill a process that is not yet reaped, and its group when it has one of its own."""
    if pid is None:
        return
    with suppress(ProcessLookupError):
        if hasattr(os, "killpg") and os.getpgid(pid) == pid:
            os.killpg(pid, signal.SIGKILL)
        else:
            os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))


def _start(process: multiprocessing.Process, function: Callable[..., object] | str) -> None:
    try:
        with permission_to_start():
            process.start()
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise InputError(
            f"{_named(function)} cannot be sent to a new process ({error}); define it at the top of "
            "a module, or give it as a target such as 'path/to/file.py:function'"
        ) from None


@contextmanager
def permission_to_start() -> Iterator[None]:
    """Let a daemon (a worker of Dask) have a child, and a process with threads fork without a warning.

    The warning (Python 3.12 on) is about locks that other threads hold; the child only runs the metric, and a
    child that hangs on such a lock is ended by the time limit like any other.
    """
    current = multiprocessing.current_process()
    daemon = current.daemon
    current.daemon = False
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", category=DeprecationWarning)
            yield
    finally:
        current.daemon = daemon


def _named(function: Callable[..., object] | str) -> str:
    return f"target {function!r}" if isinstance(function, str) else shown(function)
