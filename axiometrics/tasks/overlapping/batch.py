"""Many outputs as flat arrays of occurrences, and the reductions of formulas over all of them at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.formulas.floats import ARRAYS
from axiometrics.formulas.formula import Formula
from axiometrics.tasks.overlapping.families import Families
from axiometrics.tasks.overlapping.side import Pairs, Side, lookup
from axiometrics.tasks.overlapping.view import BOUND, VARIABLES

__all__ = ["FamiliesBatch"]

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


class FamiliesBatch:
    """The gold and the system families of every case; each reduction is computed once and kept.

    Building costs O(occurrences), a reduction the squares of the sets' sizes.
    """

    def __init__(self, cases: int, gold: Side, system: Side) -> None:
        self.cases, self.gold, self.system = cases, gold, system
        self._values: dict[Any, Floats] = {}

    @classmethod
    def from_tables(cls, tables: Sequence[Families]) -> FamiliesBatch:
        """Build from single outputs."""
        gold, system = (Side.from_families([getattr(t, name) for t in tables]) for name in ("gold", "system"))
        return cls(len(tables), gold, system)

    def __len__(self) -> int:
        return self.cases

    def table(self, index: int) -> Families:
        """Return one case."""
        return Families(self.gold.family(index), self.system.family(index))

    def tables(self) -> Iterable[Families]:
        """Yield every case."""
        return map(Families, self.gold.families(len(self)), self.system.families(len(self)))

    def seen_as(self, task: str) -> Any:
        """Return the outputs as a batch of another task."""
        from axiometrics.tasks.clustering.batch import TableBatch

        return TableBatch.from_tables([table.seen_as(task) for table in self.tables()])

    def evaluate(self, formula: Formula) -> Floats:
        """Return the formula's value for every case, shape (cases,)."""
        found: Any = formula.compiled(ARRAYS)(*self.signature(formula))
        return np.broadcast_to(np.asarray(found, dtype=float), (len(self),))

    def signature(self, formula: Formula) -> list[Floats]:
        """Return everything a formula's value depends on: quantities and reductions, each of shape (cases,)."""
        return [*self.quantities, *(self._atom(formula, atom) for atom in formula.atoms)]

    def measured(self, formula: Formula, name: str) -> Floats:
        """Return a quantity or a reduction of a formula by its name in certificates, for every case."""
        known = dict(zip(map(str, formula.globals), self.quantities, strict=True))
        atoms = {str(symbol): atom for symbol, atom in formula.normal.atoms.items()}
        return known[name] if name in known else self._atom(formula, atoms[name])

    @cached_property
    def quantities(self) -> tuple[Floats, ...]:
        """Items in clusters and in categories, and their occurrences there, of every case."""
        sides = (self.system, self.gold)
        counts = [side.members(self.cases) for side in sides] + [side.sizes(self.cases) for side in sides]
        return tuple(count.astype(float) for count in counts)

    def _atom(self, formula: Formula, atom: Any) -> Floats:
        if atom not in self._values:
            self._values[atom] = self._fold(atom, formula)
        return self._values[atom]

    def _fold(self, atom: Any, formula: Formula) -> Floats:
        case, group, kinds = self.entries(atom.domain)
        used = atom.body.free_symbols
        bound: list[Any] = [None] * len(VARIABLES)
        for symbol, counts in zip(BOUND[atom.domain], kinds, strict=True):
            if symbol in used:
                bound[VARIABLES.index(symbol)] = counts.astype(float)
        whole = [
            quantity[case] if symbol in used else None
            for symbol, quantity in zip(formula.globals, self.quantities, strict=True)
        ]
        values = np.broadcast_to(
            np.asarray(formula.body(atom, ARRAYS)(*bound, *whole), dtype=float), case.shape
        )
        if atom.domain.startswith("best"):
            order = np.argsort(group, kind="stable")
            first = np.flatnonzero(np.diff(group[order], prepend=-1))
            case, values = case[order][first], np.maximum.reduceat(values[order], first)
        return np.bincount(case, weights=values, minlength=len(self)).astype(float)

    def entries(self, domain: str) -> tuple[Integers, Integers, tuple[Integers, ...]]:
        """Return the case, the group of which one counts, and the bound variables, of everything a domain runs over."""
        if domain.startswith("best"):
            return self._cells(domain)
        case, kinds = self._kinds[domain]
        return case, case, kinds

    @cached_property
    def _pairs(self) -> tuple[Pairs, Pairs]:
        width = max(self.gold.width, self.system.width)
        return self.system.pairs(width), self.gold.pairs(width)

    @cached_property
    def _kinds(self) -> dict[str, tuple[Integers, tuple[Integers, ...]]]:
        """Case, and (x, g, size), of every pair of each domain."""
        system, gold = self._pairs
        found: dict[str, tuple[Integers, tuple[Integers, ...]]] = {"items": self._items}
        for prefix, own, other in (("", system, gold), ("gold_", gold, system)):
            theirs = lookup(other, own.key)
            mine = own.together
            columns = (theirs, mine) if prefix else (mine, theirs)
            found[f"{prefix}companions"] = own.case, (*columns, own.degree)
            where = own.place
            found[f"{prefix}occurrence_pairs"] = (
                own.case[where],
                (*(part[where] for part in columns), own.size),
            )
        return found

    @property
    def _items(self) -> tuple[Integers, tuple[Integers, ...]]:
        """Case, and numbers of clusters and of categories, of every item that is in some."""
        width = max(self.gold.width, self.system.width)
        counts = [
            np.bincount(side.case * width + side.item, minlength=len(self) * width)
            for side in (self.system, self.gold)
        ]
        there = np.flatnonzero(counts[0] + counts[1])
        return there // width, (counts[0][there], counts[1][there])

    def _cells(self, domain: str) -> tuple[Integers, Integers, tuple[Integers, ...]]:
        """Case, group, and (n, a, b), of every cluster and category that meet."""
        cluster, category, n = self._meeting
        a, b = self.system.size[cluster], self.gold.size[category]
        group = cluster if domain == "best_in_cluster" else category
        return self.system.set_case[cluster], group, (n, a, b)

    @cached_property
    def _meeting(self) -> tuple[Integers, Integers, Integers]:
        """Every cluster and category with common items, and how many."""
        width = max(self.gold.width, self.system.width)
        return self.system.meet(self.gold, width)
