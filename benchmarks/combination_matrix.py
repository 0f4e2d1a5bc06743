"""The whole matrix of combining functions from nothing: cases, sweeps, proofs and searches, in one process."""

from __future__ import annotations

from time import process_time
from typing import Any

from benchmarks.measuring import Result, seconds

TARGET = 30


def measure() -> list[Result]:
    from axiometrics.checker.api import matrix

    found: list[Any] = []
    spent = seconds(lambda: found.append(matrix("combination", cache=False, jobs=1)), 1, clock=process_time)
    cells = len(found[0].cells)
    return [
        Result(
            f"the matrix of combining functions, {cells} cells, cold (processor time)",
            f"{spent:.1f} s",
            "",
            spent,
            "s",
            TARGET,
            most=True,
        )
    ]
