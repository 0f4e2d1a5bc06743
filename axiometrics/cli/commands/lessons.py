"""``axiometrics lessons``: what a matrix teaches as a whole."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from axiometrics.checker.selection import largest_size, select_constraints, select_metrics
from axiometrics.cli.app import put, say
from axiometrics.cli.matrices import compute, finish, planned
from axiometrics.cli.options import (
    OUTPUT,
    TARGET,
    Computing,
    Metrics,
    Selecting,
    Weak,
    complete_constraint,
    complete_task,
)
from axiometrics.cli.output import require_folder
from axiometrics.cli.parameters import names_option
from axiometrics.errors import InputError
from axiometrics.escaping import json_text
from axiometrics.parameters import whole
from axiometrics.patterns.document import lessons_json, lessons_page, write_lessons
from axiometrics.patterns.learning import Lessons, contradiction, learn
from axiometrics.patterns.proofs_told import contradiction_told, proof_json

__all__ = ["lessons"]


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
        names_option(
            "--impossible",
            help="Show only whether cases prove that no metric satisfies these constraints together.",
            complete=complete_constraint,
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
