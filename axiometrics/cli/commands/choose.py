"""``axiometrics choose``, ``repair``, ``lessons``: metrics that satisfy given constraints, and what a matrix teaches.

The metrics are registered ones, or new formulas.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from axiometrics.checker.selection import largest_size, select_constraints, select_metrics, task_of_keys
from axiometrics.checker.verdict import Cell, Matrix
from axiometrics.cli.app import put, say
from axiometrics.cli.commands.explain import TargetArgument
from axiometrics.cli.matrices import compute, finish, planned
from axiometrics.cli.options import (
    OUTPUT,
    TARGET,
    Computing,
    Metrics,
    Reading,
    Selecting,
    Task,
    Weak,
    complete_metric,
    complete_task,
    constraints_option,
)
from axiometrics.cli.output import Output, Records, require_folder
from axiometrics.cli.parameters import names_option
from axiometrics.cli.targets import is_path, resolve
from axiometrics.errors import InputError
from axiometrics.escaping import json_text
from axiometrics.parameters import whole
from axiometrics.patterns import Choice
from axiometrics.patterns import choose as chosen_from
from axiometrics.patterns.document import lessons_json, lessons_page, write_lessons
from axiometrics.patterns.learning import Lessons, contradiction, learn
from axiometrics.patterns.proofs_told import contradiction_told, proof_json
from axiometrics.patterns.repairing import LARGEST, Repair, as_metric
from axiometrics.patterns.repairing import repair as repaired
from axiometrics.reports.words import PARTIAL, detail, symbol
from axiometrics.tasks import get_task, tasks


class Evidence(StrEnum):
    """How much a cell must rest on."""

    search = "search"
    sweep = "sweep"
    proof = "proof"


def choose(
    output: Output,
    computing: Computing,
    task: Annotated[
        str | None, typer.Argument(metavar="TASK", help="The task.", autocompletion=complete_task)
    ] = None,
    also_task: Annotated[
        str | None,
        typer.Option(
            "--task",
            metavar="TASK",
            help="The same as TASK.",
            autocompletion=complete_task,
            rich_help_panel=TARGET,
        ),
    ] = None,
    require: Annotated[
        list[str] | None,
        constraints_option(
            "--require",
            help="Constraints that the metric must satisfy. Repeat it, or use commas. Default: show what can be "
            "required.",
            panel=TARGET,
        ),
    ] = None,
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
    task = _one_task(task, also_task, plugins=computing.plugins)
    if not require:
        possible_table(task, plugins=computing.plugins).write(output)
        return
    parts = planned([task], metric, require, plugins=computing.plugins)
    run = compute(parts, Selecting(require), computing)
    if run.cells:
        matrix = run.matrices[0]
        choices_table(matrix, chosen_from(matrix, weak=weak, evidence=evidence.value), weak).write(output)
    finish(run, None)


def _one_task(task: str | None, also: str | None, *, plugins: bool) -> str:
    """Return the task that the argument or the option names. Raises InputError for none, and for two."""
    if task is not None and also not in (None, task):
        raise InputError(f"{task} and --task {also} are two tasks; name one")
    named = task or also
    if named is not None:
        get_task(named, plugins=plugins)
    else:
        raise InputError(
            f"of which task is a metric to be chosen? give one of {', '.join(tasks(plugins=plugins))}, as in "
            "`axiometrics choose clustering`, which shows what can be required there"
        )
    return named


def possible_table(task: str, *, plugins: bool) -> Records:
    """Return the constraints that can be required of a task's metrics, and say how."""
    records = select_constraints(task, plugins=plugins)
    rows = [(record.label, record.summary) for record in records]
    asked = ",".join(record.label for record in records[:2])
    say(f"note: name those that matter to you, as in axiometrics choose {task} --require {asked}")
    say(f"note: `axiometrics list constraints --task {task}` shows further ones")
    return Records(
        f"what can be required of {task.replace('_', ' ')} metrics", ("constraint", "demands"), rows
    )


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
        constraints_option(
            "--require",
            help="Constraints that the formula must satisfy. Repeat it, or use commas.",
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
    if told.advice:
        say(f"note: {told.advice}")


def repair_table(found: Repair) -> Records:
    """Return the formulas that were checked, those that satisfy all constraints first."""
    keys = [constraint.label for constraint in found.required]
    rows = [
        (each.formula.size, each.formula.text, *_marks(each.cells, found.weak), ", ".join(each.lacking))
        for each in found.candidates
    ]
    return Records(f"{found.metric.label}: {found.summary}", ("size", "formula", *keys, "lacking"), rows)


class Form(StrEnum):
    """The formats of what is learnt."""

    markdown = "markdown"
    json = "json"


def lessons(
    task: Annotated[str, typer.Argument(metavar="TASK", help="The task.", autocompletion=complete_task)],
    selecting: Selecting,
    computing: Computing,
    metric: Metrics = None,
    weak: Weak = False,
    case_size: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Tell metrics apart by cases up to this size.", rich_help_panel=TARGET
        ),
    ] = None,
    impossible: Annotated[
        list[str] | None,
        constraints_option(
            "--impossible",
            help="Show only whether cases prove that no metric satisfies these constraints together.",
            panel=TARGET,
        ),
    ] = None,
    form: Annotated[
        Form,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="What is printed: markdown or json.",
            rich_help_panel=OUTPUT,
        ),
    ] = Form.markdown,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Write the page, its figures and lessons.json to this folder.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
) -> None:
    """Show families, implications, combinations no metric satisfies, and the fewest cases that tell metrics apart."""
    require_folder(out)
    if case_size is not None:
        whole("case size", case_size, 1, largest_size(task))
    if impossible is not None:
        others = {"--metric": metric, "--constraint": selecting.constraint, "--all": selecting.all, "--weak": weak,
                  "--out": out}  # fmt: skip
        if unused := [name for name, given in others.items() if given]:
            raise InputError(
                f"--impossible is about the constraints it names, strictly; leave out {', '.join(unused)}"
            )
        _tell_contradiction(task, impossible, case_size, form, computing)
        return
    parts = planned([task], metric, selecting.constraint, plugins=computing.plugins)
    run = compute(parts, selecting, computing)
    if run.cells:
        done = {info.key for info in run.matrices[0].metrics}
        chosen = select_metrics(task, parts[0].metrics, plugins=computing.plugins)
        metrics = [metric for metric in chosen if metric.label in done]
        constraints = select_constraints(
            task, parts[0].constraints, variants=selecting.all, plugins=computing.plugins
        )
        known = computing.cache and not computing.recompute
        found = learn(run.matrices[0], metrics, constraints, weak=weak, size=case_size, published=known)
        _tell(found, form, out)
    finish(run, None)


def _tell_contradiction(
    task: str, names: list[str], size: int | None, form: Form, computing: Computing
) -> None:
    """Print the cases that no metric can satisfy together, where such are found."""
    constraints = select_constraints(task, names, plugins=computing.plugins)
    labels = [constraint.label for constraint in constraints]
    proof = contradiction(constraints, size=size, published=computing.cache and not computing.recompute)
    if form is Form.json:
        put(json_text({"task": task, "constraints": labels, **proof_json(task, proof)}))
        return
    equal = {each.label: "=" for each in constraints if each.of_a_case.word == "zero"}
    put(contradiction_told(task, proof, equal, labels))


def _tell(found: Lessons, form: Form, out: Path | None) -> None:
    if out is None:
        put(lessons_json(found) if form is Form.json else lessons_page(found, pictures=False)[0])
        return
    written = write_lessons(found, out)
    say(f"{len(written)} files written")
    print(next(path for path in written if path.suffix == (".json" if form is Form.json else ".md")))
