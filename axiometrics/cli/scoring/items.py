"""Files with rows for each item: sets of labels, forecasts, documents judged by aspect, and runs that are compared.

Sets of labels come as rows or JSON, with a hierarchy; documents in TREC's diversity files, with weights of the aspects.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from axiometrics.cli.app import say
from axiometrics.cli.options import Files
from axiometrics.cli.scoring.forms import tell_grades
from axiometrics.cli.scoring.scores import (
    Line,
    Scores,
    by_system,
    missing_options,
    named_files,
    place_of,
    refuse_twice,
    require_possible,
    tell_absent,
    values_of,
)
from axiometrics.errors import InputError
from axiometrics.files import Run, read_aspect_qrels, read_aspect_weights, read_run
from axiometrics.files.delimited import Delimited, open_table, open_text
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

Labels = dict[str, dict[str, Any]]
"""Of every group the labels of every item: a list, or a dict of weights."""


def scored_label_sets(metrics: Sequence[Metric], files: Files, task: str) -> Scores:
    """Score every system of one file each; ``--hierarchy`` or ``--classes`` says which labels there are."""
    used = (
        "gold_column",
        "system_column",
        "item_column",
        "group_column",
        "delimiter",
        "classes",
        "hierarchy",
    )
    require_possible(files, task, used, "files with one row per item and label")
    if not files.system or len(files.gold) > 1:
        raise InputError("give one file with --gold, and one for each system with --system")
    options = {**_inventory(files), **missing_options(files)}
    gold = _read(files.gold[0], files, files.gold_column, ("label", "gold"))

    def lines(name: str, path: Path) -> Iterator[Line]:
        column = files.system_column[0] if files.system_column else None
        return _lines(metrics, name, gold, _read(path, files, column, ("label", "system", "gold")), options)

    found, refused = by_system(named_files(files.system), lines)
    names = tuple(metric.label for metric in metrics)
    return Scores(names, files.group_column, found, files.undefined, refused=refused)


def _lines(
    metrics: Sequence[Metric], name: str, gold: Labels, system: Labels, options: Mapping[str, Any]
) -> Iterator[Line]:
    extra = [group for group in system if group not in gold]
    if extra:
        raise InputError(f"system {name!r} has a group {extra[0]!r} that gold has not; leave it out there")
    absent = [group for group in gold if group not in system]
    if absent and "missing" not in options:
        tell_absent(name, absent)
    for group, labels in gold.items():
        lacks = group in absent and "missing" not in options
        values = (
            (math.nan,) * len(metrics)
            if lacks
            else values_of(metrics, labels, system.get(group, {}), place_of(name, group), **options)
        )
        yield Line(group, name, len(labels), values)


def _inventory(files: Files) -> dict[str, Any]:
    """Return the parents of all labels, or their list."""
    if files.hierarchy is not None:
        return {"parents": _parents(files.hierarchy, files.delimiter)}
    if files.classes is not None:
        return {"labels": [name.strip() for name in files.classes.split(",")]}
    raise InputError(
        "which labels there are is not inferred from those that occur; give --hierarchy FILE (the columns label and "
        "parent, or JSON), or --classes a,b,c where they have no hierarchy"
    )


def _parents(path: Path, delimiter: str) -> dict[str, list[str]]:
    """Read the parents of every label: a row for each label and parent, an empty one for a top label; or JSON."""
    if ".json" in path.suffixes:
        given = _json(path, "an object of label and parent, null for a top one, or a list of parents")
        found = {label: above if isinstance(above, list) else [above] for label, above in given.items()}
        return {label: [str(each) for each in above if each is not None] for label, above in found.items()}
    parents: dict[str, list[str]] = {}
    with open_table(path, delimiter) as table:
        _require_columns(table, ("label", "parent"), "give label and parent")
        for _, (label, parent) in table.rows(["label", "parent"]):
            above = parents.setdefault(label, [])
            above += [parent] if parent.strip() else []
    return parents


def _read(path: Path, files: Files, column: str | None, usual: Sequence[str]) -> Labels:
    """Read the labels of every item, in their order; a row with an empty label is an item without any."""
    if ".json" in path.suffixes:
        if files.group_column is not None:
            raise InputError(
                f"{path} is JSON, which has no column {files.group_column!r}; give a table of groups"
            )
        return {"": _json(path, "an object of item and list of labels, or object of labels and weights")}
    found: Labels = {}
    with open_table(path, files.delimiter) as table:
        item = files.item_column or next((name for name in ("item", "id") if name in table.header), "item")
        label = column or next((name for name in usual if name in table.header), usual[0])
        names = [item, label, *([files.group_column] if files.group_column else [])]
        _require_columns(table, names, f"give {' and '.join(names)}")
        for line, cells in table.rows(names):
            own = found.setdefault(cells[2] if len(cells) > 2 else "", {}).setdefault(cells[0], [])
            if cells[1].strip() and cells[1] in own:
                raise InputError(f"{path}, line {line}: item {cells[0]!r} has the label {cells[1]!r} twice")
            own += [cells[1]] if cells[1].strip() else []
    return found or {"": {}}


def _require_columns(table: Delimited, names: Sequence[str], remedy: str) -> None:
    lacking = next((name for name in names if name not in table.header), None)
    if lacking is not None:
        raise InputError(f"{table.path} has no column {lacking!r} but {', '.join(table.header)}; {remedy}")


def _json(path: Path, wanted: str) -> dict[str, Any]:
    with open_text(path) as text:
        try:
            found = json.load(text)
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path} is no JSON ({error}); give {wanted}") from error
    if not isinstance(found, dict):
        raise InputError(f"{path} is no JSON object; give {wanted}")
    return found


COLUMNS = "name the columns with --gold-column, --system-column, --classes, --item-column and --group-column"
Rows = dict[str, dict[str, tuple[str, ...]]]
"""Of every group the cells of every item; items without names are numbered."""


def scored_forecasts(metrics: Sequence[Metric], files: Files, task: str) -> Scores:
    """Score every system: a column with the probability of the event, or one for each of the ``--classes``."""
    used = ("gold_column", "system_column", "item_column", "group_column", "delimiter", "classes")
    require_possible(files, task, used, "files of forecasts")
    if len(files.gold) > 1:
        raise InputError("give one file with --gold: a row for each item, with what happened")
    columns = [name.strip() for name in files.classes.split(",")] if files.classes else None
    if columns and files.system_column:
        raise InputError(
            "give --classes, which names the columns of a forecast, or --system-column, not both"
        )
    event = files.system_column[0] if files.system_column else "probability"
    gold = _read_forecasts(files.gold[0], files, [files.gold_column or "gold"])

    def lines(name: str, path: Path) -> Iterator[Line]:
        given = _read_forecasts(path, files, columns or [event])
        for group, happened in gold.items():
            where = place_of(name, group)
            forecasts = given.get(group, {})
            odd = next(iter(happened.keys() ^ forecasts.keys()), None)
            if odd is not None:
                side = "gold" if odd in forecasts else "the system"
                raise InputError(
                    f"{where}: {side} has no row for item {odd!r}; give every item in both files"
                )
            outcomes = [cells[0].strip() for cells in happened.values()]
            system = [forecasts[item] if columns else forecasts[item][0] for item in happened]
            values = values_of(metrics, outcomes, system, where, classes=columns or ["0", "1"])
            yield Line(group, name, len(happened), values)

    found, refused = by_system(named_files(files.system or files.gold), lines)
    names = tuple(metric.label for metric in metrics)
    return Scores(names, files.group_column, found, files.undefined, refused=refused)


def _read_forecasts(path: Path, files: Files, columns: Sequence[str]) -> Rows:
    found: Rows = {}
    with open_table(path, files.delimiter) as table:
        item = files.item_column or next((name for name in ("item", "id") if name in table.header), None)
        keys = [name for name in (item, files.group_column) if name is not None]
        names = [*keys, *columns]
        _require_columns(table, names, COLUMNS)
        for line, cells in table.rows(names):
            group = cells[len(keys) - 1] if files.group_column else ""
            rows = found.setdefault(group, {})
            name = cells[0] if item else str(len(rows) + 1)
            if name in rows:
                raise InputError(f"{path}, line {line}: item {name!r} is there twice; give each item one row")
            rows[name] = cells[len(keys) :]
    return found


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


def scored_lists(metrics: Sequence[Metric], files: Files, task: str) -> Scores:
    """Compare every run with the gold one, topic by topic; documents of equal score are tied."""
    require_possible(files, task, (), "two TREC runs")
    if len(files.gold) > 1 or not files.system:
        raise InputError(
            "give one run with --gold, which is the reference, and those to compare with --system"
        )
    refuse_twice(files.system)
    gold = read_run(files.gold[0]).scores

    def lines(label: str, run: Run) -> Iterator[Line]:
        odd = next(iter(gold.keys() ^ run.scores.keys()), None)
        if odd is not None:
            lacking = "gold" if odd in run.scores else "the system"
            raise InputError(
                f"system {label!r}: {lacking} has no documents for topic {odd}; give both the same topics"
            )
        for topic, reference in gold.items():
            values = values_of(metrics, reference, run.scores[topic], place_of(label, topic))
            yield Line(topic, label, len(run.scores[topic]), values)

    runs = [(run.name, run) for run in map(read_run, files.system)]
    scored, refused = by_system(runs, lines)
    return Scores(
        tuple(metric.label for metric in metrics), "topic", scored, files.undefined, refused=refused
    )
