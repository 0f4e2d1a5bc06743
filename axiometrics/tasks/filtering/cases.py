"""All cases of a constraint as one batch of counts, smallest first: shared by every metric."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.tasks.chosen import chosen_at, chosen_sizes, require_outputs
from axiometrics.tasks.filtering.batch import CountsBatch
from axiometrics.tasks.filtering.counts import Counts
from axiometrics.tasks.filtering.scene import Scene

__all__ = ["Case", "CaseBatch", "batch_of_cases", "gather"]

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Case:
    """One case: the counts by output name, and the chosen sizes."""

    outputs: Mapping[str, Counts]
    sizes: Mapping[str, int]

    @property
    def size(self) -> int:
        """Items."""
        return next(iter(self.outputs.values())).items


@dataclass(frozen=True)
class CaseBatch:
    """Many cases by items, then relevant items, then the counts; ``size`` holds each case's items."""

    outputs: Mapping[str, CountsBatch]
    size: Integers
    sizes: Mapping[str, Integers]
    bound: int | None

    def __len__(self) -> int:
        return len(self.size)

    def case(self, index: int) -> Case:
        """Return one case."""
        tables = {name: batch.table(index) for name, batch in self.outputs.items()}
        return Case(tables, chosen_at(self.sizes, index))


def gather(
    made: Iterable[tuple[dict[str, int], Scene]], outputs: Sequence[str], bound: int | None
) -> CaseBatch:
    """Return the cases that sizes make, each pair of outputs once."""
    found: dict[tuple[Counts, ...], Case] = {}
    for sizes, scene in made:
        tables = {name: Counts(*scene.outputs[name]) for name in _checked(scene, outputs)}
        found.setdefault(tuple(tables.values()), Case(tables, sizes))
    return batch_of_cases(outputs, list(found.values()), bound)


def _checked(scene: Scene, outputs: Sequence[str]) -> Sequence[str]:
    """Every output of a scene must judge the same collection, with items of both classes."""
    require_outputs(scene.outputs, outputs)
    golds = []
    for name in outputs:
        tp, fp, fn, tn = scene.outputs[name]
        if min(tp, fp, fn, tn) < 0:
            raise InputError(f"the generator makes a negative count: {name} is {(tp, fp, fn, tn)}")
        golds.append((tp + fn, fp + tn))
    if len(set(golds)) > 1:
        raise InputError(
            f"the generator changes the gold: relevant and irrelevant items are {golds}; all outputs of a case must "
            "judge the same items"
        )
    if not all(golds[0]):
        raise InputError(
            f"the generator makes a collection of {golds[0][0]} relevant and {golds[0][1]} irrelevant items; "
            "both classes must have some"
        )
    return outputs


def batch_of_cases(outputs: Sequence[str], cases: Sequence[Case], bound: int | None = None) -> CaseBatch:
    """Return given cases as a batch, smallest first."""
    ordered = sorted(cases, key=lambda case: _order(outputs, case))
    batches = {name: CountsBatch.from_tables([case.outputs[name] for case in ordered]) for name in outputs}
    sizes = chosen_sizes([case.sizes for case in ordered])
    return CaseBatch(batches, np.array([case.size for case in ordered], dtype=np.int64), sizes, bound)


def _order(outputs: Sequence[str], case: Case) -> tuple[object, ...]:
    first = case.outputs[outputs[0]]
    return (case.size, first.relevant, *(case.outputs[name].to_tuple() for name in outputs))
