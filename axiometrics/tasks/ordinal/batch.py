"""Many judged matrices as one array, and what the reductions of formulas run over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain, product
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from axiometrics.formulas.arithmetics.error_bounds import BOUNDED
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.outputs import Outputs
from axiometrics.formulas.rows import Columns, Integers, Part, Rows, as_column, ratios, shortened, take
from axiometrics.tasks.ordinal import Confusion
from axiometrics.tasks.ordinal.quantities import HALVES, OFFERED, SIDES, offered
from axiometrics.tasks.shared_tables import places_of

MOST = 2**59
"""Items up to which all totals are surely 64-bit numbers."""


class ConfusionBatch(Outputs):
    """``counts`` of shape (matrices, most classes, most classes), rows assigned, padded with zeros.

    The classes of a matrix have the ``values`` of its ``kind``, None for 1, ..., K.
    """

    remembered = 200
    output: ClassVar[type[Confusion]] = Confusion
    """What one matrix is."""

    def __init__(
        self,
        counts: Any,
        classes: Integers,
        kind: Integers | None = None,
        values: Sequence[tuple[Fraction, ...] | None] = (None,),
    ) -> None:
        self.counts, self.classes, self.values = counts, classes, values
        self.kind = np.zeros(len(classes), dtype=np.int64) if kind is None else kind

    @classmethod
    def from_tables(cls, tables: Sequence[Confusion]) -> ConfusionBatch:
        """Build from single matrices; Python's numbers where there are very many items."""
        kind: Any = np.int64 if max((table.items for table in tables), default=0) < MOST else object
        classes = np.array([table.classes for table in tables], dtype=np.int64)
        counts = np.zeros((len(tables), *[int(classes.max(initial=2))] * 2), dtype=kind)
        for place, table in enumerate(tables):
            counts[place, : table.classes, : table.classes] = table.rows
        values: dict[Any, int] = {}
        kinds = [values.setdefault(table.values, len(values)) for table in tables]
        return cls(counts, classes, np.array(kinds, dtype=np.int64), list(values))

    def __len__(self) -> int:
        return len(self.counts)

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
        return {"N": self.items, "K": self.classes, "P": used[0], "U": used[1], "D": self.right}

    @cached_property
    def _inside(self) -> NDArray[np.bool_]:
        """Which places of the padded counts are those of classes."""
        inside = np.arange(self.counts.shape[1]) < self.classes[:, None]
        return inside[:, :, None] & inside[:, None, :]

    @cached_property
    def numbers(self) -> list[list[Fraction]]:
        """What the classes of each kind of matrix stand for, with numbers of further ones."""
        most = self.counts.shape[1]
        usual = list(map(Fraction, range(1, most + 1)))
        return [[*(values or usual), *usual][:most] for values in self.values]

    def rows(self, domain: str) -> Rows:
        """Return the cells, the classes as the cells of their right items, or the cells true class by true class."""
        if domain in SIDES:
            case, i = places_of(getattr(self, SIDES[domain]) > 0)
            return Rows(case, _columns(self, case, i, i))
        if domain in ("largest", "smallest"):
            case, j, i = places_of(self.counts.transpose(0, 2, 1) > 0)
            return Rows(case, _columns(self, case, i, j), domain, case * self.counts.shape[1] + j)
        some = self.counts > 0 if domain == "cells" else self._inside
        case, i, j = places_of(some)
        return Rows(case, _columns(self, case, i, j))

    def measured(self, formula: Formula, name: str, arithmetic: Any = BOUNDED) -> Any:
        """Return a count, a total or a reduction by its name in certificates; 0 for classes that there are not."""
        kind, *places = name.split("_")
        if kind not in _COUNTS or not all(map(str.isdecimal, places)):
            return super().measured(formula, name, arithmetic)
        at = [int(place) - 1 for place in places]
        known = np.zeros(len(self), dtype=np.int64)
        return as_column(
            getattr(self, _COUNTS[kind])[:, *at] if max(at) < self.counts.shape[1] else known, arithmetic
        )

    def table(self, index: int) -> Confusion:
        """Return one matrix."""
        classes = int(self.classes[index])
        rows = tuple(map(tuple, self.counts[index, :classes, :classes].tolist()))
        return self.output(rows, self.values[self.kind[index]])

    def tables(self) -> Iterator[Confusion]:
        """Yield every matrix."""
        for counts, size, kind in zip(
            self.counts.tolist(), self.classes.tolist(), self.kind.tolist(), strict=True
        ):
            rows = tuple([tuple(row[:size]) for row in counts[:size]])
            yield self.output(rows, self.values[kind])

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
    found: Integers = shortened(np.concatenate([nothing, counts.cumsum(axis=axis)], axis=axis))
    return found


def _columns(batch: ConfusionBatch, case: Integers, i: Integers, j: Integers) -> Columns:
    """Return what some cells offer; what is kept for that takes few bytes."""
    kept = [shortened(part) for part in (case, i, j)]

    def column(name: str) -> Part:
        case, i, j = map(_wide, kept)
        found = offered(name, _Cells(batch, case), i, j)
        return (found, 2) if name in HALVES else found

    return Columns({name: partial(column, name) for name in OFFERED})


def _wide(numbers: Any) -> Any:
    """Return whole numbers that products of them do not outgrow."""
    return numbers if numbers.dtype == object else numbers.astype(np.int64, copy=False)


class _Cells:
    """The totals of matrices by place, at one place of each ``case``."""

    def __init__(self, batch: ConfusionBatch, case: Integers) -> None:
        self.batch, self.case, self.most = batch, case, batch.counts.shape[1]
        self.plain = not any(batch.values)

    def count(self, i: Integers, j: Integers) -> Any:
        """Return the cells' items."""
        return self.batch.counts.take((self.case * self.most + i) * self.most + j)

    def number(self, k: Integers) -> Part:
        """Return what classes stand for."""
        if self.plain:
            return k + 1
        return take(ratios(list(chain(*self.batch.numbers))), self.batch.kind[self.case] * self.most + k)

    def distance(self, i: Integers, j: Integers) -> Part:
        """Return how far what two classes stand for is apart."""
        if self.plain:
            return abs(i - j)
        apart = [abs(one - other) for each in self.batch.numbers for one, other in product(each, repeat=2)]
        return take(ratios(apart), (self.batch.kind[self.case] * self.most + i) * self.most + j)

    def total(self, side: str, k: Integers) -> Any:
        """Return the classes' totals."""
        return getattr(self.batch, side).take(self.case * self.most + k)

    def before(self, side: str, k: Integers) -> Any:
        """Return the totals of the classes below."""
        return _wide(self.batch.before[side].take(self.case * (self.most + 1) + k))

    def corner(self, i: Integers, j: Integers) -> Any:
        """Return the items above and to the left."""
        width = self.most + 1
        return _wide(self.batch.corners.take((self.case * width + i) * width + j))
