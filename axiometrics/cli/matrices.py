"""Matrices of one or several tasks: computed under a progress bar, written in a format, and how the command ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from math import ceil
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from axiometrics import checker
from axiometrics.axioms import CONSTRAINTS
from axiometrics.checker.scheduling.planning import Plan, PlannedCell, amount, duration, is_large, told
from axiometrics.checker.selection import Options
from axiometrics.claims.expanding import marked
from axiometrics.cli.app import FAILED, INTERRUPTED, heard, say
from axiometrics.cli.options import Computing, Selecting
from axiometrics.cli.output import Format, Output, Records
from axiometrics.cli.parameters import near
from axiometrics.cli.targets import key_meant, keys_of
from axiometrics.errors import InputError, UnknownKeyError
from axiometrics.metrics import METRICS
from axiometrics.parameters import split_key
from axiometrics.reports.figures import matrix_svg
from axiometrics.reports.html import page
from axiometrics.reports.tables import document, dumps, matrix_csv
from axiometrics.reports.terminal import CellPanel, MatrixTable, stated
from axiometrics.reports.words import told_error
from axiometrics.tasks import get_task
from axiometrics.tasks import tasks as all_tasks

if TYPE_CHECKING:
    from axiometrics.checker.verdict import Cell, Matrix
    from axiometrics.cli.expectations import Expectations
    from axiometrics.cli.targets import Target


@dataclass(frozen=True)
class Part:
    """What is asked of one task; None means everything."""

    task: str
    metrics: Sequence[str] | None = None
    constraints: Sequence[str] | None = None


@dataclass
class Run:
    """The finished matrices; the last one is partial, perhaps without cells, when the run was interrupted."""

    matrices: list[Matrix] = field(default_factory=list)
    interrupted: bool = False

    @property
    def cells(self) -> int:
        """The number of finished cells."""
        return sum(len(matrix.cells) for matrix in self.matrices)


def compute(
    parts: Iterable[Part], selecting: Selecting, computing: Computing, *, regions: bool = False
) -> Run:
    """Return a matrix per part, with regions of parameters if wanted; after Ctrl-C what was finished until then.

    Cells say which claims of the literature they go against.
    """
    run = Run()
    arguments = selecting.arguments | computing.arguments | ({"regions": True} if regions else {})
    for part in parts:
        _announce(part, selecting, computing)
        chosen = {"metrics": part.metrics, "constraints": part.constraints}
        try:
            with progress_bar(part.task, wanted=computing.progress) as progress:
                run.matrices.append(
                    checker.matrix(part.task, **{**arguments, **chosen, "progress": progress})
                )
        except checker.Interrupted as stop:
            run.interrupted = True
            if stop.partial.cells or run.matrices:
                run.matrices.append(stop.partial)
            break
    run.matrices = [marked(each) for each in run.matrices]
    return run


def _announce(part: Part, selecting: Selecting, computing: Computing) -> None:
    """Say what a size beyond those of all efforts needs, before it starts."""
    if computing.dask is None and is_large(part.task, Options(size=computing.size)):
        plan = _plan_of(part, selecting, computing)
        if plan.open:
            say(f"{part.task} up to size {plan.size} needs {told(plan)}")


def _plan_of(part: Part, selecting: Selecting, computing: Computing, *, regions: bool = False) -> Plan:
    arguments = selecting.arguments | computing.arguments | {"metrics": part.metrics, "regions": regions}
    arguments.pop("dask", None)
    return checker.plan(part.task, **{**arguments, "constraints": part.constraints})


def plan_records(
    parts: Iterable[Part], selecting: Selecting, computing: Computing, *, regions: bool, verbose: bool
) -> Records:
    """Return what matrices would take as a table, a row for every task or for every cell."""
    plans = [_plan_of(part, selecting, computing, regions=regions) for part in parts]
    most = max((plan.memory or 0 for plan in plans), default=0)
    total = duration(ceil(sum(plan.elapsed or 0.0 for plan in plans)))
    unknown = any(cell.basis == "unknown" for plan in plans for cell in plan.cells)
    about = "at least" if unknown else "about"
    cells = [cell for plan in plans for cell in plan.cells]
    largest = f", the largest of {amount(most)}" if most else ""
    run = "only trials were run" if any(cell.basis == "tried" for cell in cells) else "nothing was run"
    title = f"{about} {total} with {plans[0].jobs} processes{largest}; {run}"
    if not any(plan.open for plan in plans):
        title = f"nothing to compute: all {len(cells)} cells are stored"
    rows = [_planned_cell(cell) for cell in cells] if verbose else [_planned_task(plan) for plan in plans]
    return Records(title, tuple(rows[0]), [tuple(row.values()) for row in rows])


def _planned_task(plan: Plan) -> dict[str, Any]:
    seconds, elapsed = (None if spent is None else ceil(spent) for spent in (plan.seconds, plan.elapsed))
    return {
        "task": plan.task,
        "size": plan.size,
        "cells": len(plan.cells),
        "open": len(plan.open),
        "cases": plan.cases,
        "seconds": seconds,
        "elapsed": elapsed,
        "memory_mb": _mb(plan.memory),
        "worker_mb": _mb(plan.largest),
        "basis": plan.basis,
    }


def _planned_cell(cell: PlannedCell) -> dict[str, Any]:
    names = ("task", "metric", "constraint", "basis", "cases", "seconds", "making")
    return {name: getattr(cell, name) for name in names} | {"memory_mb": _mb(cell.memory)}


def _mb(size: int | None) -> int | None:
    return None if size is None else ceil(size / 1e6)


def computed_row(found: Target, selecting: Selecting, computing: Computing) -> Run:
    """Return the row of one metric, or what of it was finished until an interrupt."""
    arguments = found.arguments | selecting.arguments | computing.arguments
    try:
        with progress_bar(found.task, wanted=computing.progress) as progress:
            row = checker.check(found.subject, found.task, **arguments, progress=progress)
        return Run([marked(row) if found.built_in else row])
    except checker.Interrupted as stop:
        return Run([stop.partial] if stop.partial.cells else [], interrupted=True)


def planned(
    tasks: Sequence[str] | None,
    metrics: Sequence[str] | None,
    constraints: Sequence[str] | None,
    *,
    plugins: bool,
) -> list[Part]:
    """Give every task (all when none is named) the keys and globs that mean something there.

    A pattern that no task knows is refused. With one task the checker judges the patterns.
    """
    chosen = list(dict.fromkeys(tasks or all_tasks(plugins=plugins)))
    for task in chosen:
        if task not in all_tasks(plugins=plugins) and task in keys_of(METRICS, plugins):
            raise InputError(
                f"{task} is a metric, no task; write --metric {task}, or `axiometrics check {task}`"
            )
        get_task(task, plugins=plugins)
    only = chosen[0] if len(chosen) == 1 else None
    metrics = [key_meant(name, only, plugins=plugins) for name in metrics or ()]
    if only is not None:
        return [Part(only, metrics or None, constraints or None)]
    shares = [
        _shares(record.kind, patterns, {task: record.view(task, plugins=plugins) for task in chosen})
        for record, patterns in ((METRICS, metrics), (CONSTRAINTS, constraints))
    ]
    parts = [Part(task, *(share[task] for share in shares)) for task in chosen]
    parts = [part for part in parts if part.metrics != [] and part.constraints != []]
    if not parts:
        raise InputError("no task has both one of these metrics and one of these constraints; name the task")
    return parts


def _shares(
    kind: str, patterns: Sequence[str] | None, known: Mapping[str, Mapping[str, Any]]
) -> dict[str, list[str] | None]:
    if not patterns:
        return dict.fromkeys(known)
    shares: dict[str, list[str] | None] = {
        task: [pattern for pattern in patterns if _matches(pattern, records)]
        for task, records in known.items()
    }
    for pattern in patterns:
        if not any(pattern in (share or ()) for share in shares.values()):
            keys = {key for task in known for key in known[task]}
            shown_by = f"`axiometrics list {kind}s` shows all"
            raise UnknownKeyError(f"no task has a {kind} {pattern!r}; {near(pattern, keys, shown_by)}")
    return shares


def _matches(pattern: str, records: Mapping[str, Any]) -> bool:
    """Whether a key or glob means something; values in a glob are for what has such parameters."""
    base, bracket, values = pattern.partition("(")
    base = base.strip()
    needed: Iterable[str] = ()
    if bracket and any(sign in base for sign in "*?["):
        needed = split_key(f"any({values}")[1]
    return any(
        fnmatchcase(key, base) and set(needed) <= {each.name for each in record.parameters}
        for key, record in records.items()
    )


def write_matrices(matrices: Sequence[Matrix], output: Output) -> None:
    """Write the matrices as one result."""
    if output.chosen is Format.table:
        output.show(*map(MatrixTable, matrices))
    else:
        output.write(matrices_text(matrices, output.chosen))


def write_row(row: Matrix, output: Output) -> None:
    """Write one metric's row; as a table, with everything about the cells that do not simply hold.

    Of cells that are errors for the same reason the first one tells it.
    """
    if output.chosen is not Format.table:
        write_matrices([row], output)
        return
    told = [cell for cell in row.cells if cell.witness or cell.error or cell.strict.outcome == "contradicted"]
    first = {without_case(cell.error): cell for cell in reversed(told) if cell.strict.outcome == "error"}
    told = [cell for cell in told if cell.strict.outcome != "error" or cell in first.values()]
    panels = [CellPanel(cell, stated(cell.constraint, row.task)) for cell in told]
    output.show(MatrixTable(row), *panels, width=120)


def matrices_text(matrices: Sequence[Matrix], form: Format) -> str:
    """Return the matrices as one document of a text format."""
    if form is Format.json:
        return dumps(document(matrices))
    if form is Format.csv:
        return matrix_csv(matrices)
    if form is Format.html:
        return page(matrices)
    if form is Format.svg:
        return _picture(matrices)
    if form is Format.latex:
        return "\n".join(matrix.to_latex() for matrix in matrices)
    return _markdown(matrices)


def _picture(matrices: Sequence[Matrix]) -> str:
    return matrix_svg(matrices[0], f"Formal constraints of {matrices[0].task} metrics")


def _markdown(matrices: Sequence[Matrix]) -> str:
    if len(matrices) == 1:
        return matrices[0].to_markdown()
    return "\n".join(f"## {matrix.task.replace('_', ' ')}\n\n{matrix.to_markdown()}" for matrix in matrices)


FEW = 3
"""Names that are written out."""


def finish(run: Run, expectations: Expectations | None) -> None:
    """Leave with 130 after an interrupt, with 1 when an outcome is not the expected one, or an error not expected."""
    if run.interrupted:
        cells = "1 cell is" if run.cells == 1 else f"{run.cells} cells are"
        say(f"interrupted; {cells} finished")
        raise typer.Exit(INTERRUPTED)
    lines = [*_errors(run, expectations), *(expectations.differences(run.matrices) if expectations else ())]
    for line in lines:
        say(line)
    if lines:
        raise typer.Exit(FAILED)


def _errors(run: Run, expectations: Expectations | None) -> list[str]:
    """Tell every error of which no expectation speaks once, on the first case, with the cells that it cost."""
    found: dict[tuple[str, str], list[Cell]] = {}
    for matrix in run.matrices:
        for cell in matrix.cells:
            if cell.strict.outcome == "error" and not (expectations and expectations.speaks_of(matrix, cell)):
                found.setdefault((cell.metric, without_case(cell.error)), []).append(cell)
    return [
        f"{cells[0].metric} {_listed(cells)}: error: {told_error(cells[0].error or '')}"
        for cells in found.values()
    ]


def without_case(error: str | None) -> str:
    """Return the reason of an error without the case that it was found on.

    >>> without_case("raised: ValueError: no on {a b} (379 of 379 cases)")
    'raised: ValueError: no'
    """
    reason, on, case = (error or "").rpartition(" on ")
    return reason if on else case


def _listed(cells: list[Cell]) -> str:
    names = [cell.constraint for cell in cells]
    return ", ".join(names) if len(names) <= FEW else f"{', '.join(names[:FEW])} and {len(names) - FEW} more"


Callback = Callable[[str, int, int], None]


@contextmanager
def progress_bar(title: str, *, wanted: bool = True) -> Iterator[Callback | None]:
    """Give a callback ``(cell, done, total)`` that moves a bar or writes lines, or None where none is wanted."""
    console = Console(stderr=True)
    if not wanted:
        yield None
    elif not console.is_terminal:
        with _lines(title) as tell:
            yield tell
    else:
        with _bar(console) as bar:
            line = bar.add_task("", total=None, title=title)

            def move(cell: str, done: int, total: int) -> None:
                bar.update(line, description=escape(cell), completed=done, total=total)

            yield move


@contextmanager
def _lines(title: str) -> Iterator[Callback]:
    """Say after every pause what is done, however long a cell takes."""
    counts = 0, 0

    def move(cell: str, done: int, total: int) -> None:
        nonlocal counts
        counts = done, total

    with heard(lambda seconds: f"{title}: {counts[0]} of {counts[1] or '?'} done in {seconds:.0f} s"):
        yield move


def _bar(console: Console) -> Progress:
    columns = (
        TextColumn("{task.fields[title]}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}", style="bright_black"),
    )
    return Progress(*columns, console=console, transient=True)
