"""Scores of systems on groups of items, their means, and what all forms of files share."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

from axiometrics.cli.app import say
from axiometrics.cli.options import Files
from axiometrics.cli.output import Records
from axiometrics.errors import InputError
from axiometrics.files import Asked, Labels, read_labels
from axiometrics.metrics import Metric
from axiometrics.numerals import read_real
from axiometrics.tasks import get_task


@dataclass(frozen=True)
class Line:
    """The values of one system on one group; NaN where a metric has none."""

    group: str
    system: str
    items: int
    values: tuple[float, ...]


@dataclass(frozen=True)
class Scores:
    """All lines, groups in the order of the gold file.

    ``undefined`` says what becomes, in a mean over groups, of one without a value: propagate (the mean has none
    either), skip, or a number in its place. ``counted`` names what the lines count, ``refused`` says why systems were
    left out.
    """

    metrics: tuple[str, ...]
    group_column: str | None
    lines: Sequence[Line]
    undefined: str = "propagate"
    counted: str = "items"
    refused: Sequence[str] = ()

    def __post_init__(self) -> None:
        if self.undefined not in ("propagate", "skip"):
            _number_given(self.undefined)
        if self.group_column in ("system", "groups", self.counted, *self.metrics):
            raise InputError(
                f"the group column is called {self.group_column!r}, as a column of the result is; rename it"
            )
        if not self.lines:
            raise InputError(
                self.refused[0]
                if self.refused
                else "there is nothing to score: no system has labels for items with a gold label"
            )

    def records(self, *, means: bool = False, apart: bool = False) -> Records:
        """Return the table: with groups, every system's means follow, or are shown alone.

        ``apart`` keeps them out, so that programs find nothing but groups in the rows of groups.
        """
        if self.group_column is None:
            rows = [(line.system, line.items, *line.values) for line in self.lines]
            return Records("scores", ("system", self.counted, *self.metrics), rows)
        head = ("system", "groups", self.counted, *self.metrics)
        if means:
            return Records("means over groups", head, list(self._means()))
        each = [(line.group, line.system, 1, line.items, *line.values) for line in self.lines]
        follow = () if apart else (("(mean)", *row) for row in self._means())
        return Records("scores", (self.group_column, *head), [*each, *follow])

    def _means(self) -> Iterator[tuple[object, ...]]:
        for system, lines in self._by_system().items():
            columns = [
                _counting(column, self.undefined)
                for column in zip(*(line.values for line in lines), strict=True)
            ]
            sizes = {len(column) for column in columns}
            groups = sizes.pop() if len(sizes) == 1 else None
            yield (system, groups, sum(line.items for line in lines), *map(_mean, columns))

    def skipped(self) -> Iterator[str]:
        """Say of every metric whose means skip groups, which systems' and how many."""
        if self.undefined != "skip" or self.group_column is None:
            return
        for place, metric in enumerate(self.metrics):
            found = {
                system: (len(lines), sum(math.isnan(line.values[place]) for line in lines))
                for system, lines in self._by_system().items()
            }
            shown = [f"{system!r} {lost} of {lines}" for system, (lines, lost) in found.items() if lost]
            if shown:
                more = f" and of {len(shown) - 3} more systems" if len(shown) > 3 else ""
                yield f"the means of {metric} skip groups without a value: of {', '.join(shown[:3])}{more}"

    def _by_system(self) -> dict[str, list[Line]]:
        found: dict[str, list[Line]] = {}
        for line in self.lines:
            found.setdefault(line.system, []).append(line)
        return found


def _counting(values: Sequence[float], undefined: str) -> list[float]:
    """Return the values that count in a mean."""
    if undefined == "skip":
        return [value for value in values if not math.isnan(value)]
    if undefined == "propagate":
        return list(values)
    return [_number_given(undefined) if math.isnan(value) else value for value in values]


def _mean(values: Sequence[float]) -> float:
    if not values:
        return math.nan
    try:
        return math.fsum(values) / len(values)
    except (OverflowError, ValueError):  # huge values, or infinities of both signs
        return sum(value / len(values) for value in values)


def _number_given(text: str) -> float:
    try:
        return read_real(text)
    except ValueError:
        raise InputError(f"--undefined {text} is not possible; give propagate, skip or a number") from None


