"""The end of a command that computed verdicts: interrupted, as expected, or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from axiometrics.cli.guard import FAILED, INTERRUPTED, say

if TYPE_CHECKING:
    from axiometrics.cli.expectations import Expectations
    from axiometrics.cli.matrices import Run

__all__ = ["finish"]


def finish(run: Run, expectations: Expectations | None) -> None:
    """Leave with 130 after an interrupt, with 1 when an outcome is not the expected one."""
    if run.interrupted:
        cells = "1 cell is" if run.cells == 1 else f"{run.cells} cells are"
        say(f"interrupted; {cells} finished")
        raise typer.Exit(INTERRUPTED)
    if expectations is None:
        return
    differences = expectations.differences(run.matrices)
    for line in differences:
        say(line)
    if differences:
        raise typer.Exit(FAILED)
