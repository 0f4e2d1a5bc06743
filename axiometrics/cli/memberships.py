"""Scores of families of sets in long tables, one file a system."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from axiometrics.cli.guard import say
from axiometrics.cli.naming import named_files
from axiometrics.cli.scoring import Line, Scores
from axiometrics.errors import InputError
from axiometrics.files import Asked, read_memberships
from axiometrics.tasks import get_task

if TYPE_CHECKING:
    from axiometrics.cli.score_command import Files
    from axiometrics.metrics import Metric

__all__ = ["scored_memberships"]

Labels = dict[str, set[str]]


def scored_memberships(metrics: Sequence[Metric], files: Files, task: str) -> Scores:
    """Read the gold and every system and score each group."""
    _refuse_others(files, task)
    asked = Asked(
        gold=files.gold_column,
        system=files.system_column or (),
        item=files.item_column,
        group=files.group_column,
    )
    gold = read_memberships(files.gold, asked, delimiter=files.delimiter, gold=True)
    lines: list[Line] = []
    for name, path in named_files(files.system or ()):
        system = read_memberships([path], asked, delimiter=files.delimiter)
        lines += _lines(metrics, name, gold, system, files)
    return Scores(tuple(metric.label for metric in metrics), files.group_column, lines, files.undefined)


def _refuse_others(files: Files, task: str) -> None:
    ways = get_task(task).missing
    if files.missing not in ways:
        raise InputError(f"--missing {files.missing} is not possible in {task}; give {' or '.join(ways)}")
    if not files.system:
        raise InputError(
            "there is no system; name a file of items and labels with --system, one for each system"
        )
    asked = {
        "--gold-ignore": files.gold_ignore,
        "--exclude-column": files.exclude_column,
        "--classes": files.classes,
        "--normalise": files.normalise,
    }
    given = [option for option, value in asked.items() if value]
    if given:
        raise InputError(f"{given[0]} is not for files with one row per item and label; leave it out")


def _lines(
    metrics: Sequence[Metric], name: str, gold: dict[str, Labels], system: dict[str, Labels], files: Files
) -> list[Line]:
    extra = [group for group in system if group not in gold]
    if extra:
        raise InputError(f"system {name!r} has a group {extra[0]!r} that gold has not; leave it out there")
    absent = [group for group in gold if group not in system]
    if absent:
        say(f"note: system {name!r} has no labels in {', '.join(absent[:3])}; left out there")
    return [
        Line(group, name, len(gold[group]), _values(metrics, name, group, gold[group], system[group], files))
        for group in gold
        if group in system
    ]


def _values(
    metrics: Sequence[Metric], name: str, group: str, gold: Labels, system: Labels, files: Files
) -> tuple[float | None, ...]:
    options = {} if files.missing == "error" else {"missing": files.missing.value}
    try:
        return tuple(metric(gold, system, **options) for metric in metrics)
    except InputError as error:
        where = f"system {name!r}" + (f", group {group!r}" if group else "")
        text = re.sub(
            r'pass missing="(\w+)"( or missing="(\w+)")?', r"--missing \1 or --missing \3", str(error)
        )
        raise InputError(f"{where}: {text}") from error
