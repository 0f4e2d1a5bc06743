"""Distinct matrices of one number of classes as an array, and the reductions of formulas over all of them at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.formulas.floats import ARRAYS
from axiometrics.formulas.formula import Formula
from axiometrics.tasks.ordinal.confusion import Confusion
from axiometrics.tasks.ordinal.quantities import Quantities

__all__ = ["Block"]

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
Body = Callable[..., Any]


class Block:
    """``counts`` of shape (matrices, K, K), rows assigned; all have the same class ``values``.

    Every reduction is computed once and kept, so metrics share the work. A reduction costs O(matrices K^2).
    """

    def __init__(self, counts: Integers, values: tuple[Fraction, ...] | None = None) -> None:
        self.counts = counts
        self.values = values
        self.exact: dict[Any, Any] = {}
        self.asked: dict[Any, int] = {}
        self._known: dict[Any, Floats] = {}
        rows = [
            [np.ascontiguousarray(counts[:, i, j]) for j in range(self.classes)] for i in range(self.classes)
        ]
        numbers = values or range(1, self.classes + 1)
        self.found = Quantities(rows, [float(value) for value in numbers], 0.5)
        gold, labels = np.stack(self.found.gold), np.stack(self.found.labels)
        whole = (
            self.found.items,
            np.full(len(self), self.classes),
            (gold > 0).sum(axis=0),
            (labels > 0).sum(axis=0),
        )
        self.quantities = tuple(part.astype(float) for part in whole)

    def __len__(self) -> int:
        return len(self.counts)

    @property
    def classes(self) -> int:
        """Number of classes."""
        return int(self.counts.shape[1])

    def measured(self, formula: Formula, name: str) -> Any:
        """Return what `ConfusionBatch.measured` says; 0 for classes that there are not."""
        atoms = {str(symbol): atom for symbol, atom in formula.normal.atoms.items()}
        if name in atoms:
            return self.atom(formula, atoms[name])
        if name in "NKPU":
            return self.quantities["NKPU".index(name)]
        kind, *places = name.split("_")
        at = [int(place) - 1 for place in places]
        if max(at) >= self.classes:
            return np.zeros(len(self), dtype=np.int64)
        if kind == "c":
            return self.counts[:, at[0], at[1]]
        return (self.found.gold if kind == "g" else self.found.system)[at[0]]

    def table(self, index: int) -> Confusion:
        """Return one matrix."""
        return Confusion(tuple(map(tuple, self.counts[index].tolist())), self.values)

    def evaluate(self, formula: Formula) -> Floats:
        """Return the formula's value for every matrix."""
        found = formula.compiled(ARRAYS)(*self.signature(formula))
        return np.broadcast_to(np.asarray(found, dtype=float), (len(self),))

    def signature(self, formula: Formula) -> list[Floats]:
        """Return everything a formula's value depends on: quantities and reductions."""
        return [*self.quantities, *(self.atom(formula, atom) for atom in formula.atoms)]

    def atom(self, formula: Formula, atom: Any) -> Floats:
        """Return the value of one reduction for every matrix."""
        if atom not in self._known:
            needed = formula.needed(atom)[: len(formula.variables)]
            with np.errstate(all="ignore"):
                self._known[atom] = self._fold(atom.domain, formula.body(atom, ARRAYS), needed)
        return self._known[atom]

    def _fold(self, domain: str, body: Body, needed: Sequence[bool]) -> Floats:
        if domain in ("largest", "smallest"):
            return self._extreme(domain, body, needed)
        total = np.zeros(len(self))
        for i in range(self.classes):
            for j in range(self.classes):
                mask = self._mask(domain, i, j)
                if np.any(mask):
                    total += self._at(i, j, mask, body, needed)
        return total

    def _mask(self, domain: str, i: int, j: int) -> Any:
        """Return in which matrices a sum has a term for a cell."""
        if domain == "all_cells":
            return True
        if domain == "cells":
            return self.found.rows[i][j] > 0
        of = self.found.gold if domain == "present" else self.found.labels
        return of[i] > 0 if i == j else False

    def _at(self, i: int, j: int, mask: Any, body: Body, needed: Sequence[bool]) -> Floats:
        value = body(*self.found.cell(i, j, needed), *self.quantities)
        return np.where(mask, value, 0.0)

    def _extreme(self, domain: str, body: Body, needed: Sequence[bool]) -> Floats:
        worst = -np.inf if domain == "largest" else np.inf
        found = np.full(len(self), worst)
        for j in range(self.classes):
            terms = (self._at(i, j, self.found.rows[i][j] > 0, body, needed) for i in range(self.classes))
            value = np.where(self.found.gold[j] > 0, sum(terms, np.zeros(len(self))), worst)
            found = np.maximum(found, value) if domain == "largest" else np.minimum(found, value)
        return found
