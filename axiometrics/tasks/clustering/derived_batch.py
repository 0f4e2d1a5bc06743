"""Many outputs that are made of contingency tables: means over several of them, and tables with names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.formulas.formula import Formula
from axiometrics.tasks.clustering.batch import TableBatch
from axiometrics.tasks.clustering.labelled import Labelled
from axiometrics.tasks.clustering.means import Mean
from axiometrics.tasks.clustering.table import Table

__all__ = ["DerivedBatch", "batch", "from_notation"]

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
Derived = Mean | Labelled | Table


def from_notation(text: str) -> Any:
    """Read a clustering, a mean of several, or one with its labels."""
    if text.startswith("gold "):
        return Labelled.from_notation(text)
    return Mean.from_notation(text) if "*" in text else Table.from_notation(text)


def batch(outputs: Sequence[Any]) -> Any:
    """Return outputs as a batch: of tables where they are nothing else."""
    plain = all(isinstance(output, Table) for output in outputs)
    return TableBatch.from_tables(outputs) if plain else DerivedBatch(outputs)


class DerivedBatch:
    """Outputs as rows of a batch of their different tables, with weights; ``rows`` holds those of one after another."""

    def __init__(self, outputs: Sequence[Derived]) -> None:
        self.outputs = tuple(outputs)
        parts = [_parts(output) for output in self.outputs]
        known: dict[Table, int] = {}
        self.rows: Integers = np.array(
            [known.setdefault(table, len(known)) for each in parts for _, table in each], dtype=np.int64
        )
        self.weights: Floats = np.array([float(weight) for each in parts for weight, _ in each])
        self.starts: Integers = np.cumsum([0, *map(len, parts[:-1])], dtype=np.int64)
        self.different = TableBatch.from_tables(list(known))

    def __len__(self) -> int:
        return len(self.outputs)

    def table(self, index: int) -> Derived:
        """Return one output."""
        return self.outputs[index]

    def tables(self) -> Iterable[Derived]:
        """Yield every output."""
        return iter(self.outputs)

    @property
    def items(self) -> Integers:
        """Items of each output."""
        return self.different.items[self.rows[self.starts]]

    @property
    def clusters(self) -> Integers:
        """Clusters of each output."""
        return self.different.clusters[self.rows[self.starts]]

    @property
    def categories(self) -> Integers:
        """Categories of each output."""
        return self.different.categories[self.rows[self.starts]]

    @cached_property
    def _numbers(self) -> Floats:
        known: dict[Derived, int] = {}
        return np.array([known.setdefault(output, len(known)) for output in self.outputs], dtype=float)

    def _mean(self, values: Floats) -> Floats:
        found: Floats = np.add.reduceat(self.weights * values[self.rows], self.starts)
        return found

    def evaluate(self, formula: Formula) -> Floats:
        """Return the formula's value for every output: the mean over its tables."""
        return self._mean(self.different.evaluate(formula))

    def signature(self, formula: Formula) -> list[Floats]:
        """Return what the value depends on: which output it is."""
        return [self._numbers]

    def measured(self, formula: Formula, name: str) -> Floats:
        """Return the mean of one quantity or reduction."""
        return self._mean(self.different.measured(formula, name))


def _parts(output: Derived) -> tuple[tuple[Fraction, Table], ...]:
    if isinstance(output, Mean):
        return output.parts
    return ((Fraction(1), output.table if isinstance(output, Labelled) else output),)
