"""``axiometrics score``: metric values on users' data."""

from __future__ import annotations

from typing import Annotated

import typer

from axiometrics.cli.app import FAILED, heard, say
from axiometrics.cli.options import OUTPUT, Files, Plugins, Task, complete_metric
from axiometrics.cli.output import Format, Output
from axiometrics.cli.parameters import names_argument
from axiometrics.cli.scoring import chosen_metrics, scorer, task_of, with_ties


def score(
    metrics: Annotated[
        list[str],
        names_argument(
            metavar="METRIC",
            help="Keys or globs, also 'f(alpha=1/3)', or file.py:metric.",
            complete=complete_metric,
        ),
    ],
    files: Files,
    output: Output,
    task: Task = None,
    means: Annotated[
        bool,
        typer.Option(
            "--means",
            help="Show the means over groups alone; CSV and JSON hold groups or means, never both.",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    ties: Annotated[
        str | None,
        typer.Option(
            metavar="RULE",
            help="Equal scores in rankings: names (last name first, as trec_eval; default), input (the order of the "
            "file), expected (mean over all orders), best, worst; of average precision also threshold.",
        ),
    ] = None,
    plugins: Plugins = True,
) -> None:
    """Score system outputs in files: one row per system, and per group if there are groups."""
    output.ready()
    task = task or task_of(metrics, plugins=plugins)
    score_files = scorer(task, labelled=files.classes is not None, plugins=plugins)
    chosen = with_ties(chosen_metrics(metrics, task, plugins=plugins), ties)
    with heard(lambda seconds: f"scoring for {seconds:.0f} s"):
        scores = score_files(chosen, files, task)
    for text in scores.skipped():
        say(f"note: {text}")
    for text in scores.refused:
        say(f"error: {text}; this system is left out")
    scores.records(means=means, apart=output.chosen in (Format.csv, Format.json)).write(output)
    if scores.refused:
        raise typer.Exit(FAILED)
