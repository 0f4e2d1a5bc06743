"""``axiometrics check``: one metric against the constraints of its task."""

from __future__ import annotations

from typing import Annotated

import typer

from axiometrics.checker.selection import task_of_keys
from axiometrics.cli.expectations import read_expectations, write_expectations
from axiometrics.cli.matrices import computed_row, finish, write_row
from axiometrics.cli.options import Computing, Expect, Reading, Selecting, Task, WriteExpect, complete_metric
from axiometrics.cli.output import Output
from axiometrics.cli.targets import is_path, resolve

__all__ = ["TargetArgument", "check"]

TargetArgument = Annotated[
    str,
    typer.Argument(
        metavar="TARGET",
        help="A registered key, package.module:function or file.py:function.",
        autocompletion=complete_metric,
    ),
]


def check(
    target: TargetArgument,
    reading: Reading,
    selecting: Selecting,
    output: Output,
    computing: Computing,
    task: Task = None,
    expect: Expect = None,
    write_expect: WriteExpect = None,
) -> None:
    """Check one metric, also your own function, and show its counterexamples."""
    output.ready()
    if task is None and selecting.constraint and not is_path(target):
        task = task_of_keys(target, selecting.constraint, plugins=computing.plugins)
    found = resolve(target, task, reading, computing)
    expectations = read_expectations(expect, plugins=computing.plugins) if expect else None
    run = computed_row(found, selecting, computing)
    for row in run.matrices:
        write_row(row, output)
    if write_expect is not None:
        write_expectations(run.matrices, write_expect)
    finish(run, expectations)
