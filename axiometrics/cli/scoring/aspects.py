"""Runs on topics whose documents are judged by aspect: TREC's diversity files, and weights of the aspects."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

from axiometrics.cli.guard import say
from axiometrics.cli.options import Files
from axiometrics.cli.scoring.forms import tell_grades
from axiometrics.cli.scoring.scores import Line, Scores, by_system, refuse_twice, require_possible
from axiometrics.errors import InputError
from axiometrics.files import Run, read_aspect_qrels, read_aspect_weights, read_run
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["scored_aspects"]


def scored_aspects(metrics: Sequence[Metric], files: Files, task: str) -> Scores:
    """Read judgments by aspect, runs and weights, and score every run on every topic of the gold."""
    require_possible(files, task, ("weights",), "TREC's diversity files")
    gold = read_aspect_qrels(files.gold)
    if not files.system:
        raise InputError("there is no run; name one with --system")
    refuse_twice(files.system)
    weights = None if files.weights is None else read_aspect_weights(files.weights)
    tell_grades(metrics, {topic: grades for each in gold.values() for topic, grades in each.items()})
    sums = [
        sum((Fraction(str(weight)) for weight in each.values()), Fraction(0))
        for each in (weights or {}).values()
    ]
    if any(found != 1 for found in sums):
        say("note: the weights of the aspects of some topics do not sum to 1; they are scaled")

    def lines(label: str, run: Run) -> Iterator[Line]:
        absent = [topic for topic in gold if topic not in run.scores]
        if absent and files.missing == "error":
            raise InputError(
                f"system {label!r} has no documents for topic {absent[0]}; give a run, or --missing empty for lists "
                "of none"
            )
        there = {topic: run.scores.get(topic, {}) for topic in gold}
        found = get_task(task).by_topic(metrics, gold, there, weights=weights)
        for topic, values in zip(gold, found, strict=True):
            known = tuple(math.nan if value is None else value for value in values)
            yield Line(topic, label, len(there[topic]), known)

    runs = [(run.name, run) for run in map(read_run, files.system)]
    scored, refused = by_system(runs, lines)
    return Scores(
        tuple(metric.label for metric in metrics), "topic", scored, files.undefined, refused=refused
    )
