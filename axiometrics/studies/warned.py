"""What limits the reading of Unanimous Improvement Ratios: few cases, many metrics, constant metrics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from axiometrics.studies.unanimity import Unanimity

__all__ = ["warnings_of"]

_FEW_CASES = 10
_LITTLE = 0.25


def warnings_of(found: Unanimity) -> tuple[str, ...]:
    """Return the warnings in words, the most serious first."""
    return tuple(_warnings(found))


def _warnings(found: Unanimity) -> Iterator[str]:
    table, share = found.table, found.relations.comparable_share
    if len(table.cases) < _FEW_CASES:
        few = "is only 1 case" if len(table.cases) == 1 else f"are only {len(table.cases)} cases"
        yield f"There {few}: a ratio can hardly be told from 0."
    for name, values in zip(table.metrics, table.values, strict=True):
        if np.ptp(values) == 0:
            yield f"{name} has the same value everywhere: the ratios are those of the other metrics."
        elif (np.ptp(values, axis=0) == 0).all():
            yield f"{name} never tells two systems apart: the ratios are those of the other metrics."
    if len(table.metrics) == 1:
        yield "With one metric the ratio is the share of wins minus the share of losses; nothing is combined."
    if share < _LITTLE:
        yield f"Only {share:.0%} of the comparisons are unanimous or equal: most differences depend on the weights."
    if len(table.metrics) > 2:
        yield (
            f"With {len(table.metrics)} metrics unanimity is rarer (comparable here: {share:.0%}); a threshold "
            "that was chosen for two metrics does not carry over."
        )
    yield (
        f"The threshold {found.threshold} is no significance level"
        + (
            "; 1/4 is a rule of thumb from a clustering task with two metrics."
            if found.threshold * 4 == 1
            else "."
        )
    )
