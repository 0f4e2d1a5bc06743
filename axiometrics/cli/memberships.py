"""Scores of families of sets in long tables, one file a system."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from axiometrics.cli.scores import Line, Scores, named_files
from axiometrics.cli.scoring import (
    by_system,
    missing_options,
    place_of,
    require_possible,
    tell_absent,
    values_of,
)
from axiometrics.errors import InputError
from axiometrics.files import Asked, read_memberships

if TYPE_CHECKING:
    from axiometrics.cli.score_command import Files
    from axiometrics.metrics import Metric

__all__ = ["scored_memberships"]

Labels = dict[str, set[str]]

_USED = ("gold_column", "system_column", "item_column", "group_column", "delimiter")


def scored_memberships(metrics: Sequence[Metric], files: Files, task: str) -> Scores:
    """Read the gold and every system and score each group."""
    require_possible(files, task, _USED, "files with one row per item and label")
    if not files.system:
        raise InputError(
            "there is no system; name a file of items and labels with --system, one for each system"
        )
    asked = Asked(
        gold=files.gold_column,
        system=files.system_column or (),
        item=files.item_column,
        group=files.group_column,
    )
    gold = read_memberships(files.gold, asked, delimiter=files.delimiter, gold=True)

    def lines(name: str, path: Path) -> list[Line]:
        return _lines(metrics, name, gold, read_memberships([path], asked, delimiter=files.delimiter), files)

    found, refused = by_system(named_files(files.system), lines)
    names = tuple(metric.label for metric in metrics)
    return Scores(names, files.group_column, found, files.undefined, refused=refused)


def _lines(
    metrics: Sequence[Metric], name: str, gold: dict[str, Labels], system: dict[str, Labels], files: Files
) -> list[Line]:
    """Score every group of the gold; one that the system lacks has no value, or all its items are missing."""
    extra = [group for group in system if group not in gold]
    if extra:
        raise InputError(f"system {name!r} has a group {extra[0]!r} that gold has not; leave it out there")
    absent = [group for group in gold if group not in system]
    if absent and files.missing == "error":
        tell_absent(name, absent)
    found = []
    for group, labels in gold.items():
        if group in absent and files.missing == "error":
            values = (math.nan,) * len(metrics)
        else:
            own = system.get(group, {})
            values = values_of(metrics, labels, own, place_of(name, group), **missing_options(files))
        found.append(Line(group, name, len(labels), values))
    return found
