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
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from typing import Any, NoReturn

from axiometrics.errors import TargetError
from axiometrics.foreign.limits import limit_memory
from axiometrics.foreign.replies import FATAL, Failure, Reply, Value, describe, judge, to_line
from axiometrics.foreign.targets import load
from axiometrics.foreign.unchanged import change

__all__ = ["READY", "evaluate", "serve", "silence"]

READY = b"ready"
OUT_OF_MEMORY = Failure("out_of_memory", "MemoryError: asked for more memory than is allowed")
OUT_OF_MEMORY_LINE = to_line(OUT_OF_MEMORY)
WHILE_LOADING = 8 << 30  # big libraries reserve far more address space than they use
SINGLE_THREADED = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def serve(
    link: socket.socket,
    other_end: socket.socket | None,
    function: Callable[..., object] | str,
    memory: int,
    parent: int,
    seed: int,
) -> NoReturn:
    """Say ``ready`` (or why not) over the link, then one line per call; never return."""
    status = 1
    try:
        if other_end is not None:
            other_end.close()
        _settle(parent)
        with silence():
            call = _loaded(function, memory)
            _seed(seed)
            _answer(link, call)
        status = 0
    except TargetError as error:
        link.sendall(str(error).encode("utf-8", "replace") + b"\n")
    except MemoryError:
        link.sendall(OUT_OF_MEMORY_LINE)
    except Exception as error:
        with suppress(OSError):
            link.sendall(to_line(Failure("crashed", f"the worker's process failed with {describe(error)}")))
    finally:
        os._exit(status)  # skips the parent's exit handlers, which a fork inherits


def _settle(parent: int) -> None:
    """Make the process deaf to Ctrl-C, mortal, and the head of a group that can be killed whole."""
    multiprocessing.current_process().daemon = False  # else the metric could start no processes
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    faulthandler.disable()
    warnings.resetwarnings()
    warnings.simplefilter("ignore")
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


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def _loaded(function: Callable[..., object] | str, memory: int) -> Callable[..., object]:
    for name in SINGLE_THREADED:
        os.environ.setdefault(name, "1")
    if isinstance(function, str):
        limit_memory(max(memory, WHILE_LOADING))
        function = load(function)
    limit_memory(memory)
    return function


def _seed(seed: int) -> None:
    """Seed the global generators once, so that even a random metric gives the same values in every run."""
    random.seed(seed)
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed(seed)


def _answer(link: socket.socket, function: Callable[..., object]) -> None:
    link.sendall(READY + b"\n")
    stream, process = link.makefile("rb"), os.getpid()
    while True:
        try:
            block: list[bytes] = pickle.load(stream)
        except EOFError:
            return
        for item in block:
            reply = evaluate(function, item)
            if os.getpid() != process:  # the metric forked, and this is its child
                return
            link.sendall(to_line(reply))
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
