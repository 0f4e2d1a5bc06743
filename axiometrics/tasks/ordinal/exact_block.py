"""Exact values of a formula for all matrices of a block at once, and exact signs of margins for cases made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import UndecidedError
from axiometrics.formulas.columns import COLUMNS, UNKNOWN, column, signs_of, where
from axiometrics.formulas.columns_at_once import at_places
from axiometrics.formulas.formula import Formula
from axiometrics.tasks.ordinal.batch import ConfusionBatch
from axiometrics.tasks.ordinal.block import Block
from axiometrics.tasks.ordinal.quantities import Quantities

__all__ = ["exact_signs", "exact_values", "unbounded_values"]

Integers = NDArray[np.int64]
Body = Callable[..., Any]


def exact_values(block: Block, formula: Formula, rows: Integers) -> Any:
    """Return the exact values for some matrices of a block. Raises UndecidedError.

    Those of all matrices are kept for other constraints, once more than half as many were asked for.
    """
    if formula not in block.exact:
        block.asked[formula] = block.asked.get(formula, 0) + len(rows)
        if 2 * block.asked[formula] <= len(block):
            some = Block(block.counts[rows], block.values)
            return _Folds(some, formula, some.found.rows, 0.5).value()
        block.exact[formula] = _whole_values(block, formula)
    found = block.exact[formula]
    if isinstance(found, UndecidedError):
        raise found
    return found.taken(rows)


def _whole_values(block: Block, formula: Formula) -> Any:
    try:
        return _Folds(block, formula, block.found.rows, 0.5).value()
    except UndecidedError as error:
        return error


def unbounded_values(block: Block, formula: Formula, rows: Integers) -> Any:
    """Return the same for some matrices with Python's numbers, which outgrow nothing. Raises UndecidedError."""
    some = Block(block.counts[rows], block.values)
    entries = [[entry.astype(object) for entry in row] for row in some.found.rows]
    return _Folds(some, formula, entries, Fraction(1, 2)).value()


class _Folds:
    """The reductions of one formula over a block, in columns."""

    def __init__(self, block: Block, formula: Formula, rows: Any, half: Any) -> None:
        self.formula = formula
        values = block.values or tuple(map(Fraction, range(1, block.classes + 1)))
        self.found = Quantities(rows, values, half)
        self.whole = [column(part.astype(np.int64).astype(rows[0][0].dtype)) for part in block.quantities]
        self.offers: dict[tuple[int, int, int], Any] = {}

    def value(self) -> Any:
        with np.errstate(all="ignore"):
            atoms = [self._fold(atom) for atom in self.formula.atoms]
            return self.formula.compiled(COLUMNS)(*self.whole, *atoms)

    def _fold(self, atom: Any) -> Any:
        body = self.formula.body(atom, COLUMNS)
        needed = [symbol in atom.body.free_symbols for symbol in self.formula.variables]
        if atom.domain in ("largest", "smallest"):
            return self._extreme(atom.domain, body, needed)
        return _total(iter(self._values(self._places(atom.domain), body, needed)))

    def _places(self, domain: str) -> Iterator[tuple[int, int, Any]]:
        """Yield the cells that a sum runs over, and in which matrices."""
        found = self.found
        for i in range(found.classes):
            if domain in ("present", "used"):
                yield i, i, (found.gold if domain == "present" else found.labels)[i] > 0
                continue
            for j in range(found.classes):
                yield i, j, found.rows[i][j] > 0 if domain == "cells" else None

    def _offered(self, i: int, j: int, needed: Sequence[bool]) -> list[Any]:
        """Return what a cell offers as columns, which are kept for other reductions; None for what is not needed."""
        return [self._offer(i, j, place) if used else None for place, used in enumerate(needed)]

    def _offer(self, i: int, j: int, place: int) -> Any:
        if (i, j, place) not in self.offers:
            *_, value = self.found.cell(i, j, [other == place for other in range(place + 1)])
            self.offers[i, j, place] = column(value)
        return self.offers[i, j, place]

    def _values(
        self, places: Iterable[tuple[int, int, Any]], body: Body, needed: Sequence[bool]
    ) -> list[Any]:
        """Return a body's value in every cell, 0 in the matrices where it does not count; none that never counts."""
        cells = [cell for cell in places if cell[2] is None or cell[2].any()]
        offered = [[*self._offered(i, j, needed), *self.whole] for i, j, _ in cells]
        return at_places(body, offered, [mask for _, _, mask in cells], len(self.found.rows[0][0]))

    def _extreme(self, domain: str, body: Body, needed: Sequence[bool]) -> Any:
        better = COLUMNS.larger if domain == "largest" else COLUMNS.smaller
        found: Any = None
        have: Any = False
        for j in range(self.found.classes):
            cells = [(i, j, self.found.rows[i][j] > 0) for i in range(self.found.classes)]
            value = _total(iter(self._values(cells, body, needed)))
            here = self.found.gold[j] > 0
            found = value if found is None else where(here, where(have, better(found, value), value), found)
            have = np.logical_or(have, here)
        return found


def _total(values: Iterator[Any]) -> Any:
    found = next(values, column(0))
    for value in values:
        found = found + value
    return found


def exact_signs(
    formula: Formula, form: Mapping[str, int], outputs: Mapping[str, ConfusionBatch], places: Integers
) -> Integers:
    """Return the exact sign of a linear form in scores for some cases, `UNKNOWN` where columns do not tell it."""
    found = np.full(len(places), UNKNOWN)
    shape = tuple(len(outputs[name].blocks) for name in form)
    kinds = np.ravel_multi_index(tuple(outputs[name].part[places] for name in form), shape)
    for kind in np.flatnonzero(np.bincount(kinds)):
        here = np.flatnonzero(kinds == kind)
        matrices = {
            name: (outputs[name].blocks[int(number)], outputs[name].row[places[here]])
            for name, number in zip(form, np.unravel_index(kind, shape), strict=True)
        }
        with suppress(UndecidedError):
            found[here] = _signs(formula, form, matrices, bounded=True)
            lost = here[found[here] == UNKNOWN]
            some = {name: (block, outputs[name].row[places[lost]]) for name, (block, _) in matrices.items()}
            found[lost] = _signs(formula, form, some, bounded=False)
    return found


def _signs(
    formula: Formula,
    form: Mapping[str, int],
    matrices: Mapping[str, tuple[Block, Integers]],
    *,
    bounded: bool,
) -> Any:
    """Return the signs of the form for rows of blocks."""
    if not len(next(iter(matrices.values()))[1]):
        return []
    values = {
        name: (exact_values if bounded else unbounded_values)(block, formula, rows)
        for name, (block, rows) in matrices.items()
    }
    nothing = next(iter(values.values())) * column(0)
    sides = ({name: abs(form[name]) for name in sorted(form) if form[name] * side > 0} for side in (1, -1))
    more, less = (
        _total(_weighted(values[name], weight) for name, weight in side.items()) if side else nothing
        for side in sides
    )
    return signs_of(more, less)


def _weighted(value: Any, weight: int) -> Any:
    return value if weight == 1 else value * column(weight)
