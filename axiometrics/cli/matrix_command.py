"""``axiometrics matrix``: metrics x constraints of the tasks."""

from __future__ import annotations

from typing import Annotated

import typer

from axiometrics.cli.finishing import finish
from axiometrics.cli.options import Computing, Expect, Metrics, Regions, Selecting
from axiometrics.cli.output import Output

__all__ = ["Tasks", "matrix"]

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
    from axiometrics.cli.matrices import compute, planned
    from axiometrics.cli.rendering import write_matrices

    output.ready()
    parts = planned(tasks, metric, selecting.constraint, plugins=computing.plugins)
    expectations = read_expectations(expect, plugins=computing.plugins) if expect else None
    run = compute(parts, selecting, computing, regions=regions)
    if run.matrices:
        write_matrices(run.matrices, output)
    finish(run, expectations)
