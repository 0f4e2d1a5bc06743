"""Cases of a constraint as one batch of organizations, smallest first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.tasks import cases
from axiometrics.tasks.cases import Case
from axiometrics.tasks.organization.batch import OrganizationBatch
from axiometrics.tasks.organization.organization import Organized
from axiometrics.tasks.organization.scene import Embedded
from axiometrics.tasks.organization.simpler_tasks.placing import placed

__all__ = ["CaseBatch", "batch_of_cases", "case_of", "embedded_batch", "embedded_case"]

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class CaseBatch(cases.CaseBatch):
    """Many cases; ``simpler`` is the batch of the simpler task that they were made of, if any."""

    simpler: Any = None


def case_of(outputs: Mapping[str, Organized], sizes: Mapping[str, int]) -> Case:
    """Return a case; its size is the occurrences of documents in the largest output and its gold."""
    return Case(outputs, sizes, max(each.organization.size for each in outputs.values()))


def embedded_batch(scene: Embedded, found: Any, outputs: Sequence[str]) -> CaseBatch:
    """Write a batch of cases of a simpler task as organizations, each output once."""
    if not len(found):
        return CaseBatch({}, np.zeros(0, dtype=np.int64), {}, found.bound, simpler=found)
    batches = {
        name: OrganizationBatch(
            [placed(scene.task, output, bottom=scene.bottom) for output in found.outputs[name].tables()]
        )
        for name in outputs
    }
    return CaseBatch(batches, found.size, found.sizes, found.bound, simpler=found)


def embedded_case(scene: Embedded, case: Any) -> Case:
    """Write one case of a simpler task as organizations."""
    tables = {name: placed(scene.task, output, bottom=scene.bottom) for name, output in case.outputs.items()}
    return Case(tables, case.sizes, case.size)


def batch_of_cases(outputs: Sequence[str], given: Iterable[Case], bound: int | None = None) -> CaseBatch:
    """Return given cases as a batch, smallest first. Raises InputError where an output is missing."""
    found = cases.batch_of_cases(outputs, given, OrganizationBatch, bound)
    return CaseBatch(found.outputs, found.size, found.sizes, bound)
