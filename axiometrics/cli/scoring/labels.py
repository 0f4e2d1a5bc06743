"""Columns of labels: every system of one or several tables, group by group."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial

from axiometrics.cli.guard import say
from axiometrics.cli.options import Files
from axiometrics.cli.scoring.scores import (
    COLUMNS,
    Line,
    Scores,
    missing_options,
    place_of,
    read_tables,
    require_possible,
    tell_absent,
    values_of,
)
from axiometrics.errors import InputError
from axiometrics.files import Judged, counted, judged
from axiometrics.metrics import Metric
from axiometrics.numerals import MOST_DIGITS, is_counting
from axiometrics.tasks import get_task

__all__ = ["scored"]


def scored(metrics: Sequence[Metric], files: Files, task: str) -> Scores:
    """Read the files and score every system; what is not available is told on stderr."""
    home = get_task(task)
    shares = home.files == "shares"
    require_possible(files, task, [*COLUMNS, "gold_ignore", "classes"], "files of labels")
    if files.classes is not None and not (shares or home.declared_classes):
        raise InputError(f"--classes is not possible in {task}, whose classes have no order; leave it out")
    value = partial(_of_shares if shares else partial(_values, named=home.named_labels), metrics, files)
    lines: list[Line] = []
    absent: dict[str, list[str]] = {}
    refused: dict[str, str] = {}
    for pair in _judged(files, home.missing):
        if not pair.gold:
            say(f"note: there are no gold labels in group {pair.group!r}; left out")
        elif pair.name in refused:
            continue
        elif pair.problem:
            refused[pair.name] = pair.problem
        elif pair.system is None:
            absent.setdefault(pair.name, []).append(pair.group)
            if pair.group:
                lines.append(Line(pair.group, pair.name, len(pair.gold), (math.nan,) * len(metrics)))
        else:
            try:
                lines.append(Line(pair.group, pair.name, len(pair.gold), value(pair)))
            except InputError as error:
                refused[pair.name] = str(error)
    for name, groups in absent.items():
        tell_absent(name, groups)
    kept = [line for line in lines if line.system not in refused]
    if all(line.group in absent.get(line.system, ()) for line in kept):
        kept = []
    names = tuple(metric.label for metric in metrics)
    return Scores(names, files.group_column, kept, files.undefined, refused=list(refused.values()))


def _judged(files: Files, ways: Sequence[str]) -> Iterator[Judged]:
    gold, system = read_tables(files)
    return judged(gold, system, ignored=files.gold_ignore or (), missing=files.missing, ways=ways)


def _values(metrics: Sequence[Metric], files: Files, pair: Judged, *, named: bool) -> tuple[float, ...]:
    where = place_of(pair.name, pair.group)
    vectors = None if named else pair.vectors
    if vectors is not None:
        return values_of(metrics, *vectors, where)
    options = missing_options(files)
    if files.classes is not None:
        options["classes"] = _classes(files.classes)
    return values_of(metrics, pair.gold, pair.system, where, **options)


def _of_shares(metrics: Sequence[Metric], files: Files, pair: Judged) -> tuple[float, ...]:
    """Score how often each class occurs in a group, whichever items have it."""
    classes = _classes(files.classes or "")
    where = place_of(pair.name, pair.group)
    try:
        gold = counted(pair.gold.values(), classes, "gold")
        system = counted((pair.system or {}).values(), classes, "system")
    except InputError as error:
        raise InputError(f"{where}: {error}") from error
    return values_of(metrics, gold, system, where, normalise=True)


def _classes(given: str) -> int | list[str]:
    """Return how many classes there are, or their names."""
    if not is_counting(given.strip()):
        return [name.strip() for name in given.split(",")]
    return int(given.strip()[:MOST_DIGITS])
