"""The verdicts that tests have found: joined to a matrix per task, drawn for the summary, and written as a report."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from axiometrics.axioms import constraints
from axiometrics.checker.verdict import Cell, Matrix
from axiometrics.cli.matrices import matrices_text
from axiometrics.cli.output import Format
from axiometrics.escaping import html_text, latex, markdown, print_rich
from axiometrics.reports.tables import load
from axiometrics.writing import write_file

__all__ = ["merged", "table_text", "written"]


def _reasons(documents: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    """Return metric, constraint, and what was declared with a reason, in a fixed order."""
    found = {
        (cell["metric"], cell["constraint"], each["declared"])
        for each in documents
        for part in each["document"]["tasks"]
        for cell in part["cells"]
        if each["declared"]
    }
    return sorted(found)


def _with_reasons(text: str, form: str, reasons: list[tuple[str, str, str]]) -> str:
    """Return a report with the declared outcomes and their reasons after the tables."""
    if not reasons or form == "csv":  # whose rows are cells
        return text
    if form == "json":
        document = json.loads(text)
        document["declared"] = [
            dict(zip(("metric", "constraint", "declared"), each, strict=True)) for each in reasons
        ]
        return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    lines = [f"{metric}, {constraint}: {told}" for metric, constraint, told in reasons]
    if form == "markdown":
        return "\n".join([text.rstrip(), "", "Declared:", "", *(f"* {markdown(line)}" for line in lines), ""])
    if form == "latex":
        items = [rf"\item {latex(line)}" for line in lines]
        return "\n".join([text.rstrip(), r"\begin{itemize}", *items, r"\end{itemize}", ""])
    listed = "".join(f"<li>{html_text(line)}</li>" for line in lines)
    return text.replace("</body>", f"<h2>Declared</h2><ul>{listed}</ul></body>")


def written(matrices: list[Matrix], documents: list[dict[str, Any]], path: Path, form: str) -> str:
    """Write the report, and say where it is or why it is not."""
    text = _with_reasons(matrices_text(matrices, Format(form)), form, _reasons(documents))
    try:
        write_file(path, text)
    except OSError as error:
        return f"constraints not written to {path}: {error.strerror}"
    return f"constraints written to {path}"


def table_text(matrices: list[Matrix], *, width: int, coloured: bool) -> str:
    """Return the tables as a terminal shows them."""
    out = io.StringIO()
    print_rich(
        *matrices,
        file=out,
        width=width,
        force_terminal=coloured,
        color_system="standard" if coloured else None,
    )
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def merged(documents: list[dict[str, Any]]) -> list[Matrix]:
    """Join one-cell documents to a matrix per task, in an order that does not depend on who was first."""
    parts: dict[str, list[tuple[str, Matrix]]] = {}
    for each in documents:
        for matrix in load(each["document"]):
            parts.setdefault(matrix.task, []).append((each["origin"], matrix))
    return [_joined(_told_apart(parts[task])) for task in sorted(parts)]


def _told_apart(parts: list[tuple[str, Matrix]]) -> list[Matrix]:
    """Return the matrices; metrics of one name from several modules are named with these."""
    origins: dict[str, set[str]] = {}
    for origin, matrix in parts:
        for metric in matrix.metrics:
            origins.setdefault(metric.key, set()).add(origin)
    shared = {key for key, found in origins.items() if len(found) > 1}
    return [_named(matrix, shared, origin) for origin, matrix in parts]


def _named(matrix: Matrix, shared: set[str], origin: str) -> Matrix:
    names = {key: f"{key} ({origin})" if origin else key for key in shared}
    return replace(
        matrix,
        metrics=tuple(replace(metric, key=names.get(metric.key, metric.key)) for metric in matrix.metrics),
        cells=tuple(replace(cell, metric=names.get(cell.metric, cell.metric)) for cell in matrix.cells),
    )


def _joined(parts: list[Matrix]) -> Matrix:
    place = {key: index for index, key in enumerate(constraints(parts[0].task))}
    metrics = {metric.key: metric for part in parts for metric in part.metrics}
    columns = {each.key: each for part in parts for each in part.constraints}
    cells: dict[tuple[str, str], Cell] = {}
    for cell in sorted((cell for part in parts for cell in part.cells), key=lambda cell: cell.strict.cases):
        cells[cell.metric, cell.constraint] = cell
    rows = sorted(metrics.values(), key=lambda metric: (metric.family, metric.key))
    heads = sorted(columns.values(), key=lambda each: (place.get(each.key.partition("(")[0], -1), each.key))
    shown = [cells[row.key, head.key] for row in rows for head in heads if (row.key, head.key) in cells]
    effort = ", ".join(sorted({part.effort for part in parts}))
    return replace(parts[0], metrics=tuple(rows), constraints=tuple(heads), cells=tuple(shown), effort=effort)
