"""The application: its commands, its version, and the one way out of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Annotated

import typer
from typer.main import get_command

from axiometrics import __version__
from axiometrics.cli.commands.audit import audit
from axiometrics.cli.commands.certify import certify
from axiometrics.cli.commands.check import check
from axiometrics.cli.commands.choose import choose
from axiometrics.cli.commands.explain import explain
from axiometrics.cli.commands.lessons import lessons
from axiometrics.cli.commands.list import cite, list_records
from axiometrics.cli.commands.matrix import matrix, report
from axiometrics.cli.commands.questionnaire import questionnaire, tally
from axiometrics.cli.commands.score import score
from axiometrics.cli.commands.study import study, uir
from axiometrics.cli.guard import guarded, listen, say
from axiometrics.cli.parameters import flattened

__all__ = ["app", "run"]

HELP = {"help_option_names": ["-h", "--help"]}
"""Both spellings, in every command."""

COMPLETES = "_AXIOMETRICS_COMPLETE"
"""Is set where a shell asks for completions."""
EXAMPLES: dict[Callable[..., None], tuple[str, str]] = {
    list_records: ("list tasks", "list metrics --task ranking"),
    matrix: (
        "matrix clustering",
        "matrix ranking --metric 'rbp(p=1/2),ndcg' --format latex --out ranking.tex",
    ),
    check: (
        "check my_metrics.py:my_score --task clustering --reads labels",
        "check ndcg --constraint priority",
    ),
    explain: ("explain ami_max homogeneity", "explain 'rbp(p=1/2)' deepness_threshold"),
    report: ("report clustering --out report", "report ranking --metric 'rbp*' --out report --effort quick"),
    certify: (
        "certify bcubed_precision homogeneity --to smt --out proofs --check",
        "certify --task filtering --to json --out proofs",
    ),
    audit: ("audit amigo2009", "audit --library ranx --format json --out ranx.json"),
    choose: (
        "choose --task clustering --require homogeneity,completeness,rag_bag",
        "choose --task ranking --require priority --evidence proof",
    ),
    lessons: ("lessons filtering", "lessons clustering --all --out lessons"),
    score: (
        "score nmi_arith bcubed_f --task clustering --gold labels.csv --system-column '*'",
        "score ap ndcg@10 --task ranking --gold qrels.txt --system 'run.*'",
    ),
    uir: (
        "uir scores.csv",
        "uir --task clustering --gold labels.csv --metric bcubed_precision,bcubed_recall",
    ),
    study: ("study similarity scores.csv", "study discriminative_power scores.csv --out study"),
    questionnaire: (
        "questionnaire texts.csv --out forms",
        "questionnaire texts.csv --out forms --instances 3",
    ),
    cite: ("cite bcubed_f homogeneity", "cite --out references.bib"),
    tally: ("tally answers.csv key.csv", "tally answers.csv key.csv --format csv --out tally.csv"),
}
"""The commands, in the order of the help, with two command lines for each."""

app = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode="rich", context_settings=HELP)
for command, lines in EXAMPLES.items():
    name = "list" if command is list_records else None
    examples = "\n\n".join(["Examples:", *(f"axiometrics {line}".replace("[", "\\[") for line in lines)])
    app.command(name, context_settings=HELP, epilog=examples)(flattened(command))


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
        count = "1 verdict was" if len(cache.USED) == 1 else f"{len(cache.USED)} verdicts were"
        say(f"note: {count} published with {__version__}, normal effort; --recompute computes them again")
        cache.USED.clear()
