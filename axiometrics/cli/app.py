"""The application: its commands, its version, and the one way out of it.

What happens to errors, warnings, interrupts and closed pipes: one line on stderr and an exit code.
"""

from __future__ import annotations

import io
import os
import re
import signal
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from threading import Event, Thread
from time import monotonic
from typing import Annotated, Any, NamedTuple, TextIO

import typer
from typer.core import TyperGroup
from typer.main import get_command

from axiometrics import __version__
from axiometrics.cli.parameters import flattened, usage_told
from axiometrics.errors import AxiometricsError, InputError
from axiometrics.escaping import visible
from axiometrics.registry import PluginWarning

HELP = {"help_option_names": ["-h", "--help"]}
"""Both spellings, in every command."""

COMPLETES = "_AXIOMETRICS_COMPLETE"
"""Is set where a shell asks for completions."""


class Entry(NamedTuple):
    """A command: ``module:function`` in `axiometrics.cli.commands`, its line in the help, and two examples."""

    home: str
    summary: str
    first: str
    second: str


COMMANDS: Mapping[str, Entry] = {
    "list": Entry(
        "list:list_records",
        "List tasks, metrics, constraints, others' names of metrics, claims of the literature, studies or libraries.",
        "list tasks",
        "list metrics --task ranking",
    ),
    "matrix": Entry(
        "matrix:matrix",
        "Check every registered metric against every constraint of its task.",
        "matrix clustering",
        "matrix ranking --metric 'rbp(p=1/2),ndcg' --format latex --out ranking.tex",
    ),
    "check": Entry(
        "explain:check",
        "Check one metric, also your own function, and show its counterexamples.",
        "check my_metrics.py:my_score --task clustering --reads labels",
        "check ndcg --constraint priority",
    ),
    "explain": Entry(
        "explain:explain",
        "Show the statement, the verdict, and the proof or the drawn counterexample.",
        "explain ami_max homogeneity",
        "explain 'rbp(p=1/2)' deepness_threshold",
    ),
    "report": Entry(
        "matrix:report",
        "Write the report: an index, and a page per task, metric and constraint; print the index's path.",
        "report clustering --out report",
        "report ranking --metric 'rbp*' --out report --effort quick",
    ),
    "certify": Entry(
        "certify:certify",
        "Write the proofs of a cell, or of all proved cells of a task, as files that outside checkers read.",
        "certify bcubed_precision homogeneity --to smt --out proofs --check",
        "certify --task filtering --to json --out proofs",
    ),
    "audit": Entry(
        "audit:audit",
        "Hold the literature's claims, or with --library the functions of libraries, against what is found here.",
        "audit amigo2009",
        "audit --library ranx --format json --out ranx.json",
    ),
    "choose": Entry(
        "choose:choose",
        "List the metrics that satisfy all required constraints with the evidence; if none does, the closest ones.",
        "choose clustering --require homogeneity,completeness,rag_bag",
        "choose ranking --require priority --evidence proof",
    ),
    "repair": Entry(
        "choose:repair",
        "Search small changes of a formula that satisfy all required constraints, with the evidence for each.",
        "repair purity --task clustering --require homogeneity,completeness,rag_bag",
        "repair rbp --require priority,deepness,confidence --other precision",
    ),
    "lessons": Entry(
        "choose:lessons",
        "Show families, implications, combinations no metric satisfies, and the fewest cases that tell metrics apart.",
        "lessons filtering",
        "lessons clustering --all --out lessons",
    ),
    "score": Entry(
        "score:score",
        "Score system outputs in files: one row per system, and per group if there are groups.",
        "score nmi_arith bcubed_f --task clustering --gold labels.csv --system-column '*'",
        "score ap ndcg@10 --task ranking --gold qrels.txt --system 'run.*'",
    ),
    "uir": Entry(
        "study:uir",
        "Compare systems by their Unanimous Improvement Ratio: who is better whatever the metrics' weights.",
        "uir scores.csv",
        "uir --task clustering --gold labels.csv --metric bcubed_precision,bcubed_recall",
    ),
    "study": Entry(
        "study:study",
        "Study metrics on real scores: similarity, consistency, discriminative power, strictness, stability and more.",
        "study similarity scores.csv",
        "study discriminative_power scores.csv --out study",
    ),
    "questionnaire": Entry(
        "questionnaire:questionnaire",
        "Make a questionnaire: pairs of clusterings of your texts that instantiate constraints, as forms with a key.",
        "questionnaire texts.csv --out forms",
        "questionnaire texts.csv --out forms --instances 3",
    ),
    "cite": Entry(
        "list:cite",
        "Show the sources of metrics and constraints, to be cited.",
        "cite bcubed_f homogeneity",
        "cite --out references.bib",
    ),
    "tally": Entry(
        "questionnaire:tally",
        "Count how often assessors validate, contradict or do not mind each constraint, with exact binomial intervals.",
        "tally answers.csv key.csv",
        "tally answers.csv key.csv --format csv --out tally.csv",
    ),
}
"""The commands, in the order of the help. A command's module is imported when the command runs."""


