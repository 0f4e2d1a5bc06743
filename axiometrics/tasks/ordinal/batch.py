"""Many judged matrices, of any numbers of classes: each refers to one of the distinct matrices of a block."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.formulas.formula import Formula
from axiometrics.tasks.ordinal.block import Block
from axiometrics.tasks.ordinal.confusion import Confusion

__all__ = ["ConfusionBatch"]

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ConfusionBatch:
    """Case k is matrix ``row[k]`` of block ``part[k]``. Distinct matrices are evaluated once."""

    blocks: Sequence[Block]
    part: Integers
    row: Integers

    @classmethod
    def from_tables(cls, tables: Sequence[Confusion]) -> ConfusionBatch:
        """Build from single matrices."""
        kinds: dict[Any, dict[Confusion, int]] = {}
        for table in tables:
            known = kinds.setdefault((table.classes, table.values), {})
            known.setdefault(table, len(known))
        blocks = [
            Block(np.array([table.rows for table in known], dtype=np.int64), values)
            for (_, values), known in kinds.items()
        ]
        numbers = {kind: number for number, kind in enumerate(kinds)}
        part = [numbers[table.classes, table.values] for table in tables]
        row = [kinds[table.classes, table.values][table] for table in tables]
        return cls(blocks, np.array(part, dtype=np.int64), np.array(row, dtype=np.int64))

    def __len__(self) -> int:
        return len(self.part)

    def gathered(self, of: Callable[[Block], Any], kind: type = float) -> Any:
        """Return what every block has for its matrices, case by case."""
        found: Any = np.zeros(len(self), dtype=kind)
        for block, here, rows in self._parts:
            found[here] = np.asarray(of(block))[rows]
        return found

    @cached_property
    def _parts(self) -> list[tuple[Block, Integers, Integers]]:
        """Every block that some case refers to, these cases, and their rows there."""
        cases = [np.flatnonzero(self.part == number) for number in range(len(self.blocks))]
        return [
            (block, here, self.row[here]) for block, here in zip(self.blocks, cases, strict=True) if len(here)
        ]

    def measured(self, formula: Formula, name: str) -> Any:
        """Return a count, a total or a reduction by its name in certificates, for each case."""
        return self.gathered(lambda block: block.measured(formula, name))

    @property
    def items(self) -> Integers:
        """Items of each case."""
        return np.asarray(self.gathered(lambda block: block.found.items, np.int64))

    @property
    def classes(self) -> Integers:
        """Number of classes of each case."""
        return np.array([block.classes for block in self.blocks], dtype=np.int64)[self.part]

    def table(self, index: int) -> Confusion:
        """Return one case."""
        block: Block = self.blocks[int(self.part[index])]
        return block.table(int(self.row[index]))

    def tables(self) -> Iterator[Confusion]:
        """Yield every case."""
        return (self.table(index) for index in range(len(self)))

    def evaluate(self, formula: Formula) -> Floats:
        """Return the formula's value for every case, shape (cases,)."""
        return np.asarray(self.gathered(lambda block: block.evaluate(formula)))

    def signature(self, formula: Formula) -> list[Floats]:
        """Return everything a formula's value depends on: quantities and reductions, each of shape (cases,)."""
        count = len(formula.globals) + len(formula.atoms)
        return [self.gathered(partial(_signature, formula, place)) for place in range(count)]


def _signature(formula: Formula, place: int, block: Block) -> Floats:
    return block.signature(formula)[place]
