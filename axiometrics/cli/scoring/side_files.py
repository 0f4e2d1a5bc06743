"""Scores of systems from files of one side each: overlapping clusterings, distributions and organizations."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from axiometrics.cli.guard import say
from axiometrics.cli.options import Files
from axiometrics.cli.scoring.scores import (
    Line,
    Scores,
    by_system,
    missing_options,
    named_files,
    place_of,
    require_possible,
    tell_absent,
    values_of,
)
from axiometrics.errors import InputError
from axiometrics.files import Asked, read_memberships
from axiometrics.files.tables import read_organizations, read_shares
from axiometrics.metrics import Metric
from axiometrics.numerals import is_counting, read_real
from axiometrics.tasks.organization.reading import read

__all__ = ["scored_memberships", "scored_organizations", "scored_shares"]

Memberships = dict[str, dict[str, set[str]]]
Shares = tuple[tuple[str, ...], dict[str, list[str]]]
Organizations = dict[str, Any]


def _scored(
    metrics: Sequence[Metric],
    files: Files,
    lines: Callable[[str, Path], Iterable[Line]],
    *,
    groups: str | None,
    counted: str = "items",
) -> Scores:
    """Score every system by its file."""
    if not files.system:
        raise InputError("there is no system; name its file with --system, once for each system")
    found, refused = by_system(named_files(files.system), lines)
    names = tuple(metric.label for metric in metrics)
    return Scores(names, groups, found, files.undefined, counted, refused)


def _only_gold(files: Files) -> Path:
    if len(files.gold) > 1:
        raise InputError("there are several gold files; give one")
    return files.gold[0]


def scored_memberships(metrics: Sequence[Metric], files: Files, task: str) -> Scores:
    """Score every group of overlapping clusterings; a file has one row for each item and label."""
    used = ("gold_column", "system_column", "item_column", "group_column", "delimiter")
    require_possible(files, task, used, "files with one row per item and label")
    asked = Asked(
        gold=files.gold_column,
        system=files.system_column or (),
        item=files.item_column,
        group=files.group_column,
    )
    gold = read_memberships(files.gold, asked, delimiter=files.delimiter, gold=True)

    def lines(name: str, path: Path) -> list[Line]:
        system = read_memberships([path], asked, delimiter=files.delimiter)
        return list(_of_memberships(metrics, name, gold, system, files))

    return _scored(metrics, files, lines, groups=files.group_column)


def _of_memberships(
    metrics: Sequence[Metric], name: str, gold: Memberships, system: Memberships, files: Files
) -> Iterator[Line]:
    """Score every group of the gold; one that the system lacks has no value, or all its items are missing."""
    extra = [group for group in system if group not in gold]
    if extra:
        raise InputError(f"system {name!r} has a group {extra[0]!r} that gold has not; leave it out there")
    absent = [group for group in gold if group not in system]
    if absent and files.missing == "error":
        tell_absent(name, absent)
    for group, labels in gold.items():
        if group in absent and files.missing == "error":
            values = (math.nan,) * len(metrics)
        else:
            own = system.get(group, {})
            values = values_of(metrics, labels, own, place_of(name, group), **missing_options(files))
        yield Line(group, name, len(labels), values)


def scored_shares(metrics: Sequence[Metric], files: Files, task: str) -> Scores:
    """Score the distribution of every topic; a file has one row for each topic, one column for each class."""
    used = ("item_column", "normalise", "delimiter")
    require_possible(files, task, used, "tables with a row for every topic")

    def read_file(path: Path) -> Shares:
        return read_shares(path, topic_column=files.item_column, delimiter=files.delimiter)

    gold = read_file(_only_gold(files))

    def lines(name: str, path: Path) -> Iterator[Line]:
        return _of_shares(metrics, name, gold, read_file(path), files)

    return _scored(metrics, files, lines, groups="topic", counted="classes")


def _of_shares(
    metrics: Sequence[Metric], name: str, gold: Shares, system: Shares, files: Files
) -> Iterator[Line]:
    (classes, topics), (others, found) = gold, system
    if classes != others:
        raise InputError(
            f"system {name!r} has the classes {', '.join(others)}, but gold has {', '.join(classes)}; "
            "give the same columns in the same order"
        )
    odd = next((topic for topic in (*topics, *found) if (topic in topics) != (topic in found)), None)
    if odd is not None:
        where = "gold" if odd in found else f"system {name!r}"
        raise InputError(f"{where} has no row for topic {odd!r}; give every topic in both files")
    for topic, shares in topics.items():
        where = f"system {name!r}, topic {topic!r}"
        sides = [_share(text) for text in shares], [_share(text) for text in found[topic]]
        yield Line(topic, name, len(classes), values_of(metrics, *sides, where, normalise=files.normalise))


def _share(text: str) -> str | float:
    """Return fractions and whole numbers as they are, decimals as floats, which may be rounded."""
    try:
        return text if is_counting(text.strip()) else read_real(text)
    except ValueError:
        return text


def scored_organizations(metrics: Sequence[Metric], files: Files, task: str) -> Scores:
    """Score every group of organizations; a file is JSON, or has one row for each occurrence of a document."""
    used = ("item_column", "group_column", "delimiter")
    form = "files of one side each, with the columns document, level and cluster"
    require_possible(files, task, used, form)

    def read_file(path: Path) -> Organizations:
        return read_organizations(
            path,
            document_column=files.item_column,
            group_column=files.group_column,
            delimiter=files.delimiter,
        )

    gold = read_file(_only_gold(files))

    def lines(name: str, path: Path) -> Iterator[Line]:
        return _of_organizations(metrics, name, gold, read_file(path))

    return _scored(metrics, files, lines, groups=files.group_column, counted="occurrences")


def _of_organizations(
    metrics: Sequence[Metric], name: str, gold: Organizations, system: Organizations
) -> Iterator[Line]:
    """Score every group of the gold; one that the system does not have organizes nothing there."""
    extra = [group for group in system if group not in gold]
    if extra:
        say(f"note: gold has no group {', '.join(map(repr, extra[:3]))} of system {name!r}; left out")
    for group, wanted in gold.items():
        where = place_of(name, group)
        try:
            output = read(wanted, system.get(group, []))
        except InputError as error:
            raise InputError(f"{where}: {error}") from error
        found = (metric(output) for metric in metrics)
        values = tuple(math.nan if value is None else value for value in found)
        yield Line(group, name, output.organized, values)
