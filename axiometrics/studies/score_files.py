"""Score tables from what a caller has: a table, files of several forms, a data frame, arrays, or system outputs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from axiometrics.errors import InputError, UnknownKeyError, nearest
from axiometrics.escaping import csv_name
from axiometrics.files.delimited import Delimited, named, open_table
from axiometrics.metrics import METRICS
from axiometrics.numerals import read_real
from axiometrics.parameters import split_key
from axiometrics.studies.scores import Missing, ScoreTable, completed

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
            "number; write one, or leave the cell empty; labels are scored first (`axiometrics score`)"
        ) from None


def score_table(
    scores: object,
    *,
    metrics: Sequence[str] | None = None,
    errors: Sequence[str] = (),
    decimals: int | None = None,
    missing: Missing | str = Missing.error,
) -> ScoreTable:
    """Return the score table of: a ScoreTable; paths (see ``read_scores``); rows of (system, case, metric, value); a
    data frame with the columns of any file that ``read_scores`` reads; or a mapping from metrics to wide data frames or
    to arrays, one row per case and one column per system.

    ``errors`` are metrics that are better when lower; with ``decimals`` values are rounded before anything else.
    Raises InputError and UnknownKeyError as ``read_scores`` does.

    >>> score_table({"p": [[0.5, 0.4]], "r": [[0.2, 0.6]]})
    ScoreTable(2 systems, 1 cases, metrics p, r)
    """
    table = _table(scores, metrics, missing)
    if metrics is not None:
        table = table.with_metrics(list(metrics))
    if errors:
        table = table.with_errors(errors)
    return table.rounded(decimals)


def _table(scores: object, metrics: Sequence[str] | None, missing: Missing | str) -> ScoreTable:
    if isinstance(scores, ScoreTable):
        return scores
    if isinstance(scores, str | Path):
        return read_scores([scores], metrics=metrics, missing=missing)
    if hasattr(scores, "to_dict") and hasattr(scores, "columns"):
        if set(_LONG) <= set(scores.columns):
            return _rows(scores.to_dict("records"), metrics, missing)
        return _frames({"scores": scores}, metrics, missing)
    if isinstance(scores, Mapping):
        frames = all(hasattr(each, "to_csv") for each in scores.values())
        return _frames(scores, metrics, missing) if scores and frames else _arrays(scores)
    if not isinstance(scores, Iterable):
        raise InputError(
            f"there are no scores in {scores!r}; give a table, files, a data frame, rows, or arrays by metric"
        )
    found = list(scores)
    if found and all(isinstance(each, str | Path) for each in found):
        return read_scores(found, metrics=metrics, missing=missing)
    return _rows(found, metrics, missing)


_LONG = (*_PARTS, "value")


def _frames(frames: Mapping[str, Any], metrics: Sequence[str] | None, missing: Missing | str) -> ScoreTable:
    """Read data frames as the files that they would be written to."""
    with TemporaryDirectory() as folder:
        for name, frame in frames.items():
            frame.to_csv(Path(folder) / f"{name}.csv", index=False)
        return read_scores(
            [Path(folder) / f"{name}.csv" for name in frames], metrics=metrics, missing=missing
        )


def _rows(rows: Iterable[Any], metrics: Sequence[str] | None, missing: Missing | str) -> ScoreTable:
    found: dict[tuple[str, str, str], float] = {}
    for row in rows:
        system, case, metric, value = _fields(row)
        cell = (_name(system, row), _name(case, row), _name(metric, row))
        if cell in found:
            raise InputError(
                f"{cell[2]} of system {cell[0]!r} on case {cell[1]!r} is given twice; give it once"
            )
        found[cell] = _value(cell, value)
    if not found:
        raise InputError("the scores have no rows; give at least one system and one case")
    asked = {cell: value for cell, value in found.items() if metrics is None or cell[2] in metrics}
    return completed(asked or found, None, missing)


def _name(name: object, row: object) -> str:
    if name is None or name != name or not str(name).strip():
        raise InputError(f"a row of scores is {row!r}, with an empty name; name its system, case and metric")
    return str(name)


def _value(cell: tuple[str, str, str], value: Any) -> float:
    try:
        return float("nan") if value is None else float(value)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"{value!r} ({cell[2]} of system {cell[0]!r} on case {cell[1]!r}) is no number; give one, or None"
        ) from error


def _fields(row: object) -> tuple[Any, Any, Any, Any]:
    names = _LONG
    if isinstance(row, Mapping):
        lacking = [name for name in names if name not in row]
        if lacking:
            raise InputError(f"a row of scores has no {', '.join(lacking)}; it needs {', '.join(names)}")
        return row["system"], row["case"], row["metric"], row["value"]
    if isinstance(row, str) or not isinstance(row, Sequence) or len(row) != 4:
        raise InputError(
            f"a row of scores is {row!r}, without the 4 fields that it needs: {', '.join(names)}"
        )
    system, case, metric, value = row
    return system, case, metric, value


def _arrays(scores: Mapping[str, Any]) -> ScoreTable:
    try:
        arrays = {str(name): np.asarray(each, dtype=np.float64) for name, each in scores.items()}
    except (TypeError, ValueError) as error:
        raise InputError(
            f"the arrays do not hold numbers in rows ({error}); give a row per case, a column per system"
        ) from error
    shapes = {name: each.shape for name, each in arrays.items()}
    if len(set(shapes.values())) != 1 or len(next(iter(shapes.values()))) != 2:
        raise InputError(f"the arrays have the shapes {shapes}; give all metrics the same cases and systems")
    cases, systems = next(iter(shapes.values()))
    return ScoreTable(
        tuple(f"s{number}" for number in range(1, systems + 1)),
        tuple(str(number) for number in range(1, cases + 1)),
        tuple(arrays),
        np.stack([each.T for each in arrays.values()]),
    )


def score_outputs(
    task: str,
    metrics: Sequence[str],
    gold: Mapping[str, Any],
    systems: Mapping[str, Mapping[str, Any]],
    *,
    missing: Missing | str = Missing.error,
    **options: object,
) -> ScoreTable:
    """Score every system's output on every case with registered metrics, named by key, also ``f(alpha=1/3)``.

    ``gold`` and each system hold one output per case, in a form that the task's metrics read; ``options`` are passed
    on to them. A case that a system lacks, and one on which a metric has no value, is a missing cell. Errors count as
    errors. Raises InputError for cases without gold and, unless ``missing`` says otherwise, for missing cells.

    >>> table = score_outputs(
    ...     "clustering", ["purity", "inverse_purity"], {"1": "aab"}, {"one": {"1": "xxx"}, "all": {"1": "xyz"}}
    ... )
    >>> table.values[:, :, 0].round(3).tolist()
    [[0.667, 1.0], [1.0, 0.667]]
    """
    records = []
    for label in metrics:
        key, given = split_key(label)
        records.append(METRICS.get(key, task).with_parameters(**given))
    found: dict[tuple[str, str, str], float] = {}
    for name, outputs in systems.items():
        extra = [case for case in outputs if case not in gold]
        if extra:
            raise InputError(
                f"system {name!r} has an output for case {extra[0]!r}, which has no gold; leave it out"
            )
        for case, judged in gold.items():
            for record in records:
                value = record(judged, outputs[case], **options) if case in outputs else None
                found[name, case, record.label] = float("nan") if value is None else value
    if not found:
        raise InputError("there is nothing to score; give at least one metric, one case and one system")
    table = completed(found, [record.label for record in records], missing)
    return table.with_errors([record.label for record in records if record.orientation == "error"])
