"""The forms in which a matrix and a cell show themselves, each written by a module of this folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from axiometrics.checker.verdict import Cell
from axiometrics.reports import html, markdown, tables, terminal

__all__ = ["CELL", "MATRIX", "shown"]

Forms = Mapping[str, Callable[[Any], Any]]

MATRIX: Forms = MappingProxyType(
    {
        "dict": lambda matrix: tables.document([matrix]),
        "markdown": markdown.matrix_table,
        "html": lambda matrix: html.page([matrix]),
        "latex": tables.matrix_latex,
        "csv": lambda matrix: tables.matrix_csv([matrix]),
        "frame": tables.matrix_frame,
        "fragment": html.matrix_html,
        "rich": terminal.matrix_table,
    }
)
CELL: Forms = MappingProxyType(
    {"fragment": lambda cell: html.cell_html(cell, task=cell.task), "rich": terminal.cell_panel}
)


def shown(result: object, form: str) -> Any:
    """Return a cell, or else a matrix, in a form."""
    return (CELL if isinstance(result, Cell) else MATRIX)[form](result)
