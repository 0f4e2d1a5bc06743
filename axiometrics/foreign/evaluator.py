"""What runs inside the worker's process: load the metric, then answer calls until the parent goes away."""

from __future__ import annotations

import faulthandler
import gc
import multiprocessing
import os
import pickle
import random
import signal
import socket
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import Any, NoReturn

from axiometrics.errors import TargetError
from axiometrics.foreign.replies import FATAL, Failure, Reply, Value, describe, judge, plain, shown, to_line
from axiometrics.foreign.targets import Target, keep_to_one_thread
from axiometrics.foreign.ties import Connections, end_with, lead_a_group

APART, READY = b"apart", b"ready"
OUT_OF_MEMORY = Failure("out_of_memory", "MemoryError: asked for more memory than is allowed")
WHILE_LOADING = 8 << 30  # big libraries reserve far more address space than they use


def serve(
    link: socket.socket,
    other_end: socket.socket | None,
    function: Callable[..., object],
    memory: int,
    parent: tuple[int, bool],
    seed: int,
    mark: bytes,
) -> NoReturn:
    """Say ``apart``, wait for a byte, say ``ready`` (or why not), then one line per call; never return.

    Every line starts with the ``mark`` and the number of lines before it, so that bytes of anybody else are noticed.
    ``parent`` is the parent's id, and whether the thread that asked for this process lives as long as that.
    """
    gc.freeze()  # else the first collection copies all memory that is shared with the parent
    gc.enable()
    status = 1
    lines = Lines(link, mark)
    try:
        if other_end is not None:
            other_end.close()
        _settle(link, *parent)
        lines.send(APART)
        if not link.recv(1):
            os._exit(status)
        with silence():
            call = _loaded(function, memory)
            _seed(seed)
            _answer(lines, call)
        status = 0
    except TargetError as error:
        lines.send(plain(str(error)).encode())
    except MemoryError:
        lines.send(to_line(OUT_OF_MEMORY))
    except BaseException as error:
        with suppress(OSError):
            lines.send(to_line(Failure("crashed", f"the worker's process failed with {describe(error)}")))
    finally:
        os._exit(status)  # skips the parent's exit handlers, which a fork inherits


class Lines:
    """What is sent to the parent: numbered lines, each with the mark that the parent has chosen."""

    def __init__(self, link: socket.socket, mark: bytes) -> None:
        self.link = link
        self._mark = mark
        self._count = 0

    def send(self, text: bytes) -> None:
        """Send one line."""
        self.link.sendall(b"%s %d %s\n" % (self._mark, self._count, text))
        self._count += 1


def _settle(link: socket.socket, parent: int, lasting: bool) -> None:
    """Make the process deaf to Ctrl-C, mortal, and the head of a group that can be killed whole."""
    multiprocessing.current_process().daemon = False  # else the metric could start no processes
    warnings.resetwarnings()
    warnings.simplefilter("ignore")
    lead_a_group()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Connections.detach(link.fileno())
    end_with(parent, at_once=lasting)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    faulthandler.disable()


@contextmanager
def silence() -> Iterator[None]:
    """Read from and write to nowhere; keep the old streams, which would flush what the parent wrote."""
    with open(os.devnull, encoding="utf-8") as source, open(os.devnull, "w", encoding="utf-8") as sink:
        for descriptor, null in enumerate((source, sink, sink)):
            os.dup2(null.fileno(), descriptor)
        sys.stdin = source
        with redirect_stdout(sink), redirect_stderr(sink):
            yield


def _loaded(function: Callable[..., object], memory: int) -> Callable[..., object]:
    keep_to_one_thread()
    if isinstance(function, Target):
        limit_memory(max(memory, WHILE_LOADING))
        function = function.loaded()
    limit_memory(memory)
    return function


def _seed(seed: int) -> None:
    """Seed the global generators once, so that even a random metric gives the same values in every run."""
    random.seed(seed)
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed(seed)


