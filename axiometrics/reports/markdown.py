"""A matrix as a table in GitHub's markdown."""

from __future__ import annotations

from typing import Protocol

from axiometrics.checker.verdict import Cell, Matrix, MetricInfo
from axiometrics.escaping import code, markdown
from axiometrics.reports.marks import ALWAYS, MARKS, NOTES, detail, legend, symbol
from axiometrics.reports.words import PARTIAL

__all__ = ["Links", "cell_text", "legend_line", "marks_legend", "matrix_table", "row"]

LONGEST_REGION = 80
"""Characters of a region that a table has room for; a longer one is only marked."""


class Links(Protocol):
    """Where the parts of a matrix are described, relative to the page that shows it."""

    def metric(self, key: str) -> str:
        """Return the page of a metric."""

    def constraint(self, key: str) -> str:
        """Return the page of a constraint."""

    def cell(self, cell: Cell) -> str:
        """Return the place of a cell."""


def matrix_table(matrix: Matrix, links: Links | None = None) -> str:
    """Return the table, one row per metric, and its legend; links lead to the pages."""
    heads = [
        _linked(code(item.key), links.constraint(item.key) if links else None) for item in matrix.constraints
    ]
    lines = [row(["family", "metric", *heads]), row(["---"] * (len(heads) + 2))]
    previous = ""
    for metric in matrix.metrics:
        family = "" if metric.family == previous else metric.family
        lines.append(row([markdown(family), *_entries(matrix, metric, links)]))
        previous = metric.family
    partial = [] if matrix.complete else [f"**{PARTIAL}**", ""]
    return "\n".join([*partial, *lines, "", legend_line(matrix), ""])


def cell_text(cell: Cell) -> str:
    r"""Return mark and evidence of a cell, with the parameter values it holds for where they split.

    >>> from axiometrics.checker.verdict import Verdict
    >>> proved = Verdict("holds", "proof")
    >>> cell_text(Cell("m", "c", proved, proved, except_when=("one_class",)))
    '●\\* proof'
    """
    region = cell.region if cell.region and cell.depends_on_parameters else ""
    where = [f"for {code(region)}"] if 0 < len(region) <= LONGEST_REGION else []
    return " ".join(part for part in [markdown(symbol(cell)), markdown(detail(cell)), *where] if part)


def legend_line(matrix: Matrix) -> str:
    """Return the meaning of the marks that a matrix uses, in one line."""
    return " · ".join(f"{markdown(sign)} {meaning}" for sign, meaning in legend(matrix.cells))


def marks_legend() -> list[str]:
    """Return the meaning of every mark and note as a list."""
    signs = [(mark.symbol, mark.meaning) for mark in MARKS.values()] + [(ALWAYS[0], ALWAYS[3])]
    signs += [(note, text[2]) for note, text in NOTES.items()]
    return [f"- {markdown(sign)} {meaning}" for sign, meaning in signs]


def row(entries: list[str]) -> str:
    """Write one row of a table.

    >>> row(["a", "", "c"])
    '| a |  | c |'
    """
    return "| " + " | ".join(entries) + " |"


def _entries(matrix: Matrix, metric: MetricInfo, links: Links | None) -> list[str]:
    cells = {cell.constraint: cell for cell in matrix.row(metric.key)}
    entries = [_linked(code(metric.key), links.metric(metric.key) if links else None)]
    for item in matrix.constraints:
        cell = cells.get(item.key)
        entries.append(_linked(cell_text(cell), links.cell(cell) if links else None) if cell else "")
    return entries


def _linked(text: str, target: str | None) -> str:
    return f"[{text}]({target})" if target else text
