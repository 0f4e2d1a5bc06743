"""Scores of runs on topics, and their means over topics: TREC's files, or tables with a column of scores a system."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from axiometrics.cli.guard import say
from axiometrics.cli.options import Files
from axiometrics.cli.scoring.scores import (
    COLUMNS,
    Line,
    Scores,
    by_system,
    read_tables,
    refuse_twice,
    require_possible,
)
from axiometrics.errors import InputError
from axiometrics.files import Qrels, Run, graded, read_qrels, read_run, scored
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["scored_runs"]

Given = tuple[Qrels, list[tuple[str, Run]], str | None]
"""The grades, the runs by the name that is shown, and the name of the column of topics."""


def scored_runs(metrics: Sequence[Metric], files: Files, task: str) -> Scores:
    """Read TREC files or tables, and score every run on every topic of the gold."""
    tables = _names_columns(files)
    require_possible(files, task, COLUMNS if tables else (), "tables of scores" if tables else "TREC's files")
    gold, runs, topics = _from_tables(files) if tables else _from_trec(files)
    _tell_grades(metrics, gold)

    def of_run(label: str, run: Run) -> Iterator[Line]:
        return _lines(metrics, label, run, gold, files)

    lines, refused = by_system(runs, of_run)
    return Scores(tuple(metric.label for metric in metrics), topics, lines, files.undefined, refused=refused)


def _tell_grades(metrics: Sequence[Metric], gold: Qrels) -> None:
    """Say of which metrics the parameter for the highest grade is below that of the gold."""
    top = max((max(grades.values(), default=0) for grades in gold.values()), default=0)
    for metric in metrics:
        highest = metric.values.get("gmax", top)
        if isinstance(highest, str) or highest >= top:
            continue
        fit = metric.with_parameters(gmax=top).label
        say(
            f"warning: gold has grades up to {top}, above gmax={highest} of {metric.label}, whose values "
            f"are not in its range or undefined; {fit!r} is meant for such grades"
        )


def _names_columns(files: Files) -> bool:
    """Whether the files are tables: TREC's have no columns with names."""
    return any(getattr(files, name) is not None for name in COLUMNS if name != "delimiter")


def _from_trec(files: Files) -> Given:
    gold = read_qrels(files.gold)
    if not files.system:
        raise InputError(
            "there is no run; name one with --system, or the columns of a table with --gold-column"
        )
    refuse_twice(files.system)
    runs = [read_run(path) for path in files.system]
    names = [run.name for run in runs]
    labels = [
        run.name if names.count(run.name) == 1 else str(path)
        for run, path in zip(runs, files.system, strict=True)
    ]
    return gold, list(zip(labels, runs, strict=True)), "topic"


def _from_tables(files: Files) -> Given:
    gold, system = read_tables(files)
    return graded(gold), [(run.name, run) for run in scored(system)], files.group_column


def _lines(metrics: Sequence[Metric], label: str, run: Run, gold: Qrels, files: Files) -> Iterator[Line]:
    _tell(label, run, gold)
    absent = [topic for topic in gold if topic not in run.scores]
    if absent and files.missing == "error":
        raise InputError(
            f"system {label!r} has no documents for {_some(absent)}; give a run, or --missing empty for lists of none"
        )
    there = {topic: run.scores.get(topic, {}) for topic in gold}
    home: Any = get_task(metrics[0].task)
    values = home.by_topic(metrics, gold, there)
    for topic, found in zip(gold, values, strict=True):
        values = tuple(math.nan if value is None else value for value in found)
        yield Line(topic, label, len(there[topic]), values)


def _tell(label: str, run: Run, gold: Qrels) -> None:
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
