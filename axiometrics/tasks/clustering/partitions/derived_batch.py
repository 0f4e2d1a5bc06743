"""Many outputs that are made of contingency tables: means over several of them, and tables with names."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from hashlib import blake2b
from typing import Any

import numpy as np

from axiometrics.formulas.arithmetics.error_bounds import BOUNDED
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.outputs import Outputs
from axiometrics.formulas.rows import Integers, as_column, ratios
from axiometrics.tasks.clustering.batch import TableBatch
from axiometrics.tasks.clustering.partitions.derived_outputs import Labelled, Mean
from axiometrics.tasks.clustering.table import Table

__all__ = ["DerivedBatch", "batch", "from_notation"]

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


class DerivedBatch(Outputs):
    """Outputs as rows of a batch of their different tables, with weights; ``places`` holds those of each."""

    def __init__(self, outputs: Sequence[Derived]) -> None:
        self.outputs = tuple(outputs)
        parts = [_parts(output) for output in self.outputs]
        known: dict[Table, int] = {}
        self.places: Integers = np.array(
            [known.setdefault(table, len(known)) for each in parts for _, table in each], dtype=np.int64
        )
        self.weights = ratios([weight for each in parts for weight, _ in each])
        self.lengths: Integers = np.array([len(each) for each in parts], dtype=np.int64)
        self.starts: Integers = np.cumsum(self.lengths) - self.lengths
        self.different = TableBatch.from_tables(list(known))

    def __len__(self) -> int:
        return len(self.outputs)

    def table(self, index: int) -> Derived:
        """Return one output."""
        return self.outputs[index]

    @property
    def items(self) -> Integers:
        """Items of each output."""
        return self.different.items[self.places[self.starts]]

    @property
    def clusters(self) -> Integers:
        """Clusters of each output."""
        return self.different.clusters[self.places[self.starts]]

    @property
    def categories(self) -> Integers:
        """Categories of each output."""
        return self.different.categories[self.places[self.starts]]

    def bounded(self, formula: Formula) -> Any:
        """Return the means of the formula's values over the tables, with their error bounds."""
        with np.errstate(all="ignore"):
            return self._mean(self.different.bounded(formula)[self.places], BOUNDED)

    def read(self, formula: Formula, arithmetic: Any, places: Integers | None = None) -> Any:
        """Return the means in an arithmetic; each different table is evaluated once."""
        if places is not None:
            return DerivedBatch([self.outputs[place] for place in places.tolist()]).read(formula, arithmetic)
        values = arithmetic.filled(self.different.read(formula, arithmetic), len(self.different))
        return self._mean(values[self.places], arithmetic)

    def _mean(self, values: Any, arithmetic: Any) -> Any:
        weights = as_column(self.weights, arithmetic)
        return arithmetic.total(
            arithmetic.filled(weights * values, len(self.places)), self.starts, self.lengths
        )

    def measured(self, formula: Formula, name: str, arithmetic: object = BOUNDED) -> Any:
        """Return the mean of one quantity or reduction."""
        return self._mean(self.different.measured(formula, name, arithmetic)[self.places], arithmetic)

    def signature(self, formula: Formula, places: Integers) -> Integers:
        """Return numbers for every output, the same for equal ones in every batch."""
        texts = [self.outputs[place].notation().encode() for place in places.tolist()]
        digests = [blake2b(text, digest_size=16).digest() for text in texts]
        return np.frombuffer(b"".join(digests), dtype=np.int64).reshape(-1, 2).T


def _parts(output: Derived) -> tuple[tuple[Fraction, Table], ...]:
    if isinstance(output, Mean):
        return output.parts
    return ((Fraction(1), output.table if isinstance(output, Labelled) else output),)
