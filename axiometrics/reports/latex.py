"""A matrix as a LaTeX table with booktabs rules; no other package is needed."""

from __future__ import annotations

import re
from itertools import groupby

from axiometrics.checker.verdict import Cell, Matrix, MetricInfo
from axiometrics.escaping import latex
from axiometrics.reports.marks import ALWAYS, MARKS, NOTES, detail, legend, mark_of, symbol
from axiometrics.reports.words import PARTIAL, task_name

__all__ = ["matrix_table"]

_SYMBOLS = (
    {mark.symbol: mark.latex for mark in MARKS.values()}
    | {note: text[1] for note, text in NOTES.items()}
    | {ALWAYS[0]: ALWAYS[2]}
)


def matrix_table(matrix: Matrix) -> str:
    r"""Return a ``table`` environment; the document needs ``\usepackage{booktabs}``."""
    partial = "" if matrix.complete else rf"\textbf{{{PARTIAL}}} "
    heads = " & ".join(rf"\textbf{{{latex(item.key)}}}" for item in matrix.constraints)
    return "\n".join(
        [
            r"% needs \usepackage{booktabs}",
            r"\begin{table}",
            r"\centering",
            rf"\caption{{Formal constraints of {task_name(matrix.task)} metrics. {partial}{_legend(matrix)}}}",
            rf"\label{{tab:axiometrics-{matrix.task.replace('_', '-')}}}",
            rf"\begin{{tabular}}{{l{'l' * len(matrix.constraints)}}}",
            r"\toprule",
            rf"\textbf{{metric}} & {heads} \\" if heads else r"\textbf{metric} \\",
            *_body(matrix),
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def _body(matrix: Matrix) -> list[str]:
    lines: list[str] = []
    columns = len(matrix.constraints) + 1
    for family, members in groupby(matrix.metrics, key=lambda metric: metric.family):
        lines += [r"\midrule", rf"\multicolumn{{{columns}}}{{l}}{{\emph{{{latex(family)}}}}} \\"]
        lines += [_line(matrix, metric) for metric in members]
    return lines


def _line(matrix: Matrix, metric: MetricInfo) -> str:
    cells = {cell.constraint: _cell(cell) for cell in matrix.row(metric.key)}
    shown = [cells.get(item.key, "") for item in matrix.constraints]
    return " & ".join([rf"\quad {latex(metric.key)}", *shown]) + r" \\"


def _cell(cell: Cell) -> str:
    words = detail(cell)
    mark = "".join(_SYMBOLS.get(char, char) for char in symbol(cell))
    repeated = words in ("always", "") or mark_of(cell.strict).name in (
        "undefined",
        "not_applicable",
        "error",
    )
    return mark if repeated else rf"{mark} {{\footnotesize {latex(words)}}}"


def _legend(matrix: Matrix) -> str:
    parts = [
        f"{re.sub('.', lambda m: _SYMBOLS[m[0]], sign)} {latex(text)}" for sign, text in legend(matrix.cells)
    ]
    return "; ".join(parts) + "." if parts else ""
