"""Many judged matrices, of any numbers of classes: each refers to one of the distinct matrices of a block."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.formulas.bounded import BOUNDED
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.outputs import Outputs
from axiometrics.formulas.rows import numbered
from axiometrics.tasks.ordinal.block import Block
from axiometrics.tasks.ordinal.confusion import Confusion

__all__ = ["ConfusionBatch"]

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class ConfusionBatch(Outputs):
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
        numbers = {kind: number for number, kind in enumerate(kinds)}
        part = [numbers[table.classes, table.values] for table in tables]
        row = [kinds[table.classes, table.values][table] for table in tables]
        blocks = [Block.from_tables(list(known)) for known in kinds.values()]
        return cls(blocks, np.array(part, dtype=np.int64), np.array(row, dtype=np.int64))

    def __len__(self) -> int:
        return len(self.row)

    def bounded(self, formula: Formula) -> Any:
        """Return the formula's values with their error bounds."""
        return self._gathered(lambda block, rows: block.filled(formula)[rows], BOUNDED)

    def read(self, formula: Formula, arithmetic: Any, places: Integers | None = None) -> Any:
        """Return the values in an arithmetic, of all cases or of those at some places."""

        def each(block: Block, rows: Integers) -> Any:
            some, place = numbered(rows)
            return arithmetic.filled(block.read(formula, arithmetic, some), len(some))[place]

        return self._gathered(each, arithmetic, places)

    def value(self, formula: Formula, algebra: Any, place: int = 0) -> Any:
        """Return one case's value in an arithmetic on single numbers."""
        return self.blocks[int(self.part[place])].value(formula, algebra, int(self.row[place]))

    def home(self, formula: Formula, place: int) -> tuple[Outputs, int]:
        """Return the block that has the quantities and the rows of a case, and its row there."""
        return self.blocks[int(self.part[place])].home(formula, int(self.row[place]))

    def measured(self, formula: Formula, name: str, arithmetic: Any = BOUNDED) -> Any:
        """Return a count, a total or a reduction by its name in certificates."""
        return self._gathered(lambda block, rows: block.measured(formula, name, arithmetic)[rows], arithmetic)

    def signature(self, formula: Formula, places: Integers) -> Integers:
        """Return numbers, equal where everything is equal that the formula's value depends on."""
        parts = self._parts(places)
        found = [block.signature(formula, rows) for block, _, rows in parts]
        marks = np.zeros((max(map(len, found), default=1), len(places)), dtype=np.int64)
        for (_, here, _), part in zip(parts, found, strict=True):
            marks[:, here] = part
        return marks

    def each(self, of: Callable[[Block], Any], kind: type) -> Any:
        """Return what every block has for its matrices, case by case."""
        found: Any = np.zeros(len(self), dtype=kind)
        for block, here, rows in self._parts():
            found[here] = np.asarray(of(block))[rows]
        return found

    def _gathered(
        self, of: Callable[[Block, Integers], Any], arithmetic: Any, places: Integers | None = None
    ) -> Any:
        """Return what every block has for some of its matrices, in the order of the places."""
        count = len(self) if places is None else len(places)
        found = arithmetic.filled(arithmetic.column(0), count)
        for block, here, rows in self._parts(places):
            new = arithmetic.filled(of(block, rows), len(here))
            found = new if len(here) == count else arithmetic.placed(found, here, new)
        return found

    def _parts(self, places: Integers | None = None) -> list[tuple[Block, Integers, Integers]]:
        """Return every block that some place refers to, these places, and their rows there."""
        if places is None:
            return self._all_parts
        part, row = self.part[places], self.row[places]
        here = [np.flatnonzero(part == number) for number in range(len(self.blocks))]
        return [(block, own, row[own]) for block, own in zip(self.blocks, here, strict=True) if len(own)]

    @cached_property
    def _all_parts(self) -> list[tuple[Block, Integers, Integers]]:
        return self._parts(np.arange(len(self)))

    @property
    def items(self) -> Integers:
        """Items of each case."""
        return np.asarray(self.each(lambda block: block.items, np.int64))

    @property
    def classes(self) -> Integers:
        """Number of classes of each case."""
        return np.array([block.classes for block in self.blocks], dtype=np.int64)[self.part]

    def table(self, index: int) -> Confusion:
        """Return one case."""
        return self.blocks[int(self.part[index])].table(int(self.row[index]))

    def tables(self) -> Iterator[Confusion]:
        """Yield every case."""
        return (self.table(index) for index in range(len(self)))
