"""``axiometrics matrix`` and ``report``: metrics x constraints of the tasks, and the published report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from axiometrics.cli.guard import say
from axiometrics.cli.options import Computing, Expect, Metrics, Regions, Selecting
from axiometrics.cli.output import Output, require_folder

__all__ = ["Tasks", "matrix", "report"]

Tasks = Annotated[list[str] | None, typer.Argument(metavar="[TASK]...", help="All tasks by default.")]


def matrix(
    selecting: Selecting,
    output: Output,
    computing: Computing,
    tasks: Tasks = None,
    metric: Metrics = None,
    expect: Expect = None,
    regions: Regions = False,
) -> None:
    """Check every registered metric against every constraint of its task."""
    from axiometrics.cli.expectations import read_expectations
    from axiometrics.cli.matrices import compute, finish, planned, write_matrices

    output.ready()
    parts = planned(tasks, metric, selecting.constraint, plugins=computing.plugins)
    expectations = read_expectations(expect, plugins=computing.plugins) if expect else None
    run = compute(parts, selecting, computing, regions=regions)
    if run.matrices:
        write_matrices(run.matrices, output)
    finish(run, expectations)


def report(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The directory to write to.")],
    selecting: Selecting,
    computing: Computing,
    tasks: Tasks = None,
    metric: Metrics = None,
    regions: Regions = True,
) -> None:
    """Write the report: an index, and a page per task, metric and constraint; print the index's path."""
    from axiometrics.cli.matrices import compute, finish, planned
    from axiometrics.reports.site import write_site

    require_folder(out)
    parts = planned(tasks, metric, selecting.constraint, plugins=computing.plugins)
    run = compute(parts, selecting, computing, regions=regions)
    if run.matrices:
        written = write_site(run.matrices, out)
        say(f"{len(written)} files written")
        print(out / "README.md")
    finish(run, None)