def named_files(paths: Sequence[Path]) -> list[tuple[str, Path]]:
    """Name every file by what stands before the first dot, by its whole path where that would name two.

    Raises InputError for a file that is given twice.

    >>> [name for name, _ in named_files([Path("a/run.csv"), Path("b/run.csv"), Path("best.csv.gz")])]
    ['a/run.csv', 'b/run.csv', 'best']
    """
    refuse_twice(paths)
    stems = [path.name.partition(".")[0] or path.name for path in paths]
    return [
        (stem if stems.count(stem) == 1 else str(path), path) for stem, path in zip(stems, paths, strict=True)
    ]


def refuse_twice(paths: Sequence[Path]) -> None:
    """Raise InputError for a file that is given twice: it would count twice."""
    twice = next((path for path in paths if paths.count(path) > 1), None)
    if twice is not None:
        raise InputError(f"{twice} is given twice; give each file once")


Source = TypeVar("Source")

_ALWAYS = ("gold", "system", "missing", "undefined")
COLUMNS = ("gold_column", "system_column", "exclude_column", "item_column", "group_column", "delimiter")


def by_system(
    systems: Iterable[tuple[str, Source]], lines_of: Callable[[str, Source], Iterable[Line]]
) -> tuple[list[Line], list[str]]:
    """Score systems one by one; where one cannot be, the reason is kept and the others go on."""
    lines: list[Line] = []
    refused: list[str] = []
    for name, source in systems:
        try:
            lines += list(lines_of(name, source))
        except InputError as error:
            refused.append(str(error))
    return lines, refused


def values_of(
    metrics: Sequence[Metric], gold: object, system: object, where: str, **options: object
) -> tuple[float, ...]:
    """Return the metrics' values, NaN for none; an error names the place, and options instead of arguments."""
    try:
        home = get_task(metrics[0].task)
        output = home.read(gold, system, **options)
        found = [home.of_output(metric, output) for metric in metrics]
    except InputError as error:
        raise InputError(f"{where}: {_in_options(str(error))}") from error
    return tuple(math.nan if value is None else value for value in found)


def place_of(system: str, group: str) -> str:
    """Name a system, and the group where there are groups."""
    return f"system {system!r}" + (f", group {group!r}" if group else "")


def missing_options(files: Files) -> dict[str, Any]:
    """Return what ``--missing`` says, as an argument of a metric."""
    return {} if files.missing == "error" else {"missing": files.missing}


def _in_options(text: str) -> str:
    text = re.sub(r'(pass )?missing="(\w+)"', r"--missing \2", text)
    text = text.replace("pass normalise=True", "give --normalise")
    text = re.sub(r"(a label is 0 or 1.*)", r"\1; --classes spam,ham reads spam as 1, ham as 0", text)
    return re.sub(r"give classes=5 .*", "give --classes 5, or --classes low,mid,high", text)


def require_possible(files: Files, task: str, used: Sequence[str], form: str) -> None:
    """Raise InputError for an option that has no say in how files of this form are scored."""
    ways = get_task(task).missing
    if files.missing not in ways:
        remedy = f"give {' or '.join(ways)}" if len(ways) > 1 else "leave it out, and leave nothing out there"
        raise InputError(f"--missing {files.missing} is not possible in {task}; {remedy}")
    for each in fields(Files):
        given = getattr(files, each.name)
        if given and given != each.default and each.name not in (*_ALWAYS, *used):
            raise InputError(f"--{each.name.replace('_', '-')} is not for {form}; leave it out")


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
    for told in dict.fromkeys(each.spelt_as_missing(files.gold_ignore or ()) for each in (gold, system)):
        if told:
            say(f"note: {told}")
    return gold, system


def tell_absent(name: str, groups: Sequence[str]) -> None:
    """Say in which groups a system has nothing."""
    if list(groups) == [""]:
        say(f"note: system {name!r} has no labels; left out")
        return
    shown = ", ".join(groups[:3]) + (", ..." if len(groups) > 3 else "")
    count = "1 group" if len(groups) == 1 else f"{len(groups)} groups"
    say(f"note: system {name!r} has no labels in {count} ({shown}), and so no value there")