def _answer(lines: Lines, function: Callable[..., object]) -> None:
    lines.send(READY)
    stream, process = lines.link.makefile("rb"), os.getpid()
    while True:
        try:
            block: list[bytes] = pickle.load(stream)
        except EOFError:
            return
        for item in block:
            reply = evaluate(function, item)
            if os.getpid() != process:  # the metric forked, and this is its child
                return
            lines.send(to_line(reply))
            if isinstance(reply, Failure) and reply.kind in FATAL:
                return


def evaluate(function: Callable[..., object], item: bytes) -> Reply:
    """Call the function with pickled arguments and say what came of it.

    >>> evaluate(lambda gold, system: len(gold) / len(system), pickle.dumps(("ab", "abcd")))
    Value(value=0.5)
    >>> evaluate(lambda gold: gold / 0, pickle.dumps((1,)))
    Failure(kind='raised', message='ZeroDivisionError: division by zero', value=None)
    """
    try:
        args: tuple[Any, ...] = pickle.loads(item)
        before = pickle.dumps(args, pickle.HIGHEST_PROTOCOL)
        reply = judge(function(*args))
        if isinstance(reply, Value) and (changed := change(before, args)):
            return Failure("mutated", changed, reply.value)
        return reply
    except MemoryError:
        return OUT_OF_MEMORY
    except SystemExit as error:
        return Failure("crashed", f"asked the process to exit ({describe(error)})")
    except BaseException as error:
        return Failure("raised", describe(error))


def limit_memory(extra: int) -> None:
    """Let this process reserve ``extra`` bytes more than it has now; beyond that Python raises MemoryError.

    Systems without such a limit (Windows; macOS accepts but does not enforce it) are left as they are.
    """
    try:
        import resource
    except ImportError:
        return
    with suppress(OSError, ValueError):
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        wanted = _reserved(resource.getpagesize()) + extra
        allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_AS, (allowed, hard))


def _reserved(page: int) -> int:
    """Return the bytes of address space in use, 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * page
    except OSError:
        return 0


def change(before: bytes, args: tuple[object, ...]) -> str | None:
    """Say which argument differs from the copy that was pickled before the call, or return None.

    >>> gold = ["b", "a"]
    >>> before = pickle.dumps((gold,), pickle.HIGHEST_PROTOCOL)
    >>> gold.sort()
    >>> change(before, (gold,))
    "argument 1 was list ['b', 'a'] and became list ['a', 'b']"
    """
    try:
        # equal bytes prove that nothing changed; others may only mean that objects are shared differently
        if pickle.dumps(args, pickle.HIGHEST_PROTOCOL) == before:
            return None
        pairs = zip(pickle.loads(before), args, strict=True)
        for position, (old, new) in enumerate(pairs, start=1):
            if not same(old, new):
                return f"argument {position} was {shown(old)} and became {shown(new)}"
    except MemoryError:
        raise
    except Exception as error:
        return f"the arguments can no longer be compared ({type(error).__name__})"
    return None


def same(old: object, new: object) -> bool:
    """Say whether two values are equal in every part; NaN equals NaN, and 1 differs from 1.0.

    >>> same([1, {"a": float("nan")}], [1, {"a": float("nan")}]), same([1], [1.0])
    (True, False)
    """
    if type(old) is not type(new):
        return False
    if isinstance(old, (list, tuple)) and isinstance(new, (list, tuple)):
        return len(old) == len(new) and all(map(same, old, new))
    if isinstance(old, dict) and isinstance(new, dict):
        return old.keys() == new.keys() and all(same(old[key], new[key]) for key in old)
    if hasattr(old, "dtype") and hasattr(old, "tobytes") and hasattr(new, "tobytes"):
        return _same_array(old, new)
    if type(old).__eq__ is object.__eq__ and hasattr(old, "__dict__"):
        return same(vars(old), vars(new))
    return bool(old == new) or bool(old != old and new != new)


def _same_array(old: object, new: object) -> bool:
    form = [(getattr(each, "dtype", None), getattr(each, "shape", None)) for each in (old, new)]
    if form[0] != form[1]:
        return False
    if getattr(form[0][0], "kind", None) == "O":
        return same(old.tolist(), new.tolist())  # type: ignore[attr-defined]
    return bool(old.tobytes() == new.tobytes())  # type: ignore[attr-defined]
