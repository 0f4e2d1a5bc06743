"""Whole matrices from nothing: cases, sweeps, proofs and searches, in one process or as the command with two."""

from __future__ import annotations

import subprocess
import sys
from time import process_time
from typing import Any

from benchmarks.measuring import Result, durations, of_runs

TARGET = 30
"""Seconds of each matrix."""
REPEATS = 3


def measure() -> list[Result]:
    return [_combination(), *map(_command, ("ordinal", "quantification"))]


def _combination() -> Result:
    from axiometrics.checker.api import matrix

    found: list[Any] = []
    spent = durations(lambda: found.append(matrix("combination", cache=False, jobs=1)), 1, clock=process_time)
    cells = len(found[0].cells)
    return of_runs(
        f"the matrix of combining functions, {cells} cells, cold (processor time)", spent, "s", TARGET
    )


def _command(task: str) -> Result:
    words = ["-m", "axiometrics", "matrix", task, "--jobs", "2", "--no-cache"]
    spent = durations(
        lambda: subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL), REPEATS
    )
    return of_runs(
        f"the command `axiometrics matrix {task} --jobs 2`, cold, from start to end", spent, "s", TARGET
    )
