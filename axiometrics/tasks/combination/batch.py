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
from axiometrics.tasks.combination.scores import LETTERS, Scores

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

    @property
    def count(self) -> int:
        """How many component scores the outputs have."""
        return max((len(one.components or ()) for one in self.each), default=0) or 2

    @cached_property
    def columns(self) -> dict[str, Floats]:
        """The component scores, the factor T and the summand C of every output.

        A number has the factor 0, and the scores `NOWHERE`, which then do not count.
        """
        names = (*LETTERS[: self.count], "T", "C")
        rows = [
            (*map(float, one.components), float(one.times), 0.0)
            if one.components is not None
            else (*[NOWHERE] * self.count, 0.0, float(one.times))
            for one in self.each
        ]
        return dict(zip(names, np.array(rows, dtype=float).reshape(-1, len(names)).T, strict=True))

    @cached_property
    def is_number(self) -> NDArray[np.bool_]:
        """Which outputs stand for numbers."""
        return np.array([one.components is None for one in self.each], dtype=bool)

    def values(self, formula: Formula) -> Floats:
        """Return the formula's value for every output."""
        if formula not in self.known:
            *scores, times, plus = self.columns.values()
            found: Any = formula.compiled(ARRAYS)(*scores)
            value = np.broadcast_to(np.asarray(found, dtype=float), times.shape) * times
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

    def column(self, name: str) -> Floats:
        """Return a component score, the factor T or the summand C of every case."""
        return np.asarray(self.shared.columns[name][self.rows])

    def components(self) -> list[Floats]:
        """Return every component score of every case."""
        return [self.column(name) for name in LETTERS[: self.shared.count]]

    def evaluate(self, formula: Formula) -> Floats:
        """Return the formula's value for every case, shape (cases,)."""
        return np.asarray(self.shared.values(formula)[self.rows])

    def signature(self) -> list[Floats]:
        """Return everything a formula's value depends on: the scores and what it is multiplied by."""
        return [self.column(name) for name in self.shared.columns]
