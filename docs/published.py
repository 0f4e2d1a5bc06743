"""The committed results below ``reports``, for the pages that show some of their cells."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

from axiometrics.checker.verdict import Cell, Matrix
from axiometrics.reports.tables import load
from axiometrics.tasks import tasks

__all__ = ["first_cell", "published"]

REPORTS = Path(__file__).parent.parent / "reports"


@cache
def published() -> dict[str, Matrix]:
    """Return the matrices, in the order of the tasks."""
    found = {}
    for task in tasks(plugins=False):
        (found[task],) = load(json.loads((REPORTS / task / "matrix.json").read_text("utf-8")))
    return found


def first_cell(wanted: Callable[[Cell], object]) -> tuple[str, Cell] | None:
    """Return the first cell that is as wanted, with its task."""
    for task, matrix in published().items():
        for cell in matrix.cells:
            if wanted(cell):
                return task, cell
    return None
