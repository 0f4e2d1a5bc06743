"""A matrix for programs and papers: the JSON document ``axiometrics.matrix/1``, CSV, data frame, LaTeX."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from numbers import Number
from typing import Any

from axiometrics.certify.confirmations import confirmed_line
from axiometrics.checker.verdict import Cell, ConstraintInfo, Matrix, MetricInfo
from axiometrics.errors import AxiometricsError, InputError
from axiometrics.escaping import csv_cell, json_line, json_text, latex
from axiometrics.reports.bibliography import bibliography
from axiometrics.reports.words import (
    ALWAYS,
    MARKS,
    NOTES,
    PARTIAL,
    detail,
    legend,
    mark_of,
    symbol,
    task_name,
    title,
)

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


def compact(document: Mapping[str, Any]) -> str:
    """Write a document of matrices with a line for each metric, constraint and cell: a third of the size."""

    def line(value: object) -> str:
        return json_line(value, _plain)

    def block(task: Mapping[str, Any]) -> str:
        listed = [f'"{name}":[\n' + ",\n".join(map(line, task[name])) + "\n]" for name in _LISTED]
        return f'{{"task":{line(task["task"])},' + ",\n".join(listed) + "}"

    head = line({name: value for name, value in document.items() if name != "tasks"})
    return head[:-1] + ',"tasks":[\n' + ",\n".join(map(block, document["tasks"])) + "\n]}\n"


_LISTED = ("metrics", "constraints", "cells")


def load(document: Mapping[str, Any]) -> list[Matrix]:
    """Read the matrices back; raise InputError for anything but ``axiometrics.matrix/1``."""
    if document.get("schema") != SCHEMA:
        raise InputError(f"schema {document.get('schema')!r} cannot be read; this version reads {SCHEMA!r}")
    run = {name: document[name] for name in _RUN} | {"complete": document.get("complete", True)}
    return [_read_matrix(part, run) for part in document["tasks"]]


def _read_matrix(part: Mapping[str, Any], run: Mapping[str, Any]) -> Matrix:
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


_SYMBOLS = (
    {mark.symbol: mark.latex for mark in MARKS.values()}
    | {note: text[1] for note, text in NOTES.items()}
    | {ALWAYS[0]: ALWAYS[2]}
)


_UPRIGHT = 5
"""Columns up to which their heads stand upright; the heads of more are turned."""


def matrix_latex(matrix: Matrix) -> str:
    r"""Return a ``table`` environment that fits its page: the longer side of the matrix goes down the page.

    The document needs the packages ``booktabs``, ``graphicx`` and ``adjustbox``, and a bibliography for what the
    caption cites: ``axiometrics cite --out references.bib``.
    """
    turned = len(matrix.constraints) > len(matrix.metrics)
    down, across = (matrix.constraints, matrix.metrics) if turned else (matrix.metrics, matrix.constraints)
    cells = {(cell.metric, cell.constraint): _cell(cell) for cell in matrix.cells}
    lines: list[str] = []
    for group, members in groupby(down, key=_group):
        lines += [r"\midrule"]
        lines += [rf"\multicolumn{{{len(across) + 1}}}{{l}}{{\emph{{{latex(group)}}}}} \\"] if group else []
        for item in members:
            pairs = [(other.key, item.key) if turned else (item.key, other.key) for other in across]
            indent = r"\quad " if group else ""
            shown = [cells.get(pair, "") for pair in pairs]
            lines.append(" & ".join([indent + latex(title(item.key)), *shown]) + r" \\")
    return "\n".join(
        [
            r"% needs \usepackage{booktabs,graphicx,adjustbox}; what is cited: axiometrics cite --out references.bib",
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{_caption(matrix)}}}",
            rf"\label{{tab:axiometrics-{matrix.task.replace('_', '-')}}}",
            r"\begin{adjustbox}{max width=\linewidth,max totalheight=0.8\textheight}",
            rf"\begin{{tabular}}{{l{'l' * len(across)}}}",
            r"\toprule",
            " & ".join(["constraint" if turned else "metric", *_heads(across)]) + r" \\",
            *lines,
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{adjustbox}",
            r"\end{table}",
            "",
        ]
    )


def _group(item: MetricInfo | ConstraintInfo) -> str:
    return (
        item.family
        if isinstance(item, MetricInfo)
        else task_name(item.key.partition("(")[0].rpartition(".")[0])
    )


def _heads(items: Sequence[MetricInfo | ConstraintInfo]) -> list[str]:
    names = [latex(title(item.key)) for item in items]
    return [rf"\rotatebox{{60}}{{{name}}}" for name in names] if len(names) > _UPRIGHT else names


def _caption(matrix: Matrix) -> str:
    partial = "" if matrix.complete else rf"\textbf{{{PARTIAL}}} "
    said = rf"Formal constraints of {task_name(matrix.task)} metrics. {partial}{_legend(matrix)}"
    known = confirmed_line(matrix.cells, matrix.task)
    said += f" {latex(known)}" if known else ""
    for name, items in (("Metrics", matrix.metrics), ("Constraints", matrix.constraints)):
        said += _cited(name, {item.cites for item in items})
    return said + _cited(
        "Claims", {claim.partition(".")[0] for cell in matrix.cells for claim in cell.disagrees_with}
    )


def _cited(name: str, keys: Iterable[str | None]) -> str:
    known = sorted(key for key in keys if key and key in bibliography())
    return rf" {name}: \cite{{{','.join(known)}}}." if known else ""


def _cell(cell: Cell) -> str:
    told = detail(cell)
    mark = "".join(_SYMBOLS.get(char, char) for char in symbol(cell))
    plain = told in ("always", "") or mark_of(cell.strict).name in ("undefined", "not_applicable", "error")
    return mark if plain else rf"{mark} {{\footnotesize {_told(told)}}}"


def _told(text: str) -> str:
    r"""Escape text, and set what is said of n as a formula.

    >>> print(_told("n >= 3 tried"), "and", _told("n = 1..2"), "and", _told("n = 2..8"))
    $n \ge 3$ tried and $n = 1, 2$ and $n = 2, \dots, 8$
    """
    parts = re.split(r"\bn ([<>]?=|[<>]) (\d+)(?:\.\.(\d+))?", text)
    shown = [latex(parts[0]) if parts[0] else ""]
    for sign, first, last, rest in zip(*(iter(parts[1:]),) * 4, strict=True):
        between = ", " if last and int(last) == int(first) + 1 else r", \dots, "
        values = f"{first}{between}{last}" if last else first
        shown += [f"$n {_RELATIONS.get(sign, sign)} {values}$", latex(rest) if rest else ""]
    return "".join(shown)


_RELATIONS = {">=": r"\ge", "<=": r"\le"}


def _legend(matrix: Matrix) -> str:
    parts = [
        f"{re.sub('.', lambda m: _SYMBOLS[m[0]], sign)} {latex(text)}" for sign, text in legend(matrix.cells)
    ]
    return "; ".join(parts) + "." if parts else ""


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
    """Return a header and one line per cell, in the order of the matrices.

    Where a run was interrupted, every line says so in one column more: ``complete`` is ``false``.
    """
    out = io.StringIO()
    partial = {} if all(matrix.complete for matrix in matrices) else {"complete": "false"}
    writer = csv.DictWriter(out, (*COLUMNS, *partial), restval="", lineterminator="\n")
    writer.writeheader()
    for matrix in matrices:
        families = {metric.key: metric.family for metric in matrix.metrics}
        for cell in matrix.cells:
            line = {"task": matrix.task, "family": families.get(cell.metric, ""), **_columns(cell)}
            writer.writerow({name: csv_cell(value) for name, value in line.items()} | partial)
    return out.getvalue()


def _columns(cell: Cell) -> dict[str, object]:
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
