"""``axiometrics lessons``: what a task's matrix teaches as a whole."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from axiometrics.cli.finishing import finish
from axiometrics.cli.guard import say
from axiometrics.cli.options import Computing, Metrics, Selecting
from axiometrics.errors import InputError

__all__ = ["lessons"]


def lessons(
    task: Annotated[str, typer.Argument(metavar="TASK", help="The task.")],
    selecting: Selecting,
    computing: Computing,
    metric: Metrics = None,
    weak: Annotated[bool, typer.Option("--weak", help="A tie is enough to satisfy a constraint.")] = False,
    case_size: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Tell metrics apart by cases up to this size.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Write the page and its figures to this folder."),
    ] = None,
) -> None:
    """Tell families, implications, combinations no metric satisfies, and the fewest cases that tell metrics apart."""
    from axiometrics.checker.selection import select_constraints, select_metrics
    from axiometrics.cli.matrices import compute, planned
    from axiometrics.lessons.learning import learn
    from axiometrics.lessons.page import lessons_page, write_lessons

    if out is not None and out.exists() and not out.is_dir():
        raise InputError(f"--out {out} is a file; give a folder")
    parts = planned([task], metric, selecting.constraint, plugins=computing.plugins)
    run = compute(parts, selecting, computing)
    if run.matrices and not run.interrupted:
        metrics = select_metrics(task, parts[0].metrics, plugins=computing.plugins)
        constraints = select_constraints(
            task, parts[0].constraints, variants=selecting.all, plugins=computing.plugins
        )
        found = learn(run.matrices[0], metrics, constraints, weak=weak, size=case_size)
        if out is None:
            sys.stdout.write(lessons_page(found)[0])
        else:
            written = write_lessons(found, out)
            say(f"{len(written)} files written")
            print(written[0])
    finish(run, None)
