"""Matrices, rows and cells in the format that was asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from axiometrics.cli.output import Format, Output

if TYPE_CHECKING:
    from axiometrics.checker.verdict import Matrix

__all__ = ["matrices_text", "write_matrices", "write_row"]


def write_matrices(matrices: Sequence[Matrix], output: Output) -> None:
    """Write the matrices as one result."""
    if output.chosen is Format.table:
        from axiometrics.reports.terminal import matrix_table

        output.show(*map(matrix_table, matrices))
    else:
        output.write(matrices_text(matrices, output.chosen))


def write_row(row: Matrix, output: Output) -> None:
    """Write one metric's row; as a table, with everything about the cells that do not simply hold.

    Of cells that are errors for the same reason the first one tells it.
    """
    if output.chosen is not Format.table:
        write_matrices([row], output)
        return
    from axiometrics.cli.finishing import without_case
    from axiometrics.reports.terminal import cell_panel, matrix_table

    told = [cell for cell in row.cells if cell.witness or cell.error or cell.strict.outcome == "contradicted"]
    first = {without_case(cell.error): cell for cell in reversed(told) if cell.strict.outcome == "error"}
    told = [cell for cell in told if cell.strict.outcome != "error" or cell in first.values()]
    output.show(matrix_table(row), *map(cell_panel, told), width=120)


def matrices_text(matrices: Sequence[Matrix], form: Format) -> str:
    """Return the matrices as one document of a text format."""
    if form is Format.json:
        from axiometrics.reports.tables import document, dumps

        return dumps(document(matrices))
    if form is Format.csv:
        from axiometrics.reports.tables import matrix_csv

        return matrix_csv(matrices)
    if form is Format.html:
        from axiometrics.reports.html import page

        return page(matrices)
    if form is Format.latex:
        return "\n".join(matrix.to_latex() for matrix in matrices)
    return _markdown(matrices)


def _markdown(matrices: Sequence[Matrix]) -> str:
    if len(matrices) == 1:
        return matrices[0].to_markdown()
    return "\n".join(f"## {matrix.task.replace('_', ' ')}\n\n{matrix.to_markdown()}" for matrix in matrices)
