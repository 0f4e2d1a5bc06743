"""``axiometrics score``: metric values on users' data."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from axiometrics.cli.guard import FAILED, say
from axiometrics.cli.options import Plugins
from axiometrics.cli.output import Format, Output

__all__ = ["Files", "score"]


@dataclass(frozen=True)
class Files:
    """The files and their columns."""

    gold: Annotated[
        list[Path],
        typer.Option(
            metavar="FILE",
            help="CSV or TSV with a header, TREC qrels, or JSON of an organization; also gzipped. Repeat for parts.",
        ),
    ]
    system: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Default: the gold file. Repeat for parts of the data. TREC runs: one file a system.",
        ),
    ] = None
    gold_column: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Default: 'gold', or the only one left.")
    ] = None
    system_column: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN|GLOB", help="One per system; '*' is all. Default: 'system', or the only one left."
        ),
    ] = None
    exclude_column: Annotated[
        list[str] | None, typer.Option(metavar="COLUMN|GLOB", help="Columns that are no systems. Repeatable.")
    ] = None
    item_column: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Default: 'item' or 'id', else rows pair by place.")
    ] = None
    group_column: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Score each group (data set) and their mean.")
    ] = None
    gold_ignore: Annotated[
        list[str] | None,
        typer.Option(metavar="LABEL", help="Leave out items with this gold label. Repeatable."),
    ] = None
    missing: Annotated[
        str,
        typer.Option(
            metavar="WAY",
            help="An item that a system leaves out: error, singleton (clusterings: a cluster of its own), "
            "excluded (overlapping: in no cluster) or unselected (filtering); of rankings, a topic: error or empty.",
        ),
    ] = "error"
    classes: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES|K",
            help="The classes from lowest to highest, as in low,mid,high; or how many, for labels 1 to K. "
            "Ordinal tasks; quantification then counts the labels of each group.",
        ),
    ] = None
    undefined: Annotated[
        str,
        typer.Option(
            metavar="POLICY",
            help="A topic or group without value, in means: propagate, skip, or a number in its place.",
        ),
    ] = "propagate"
    normalise: Annotated[
        bool,
        typer.Option("--normalise", help="Distributions: divide by the sum, so that counts can be given."),
    ] = False
    delimiter: Annotated[
        str, typer.Option(metavar="CHAR", help="auto, comma, tab, semicolon, bar or one character.")
    ] = "auto"


def score(
    metrics: Annotated[
        list[str], typer.Argument(metavar="METRIC...", help="Keys or globs, also 'f(alpha=1/3)'.")
    ],
    task: Annotated[str, typer.Option(metavar="TASK", help="The task of the metrics.")],
    files: Files,
    output: Output,
    means: Annotated[
        bool,
        typer.Option(
            "--means", help="Show the means over groups alone; CSV and JSON hold groups or means, never both."
        ),
    ] = False,
    plugins: Plugins = True,
) -> None:
    """Score system outputs in files: one row per system, and per group if there are groups."""
    from axiometrics.cli.scoring import chosen_metrics, scorer

    output.ready()
    score_files = scorer(task, labelled=files.classes is not None, plugins=plugins)
    scores = score_files(chosen_metrics(metrics, task, plugins=plugins), files, task)
    for text in scores.skipped():
        say(f"note: {text}")
    for text in scores.refused:
        say(f"error: {text}; this system is left out")
    scores.records(means=means, apart=output.chosen in (Format.csv, Format.json)).write(output)
    if scores.refused:
        raise typer.Exit(FAILED)
