"""What happens to errors, warnings, interrupts and closed pipes: one line on stderr and an exit code."""

from __future__ import annotations

import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from axiometrics.errors import AxiometricsError

__all__ = ["FAILED", "INTERRUPTED", "WRONG_USAGE", "guarded", "listen", "say"]

FAILED = 1
WRONG_USAGE = 2
INTERRUPTED = 130
_BROKEN_PIPE = 141


def say(text: str) -> None:
    """Write one line about this run to stderr."""
    with suppress(BrokenPipeError):
        print("axiometrics: " + " ".join(text.split()), file=sys.stderr)


def listen() -> None:
    """Let Ctrl-C interrupt this process also where it was started with interrupts ignored, as by ``nohup ... &``."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def guarded(run: Callable[[], int]) -> int:
    """Run and return the exit code; with ``AXIOMETRICS_DEBUG=1`` errors keep their traceback."""
    _tolerant(sys.stdout, sys.stderr)
    try:
        with _one_line_warnings():
            code = run()
            sys.stdout.flush()
            return code
    except BrokenPipeError:
        return _reader_left()
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED
    except Exception as error:
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
    return f"unexpected {type(error).__name__}: {error}; AXIOMETRICS_DEBUG=1 shows where; please report it"


def _reader_left() -> int:
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return _BROKEN_PIPE


def _tolerant(*streams: object) -> None:
    """Write what a stream's encoding lacks as an escape instead of failing."""
    for stream in streams:
        if (getattr(stream, "encoding", None) or "utf-8").lower().replace("-", "") != "utf8":
            stream.reconfigure(errors="backslashreplace")  # type: ignore[attr-defined]


@contextmanager
def _one_line_warnings() -> Iterator[None]:
    from axiometrics.registry import PluginWarning

    def show(message: Warning | str, category: type[Warning], *_: object, **__: object) -> None:
        name = "" if issubclass(category, PluginWarning) else f"{category.__name__}: "
        say(f"warning: {name}{message}")

    with warnings.catch_warnings():
        warnings.simplefilter("always", PluginWarning)
        warnings.showwarning = show
        yield
