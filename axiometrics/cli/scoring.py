"""Scoring systems from files: what all forms of files share, which form a task has, and columns of labels."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from fnmatch import fnmatchcase
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from axiometrics.cli.guard import say
from axiometrics.cli.scores import Line, Scores
from axiometrics.errors import InputError
from axiometrics.files import Asked, Judged, Labels, counted, judged, read_labels
from axiometrics.numerals import MOST_DIGITS, is_counting
from axiometrics.tasks import get_task

if TYPE_CHECKING:
    from axiometrics.cli.score_command import Files
    from axiometrics.metrics import Metric
from importlib import import_module

__all__ = [
    "by_system",
    "chosen_metrics",
    "missing_options",
    "place_of",
    "read_tables",
    "require_possible",
    "scored",
    "scorer",
    "tell_absent",
    "values_of",
]

Source = TypeVar("Source")

_ALWAYS = ("gold", "system", "missing", "undefined")
_COLUMNS = ("gold_column", "system_column", "exclude_column", "item_column", "group_column", "delimiter")


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
    metrics: Sequence[Metric], gold: Any, system: Any, where: str, **options: Any
) -> tuple[float, ...]:
    """Return the metrics' values, NaN for none; an error names the place, and options instead of arguments."""
    try:
        found = [metric(gold, system, **options) for metric in metrics]
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
    return re.sub(r"give classes=5 .*", "give --classes 5, or --classes low,mid,high", text)


def require_possible(files: Files, task: str, used: Sequence[str], form: str) -> None:
    """Raise InputError for an option that has no say in how files of this form are scored."""
    from axiometrics.cli.score_command import Files as Given

    ways = get_task(task).missing
    if files.missing not in ways:
        remedy = f"give {' or '.join(ways)}" if len(ways) > 1 else "leave it out, and leave nothing out there"
        raise InputError(f"--missing {files.missing} is not possible in {task}; {remedy}")
    for each in fields(Given):
        given = getattr(files, each.name)
        if given and given != each.default and each.name not in (*_ALWAYS, *used):
            raise InputError(f"--{each.name.replace('_', '-')} is not for {form}; leave it out")


def scored(metrics: Sequence[Metric], files: Files, task: str) -> Scores:
    """Read the files and score every system; what is not available is told on stderr."""
    home = get_task(task)
    shares = home.files == "shares"
    require_possible(files, task, [*_COLUMNS, "gold_ignore", "classes"], "files of labels")
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


def tell_absent(name: str, groups: Sequence[str]) -> None:
    """Say in which groups a system has nothing."""
    if list(groups) == [""]:
        say(f"note: system {name!r} has no labels; left out")
        return
    shown = ", ".join(groups[:3]) + (", ..." if len(groups) > 3 else "")
    count = "1 group" if len(groups) == 1 else f"{len(groups)} groups"
    say(f"note: system {name!r} has no labels in {count} ({shown}), and so no value there")


_SCORERS = {
    "labels": "axiometrics.cli.scoring:scored",
    "memberships": "axiometrics.cli.memberships:scored_memberships",
    "organizations": "axiometrics.cli.organizations:scored_organizations",
    "runs": "axiometrics.cli.runs:scored_runs",
    "shares": "axiometrics.cli.shares:scored_shares",
}
"""The function for each kind of files."""


def scorer(task: str, *, labelled: bool, plugins: bool = True) -> Callable[..., Scores]:
    """Return the function that scores metrics of a task from files.

    ``labelled`` says that the files have labels of declared classes: they are counted where a task reads shares.
    """
    files = get_task(task, plugins=plugins).files
    if not files:
        raise InputError(f"metrics of {task} have no files of outputs to score; call them in Python")
    kind = "labels" if labelled and files == "shares" else files
    module, _, name = _SCORERS.get(kind, kind).partition(":")
    found: Callable[..., Scores] = getattr(import_module(module), name)
    return found
