"""The reductions of a formula over many matrices, in exact columns: all cells are evaluated together."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from axiometrics.formulas.column_algebra import COLUMNS
from axiometrics.formulas.columns import Column, column, where
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.stacked import added, cut, stacked
from axiometrics.tasks.ordinal.quantities import Quantities

__all__ = ["Folds"]


class Folds:
    """``counts`` of shape (matrices, K, K), whole numbers of NumPy's or Python's; their reductions and value."""

    def __init__(self, counts: Any, formula: Formula, values: tuple[Fraction, ...] | None) -> None:
        self.formula = formula
        self.cases, self.classes = counts.shape[:2]
        numbers = values or tuple(map(Fraction, range(1, self.classes + 1)))
        half: Any = Fraction(1, 2) if counts.dtype == object else 0.5
        rows = [
            [np.ascontiguousarray(counts[:, i, j]) for j in range(self.classes)] for i in range(self.classes)
        ]
        self.found = Quantities(rows, numbers, half)
        self.offers: dict[tuple[bool, int], Any] = {}

    def value(self) -> Any:
        """Return the formula's exact values. Raises UndecidedError."""
        atoms = [self._fold(atom) for atom in self.formula.atoms]
        return self.formula.compiled(COLUMNS)(*self._whole, *atoms)

    @cached_property
    def _whole(self) -> tuple[Column, ...]:
        """Return the items, the classes, and the classes with gold items and with labels, of every matrix."""
        present, used = (np.stack(side) > 0 for side in (self.found.gold, self.found.labels))
        return tuple(map(column, (self.found.items, self.classes, present.sum(axis=0), used.sum(axis=0))))

    def _fold(self, atom: Any) -> Any:
        if atom.domain in ("largest", "smallest"):
            return self._extreme(atom)
        diagonal = atom.domain in ("present", "used")
        return self._added(atom, diagonal, 1)

    def _added(self, atom: Any, diagonal: bool, groups: int) -> Any:
        cells = self._cells(diagonal)
        return added(
            self.formula.body(atom, COLUMNS),
            self._given(atom, diagonal),
            self._mask(atom.domain),
            places=len(cells),
            cases=self.cases,
            groups=groups,
        )

    def _cells(self, diagonal: bool) -> list[tuple[int, int]]:
        places = range(self.classes)
        return [(i, i) for i in places] if diagonal else [(i, j) for i in places for j in places]

    def _given(self, atom: Any, diagonal: bool) -> list[Any]:
        """Return what the cells offer of what a body uses, and the quantities of the whole matrix."""
        inside = self.formula.needed(atom)
        variables = len(self.formula.variables)
        own = [
            self._offer(place, diagonal) if used else None for place, used in enumerate(inside[:variables])
        ]
        count = len(self._cells(diagonal))
        return own + [
            _repeated(whole, count) if used else None
            for whole, used in zip(self._whole, inside[variables:], strict=True)
        ]

    def _offer(self, place: int, diagonal: bool) -> Any:
        """Return what all cells offer, behind each other; it is kept for other reductions."""
        if (diagonal, place) not in self.offers:
            values = [self.found.offer(place, i, j) for i, j in self._cells(diagonal)]
            self.offers[diagonal, place] = stacked(values, self.cases)
        return self.offers[diagonal, place]

    def _mask(self, domain: str) -> Any:
        """Return where a term counts; None for everywhere."""
        if domain == "all_cells":
            return None
        if domain in ("present", "used"):
            return np.concatenate(self.found.gold if domain == "present" else self.found.labels) > 0
        return np.concatenate([entry for row in self.found.rows for entry in row]) > 0

    def _extreme(self, atom: Any) -> Any:
        better = COLUMNS.larger if atom.domain == "largest" else COLUMNS.smaller
        sums = self._added(atom, False, self.classes)
        found: Any = None
        have: Any = False
        for j, gold in enumerate(self.found.gold):
            value = cut(sums, slice(j * self.cases, (j + 1) * self.cases))
            here = gold > 0
            found = value if found is None else where(here, where(have, better(found, value), value), found)
            have = np.logical_or(have, here)
        return found


def _repeated(whole: Column, places: int) -> Column:
    return Column(np.tile(whole.top, places)) if whole.top.ndim else whole
