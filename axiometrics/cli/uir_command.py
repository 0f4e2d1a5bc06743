"""``axiometrics uir``: pairs of systems by their Unanimous Improvement Ratio."""

from __future__ import annotations

from typing import Annotated

import typer

from axiometrics.cli.guard import say
from axiometrics.cli.study_input import Outputs, ScoreFiles, Scores
from axiometrics.cli.study_output import StudyOutput

__all__ = ["uir"]


def uir(
    files: ScoreFiles,
    outputs: Outputs,
    output: StudyOutput,
    scores: Scores = None,
    threshold: Annotated[
        str, typer.Option(metavar="T", help="A ratio above it is a robust improvement; in [-1, 1].")
    ] = "1/4",
    alpha: Annotated[
        str, typer.Option(metavar="A", help="Weight of the first metric in F; in [0, 1].")
    ] = "1/2",
    pooled: Annotated[
        bool, typer.Option("--pooled", help="F of the mean scores instead of the mean over cases.")
    ] = False,
    resamples: Annotated[
        int, typer.Option(min=1, metavar="B", help="Bootstrap resamples of the cases.")
    ] = 1000,
    seed: Annotated[int, typer.Option(metavar="S", help="Seed of the resamples.")] = 0,
) -> None:
    """Compare systems by their Unanimous Improvement Ratio: who is better whatever the metrics' weights.

    SCORES are score files; instead, outputs can be scored first with --task, --gold and --metrics.
    """
    from axiometrics.cli.study_input import read_table
    from axiometrics.studies.uir_tables import pair_table, system_table
    from axiometrics.studies.unanimity import uir as compare

    output.ready()
    table = read_table(scores, files, outputs)
    found = compare(table, threshold=threshold, alpha=alpha, pooled=pooled, resamples=resamples, seed=seed)
    for warning in found.warnings:
        say(f"warning: {warning}")
    output.write(found, [system_table(found), pair_table(found)], "pairs")
