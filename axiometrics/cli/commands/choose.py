"""``axiometrics choose``: the metrics that satisfy given constraints."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import Annotated

import typer

from axiometrics.checker.verdict import Matrix
from axiometrics.cli.guard import say
from axiometrics.cli.matrices import compute, finish, planned
from axiometrics.cli.options import TARGET, Computing, Metrics, Selecting, complete_constraint, complete_task
from axiometrics.cli.output import Output, Records
from axiometrics.cli.parameters import names_option
from axiometrics.patterns import Choice
from axiometrics.patterns import choose as chosen_from
from axiometrics.reports.marks import detail, symbol
from axiometrics.reports.words import PARTIAL

__all__ = ["choices_table", "choose"]


class Evidence(StrEnum):
    """How much a cell must rest on."""

    search = "search"
    sweep = "sweep"
    proof = "proof"


def choose(
    task: Annotated[
        str,
        typer.Option(metavar="TASK", help="The task.", autocompletion=complete_task, rich_help_panel=TARGET),
    ],
    require: Annotated[
        list[str],
        names_option(
            "--require",
            help="Constraints that the metric must satisfy. Repeat it, or use commas.",
            complete=complete_constraint,
            panel=TARGET,
        ),
    ],
    output: Output,
    computing: Computing,
    metric: Metrics = None,
    weak: Annotated[
        bool,
        typer.Option("--weak", help="A tie is enough to satisfy a constraint.", rich_help_panel=TARGET),
    ] = False,
    evidence: Annotated[
        Evidence,
        typer.Option(
            metavar="EVIDENCE",
            help="The least that counts: search, sweep or proof.",
            rich_help_panel=TARGET,
        ),
    ] = Evidence.search,
) -> None:
    """List the metrics that satisfy all required constraints with the evidence; if none does, the closest ones."""
    output.ready()
    parts = planned([task], metric, require, plugins=computing.plugins)
    run = compute(parts, Selecting(require), computing)
    if run.cells:
        matrix = run.matrices[0]
        choices_table(matrix, chosen_from(matrix, weak=weak, evidence=evidence.value), weak).write(output)
    finish(run, None)


def choices_table(matrix: Matrix, choices: tuple[Choice, ...], weak: bool) -> Records:
    """Return the metrics that suit, or those that lack least."""
    suiting = [choice for choice in choices if choice.suits]
    least = len(choices[0].lacking) if choices else 0
    shown = suiting or [choice for choice in choices if len(choice.lacking) == least]
    if not suiting:
        say(f"no metric satisfies all of these; the table has those that lack {least} of them")
    keys = [constraint.key for constraint in matrix.constraints]
    rows = []
    for choice in shown:
        cells = [replace(cell, strict=cell.weak) if weak else cell for cell in choice.cells]
        marks = [f"{symbol(cell)} {detail(cell)}".strip() for cell in cells]
        rows.append((choice.family, choice.metric, *marks, ", ".join(choice.lacking)))
    partial = "" if matrix.complete else f". {PARTIAL}"
    columns = ("family", "metric", *keys, "lacking")
    return Records(f"metrics for {', '.join(keys)}{partial}", columns, rows, complete=matrix.complete)
