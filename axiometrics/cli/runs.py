"""Scores of runs on topics, and their means over topics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from axiometrics.cli.guard import say
from axiometrics.cli.scoring import Line, Scores
from axiometrics.errors import InputError
from axiometrics.files.trec import Run, read_qrels, read_run
from axiometrics.tasks import get_task

if TYPE_CHECKING:
    from axiometrics.cli.score_command import Files
    from axiometrics.metrics import Metric

__all__ = ["scored_runs"]


def scored_runs(metrics: Sequence[Metric], files: Files, task: str) -> Scores:
    """Read TREC files and score every run on every topic of the gold."""
    ways = get_task(task).missing
    if files.missing not in ways:
        raise InputError(f"--missing {files.missing} is not possible in {task}; give {' or '.join(ways)}")
    gold = read_qrels(files.gold)
    if not files.system:
        raise InputError("there is no run; name one with --system")
    runs = [read_run(path) for path in files.system]
    names = [run.name for run in runs]
    labels = [
        run.name if names.count(run.name) == 1 else str(path)
        for run, path in zip(runs, files.system, strict=True)
    ]
    lines = [
        line
        for label, run in zip(labels, runs, strict=True)
        for line in _lines(metrics, label, run, gold, files)
    ]
    return Scores(tuple(metric.label for metric in metrics), "topic", lines, files.undefined)


def _lines(
    metrics: Sequence[Metric], label: str, run: Run, gold: dict[str, dict[str, int]], files: Files
) -> Iterator[Line]:
    _tell(label, run, gold)
    absent = [topic for topic in gold if topic not in run.scores]
    if absent and files.missing == "error":
        raise InputError(
            f"system {label!r} has no documents for {_some(absent)}; give a run, or --missing empty for lists of none"
        )
    for topic, grades in gold.items():
        documents = run.scores.get(topic, {})
        yield Line(topic, label, len(documents), tuple(metric(grades, documents) for metric in metrics))


def _tell(label: str, run: Run, gold: dict[str, dict[str, int]]) -> None:
    extra = [topic for topic in run.scores if topic not in gold]
    if extra:
        say(f"note: gold has no grades for {_some(extra)} of system {label!r}; left out")
    if run.unsorted:
        say(
            f"note: the ranks of system {label!r} contradict its scores in {_some(run.unsorted)}; the scores count"
        )


def _some(topics: Sequence[str]) -> str:
    shown = ", ".join(topics[:3]) + (", ..." if len(topics) > 3 else "")
    return f"topic {shown}" if len(topics) == 1 else f"{len(topics)} topics ({shown})"
