"""Many outputs at once: the different ones as arrays, and which of them each case has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.formulas.floats import ARRAYS
from axiometrics.formulas.formula import Formula
from axiometrics.tasks.combination.scores import Scores

__all__ = ["NOWHERE", "ScoresBatch", "ScoresTable"]

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
NOWHERE = 0.5
"""Stands for the scores of a number."""


@dataclass
class ScoresTable:
    """Different outputs; what is computed of them is kept by formula."""

    each: tuple[Scores, ...]
    known: dict[Any, Any] = field(default_factory=dict)

    @cached_property
    def columns(self) -> Floats:
        """P, R, the factor and the summand of every output, shape (4, outputs).

        A number has the factor 0, and the scores `NOWHERE`, which then do not count.
        """
        rows = [
            (float(one.pair[0]), float(one.pair[1]), float(one.times), 0.0)
            if one.pair is not None
            else (NOWHERE, NOWHERE, 0.0, float(one.times))
            for one in self.each
        ]
        return np.array(rows, dtype=float).reshape(-1, 4).T

    @cached_property
    def is_number(self) -> NDArray[np.bool_]:
        """Which outputs stand for numbers."""
        return np.array([one.pair is None for one in self.each], dtype=bool)

    def values(self, formula: Formula) -> Floats:
        """Return the formula's value for every output."""
        if formula not in self.known:
            p, r, times, plus = self.columns
            found: Any = formula.compiled(ARRAYS)(p, r)
            value = np.broadcast_to(np.asarray(found, dtype=float), p.shape) * times
            self.known[formula] = np.where(self.is_number, plus, value)
        found_values: Floats = self.known[formula]
        return found_values


class ScoresBatch:
    """One output of every case, as rows of a table that all outputs share."""

    def __init__(self, table: ScoresTable, rows: Integers) -> None:
        self.shared = table
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    def table(self, index: int) -> Scores:
        """Return the output of one case."""
        return self.shared.each[int(self.rows[index])]

    def tables(self) -> Iterator[Scores]:
        """Yield the output of every case."""
        return (self.shared.each[row] for row in self.rows.tolist())

    def different(self) -> Sequence[Scores]:
        """Return the outputs that occur, each once."""
        return [self.shared.each[row] for row in np.unique(self.rows).tolist()]

    def column(self, place: int) -> Floats:
        """Return P, R, the factor or the summand of every case."""
        return np.asarray(self.shared.columns[place][self.rows])

    def evaluate(self, formula: Formula) -> Floats:
        """Return the formula's value for every case, shape (cases,)."""
        return np.asarray(self.shared.values(formula)[self.rows])

    def signature(self) -> list[Floats]:
        """Return everything a formula's value depends on: both scores and what it is multiplied by."""
        return [self.column(place) for place in range(4)]
