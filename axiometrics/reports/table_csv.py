"""Matrices as CSV and as data frames: one line per cell."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from axiometrics.checker.verdict import Cell, Matrix
from axiometrics.escaping import csv_cell
from typing import Any
from axiometrics.checker.verdict import Matrix
from axiometrics.errors import AxiometricsError

__all__ = ["COLUMNS", "MissingExtraError", "matrix_csv", "matrix_frame"]

_STRICT = ("outcome", "evidence", "always", "cases", "applicable", "size")

COLUMNS = (
    *("task", "family", "metric", "constraint"),
    *_STRICT,
    *(f"weak_{name}" for name in ("outcome", "evidence", "applicable", "size")),
    *("except_when", "threshold", "region", "disagrees_with", "error"),
    *("witness_gold", "witness_outputs", "witness_scores", "margin", "witness_size", "witness_minimal"),
)
"""The header; lists are joined by ``;`` and absent values are empty."""


def matrix_csv(matrices: Sequence[Matrix]) -> str:
    """Return a header and one line per cell, in the order of the matrices."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    for matrix in matrices:
        families = {metric.key: metric.family for metric in matrix.metrics}
        for cell in matrix.cells:
            line = {"task": matrix.task, "family": families.get(cell.metric, ""), **_line(cell)}
            writer.writerow({name: csv_cell(value) for name, value in line.items()})
    return out.getvalue()


def _line(cell: Cell) -> dict[str, object]:
    line: dict[str, object] = {"metric": cell.metric, "constraint": cell.constraint}
    line |= {name: _text(getattr(cell.strict, name)) for name in _STRICT}
    line |= {name: _text(getattr(cell.weak, name[5:])) for name in COLUMNS if name.startswith("weak_")}
    line |= {"except_when": ";".join(cell.except_when), "disagrees_with": ";".join(cell.disagrees_with)}
    line |= {"threshold": _joined(cell.threshold or {}), "region": cell.region, "error": cell.error}
    return line | _witness(cell)


def _witness(cell: Cell) -> dict[str, object]:
    if cell.witness is None:
        return {}
    found = cell.witness
    texts = {"witness_gold": found.gold, "witness_outputs": _joined(found.outputs), "margin": found.margin}
    numbers = {"witness_size": found.size, "witness_minimal": _text(found.minimal)}
    return {**texts, "witness_scores": _joined(found.scores), **numbers}


def _joined(named: Mapping[str, object]) -> str:
    return ";".join(f"{name}={value}" for name, value in named.items())


def _text(value: object) -> object:
    return str(value).lower() if isinstance(value, bool) else value


class MissingExtraError(AxiometricsError, ImportError):
    """An optional package that is needed here and not installed."""


def matrix_frame(matrix: Matrix) -> Any:
    """Return the strict outcomes: one row per metric (family, key), one column per constraint."""
    try:
        import pandas
    except ImportError as error:
        raise MissingExtraError(
            "a data frame needs pandas; run: pip install 'axiometrics[pandas]'"
        ) from error
    keys = [(metric.family, metric.key) for metric in matrix.metrics]
    index = pandas.MultiIndex.from_tuples(keys, names=["family", "metric"]) if keys else pandas.Index([])
    columns = pandas.Index([constraint.key for constraint in matrix.constraints], name="constraint")
    outcomes = {(cell.metric, cell.constraint): cell.strict.outcome for cell in matrix.cells}
    rows = [[outcomes.get((key, name)) for name in columns] for _, key in keys]
    return pandas.DataFrame(rows, index=index, columns=columns, dtype=object)
