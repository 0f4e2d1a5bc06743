"""What happens to errors, warnings, interrupts and closed pipes: one line on stderr and an exit code."""

from __future__ import annotations

import io
import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from axiometrics.errors import AxiometricsError, InputError
from axiometrics.escaping import visible
from axiometrics.registry import PluginWarning

__all__ = ["FAILED", "INTERRUPTED", "WRONG_USAGE", "guarded", "listen", "put", "say"]

FAILED = 1
WRONG_USAGE = 2
INTERRUPTED = 130
READER_LEFT = 141
_LONG = 300


def say(text: str) -> None:
    """Write one line about this run to stderr."""
    with suppress(OSError, ValueError):
        words = (word if len(word) < _LONG else f"{word[:60]}...{word[-20:]}" for word in text.split())
        print("axiometrics: " + visible(" ".join(words)), file=sys.stderr)


class _Ending:
    """Whether all that this process has to do is done, so that an interrupt would only spoil its exit code."""

    now = False


def listen() -> None:
    """Let Ctrl-C interrupt this process until it ends, also where it was started as by ``nohup ... &``, deaf to it."""
    _Ending.now = False
    signal.signal(signal.SIGINT, _interrupt)


def _interrupt(*_: object) -> None:
    if not _Ending.now:
        raise KeyboardInterrupt


def guarded(run: Callable[[], int]) -> int:
    """Run and return the exit code; with ``AXIOMETRICS_DEBUG=1`` errors keep their traceback."""
    _open_streams()
    try:
        with _one_line_warnings():
            code = run()
            put("")
            _Ending.now = True
            return code
    except BrokenPipeError:
        _Ending.now = True
        _give_up(sys.stdout)
        return READER_LEFT
    except KeyboardInterrupt:
        _Ending.now = True
        say("interrupted")
        return INTERRUPTED
    except Exception as error:
        _Ending.now = True
        if os.environ.get("AXIOMETRICS_DEBUG") == "1":
            raise
        say(f"error: {_message(error)}")
        return WRONG_USAGE


def _message(error: Exception) -> str:
    """Say what went wrong; usage errors (of click, which typer may bring along) name the help."""
    if hasattr(error, "format_message"):
        context = getattr(error, "ctx", None)
        where = context.command_path if context else "axiometrics"
        text = error.format_message().replace("Value error, ", "").rstrip(".")
        return f"{text} (see `{where} --help`)"
    if isinstance(error, OSError) and error.strerror and not isinstance(error, AxiometricsError):
        name = f"{error.filename}: " if error.filename is not None else ""
        return f"{name}{error.strerror}"
    if isinstance(error, AxiometricsError | OSError):
        return str(error)
    if isinstance(error, MemoryError):
        return "there is not enough memory for this; give smaller input, or ask for less"
    return f"unexpected {type(error).__name__}: {error}; AXIOMETRICS_DEBUG=1 shows where; please report it"


def put(text: str) -> None:
    """Write a result to stdout; raises OSError that names it, and then lets the rest go."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _give_up(sys.stdout)
        raise OSError(error.errno, f"{error.strerror}; the result was not written", "stdout") from error


def _give_up(stream: TextIO) -> None:
    """Send what a stream still holds nowhere, so that its end fails no second time."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class _Closed(io.TextIOBase):
    """A stream that was closed before this process began; raises InputError when something is written to it."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        """Refuse the text."""
        raise InputError("stdout is closed, so that the result has no place; open it, or give --out FILE")


def _open_streams() -> None:
    """Stand in for closed streams, and write what an encoding lacks as an escape instead of failing."""
    if sys.stdout is None:
        sys.stdout = _Closed()
    if sys.stderr is None:
        sys.stderr = io.StringIO()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


@contextmanager
def _one_line_warnings() -> Iterator[None]:
    def show(message: Warning | str, category: type[Warning], *_: object, **__: object) -> None:
        name = "" if issubclass(category, PluginWarning) else f"{category.__name__}: "
        say(f"warning: {name}{message}")

    with warnings.catch_warnings():
        warnings.simplefilter("always", PluginWarning)
        warnings.showwarning = show
        yield
