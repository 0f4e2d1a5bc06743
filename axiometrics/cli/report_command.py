"""``axiometrics report``: the published report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from axiometrics.cli.finishing import finish
from axiometrics.cli.guard import say
from axiometrics.cli.matrix_command import Tasks
from axiometrics.cli.options import Computing, Metrics, Regions, Selecting
from axiometrics.cli.output import require_folder

__all__ = ["report"]


def report(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The directory to write to.")],
    selecting: Selecting,
    computing: Computing,
    tasks: Tasks = None,
    metric: Metrics = None,
    regions: Regions = True,
) -> None:
    """Write the report: an index, and a page per task, metric and constraint; print the index's path."""
    from axiometrics.cli.matrices import compute, planned
    from axiometrics.reports.site import write_site

    require_folder(out)
    parts = planned(tasks, metric, selecting.constraint, plugins=computing.plugins)
    run = compute(parts, selecting, computing, regions=regions)
    if run.matrices:
        written = write_site(run.matrices, out)
        say(f"{len(written)} files written")
        print(out / "README.md")
    finish(run, None)
