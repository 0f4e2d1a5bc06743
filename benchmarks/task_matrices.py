"""Whole matrices from nothing: cases, sweeps, proofs and searches, in one process or as the command with two."""

from __future__ import annotations

import subprocess
import sys
from time import process_time
from typing import Any

from benchmarks.measuring import Result, seconds

TARGET = 30
"""Seconds of each matrix."""
REPEATS = 3


def measure() -> list[Result]:
    return [_combination(), *map(_command, ("ordinal", "quantification"))]


def _combination() -> Result:
    from axiometrics.checker.api import matrix

    found: list[Any] = []
    spent = seconds(lambda: found.append(matrix("combination", cache=False, jobs=1)), 1, clock=process_time)
    return _result(
        f"the matrix of combining functions, {len(found[0].cells)} cells, cold (processor time)", spent
    )


def _command(task: str) -> Result:
    words = ["-m", "axiometrics", "matrix", task, "--jobs", "2", "--no-cache"]
    spent = seconds(
        lambda: subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL), REPEATS
    )
    return _result(f"the command `axiometrics matrix {task} --jobs 2`, cold, from start to end", spent)


def _result(claim: str, spent: float) -> Result:
    return Result(claim, f"{spent:.1f} s", "", spent, "s", TARGET, most=True)