@cache
def loaded(name: str) -> Any:
    """Return a command with its options; imports what it needs."""
    entry = COMMANDS[name]
    module, _, function_name = entry.home.partition(":")
    lines = (f"axiometrics {line}".replace("[", "\\[") for line in (entry.first, entry.second))
    function = flattened(getattr(import_module(f"axiometrics.cli.commands.{module}"), function_name))
    alone = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode="rich", add_completion=False)
    alone.command(name, context_settings=HELP, epilog="\n\n".join(["Examples:", *lines]))(function)
    return get_command(alone)


class Commands(TyperGroup):
    """The group of commands: their names and summaries are known, the one that is called is loaded."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Return the name of the command that is called, the command, and its arguments."""
        name, command, arguments = super().resolve_command(ctx, args)
        return name, command and loaded(name), arguments


app = typer.Typer(
    cls=Commands, pretty_exceptions_enable=False, rich_markup_mode="rich", context_settings=HELP
)
for name, entry in COMMANDS.items():
    app.command(name, help=entry.summary)(lambda: None)


def _version(asked: bool) -> None:
    if asked:
        print(f"axiometrics {__version__}")
        raise typer.Exit


@app.callback()
def _application(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Which formal constraints does an evaluation metric satisfy?

    Answers come as proofs, complete sweeps or the smallest counterexamples.

    Exit codes:

    * 0: done
    * 1: an expectation failed, or a cell is an error
    * 2: wrong usage, or unreadable input
    * 130: interrupted; what was finished is written and marked as partial
    * 141: the reader of a pipe left
    """


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code; errors become one line on stderr."""
    return guarded(lambda: _invoke(arguments))


def main() -> None:
    """Run the command line of this process."""
    code = guarded(lambda: _invoke(sys.argv[1:], listen))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Python would take its handlers away while it ends
    sys.exit(code)


def _invoke(arguments: Sequence[str], prepare: Callable[[], None] = lambda: None) -> int:
    prepare()
    application = get_command(app)
    if COMPLETES in os.environ:  # a shell asks what could come next
        application.main([], "axiometrics")
    try:
        with application.make_context("axiometrics", list(arguments) or ["--help"]) as context:
            application.invoke(context)
    except typer.Exit as left:
        return left.exit_code
    finally:
        _tell_published()
    return 0


def _tell_published() -> None:
    """Say that verdicts were not computed here, where some came with the package."""
    cache = sys.modules.get("axiometrics.checker.cache")
    if cache is not None and cache.USED:
        single = len(cache.USED) == 1
        count, those = ("1 verdict was", "it") if single else (f"{len(cache.USED)} verdicts were", "them")
        say(f"note: {count} published with {__version__}, normal effort; --recompute computes {those} again")
        cache.USED.clear()


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


PAUSE = 10.0
"""Seconds between two signs of life."""


@contextmanager
def heard(told: Callable[[float], str]) -> Iterator[None]:
    """Say after every pause what is done, given the seconds so far; nothing about what takes less than a pause."""
    started, ended = monotonic(), Event()

    def speak() -> None:
        while not ended.wait(PAUSE):
            say(told(monotonic() - started))

    speaker = Thread(target=speak, daemon=True)
    speaker.start()
    try:
        yield
    finally:
        ended.set()
        speaker.join()


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


_READS = re.compile(r"(?<!in Python )\breads=(\.\.\.|\w)")
"""How a message names in Python what is an option here; with a quote it is code to be written."""


def _message(error: Exception) -> str:
    """Say what went wrong; usage errors (of click, which typer may bring along) name the help."""
    if hasattr(error, "format_message"):
        return usage_told(error, {name: f"axiometrics {entry.first}" for name, entry in COMMANDS.items()})
    if isinstance(error, OSError) and error.strerror and not isinstance(error, AxiometricsError):
        name = f"{error.filename}: " if error.filename is not None else ""
        return f"{name}{error.strerror}"
    if isinstance(error, AxiometricsError | OSError):
        return _READS.sub(r"--reads \1", str(error)).replace("--reads ...", "--reads FORM")
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
