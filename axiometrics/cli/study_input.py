"""Where the scores of ``uir`` and ``study`` come from: score files, or system outputs that are scored first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from axiometrics.cli.guard import say
from axiometrics.cli.options import Files
from axiometrics.cli.scoring import chosen_metrics, scorer
from axiometrics.cli.scoring.scores import named_files
from axiometrics.errors import InputError
from axiometrics.studies import random_parts
from axiometrics.studies.score_files import ScoreColumns, read_scores
from axiometrics.studies.scores import completed

if TYPE_CHECKING:
    from axiometrics.cli.commands.study import Outputs, ScoreFiles
    from axiometrics.studies import ScoreTable

__all__ = ["collections", "read_table"]


def read_table(scores: Sequence[str] | None, files: ScoreFiles, outputs: Outputs) -> ScoreTable:
    """Return the score table that the command line means."""
    _refuse_both(scores, outputs)
    table = _scored(files, outputs) if outputs.gold else _read(scores, files, outputs)
    if files.error_metric is not None:
        table = table.with_errors(files.error_metric)
    return table.rounded(files.decimals)


def collections(
    scores: Sequence[str] | None, files: ScoreFiles, outputs: Outputs, *, parts: int | None, seed: int
) -> dict[str, ScoreTable]:
    """Return the collections: one per file, or random parts of a single table."""
    if parts is not None:
        return random_parts(read_table(scores, files, outputs), parts, seed=seed)
    _refuse_both(scores, outputs)
    if outputs.gold:
        named = dict(named_files(outputs.gold))
        return {name: read_table(None, files, replace(outputs, gold=[path])) for name, path in named.items()}
    paths = dict(named_files([Path(text) for text in scores or ()]))
    return {name: read_table([str(path)], files, outputs) for name, path in paths.items()}


def _refuse_both(scores: Sequence[str] | None, outputs: Outputs) -> None:
    if scores and outputs.gold:
        raise InputError("there are score files and --gold; give scores, or outputs to be scored")


def _read(scores: Sequence[str] | None, files: ScoreFiles, outputs: Outputs) -> ScoreTable:
    if not scores:
        raise InputError("there are no scores; name score files, or outputs with --task and --gold")
    if outputs.task:
        raise InputError("--task needs --gold FILE, whose outputs are scored; score files have no task")
    system = outputs.system_column[0] if outputs.system_column else None
    columns = ScoreColumns(system=system, case=files.case_column, value=files.value_column)
    return read_scores(
        scores,
        metrics=files.metric,
        columns=columns,
        missing=outputs.undefined.value,
        delimiter=outputs.delimiter,
    )


def _scored(files: ScoreFiles, outputs: Outputs) -> ScoreTable:
    if not outputs.task or not files.metric:
        raise InputError("outputs are scored with --task TASK and --metric KEY,KEY; give both")
    metrics = chosen_metrics(files.metric, outputs.task, plugins=True)
    given = {each.name: getattr(outputs, each.name) for each in fields(Files)}
    asked = Files(**given | {"undefined": "propagate"})
    scores = scorer(outputs.task, labelled=outputs.classes is not None)(metrics, asked, outputs.task)
    if scores.refused:
        raise InputError(scores.refused[0])
    found: dict[tuple[str, str, str], float] = {}
    for line in scores.lines:
        for metric, value in zip(metrics, line.values, strict=True):
            found[line.system, line.group, metric.label] = value
    table = completed(found, [metric.label for metric in metrics], outputs.undefined.value)
    _tell_left_out(found, table)
    return table.with_errors([metric.label for metric in metrics if metric.orientation == "error"])


def _tell_left_out(found: dict[tuple[str, str, str], Any], table: ScoreTable) -> None:
    for place, kept in ((0, table.systems), (1, table.cases)):
        lost = dict.fromkeys(cell[place] for cell in found if cell[place] not in kept)
        if lost:
            what = ("system", "case")[place]
            say(
                f"note: {len(lost)} {what}s without a value somewhere are left out: {', '.join(list(lost)[:5])}"
            )
