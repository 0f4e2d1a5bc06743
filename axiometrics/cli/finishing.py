"""The end of a command that computed verdicts: interrupted, as expected, or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from axiometrics.cli.guard import FAILED, INTERRUPTED, say

if TYPE_CHECKING:
    from axiometrics.checker.verdict import Cell
    from axiometrics.cli.expectations import Expectations
    from axiometrics.cli.matrices import Run

__all__ = ["finish"]

FEW = 3
"""Names that are written out."""


def finish(run: Run, expectations: Expectations | None) -> None:
    """Leave with 130 after an interrupt, with 1 when an outcome is not the expected one, or an error not expected."""
    if run.interrupted:
        cells = "1 cell is" if run.cells == 1 else f"{run.cells} cells are"
        say(f"interrupted; {cells} finished")
        raise typer.Exit(INTERRUPTED)
    lines = [*_errors(run, expectations), *(expectations.differences(run.matrices) if expectations else ())]
    for line in lines:
        say(line)
    if lines:
        raise typer.Exit(FAILED)


def _errors(run: Run, expectations: Expectations | None) -> list[str]:
    """Tell every error of which no expectation speaks once, on the first case, with the cells that it cost."""
    found: dict[tuple[str, str], list[Cell]] = {}
    for matrix in run.matrices:
        for cell in matrix.cells:
            if cell.strict.outcome == "error" and not (expectations and expectations.speaks_of(matrix, cell)):
                found.setdefault((cell.metric, without_case(cell.error)), []).append(cell)
    return [f"{cells[0].metric} {_listed(cells)}: error: {cells[0].error}" for cells in found.values()]


def without_case(error: str | None) -> str:
    """Return the reason of an error without the case that it was found on.

    >>> without_case("raised: ValueError: no on {a b} (379 of 379 cases)")
    'raised: ValueError: no'
    """
    reason, on, case = (error or "").rpartition(" on ")
    return reason if on else case


def _listed(cells: list[Cell]) -> str:
    names = [cell.constraint for cell in cells]
    return ", ".join(names) if len(names) <= FEW else f"{', '.join(names[:FEW])} and {len(names) - FEW} more"
