"""Many outputs as four integer arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from axiometrics.formulas.outputs import Outputs
from axiometrics.formulas.rows import whole
from axiometrics.tasks.filtering.counts import Counts

__all__ = ["CountsBatch"]

Integers = NDArray[np.int64]


class CountsBatch(Outputs):
    """The counts of every case: ``counts`` has the rows tp, fp, fn, tn."""

    def __init__(self, counts: Integers) -> None:
        self.counts = counts

    @classmethod
    def from_tables(cls, tables: Sequence[Counts]) -> CountsBatch:
        """Build from single outputs."""
        return cls(whole([count for table in tables for count in table.to_tuple()]).reshape(-1, 4).T)

    def __len__(self) -> int:
        return int(self.counts.shape[1])

    @property
    def items(self) -> Integers:
        """Items of each case."""
        return np.asarray(self.counts.sum(axis=0))

    def table(self, index: int) -> Counts:
        """Return one case."""
        return Counts(*self.counts[:, index].tolist())

    def tables(self) -> Iterator[Counts]:
        """Yield every case."""
        return (Counts(*column) for column in self.counts.T.tolist())

    @property
    def quantities(self) -> dict[str, Integers]:
        """The four counts of each case."""
        return dict(zip(("TP", "FP", "FN", "TN"), self.counts, strict=True))
