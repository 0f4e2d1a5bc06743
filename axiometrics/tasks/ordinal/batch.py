"""Many judged matrices: distinct ones as an array for each number of classes, and cases that refer to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

import numpy as np

from axiometrics.formulas.arithmetics.error_bounds import BOUNDED
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.outputs import Outputs
from axiometrics.formulas.rows import Columns, Integers, Part, Rows, as_column, numbered, ratios, take
from axiometrics.tasks.ordinal.confusion import Confusion
from axiometrics.tasks.ordinal.quantities import HALVES, OFFERED, offered

__all__ = ["Block", "ConfusionBatch"]

MOST = 2**59
"""Items up to which all totals are surely 64-bit numbers."""


class Block(Outputs):
    """``counts`` of shape (matrices, K, K), rows assigned; all have the same class ``values``."""

    remembered = 200

    def __init__(self, counts: Any, values: tuple[Fraction, ...] | None = None) -> None:
        self.counts = counts
        self.values = values

    @classmethod
    def from_tables(cls, tables: Sequence[Confusion]) -> Block:
        """Build from matrices of the same classes; Python's numbers where there are very many items."""
        kind: Any = np.int64 if max(table.items for table in tables) < MOST else object
        return cls(np.array([table.rows for table in tables], dtype=kind), tables[0].values)

    def __len__(self) -> int:
        return len(self.counts)

    @property
    def classes(self) -> int:
        """Number of classes."""
        return int(self.counts.shape[1])

    @cached_property
    def gold(self) -> Integers:
        """Items of each true class, shape (matrices, K)."""
        return np.asarray(self.counts.sum(axis=1))

    @cached_property
    def system(self) -> Integers:
        """Items assigned to each class."""
        return np.asarray(self.counts.sum(axis=2))

    @cached_property
    def labels(self) -> Integers:
        """Gold and system labels of each class."""
        return self.gold + self.system

    @cached_property
    def items(self) -> Integers:
        """Items of each matrix."""
        return np.asarray(self.gold.sum(axis=1))

    @property
    def right(self) -> Integers:
        """Items that each matrix assigns right."""
        return np.asarray(np.trace(self.counts, axis1=1, axis2=2))

    @cached_property
    def quantities(self) -> dict[str, Part]:
        """Items, classes, classes with gold items, and classes with labels, of each matrix."""
        used = [np.asarray((side > 0).sum(axis=1)) for side in (self.gold, self.labels)]
        return {"N": self.items, "K": np.full(len(self), self.classes), "P": used[0], "U": used[1]}

    def rows(self, domain: str) -> Rows:
        """Return the cells, the classes as the cells of their right items, or the cells true class by true class."""
        if domain in ("present", "used"):
            case, i = np.nonzero((self.gold if domain == "present" else self.labels) > 0)
            return Rows(case, _columns(self, case, i, i))
        if domain in ("largest", "smallest"):
            case, j, i = np.nonzero(self.counts.transpose(0, 2, 1) > 0)
            return Rows(case, _columns(self, case, i, j), domain, case * self.classes + j)
        some = self.counts > 0 if domain == "cells" else np.ones(self.counts.shape, dtype=bool)
        case, i, j = np.nonzero(some)
        return Rows(case, _columns(self, case, i, j))

    def measured(self, formula: Formula, name: str, arithmetic: Any = BOUNDED) -> Any:
        """Return a count, a total or a reduction by its name in certificates; 0 for classes that there are not."""
        kind, *places = name.split("_")
        if kind not in _COUNTS or not all(map(str.isdecimal, places)):
            return super().measured(formula, name, arithmetic)
        at = [int(place) - 1 for place in places]
        known = np.zeros(len(self), dtype=np.int64)
        return as_column(
            getattr(self, _COUNTS[kind])[:, *at] if max(at) < self.classes else known, arithmetic
        )

    def table(self, index: int) -> Confusion:
        """Return one matrix."""
        return Confusion(tuple(map(tuple, self.counts[index].tolist())), self.values)

    @cached_property
    def before(self) -> dict[str, Integers]:
        """The totals of all classes below each, shape (matrices, K + 1)."""
        return {side: _summed(getattr(self, side), 1) for side in ("gold", "system", "labels")}

    @cached_property
    def corners(self) -> Integers:
        """Items of all cells above and to the left of each corner, shape (matrices, K + 1, K + 1)."""
        return _summed(_summed(self.counts, 1), 2)


_COUNTS = {"c": "counts", "g": "gold", "s": "system"}


def _summed(counts: Integers, axis: int) -> Integers:
    """Return the sums of all entries before each place of an axis, and of all."""
    nothing = np.zeros_like(counts.take([0], axis=axis))
    return np.concatenate([nothing, counts.cumsum(axis=axis)], axis=axis)


def _columns(block: Block, case: Integers, i: Integers, j: Integers) -> Columns:
    """Return what some cells offer."""
    of = _Cells(block, case)

    def column(name: str) -> Part:
        found = offered(name, of, i, j)
        return (found, 2) if name in HALVES else found

    return Columns({name: partial(column, name) for name in OFFERED})


class _Cells:
    """The totals of matrices by place, at one place of each ``case``."""

    def __init__(self, block: Block, case: Integers) -> None:
        self.block, self.case = block, case

    def count(self, i: Integers, j: Integers) -> Any:
        """Return the cells' items."""
        return self.block.counts[self.case, i, j]

    def number(self, k: Integers) -> Part:
        """Return what classes stand for."""
        return k + 1 if self.block.values is None else take(ratios(self.block.values), k)

    def distance(self, i: Integers, j: Integers) -> Part:
        """Return how far what two classes stand for is apart."""
        values = self.block.values
        if values is None:
            return abs(i - j)
        return take(ratios([abs(one - other) for one in values for other in values]), i * len(values) + j)

    def total(self, side: str, k: Integers) -> Any:
        """Return the classes' totals."""
        return getattr(self.block, side)[self.case, k]

    def before(self, side: str, k: Integers) -> Any:
        """Return the totals of the classes below."""
        return self.block.before[side][self.case, k]

    def corner(self, i: Integers, j: Integers) -> Any:
        """Return the items above and to the left."""
        return self.block.corners[self.case, i, j]


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
            return arithmetic.filled(block.read_once(formula, arithmetic, some), len(some))[place]

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

    def each(self, of: Callable[[Block], Any], kind: type = bool) -> Any:
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
