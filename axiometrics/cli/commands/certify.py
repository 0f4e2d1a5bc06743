"""``axiometrics certify``: proofs as files that others can check."""

from __future__ import annotations

import os
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from axiometrics import checker
from axiometrics.certify.smt import counterexample
from axiometrics.certify.writing import Answer, Certified, certified, run, summary, write_certificates
from axiometrics.checker.selection import task_of_keys
from axiometrics.checker.verdict import Matrix
from axiometrics.cli.app import FAILED, say
from axiometrics.cli.commands.explain import constraint_of, in_order
from axiometrics.cli.options import (
    OUTPUT,
    Computing,
    Task,
    complete_constraint,
    complete_metric,
    require_keys,
)
from axiometrics.cli.output import require_folder
from axiometrics.cli.targets import registered
from axiometrics.errors import InputError
from axiometrics.reports.words import plural


class To(StrEnum):
    """The forms of the files."""

    json = "json"
    smt = "smt"
    coq = "coq"


def certify(
    computing: Computing,
    metric: Annotated[
        str | None, typer.Argument(metavar="METRIC", help="A registered key.", autocompletion=complete_metric)
    ] = None,
    constraint: Annotated[
        str | None,
        typer.Argument(metavar="CONSTRAINT", help="Its constraint.", autocompletion=complete_constraint),
    ] = None,
    task: Task = None,
    to: Annotated[
        To, typer.Option("--to", metavar="FORM", help="json, smt or coq.", rich_help_panel=OUTPUT)
    ] = To.json,
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="The folder.", rich_help_panel=OUTPUT)
    ] = Path("certificates"),
    check: Annotated[
        bool, typer.Option("--check", help="Run the checkers that are installed.", rich_help_panel=OUTPUT)
    ] = False,
    limit: Annotated[
        float, typer.Option("--limit", min=0.1, metavar="SECONDS", help="For each file that is checked.")
    ] = 5.0,
) -> None:
    """Write the proofs of a cell, or of all proved cells of a task, as files that outside checkers read.

    Of SMT-LIB files ``unsat`` confirms each; all files of a cell together are its proof.
    """
    require_folder(out)
    if metric is not None and constraint is not None:
        metric, constraint = in_order(metric, constraint, "certify", plugins=computing.plugins)
        require_keys([constraint])
    found = _matrix(metric, constraint, task, computing)
    cells = write_certificates(certified(found, to.value, plugins=computing.plugins), out)
    if not cells:
        raise InputError(
            "nothing is proved there, so there is nothing to certify; `axiometrics explain` says more"
        )
    bad = [cell for cell in cells if _tell(cell, to, out, computing.jobs, limit if check else None)]
    files = sum(len(cell.files) for cell in cells)
    say(f"{plural(files, 'file')} of {plural(len(cells), 'cell')} written to {out}")
    certificates = [str(out / cell.folder / name) for cell in cells for name in cell.files if ".json" in name]
    if certificates:
        more = f" (and {len(certificates) - 1} more)" if certificates[1:] else ""
        say(f"check it without axiometrics' prover: python -m axiometrics.recheck {certificates[0]}{more}")
    if bad:
        raise typer.Exit(FAILED)


def _matrix(metric: str | None, constraint: str | None, task: str | None, computing: Computing) -> Matrix:
    """Return the cell that is asked for, or all cells of the task."""
    if metric is None and task is None:
        raise InputError("what is to be certified? give METRIC and CONSTRAINT, or --task TASK")
    if metric is not None and constraint is None:
        raise InputError(f"which constraint of {metric}? give METRIC and CONSTRAINT, or --task TASK")
    if metric is None or constraint is None:
        return checker.matrix(str(task), **computing.arguments)
    home = task or task_of_keys(metric, [constraint], plugins=computing.plugins)
    if home is None:  # some name is unknown, or several tasks have both
        home = registered(metric, None, plugins=computing.plugins).task
        constraint_of(constraint, home, plugins=computing.plugins)
    return checker.matrix(home, metrics=[metric], constraints=[constraint], **computing.arguments)


def _against(cell: Certified, answer: Answer) -> str:
    """Return what a program says against a proof, with the case of its model; nothing where it does not."""
    if answer.outcome != "refuted":
        return ""
    lines = counterexample(cell.document, answer.file.name, answer.model)
    return "".join(
        [f"\n  {answer.program} refutes {answer.file.name}, by this case:", *(f"\n    {e}" for e in lines)]
    )


def _tell(cell: Certified, to: To, out: Path, jobs: int | None, limit: float | None) -> bool:
    """Print what is known of one cell; return whether a checker goes against it."""
    told = f"{cell.metric} {cell.constraint}: {cell.recheck} by axiometrics.recheck"
    bad = cell.recheck.startswith("refused")
    if cell.missing:
        told += f"; no {to.value} files: {cell.missing}"
    elif limit is not None and to is not To.json:
        folder = out / cell.folder
        answers = run(
            [folder / name for name in cell.files if not name.endswith(".json")],
            to.value,
            seconds=limit,
            jobs=jobs or os.cpu_count() or 1,
        )
        told += f"; {summary(answers)}"
        bad = bad or any(answer.outcome == "refuted" for answer in answers)
        told += "".join(map(partial(_against, cell), answers))
    print(told)
    return bad
