"""The parent's hold on one worker process: start it, exchange lines with it before a deadline, end it."""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import secrets
import signal
import socket
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from axiometrics.errors import InputError, TargetError
from axiometrics.foreign.evaluator import APART, READY, serve
from axiometrics.foreign.replies import Failure, Kind, from_line, shown
from axiometrics.foreign.targets import Target
from axiometrics.foreign.ties import Connections, Sweeper

GLANCE = 0.25  # seconds between looks at whether a silent process still lives
CONFUSED = "wrote to the connection with axiometrics"


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
        self, function: Callable[..., object], *, memory: int, startup: float, start_method: str, seed: int
    ) -> None:
        self._link, theirs = socket.socketpair()
        self._connection = self._link.fileno()
        Connections.ours.add(self._connection)
        self._unread = b""
        self._mark = secrets.token_hex(8).encode()
        self._received = 0
        parent = os.getpid(), threading.current_thread() is threading.main_thread()
        inherited = self._link if start_method == "fork" else None
        # multiprocessing's stubs have no common type for contexts that are chosen by name
        self._process = getattr(multiprocessing.get_context(start_method), "Process")(  # noqa: B009
            target=serve, args=(theirs, inherited, function, memory, parent, seed, self._mark), daemon=True
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

    def receive(self, deadline: float) -> bytes:
        """Return the next line; raise Lost, also when something else than the worker has written to the connection."""
        while b"\n" not in self._unread:
            self._unread += self._read(deadline)
        line, _, self._unread = self._unread.partition(b"\n")
        head = b"%s %d " % (self._mark, self._received)
        if not line.startswith(head):
            raise Lost("crashed", CONFUSED)
        self._received += 1
        return line.removeprefix(head)

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
        patience = time.monotonic() + 1.0
        while (code := self._process.exitcode) is None and time.monotonic() < patience:
            time.sleep(0.01)
        if code is None:
            return "closed its connection to axiometrics"
        if code >= 0:
            return f"ended the process with exit code {code}"
        with suppress(ValueError):
            return f"the process was killed by {signal.Signals(-code).name}"
        return f"the process was killed by signal {-code}"

    def _await_ready(self, function: Callable[..., object], startup: float) -> None:
        try:
            deadline = time.monotonic() + startup
            line = self.receive(deadline)
            if line == APART and self.pid is not None:
                Sweeper.watch(self.pid)
                self._link.sendall(b".")
                line = self.receive(deadline)
        except Lost as lost:
            late = f"its import took longer than {startup:g} s"
            reason = late if lost.kind == "timed_out" else f"its import {lost.message}"
            raise TargetError(
                f"{_named(function)} cannot be loaded: {reason}; make it importable alone"
            ) from None
        if line != READY:
            raise TargetError(_reason(function, line))

    def end(self) -> None:
        """Kill the process and what it started, and leave no zombie; can be called again."""
        if self._link.fileno() != -1:
            Connections.ours.discard(self._connection)
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


def _start(process: multiprocessing.Process, function: Callable[..., object]) -> None:
    """Start a process, which begins with garbage that is not collected."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        with permission_to_start():
            process.start()
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise InputError(
            f"{_named(function)} cannot be sent to a new process ({error}); define it at the top of "
            "a module, or give it as a target such as 'path/to/file.py:function'"
        ) from None
    finally:
        if collecting:
            gc.enable()


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


def _reason(function: Callable[..., object], line: bytes) -> str:
    """Return why a process was not ready: in the words of `TargetError`, or what its start failed with."""
    try:
        failure = from_line(line)
    except ValueError:
        return line.decode("utf-8", "replace")
    why = failure.message if isinstance(failure, Failure) else CONFUSED
    return f"{_named(function)} cannot be loaded: {why}; make it importable alone"


def _named(function: Callable[..., object]) -> str:
    return f"target {function.target!r}" if isinstance(function, Target) else shown(function)
