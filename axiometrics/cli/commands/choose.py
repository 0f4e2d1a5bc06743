"""``axiometrics choose`` and ``repair``: registered metrics, or new formulas, that satisfy given constraints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Annotated

import typer

from axiometrics.checker.selection import select_constraints, select_metrics, task_of_keys
from axiometrics.checker.verdict import Cell, Matrix
from axiometrics.cli.app import say
from axiometrics.cli.commands.explain import TargetArgument
from axiometrics.cli.matrices import compute, finish, planned
from axiometrics.cli.options import (
    TARGET,
    Computing,
    Metrics,
    Reading,
    Selecting,
    Task,
    Weak,
    complete_constraint,
    complete_metric,
    complete_task,
)
from axiometrics.cli.output import Output, Records
from axiometrics.cli.parameters import names_option
from axiometrics.cli.targets import is_path, resolve
from axiometrics.patterns import Choice
from axiometrics.patterns import choose as chosen_from
from axiometrics.patterns.repairing import LARGEST, Repair, as_metric
from axiometrics.patterns.repairing import repair as repaired
from axiometrics.reports.marks import detail, symbol
from axiometrics.reports.words import PARTIAL

__all__ = ["choices_table", "choose", "repair", "repair_table"]


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
    weak: Weak = False,
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
        marks = _marks(choice.cells, weak)
        rows.append((choice.family, choice.metric, *marks, ", ".join(choice.lacking)))
    partial = "" if matrix.complete else f". {PARTIAL}"
    columns = ("family", "metric", *keys, "lacking")
    return Records(f"metrics for {', '.join(keys)}{partial}", columns, rows, complete=matrix.complete)


def _marks(cells: Sequence[Cell], weak: bool) -> list[str]:
    told = [replace(cell, strict=cell.weak) if weak else cell for cell in cells]
    return [f"{symbol(cell)} {detail(cell)}".strip() for cell in told]


def repair(
    target: TargetArgument,
    require: Annotated[
        list[str],
        names_option(
            "--require",
            help="Constraints that the formula must satisfy. Repeat it, or use commas.",
            complete=complete_constraint,
            panel=TARGET,
        ),
    ],
    output: Output,
    computing: Computing,
    task: Task = None,
    other: Annotated[
        list[str] | None,
        names_option(
            "--other",
            help="Put it together with these metrics only: keys or globs. Default: all of the task.",
            complete=complete_metric,
            panel=TARGET,
        ),
    ] = None,
    largest: Annotated[
        int,
        typer.Option(
            min=1,
            max=LARGEST,
            metavar="N",
            help="Metrics in one formula, itself included.",
            rich_help_panel=TARGET,
        ),
    ] = 2,
    most: Annotated[
        int,
        typer.Option(min=1, metavar="N", help="Check at most so many formulas.", rich_help_panel=TARGET),
    ] = 10,
    weak: Weak = False,
) -> None:
    """Search small changes of a formula that satisfy all required constraints, with the evidence for each."""
    output.ready()
    if task is None and not is_path(target):
        task = task_of_keys(target, require, plugins=computing.plugins)
    found = resolve(target, task, Reading(), computing)
    metric = as_metric(found.subject, found.task)
    required = select_constraints(found.task, require, plugins=computing.plugins)
    others = select_metrics(found.task, other or None, plugins=computing.plugins)
    told = repaired(metric, required, others, largest=largest, most=most, weak=weak, **computing.arguments)
    repair_table(told).write(output)


def repair_table(found: Repair) -> Records:
    """Return the formulas that were checked, those that satisfy all constraints first."""
    keys = [constraint.label for constraint in found.required]
    rows = [
        (each.formula.size, each.formula.text, *_marks(each.cells, found.weak), ", ".join(each.lacking))
        for each in found.candidates
    ]
    return Records(f"{found.metric.label}: {found.summary}", ("size", "formula", *keys, "lacking"), rows)
