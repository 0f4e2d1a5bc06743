"""``axiometrics matrix`` and ``report``: metrics x constraints of the tasks, and the published report."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import axiometrics
from axiometrics.certify.confirmations import confirmed_counts
from axiometrics.cli.app import say
from axiometrics.cli.expectations import read_expectations, write_expectations
from axiometrics.cli.matrices import compute, finish, plan_records, planned, write_matrices
from axiometrics.cli.options import (
    EFFORT,
    OUTPUT,
    TARGET,
    Computing,
    Expect,
    Metrics,
    Regions,
    Selecting,
    WriteExpect,
    complete_task,
)
from axiometrics.cli.output import Drawn, Format, require_folder
from axiometrics.cli.parameters import names_argument, names_option
from axiometrics.errors import InputError

Tasks = Annotated[
    list[str] | None, names_argument(metavar="TASK", help="All tasks by default.", complete=complete_task)
]


AlsoTasks = Annotated[
    list[str] | None,
    names_option(
        "--task", help="The same as TASK.", metavar="TASK,...", complete=complete_task, panel=TARGET
    ),
]


def _all_named(tasks: list[str] | None, also: list[str] | None) -> list[str] | None:
    """Return the tasks that arguments and options name, each once; None for all."""
    return list(dict.fromkeys([*(tasks or ()), *(also or ())])) or None


class Form(StrEnum):
    """The forms of a report."""

    markdown = "markdown"
    html = "html"
    latex = "latex"
    explorer = "explorer"
    all = "all"


_FRONT = {
    Form.markdown: "README.md",
    Form.html: "index.html",
    Form.explorer: "explorer.html",
    Form.all: "README.md",
}


def matrix(
    selecting: Selecting,
    output: Drawn,
    computing: Computing,
    tasks: Tasks = None,
    task: AlsoTasks = None,
    metric: Metrics = None,
    expect: Expect = None,
    write_expect: WriteExpect = None,
    regions: Regions = False,
    plan: Annotated[
        bool,
        typer.Option(
            "--plan",
            help="Run nothing; say what it would take: cells, cases, seconds, memory, by what was measured or a trial.",
            rich_help_panel=EFFORT,
        ),
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="A plan of every cell.", rich_help_panel=EFFORT)
    ] = False,
) -> None:
    """Check every registered metric against every constraint of its task."""
    output.ready()
    if plan and (expect or write_expect):
        raise InputError("--plan runs nothing; leave out --expect and --write-expect")
    if verbose and not plan:
        raise InputError("--verbose is for --plan: a row for every cell")
    parts = planned(_all_named(tasks, task), metric, selecting.constraint, plugins=computing.plugins)
    if output.chosen is Format.svg and (plan or len(parts) > 1):
        raise InputError("a picture is of one task's matrix; name one, as in `axiometrics matrix clustering`")
    if plan:
        plan_records(parts, selecting, computing, regions=regions, verbose=verbose).write(output)
        return
    expectations = read_expectations(expect, plugins=computing.plugins) if expect else None
    run = compute(parts, selecting, computing, regions=regions)
    if run.matrices:
        write_matrices(run.matrices, output)
    for each in run.matrices if output.chosen is Format.table else ():
        if told := confirmed_counts(each.cells, each.task):
            say(f"note: {told}; `axiometrics explain` says it of each")
    if write_expect is not None:
        write_expectations(run.matrices, write_expect)
    finish(run, expectations)


def report(
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="The directory to write to.", rich_help_panel=OUTPUT)
    ],
    selecting: Selecting,
    computing: Computing,
    format: Annotated[
        Form,
        typer.Option(
            metavar="FORMAT",
            help="markdown, html, latex, explorer (one page), or all, with CSV and JSON.",
            rich_help_panel=OUTPUT,
        ),
    ] = Form.markdown,
    tasks: Tasks = None,
    task: AlsoTasks = None,
    metric: Metrics = None,
    regions: Regions = True,
) -> None:
    """Write the report: an index, and a page per task, metric and constraint; print the index's path."""
    require_folder(out)
    parts = planned(_all_named(tasks, task), metric, selecting.constraint, plugins=computing.plugins)
    run = compute(parts, selecting, computing, regions=regions)
    if run.matrices:
        written = axiometrics.report(run.matrices, out, format=format.value)
        say(f"{len(written)} files written")
        print(out / _FRONT[format] if format in _FRONT else out / run.matrices[0].task / "matrix.tex")
    finish(run, None)
