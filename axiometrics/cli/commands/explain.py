"""``axiometrics explain``: one cell in full."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from axiometrics.cli.guard import FAILED
from axiometrics.cli.options import Computing, Reading, Task
from axiometrics.cli.output import Format, Output
from axiometrics.cli.parameters import complete_constraint, complete_metric
from axiometrics.errors import InputError

if TYPE_CHECKING:
    pass

__all__ = ["explain"]

_FORMATS = (Format.table, Format.markdown, Format.html, Format.json)


def explain(
    metric: Annotated[
        str,
        typer.Argument(
            metavar="METRIC",
            help="A registered key, module:function or file.py:function.",
            autocompletion=complete_metric,
        ),
    ],
    constraint: Annotated[
        str,
        typer.Argument(
            metavar="CONSTRAINT", help="Such as 'rag_bag(size=n-1)'.", autocompletion=complete_constraint
        ),
    ],
    reading: Reading,
    output: Output,
    computing: Computing,
    task: Task = None,
) -> None:
    """Show the statement, the verdict, and the proof or the drawn counterexample."""
    from axiometrics.checker.selection import task_of_keys
    from axiometrics.cli.explaining import computed, constraint_of, statement, text_of
    from axiometrics.cli.targets import is_path, resolve
    from axiometrics.reports.terminal import cell_panel

    output.ready()
    if output.chosen not in _FORMATS:
        raise InputError(f"an explanation has no {output.chosen} form; give one of {', '.join(_FORMATS)}")
    if task is None and not is_path(metric):
        task = task_of_keys(metric, [constraint], plugins=computing.plugins)
    found = resolve(metric, task, reading, computing)
    record = constraint_of(constraint, found.task, plugins=computing.plugins)
    cell = computed(found, record.label, computing)
    if output.chosen is Format.table:
        output.show(*statement(record), cell_panel(cell), width=100)
    else:
        output.write(text_of(record, cell, found.task, output.chosen))
    if cell.strict.outcome == "error":
        raise typer.Exit(FAILED)
