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
from typing import Any, NoReturn

from axiometrics.errors import TargetError
from axiometrics.foreign.limits import limit_memory
from axiometrics.foreign.replies import FATAL, Failure, Reply, Value, describe, judge, plain, to_line
from axiometrics.foreign.targets import Target
from axiometrics.foreign.ties import Connections, end_with, lead_a_group, sweep_up
from axiometrics.foreign.unchanged import change

__all__ = ["READY", "evaluate", "serve", "silence"]

READY = b"ready"
OUT_OF_MEMORY = Failure("out_of_memory", "MemoryError: asked for more memory than is allowed")
WHILE_LOADING = 8 << 30  # big libraries reserve far more address space than they use
SINGLE_THREADED = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def serve(
    link: socket.socket,
    other_end: socket.socket | None,
    function: Callable[..., object],
    memory: int,
    parent: tuple[int, bool],
    seed: int,
    mark: bytes,
) -> NoReturn:
    """Say ``ready`` (or why not) over the link, then one line per call; never return.

    Every line starts with the ``mark`` and the number of lines before it, so that bytes of anybody else are noticed.
    ``parent`` is the parent's id, and whether the thread that asked for this process lives as long as that.
    """
    status = 1
    lines = Lines(link, mark)
    try:
        if other_end is not None:
            other_end.close()
        _settle(link, *parent)
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
    if hasattr(os, "fork"):
        sweep_up()
    end_with(parent, at_once=lasting)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    faulthandler.disable()
    gc.freeze()


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
    for name in SINGLE_THREADED:
        os.environ.setdefault(name, "1")
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
