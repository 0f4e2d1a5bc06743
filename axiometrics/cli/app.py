"""The application: its commands, its version, and the one way out of it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Annotated

import typer
from typer.main import get_command

from axiometrics import __version__
from axiometrics.cli.commands.audit import audit
from axiometrics.cli.commands.check import check
from axiometrics.cli.commands.choose import choose
from axiometrics.cli.commands.explain import explain
from axiometrics.cli.commands.lessons import lessons
from axiometrics.cli.commands.list import list_records
from axiometrics.cli.commands.matrix import matrix, report
from axiometrics.cli.commands.questionnaire import questionnaire, tally
from axiometrics.cli.commands.score import score
from axiometrics.cli.commands.study import study, uir
from axiometrics.cli.guard import guarded, listen, say
from axiometrics.cli.options import flattened

__all__ = ["app", "run"]

HELP = {"help_option_names": ["-h", "--help"]}
"""Both spellings, in every command."""

app = typer.Typer(
    add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="rich", context_settings=HELP
)
app.command("list", context_settings=HELP)(flattened(list_records))
_COMMANDS = (matrix, check, explain, report, audit, choose, lessons, score, uir, study, questionnaire, tally)
for command in _COMMANDS:
    app.command(context_settings=HELP)(flattened(command))


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
    sys.exit(guarded(lambda: _invoke(sys.argv[1:], listen)))


def _invoke(arguments: Sequence[str], prepare: Callable[[], None] = lambda: None) -> int:
    prepare()
    application = get_command(app)
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
        count = "1 verdict was" if len(cache.USED) == 1 else f"{len(cache.USED)} verdicts were"
        say(f"note: {count} published with {__version__}, normal effort; --recompute computes them again")
        cache.USED.clear()
