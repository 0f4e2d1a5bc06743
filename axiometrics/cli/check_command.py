"""``axiometrics check``: one metric against the constraints of its task."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from axiometrics.cli.finishing import finish
from axiometrics.cli.options import Computing, Expect, Reading, Selecting, Task
from axiometrics.cli.output import Output

if TYPE_CHECKING:
    from axiometrics.cli.matrices import Run
    from axiometrics.cli.targets import Target

__all__ = ["TargetArgument", "check"]

TargetArgument = Annotated[
    str,
    typer.Argument(metavar="TARGET", help="A registered key, package.module:function or file.py:function."),
]


def check(
    target: TargetArgument,
    reading: Reading,
    selecting: Selecting,
    output: Output,
    computing: Computing,
    task: Task = None,
    expect: Expect = None,
) -> None:
    """Check one metric, also your own function, and show its counterexamples."""
    from axiometrics.cli.expectations import read_expectations
    from axiometrics.cli.rendering import write_row
    from axiometrics.cli.targets import resolve

    output.ready()
    found = resolve(target, task, reading, computing)
    expectations = read_expectations(expect, plugins=computing.plugins) if expect else None
    run = _compute(found, selecting, computing)
    for row in run.matrices:
        write_row(row, output)
    finish(run, expectations)


def _compute(found: Target, selecting: Selecting, computing: Computing) -> Run:
    from axiometrics.checker import Interrupted, check
    from axiometrics.claims.expanding import marked
    from axiometrics.cli.matrices import Run
    from axiometrics.cli.progress import progress_bar

    arguments = found.arguments | selecting.arguments | computing.arguments
    try:
        with progress_bar(found.task, wanted=computing.progress) as progress:
            row = check(found.subject, found.task, **arguments, progress=progress)
        return Run([marked(row) if found.built_in else row])
    except Interrupted as stop:
        return Run([stop.partial] if stop.partial.cells else [], interrupted=True)
