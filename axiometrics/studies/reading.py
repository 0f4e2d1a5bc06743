"""Score tables from files: long, one column per metric, or one file of systems per metric."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from axiometrics.errors import InputError, UnknownKeyError, nearest
from axiometrics.escaping import csv_name
from axiometrics.files.delimited import Delimited, named, open_table
from axiometrics.numerals import read_real
from axiometrics.studies.missing import Missing, completed
from axiometrics.studies.scores import ScoreTable

__all__ = ["ScoreColumns", "read_scores"]

_SYSTEM = ("system", "run", "model")
_CASE = ("case", "topic", "query", "qid", "dataset", "group")
_VALUE = ("value", "score")
_COUNTS = ("groups", "items", "occurrences", "classes")
"""Columns of counts in the tables of ``axiometrics score``, which have the first of them."""
_PARTS = ("system", "case", "metric")
_GAPS = ("", "nan", "na", "null", "undefined")

Cell = tuple[str, str, str]
Found = dict[Cell, float]


@dataclass(frozen=True)
class ScoreColumns:
    """The names of the columns that hold systems, cases, metrics and values, where the usual ones are not meant."""

    system: str | None = None
    case: str | None = None
    metric: str | None = None
    value: str | None = None


def read_scores(
    paths: Sequence[str | Path],
    *,
    metrics: Sequence[str] | None = None,
    columns: ScoreColumns | None = None,
    missing: Missing | str = Missing.error,
    delimiter: str = "auto",
) -> ScoreTable:
    """Read a score table from delimited files with a header, plain or gzipped; the header tells the form.

    *Long*: columns system, case, metric and value. *Per metric column*: system, case, and one column for each
    metric, as ``axiometrics score`` writes it. *Wide*: one file per metric, a row per
    case and a column per system, with or without a case column; the metric is the file's name, or the one in
    ``name=path``. Several long files are parts of one table. Raises InputError for what cannot be read, values that
    are not numbers, cells given twice, and, unless ``missing`` says otherwise, cells without a value; UnknownKeyError
    for metrics that the files do not have.
    """
    found: Found = {}
    wide: dict[Path, tuple[str, ...]] = {}
    for text in paths:
        name, path = _named(str(text))
        with open_table(path, delimiter) as table:
            _read(table, name, columns or ScoreColumns(), metrics, found, wide)
    if not found:
        raise InputError("the scores have no rows; give at least one system and one case")
    known = list(dict.fromkeys(cell[2] for cell in found))
    for asked in metrics or ():
        if asked not in known:
            raise UnknownKeyError(f"the scores have no metric {asked!r}; {nearest(asked, known)}")
    return completed(found, metrics or known, missing)


def _named(text: str) -> tuple[str | None, Path]:
    name, equals, path = text.partition("=")
    if equals and not Path(text).exists():
        return name, Path(path)
    return None, Path(text)


def _read(
    table: Delimited,
    name: str | None,
    columns: ScoreColumns,
    metrics: Sequence[str] | None,
    found: Found,
    wide: dict[Path, tuple[str, ...]],
) -> None:
    system = _column(table, columns.system, _SYSTEM)
    case = _column(table, columns.case, _CASE)
    metric = _column(table, columns.metric, ("metric", "measure"))
    value = _column(table, columns.value, _VALUE)
    cells: Iterator[tuple[int, Cell, str]]
    if system and case and value and (metric or name):
        rows = table.rows([system, case, metric or system, value])
        cells = ((line, (row[0], row[1], row[2] if metric else str(name)), row[3]) for line, row in rows)
    elif system and case:
        cells = _per_metric(table, system, case, metrics)
    else:
        cells = _wide(table, name or _stem(table.path), case)
        _same_systems(table, case, wide)
    for line, (one, other, measure), text in cells:
        cell = csv_name(one), csv_name(other), csv_name(measure)
        for what, label in zip(_PARTS, cell, strict=True):
            named(label, f"the {what}", f"{table.path}, line {line}")
        if cell in found:
            raise InputError(
                f"{table.path}, line {line}: {cell[2]} of system {cell[0]!r} on case {cell[1]!r} is given twice; "
                "give it once"
            )
        found[cell] = _number(table.path, line, cell, text)


def _column(table: Delimited, asked: str | None, usual: Sequence[str]) -> str | None:
    if asked is not None and asked not in table.header:
        raise UnknownKeyError(f"{table.path} has no column {asked!r}; {nearest(asked, table.header)}")
    return asked or next((name for name in usual if name in table.header), None)


def _per_metric(
    table: Delimited, system: str, case: str, metrics: Sequence[str] | None
) -> Iterator[tuple[int, Cell, str]]:
    counts = _COUNTS if _COUNTS[0] in table.header else ()
    names = [name for name in table.header if name not in (system, case, "", *counts)]
    wanted = [name for name in names if metrics is None or name in metrics]
    if not wanted:
        raise UnknownKeyError(
            f"{table.path} has no column {', '.join(map(repr, metrics or ()))}; "
            f"{nearest((metrics or ('metric',))[0], names) if names else 'it has no column of values'}"
        )
    for line, row in table.rows([system, case, *wanted]):
        for name, text in zip(wanted, row[2:], strict=True):
            yield line, (row[0], row[1], name), text


def _wide(table: Delimited, metric: str, case: str | None) -> Iterator[tuple[int, Cell, str]]:
    systems = [name for name in table.header if name and name != case]
    for number, (line, row) in enumerate(table.rows([*systems, *([case] if case else [])]), 1):
        where = row[-1] if case else str(number)
        for system, text in zip(systems, row, strict=False):
            yield line, (system, where, metric), text


def _same_systems(table: Delimited, case: str | None, wide: dict[Path, tuple[str, ...]]) -> None:
    """Without system and case columns only the columns' names say which values belong together."""
    systems = tuple(name for name in table.header if name and name != case)
    first = next(iter(wide), None)
    if first is not None and set(wide[first]) != set(systems):
        other = sorted(set(wide[first]) ^ set(systems))
        raise InputError(
            f"{table.path} has other systems than {first} (not in both: {', '.join(other[:6])}); "
            "give every metric's file the same columns, or a table with columns system, case, metric, value"
        )
    wide[table.path] = systems


def _stem(path: Path) -> str:
    return path.name.removesuffix(".gz").rpartition(".")[0] or path.name


def _number(path: Path, line: int, cell: Cell, text: str) -> float:
    if text.strip().lower() in _GAPS:
        return math.nan
    try:
        return read_real(text)
    except ValueError:
        raise InputError(
            f"{path}, line {line}: {text!r} ({cell[2]} of system {cell[0]!r} on case {cell[1]!r}) is not a finite "
            "number; write one, or leave the cell empty"
        ) from None
