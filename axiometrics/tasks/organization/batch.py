"""Many organizations at once: the shares of all of them for each weighting, and any formula of these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.formulas.floats import ARRAYS
from axiometrics.tasks.organization.chunk import Chunk, chunks
from axiometrics.tasks.organization.chunk_shares import chunk_shares
from axiometrics.tasks.organization.organization import Organized
from axiometrics.tasks.organization.relations import Shares
from axiometrics.tasks.organization.weighting import Weighting

__all__ = ["OrganizationBatch"]

Floats = NDArray[np.float64]


class OrganizationBatch:
    """Organizations in order; what formulas need of them is computed once for each weighting."""

    def __init__(self, organizations: Sequence[Organized]) -> None:
        self._tables = tuple(organizations)
        self._shares: dict[Weighting, Shares] = {}

    def __len__(self) -> int:
        return len(self._tables)

    def table(self, index: int) -> Organized:
        """Return one organization."""
        return self._tables[index]

    def tables(self) -> Iterator[Organized]:
        """Yield every organization."""
        return iter(self._tables)

    def seen_as(self, task: str) -> Any:
        """Return the outputs as a batch of another task."""
        from axiometrics.tasks.clustering.batch import TableBatch

        return TableBatch.from_tables([table.seen_as(task) for table in self.tables()])

    def evaluate(self, formula: Any) -> Floats:
        """Return the formula's value for every organization, shape (organizations,)."""
        found: Any = formula.compiled(ARRAYS)(*self.shares(formula.weighting))
        return np.broadcast_to(np.asarray(found, dtype=float), (len(self),))

    def shares(self, weights: Weighting) -> Shares:
        """Return the shares of every organization, one array each. Cost O(sum of kinds^2) for a new weighting."""
        if weights not in self._shares:
            parts = [chunk_shares(chunk, weights) for chunk in self._chunks]
            columns = zip(*parts, strict=True) if parts else ([],) * len(Shares._fields)
            self._shares[weights] = Shares(
                *(np.concatenate([np.zeros(0), *each])[self._place] for each in columns)
            )
        return self._shares[weights]

    @cached_property
    def _different(self) -> dict[Organized, int]:
        """Every different organization with its number."""
        return {table: number for number, table in enumerate(dict.fromkeys(self._tables))}

    @cached_property
    def _place(self) -> NDArray[np.int64]:
        numbers = (self._different[table] for table in self._tables)
        return np.fromiter(numbers, dtype=np.int64, count=len(self._tables))

    @cached_property
    def _chunks(self) -> tuple[Chunk, ...]:
        return tuple(chunks(self._different))
