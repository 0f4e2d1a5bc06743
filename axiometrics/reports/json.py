"""The JSON document ``axiometrics.matrix/1``: write it, read it back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Number
from typing import Any

from axiometrics.checker.verdict import Cell, ConstraintInfo, Matrix, MetricInfo
from axiometrics.errors import InputError
from axiometrics.escaping import json_text

__all__ = ["SCHEMA", "document", "dumps", "load"]

SCHEMA = "axiometrics.matrix/1"

_RUN = ("version", "seed", "effort")


def document(matrices: Sequence[Matrix]) -> dict[str, Any]:
    """Return one document with a part per task; the matrices must come from one run.

    ``complete`` is false where the run was interrupted, so that rows or whole tasks are missing.

    >>> document([Matrix("clustering", (), (), (), version="1.0")])["tasks"]
    [{'task': 'clustering', 'metrics': [], 'constraints': [], 'cells': []}]
    """
    if not matrices:
        raise InputError("a document needs at least one matrix, but none was given; check at least one task")
    runs = {tuple(getattr(matrix, name) for name in _RUN) for matrix in matrices}
    if len(runs) > 1:
        given = ", ".join(sorted(map(str, runs)))
        raise InputError(f"matrices of different (version, seed, effort) {given}; write one document per run")
    head = {name: getattr(matrices[0], name) for name in _RUN}
    head["complete"] = all(matrix.complete for matrix in matrices)
    return {"schema": SCHEMA, **head, "tasks": [matrix.task_dict() for matrix in matrices]}


def dumps(document: Mapping[str, Any]) -> str:
    """Write a document as text, the same bytes for the same document; exact numbers become strings."""
    return json_text(document, _plain)


def load(document: Mapping[str, Any]) -> list[Matrix]:
    """Read the matrices back; raise InputError for anything but ``axiometrics.matrix/1``."""
    if document.get("schema") != SCHEMA:
        raise InputError(f"schema {document.get('schema')!r} cannot be read; this version reads {SCHEMA!r}")
    run = {name: document[name] for name in _RUN} | {"complete": document.get("complete", True)}
    return [_matrix(part, run) for part in document["tasks"]]


def _matrix(part: Mapping[str, Any], run: Mapping[str, Any]) -> Matrix:
    return Matrix(
        task=part["task"],
        metrics=tuple(MetricInfo(**item) for item in part["metrics"]),
        constraints=tuple(ConstraintInfo(**item) for item in part["constraints"]),
        cells=tuple(Cell.from_dict(item) for item in part["cells"]),
        **run,
    )


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Number):
        return str(value)
    raise TypeError(f"{value!r} of type {type(value).__name__} has no JSON form; store it as text")
