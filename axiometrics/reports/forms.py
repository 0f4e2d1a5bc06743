"""The forms in which a matrix and a cell show themselves, each written by a module of this folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from axiometrics.checker.verdict import Cell
from axiometrics.escaping import capped, text_of
from axiometrics.reports.figures import Picture, matrix_svg
from axiometrics.reports.html import cell_html, matrix_html, page
from axiometrics.reports.markdown import matrix_table as markdown_table
from axiometrics.reports.tables import document, matrix_csv, matrix_frame, matrix_latex
from axiometrics.reports.terminal import CellPanel, MatrixTable

Forms = Mapping[str, Callable[[Any], Any]]

MATRIX: Forms = MappingProxyType(
    {
        "dict": lambda matrix: document([matrix]),
        "markdown": markdown_table,
        "html": lambda matrix: page([matrix]),
        "latex": matrix_latex,
        "csv": lambda matrix: matrix_csv([matrix]),
        "frame": matrix_frame,
        "fragment": matrix_html,
        "rich": MatrixTable,
        "text": lambda matrix: capped(text_of(MatrixTable(matrix))),
        "picture": lambda matrix: Picture(matrix_svg(matrix, f"Formal constraints: {matrix.task}")),
    }
)
CELL: Forms = MappingProxyType(
    {
        "fragment": lambda cell: cell_html(cell, task=cell.task),
        "rich": CellPanel,
        "text": lambda cell: capped(text_of(CellPanel(cell))),
    }
)


def shown(result: object, form: str) -> Any:
    """Return a cell, or else a matrix, in a form."""
    return (CELL if isinstance(result, Cell) else MATRIX)[form](result)
