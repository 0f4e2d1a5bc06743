"""Score tables from what a caller has: a table, files, a data frame, arrays, or system outputs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from axiometrics.errors import InputError
from axiometrics.studies.missing import Missing, completed
from axiometrics.studies.reading import read_scores
from axiometrics.studies.scores import ScoreTable

__all__ = ["score_outputs", "score_table"]


def score_table(
    scores: Any,
    *,
    metrics: Sequence[str] | None = None,
    errors: Sequence[str] = (),
    decimals: int | None = None,
    missing: Missing | str = Missing.error,
) -> ScoreTable:
    """Return the score table of: a ScoreTable; paths (see ``read_scores``); rows or a data frame of (system, case,
    metric, value); or a mapping from metrics to arrays, one row per case and one column per system.

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


def _table(scores: Any, metrics: Sequence[str] | None, missing: Missing | str) -> ScoreTable:
    if isinstance(scores, ScoreTable):
        return scores
    if isinstance(scores, str | Path):
        return read_scores([scores], metrics=metrics, missing=missing)
    if hasattr(scores, "to_dict") and hasattr(scores, "columns"):
        return _rows(scores.to_dict("records"), metrics, missing)
    if isinstance(scores, Mapping):
        return _arrays(scores)
    if not isinstance(scores, Iterable):
        raise InputError(
            f"there are no scores in {scores!r}; give a table, files, a data frame, rows, or arrays by metric"
        )
    found = list(scores)
    if found and all(isinstance(each, str | Path) for each in found):
        return read_scores(found, metrics=metrics, missing=missing)
    return _rows(found, metrics, missing)


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


def _name(name: Any, row: Any) -> str:
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


def _fields(row: Any) -> tuple[Any, Any, Any, Any]:
    names = ("system", "case", "metric", "value")
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
    **options: Any,
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
    from axiometrics.metrics import METRICS
    from axiometrics.parameters import split_key

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
