"""Scores of systems on groups of items, and their means."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from axiometrics.cli.guard import say
from axiometrics.cli.records import Records
from axiometrics.errors import InputError
from axiometrics.files import Asked, Judged, Labels, counted, judged, read_labels
from axiometrics.parameters import MOST_DIGITS

if TYPE_CHECKING:
    from axiometrics.cli.score_command import Files
    from axiometrics.metrics import Metric

__all__ = ["Line", "Scores", "chosen_metrics", "read_tables", "scored"]


@dataclass(frozen=True)
class Line:
    """The values of one system on one group; NaN where a metric has none."""

    group: str
    system: str
    items: int
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class Scores:
    """All lines, groups in the order of the gold file.

    ``undefined`` says what becomes, in a mean over groups, of one without a value: propagate (the mean has none
    either), skip, or a number in its place. ``counted`` names what the lines count.
    """

    metrics: tuple[str, ...]
    group_column: str | None
    lines: Sequence[Line]
    undefined: str = "propagate"
    counted: str = "items"

    def __post_init__(self) -> None:
        if self.undefined not in ("propagate", "skip"):
            _number_given(self.undefined)

    def records(self, *, means: bool = False) -> Records:
        """Return the table; with groups, the mean of every system follows (or is shown alone)."""
        if self.group_column is None:
            rows = [(line.system, line.items, *line.values) for line in self.lines]
            return Records("scores", ("system", self.counted, *self.metrics), rows)
        head = (self.group_column, "system", "groups", self.counted, *self.metrics)
        each = [(line.group, line.system, 1, line.items, *line.values) for line in self.lines]
        return Records("scores", head, [*([] if means else each), *self._means()])

    def _means(self) -> Iterator[tuple[object, ...]]:
        of_system: dict[str, list[Line]] = {}
        for line in self.lines:
            of_system.setdefault(line.system, []).append(line)
        for system, lines in of_system.items():
            columns = zip(*(line.values for line in lines), strict=True)
            values = (_mean(column, self.undefined) for column in columns)
            yield ("mean", system, len(lines), sum(line.items for line in lines), *values)


def _mean(values: Sequence[float | None], undefined: str) -> float | None:
    """Return the mean of the values that there are; of a number in the place of a missing one, if it is given."""
    known = [value for value in values if value is not None]
    if undefined == "skip":
        known = [value for value in known if not math.isnan(value)]
    elif undefined != "propagate":
        known = [_number_given(undefined) if math.isnan(value) else value for value in known]
    return math.fsum(known) / len(known) if known else None


def _number_given(text: str) -> float:
    try:
        if not math.isnan(number := float(text)):
            return number
    except ValueError:
        pass
    raise InputError(f"--undefined {text} is not possible; give propagate, skip or a number")


def chosen_metrics(patterns: Sequence[str], task: str, *, plugins: bool) -> list[Metric]:
    """Return the metrics that keys and globs name, each once."""
    from axiometrics.cli.targets import registered
    from axiometrics.metrics import METRICS

    known = METRICS.view(task, plugins=plugins)
    found: dict[str, Metric] = {}
    for pattern in patterns:
        matching = [known[key] for key in known if fnmatchcase(key, pattern)]
        for metric in matching or [registered(pattern, task, plugins=plugins)]:
            found[metric.label] = metric
    return list(found.values())


def scored(metrics: Sequence[Metric], files: Files, task: str) -> Scores:
    """Read the files and score every system; what is not available is told on stderr."""
    from axiometrics.tasks import get_task

    home = get_task(task)
    shares = "distributions" in home.reads
    if files.missing not in home.missing:
        raise InputError(
            f"--missing {files.missing} is not possible in {task}; give {' or '.join(home.missing)}"
        )
    if files.classes is not None and not (shares or getattr(home, "declared_classes", False)):
        raise InputError(f"--classes is not possible in {task}, whose classes have no order; leave it out")
    lines = []
    absent: dict[str, list[str]] = {}
    for pair in _judged(files, home.missing):
        if not pair.gold:
            say(f"note: there are no gold labels in group {pair.group!r}; left out")
        elif pair.system is None:
            absent.setdefault(pair.name, []).append(pair.group)
        else:
            values = (
                _of_shares(metrics, pair, files)
                if shares
                else _values(metrics, pair, files, named=home.named_labels)
            )
            lines.append(Line(pair.group, pair.name, len(pair.gold), values))
    for name, groups in absent.items():
        _tell_absent(name, groups)
    if not lines:
        raise InputError("there is nothing to score: no system has labels for items with a gold label")
    return Scores(tuple(metric.label for metric in metrics), files.group_column, lines, files.undefined)


def read_tables(files: Files) -> tuple[Labels, Labels]:
    """Read the gold and the system columns; both are the same where one table holds them."""
    asked = Asked(
        gold=files.gold_column,
        system=files.system_column or (),
        exclude=files.exclude_column or (),
        item=files.item_column,
        group=files.group_column,
    )
    same = files.system is None or files.system == files.gold
    gold = read_labels(files.gold, asked, delimiter=files.delimiter, with_gold=True, with_systems=same)
    system = (
        gold if same else read_labels(files.system or [], asked, delimiter=files.delimiter, with_systems=True)
    )
    return gold, system


def _judged(files: Files, ways: Sequence[str]) -> Iterator[Judged]:
    gold, system = read_tables(files)
    return judged(gold, system, ignored=files.gold_ignore or (), missing=files.missing.value, ways=ways)


def _values(metrics: Sequence[Metric], pair: Judged, files: Files, *, named: bool) -> tuple[float, ...]:
    vectors = None if named else pair.vectors
    try:
        if vectors is not None:
            return tuple(_number(metric(*vectors)) for metric in metrics)
        options: dict[str, Any] = {} if files.missing == "error" else {"missing": files.missing.value}
        if files.classes is not None:
            options["classes"] = _classes(files.classes)
        return tuple(_number(metric(pair.gold, pair.system, **options)) for metric in metrics)
    except InputError as error:
        text = re.sub(r'pass missing="(\w+)"', r"--missing \1", str(error))
        text = text.partition("? give classes=")[0] + "? give --classes 5, or --classes low,mid,high" * (
            "? give classes=" in text
        )
        raise InputError(f"{_place(pair)}: {text}") from error


def _of_shares(metrics: Sequence[Metric], pair: Judged, files: Files) -> tuple[float, ...]:
    """Score how often each class occurs in a group, whichever items have it."""
    classes = _classes(files.classes or "")
    try:
        gold, system = (
            counted(labels.values(), classes, side)
            for labels, side in ((pair.gold, "gold"), (pair.system or {}, "system"))
        )
        return tuple(_number(metric(gold, system, normalise=True)) for metric in metrics)
    except InputError as error:
        raise InputError(f"{_place(pair)}: {error}") from error


def _place(pair: Judged) -> str:
    return f"system {pair.name!r}" + (f", group {pair.group!r}" if pair.group else "")


def _classes(given: str) -> int | list[str]:
    """Return how many classes there are, or their names."""
    if not given.strip().isdecimal():
        return [name.strip() for name in given.split(",")]
    return int(given.strip()[:MOST_DIGITS])


def _number(value: float | None) -> float:
    return math.nan if value is None else value


def _tell_absent(name: str, groups: Sequence[str]) -> None:
    if groups == [""]:
        say(f"note: system {name!r} has no labels; left out")
        return
    shown = ", ".join(groups[:3]) + (", ..." if len(groups) > 3 else "")
    count = "1 group" if len(groups) == 1 else f"{len(groups)} groups"
    say(f"note: system {name!r} has no labels in {count} ({shown}); left out there")
