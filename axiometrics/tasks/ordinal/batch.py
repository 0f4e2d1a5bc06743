"""Many judged matrices, of any numbers of classes: each refers to one of the distinct matrices of a block."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.formulas.rows import Chosen
from axiometrics.tasks.ordinal.block import Block
from axiometrics.tasks.ordinal.confusion import Confusion

__all__ = ["ConfusionBatch"]

Integers = NDArray[np.int64]


class ConfusionBatch(Chosen):
    """Case k is matrix ``row[k]`` of block ``part[k]``. Distinct matrices are evaluated once."""

    pools: Sequence[Block]

    @classmethod
    def from_tables(cls, tables: Sequence[Confusion]) -> ConfusionBatch:
        """Build from single matrices."""
        kinds: dict[Any, dict[Confusion, int]] = {}
        for table in tables:
            known = kinds.setdefault((table.classes, table.values), {})
            known.setdefault(table, len(known))
        numbers = {kind: number for number, kind in enumerate(kinds)}
        part = [numbers[table.classes, table.values] for table in tables]
        row = [kinds[table.classes, table.values][table] for table in tables]
        blocks = [Block.from_tables(list(known)) for known in kinds.values()]
        return cls(blocks, np.array(part, dtype=np.int64), np.array(row, dtype=np.int64))

    def each(self, of: Callable[[Block], Any], kind: type) -> Any:
        """Return what every block has for its matrices, case by case."""
        found: Any = np.zeros(len(self), dtype=kind)
        for block, here, rows in self.parts():
            found[here] = np.asarray(of(block))[rows]  # type: ignore[arg-type]
        return found

    @property
    def items(self) -> Integers:
        """Items of each case."""
        return np.asarray(self.each(lambda block: block.items, np.int64))

    @property
    def classes(self) -> Integers:
        """Number of classes of each case."""
        return np.array([block.classes for block in self.pools], dtype=np.int64)[self.part]

    def table(self, index: int) -> Confusion:
        """Return one case."""
        return self.pools[int(self.part[index])].table(int(self.row[index]))

    def tables(self) -> Iterator[Confusion]:
        """Yield every case."""
        return (self.table(index) for index in range(len(self)))
