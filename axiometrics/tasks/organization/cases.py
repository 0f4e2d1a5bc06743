"""Cases of a constraint as one batch of organizations, smallest first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.tasks.chosen import chosen_at, chosen_sizes, require_outputs
from axiometrics.tasks.organization.batch import OrganizationBatch
from axiometrics.tasks.organization.organization import Organized
from axiometrics.tasks.organization.placing import placed
from axiometrics.tasks.organization.scene import Embedded

__all__ = ["Case", "CaseBatch", "batch_of_cases", "embedded_batch", "embedded_case"]

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Case:
    """One case: the organizations by output name, and the chosen sizes; ``items`` is its size in a simpler task."""

    outputs: Mapping[str, Organized]
    sizes: Mapping[str, int]
    items: int | None = None

    @property
    def size(self) -> int:
        """Occurrences of documents in the largest output and its gold, or the items of the simpler task's case."""
        if self.items is not None:
            return self.items
        return max(each.organization.size for each in self.outputs.values())


@dataclass(frozen=True)
class CaseBatch:
    """Many cases, smallest first; ``simpler`` is the batch of the simpler task that they were made of, if any."""

    outputs: Mapping[str, OrganizationBatch]
    size: Integers
    sizes: Mapping[str, Integers]
    bound: int | None
    simpler: Any = None

    def __len__(self) -> int:
        return len(self.size)

    def case(self, index: int) -> Case:
        """Return one case."""
        tables = {name: batch.table(index) for name, batch in self.outputs.items()}
        return Case(tables, chosen_at(self.sizes, index), int(self.size[index]))


def embedded_batch(scene: Embedded, found: Any, outputs: Sequence[str]) -> CaseBatch:
    """Write a batch of cases of a simpler task as organizations, each output once."""
    if not len(found):
        return CaseBatch({}, np.zeros(0, dtype=np.int64), {}, found.bound, found)
    batches = {
        name: OrganizationBatch(
            [placed(scene.task, output, bottom=scene.bottom) for output in found.outputs[name].tables()]
        )
        for name in outputs
    }
    return CaseBatch(batches, found.size, found.sizes, found.bound, found)


def embedded_case(scene: Embedded, case: Any) -> Case:
    """Write one case of a simpler task as organizations."""
    tables = {name: placed(scene.task, output, bottom=scene.bottom) for name, output in case.outputs.items()}
    return Case(tables, case.sizes, case.size)


def batch_of_cases(outputs: Sequence[str], cases: Iterable[Case], bound: int | None = None) -> CaseBatch:
    """Return given cases as a batch, smallest first. Raises InputError where an output is missing."""
    ordered = sorted(cases, key=lambda case: case.size)
    for case in ordered[:1]:
        require_outputs(case.outputs, outputs)
    batches = {name: OrganizationBatch([case.outputs[name] for case in ordered]) for name in outputs}
    sizes = chosen_sizes([case.sizes for case in ordered])
    return CaseBatch(batches, np.array([case.size for case in ordered], dtype=np.int64), sizes, bound)
