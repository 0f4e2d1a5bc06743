"""Files of probability forecasts: what happened to every item, and a probability for each class, or of the event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from axiometrics.cli.options import Files
from axiometrics.cli.scoring.scores import (
    Line,
    Scores,
    by_system,
    named_files,
    place_of,
    require_possible,
    values_of,
)
from axiometrics.errors import InputError
from axiometrics.files.delimited import Delimited, open_table
from axiometrics.metrics import Metric

__all__ = ["scored_forecasts"]

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
    gold = _read(files.gold[0], files, [files.gold_column or "gold"])

    def lines(name: str, path: Path) -> Iterator[Line]:
        given = _read(path, files, columns or [event])
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


def _read(path: Path, files: Files, columns: Sequence[str]) -> Rows:
    found: Rows = {}
    with open_table(path, files.delimiter) as table:
        item = files.item_column or next((name for name in ("item", "id") if name in table.header), None)
        keys = [name for name in (item, files.group_column) if name is not None]
        names = [*keys, *columns]
        _require(table, names)
        for line, cells in table.rows(names):
            group = cells[len(keys) - 1] if files.group_column else ""
            rows = found.setdefault(group, {})
            name = cells[0] if item else str(len(rows) + 1)
            if name in rows:
                raise InputError(f"{path}, line {line}: item {name!r} is there twice; give each item one row")
            rows[name] = cells[len(keys) :]
    return found


def _require(table: Delimited, names: Sequence[str]) -> None:
    lacking = next((name for name in names if name not in table.header), None)
    if lacking is not None:
        raise InputError(
            f"{table.path} has no column {lacking!r} but {', '.join(table.header)}; name the columns with "
            "--gold-column, --system-column, --classes, --item-column and --group-column"
        )
