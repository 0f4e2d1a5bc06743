"""All cases of a constraint up to a size as one batch: the sweep's raw material, shared by every metric."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.tasks.ordinal.batch import ConfusionBatch
from axiometrics.tasks.ordinal.choosers import assignments
from axiometrics.tasks.ordinal.confusion import Confusion
from axiometrics.tasks.ordinal.contents import Every
from axiometrics.tasks.ordinal.grids import CLASSES, grid, grid_text, pairs_grid
from axiometrics.tasks.ordinal.pooling import pooled
from axiometrics.tasks.ordinal.scene import Generator, Scene

__all__ = ["Case", "CaseBatch", "batch_of_cases", "gather", "gathered"]

Integers = NDArray[np.int64]
Made = tuple[Mapping[str, int], Scene, int]
"""Choices, the scene they make, and how many cases it holds."""


@dataclass(frozen=True)
class Case:
    """One case: the matrices by output name, and the chosen classes and sizes."""

    outputs: Mapping[str, Confusion]
    sizes: Mapping[str, int]

    @property
    def size(self) -> int:
        """Items of the smallest output."""
        return min(output.items for output in self.outputs.values())


@dataclass(frozen=True)
class CaseBatch:
    """Many cases by items, then classes, then choices; ``grid`` says for which items and classes all are there."""

    outputs: Mapping[str, ConfusionBatch]
    size: Integers
    sizes: Mapping[str, Integers]
    bound: int | None
    grid: str = ""
    conditions: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """Which cases meet a named condition, once it was asked for."""
    measured: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """What was measured in every case, once it was asked for."""

    def __len__(self) -> int:
        return len(self.size)

    def case(self, index: int) -> Case:
        """Return one case."""
        tables = {name: batch.table(index) for name, batch in self.outputs.items()}
        return Case(
            tables, {name: int(values[index]) for name, values in self.sizes.items() if values[index] >= 0}
        )


def gather(generator: Generator, outputs: Sequence[str], size: int) -> CaseBatch:
    """Return every case of the grid of a size."""
    most, pairs = grid(size), pairs_grid(size)
    made: list[Made] = []
    covered: dict[int, int] = {}
    for choices, scene, contents in assignments(generator, lambda: Every(most, pairs), CLASSES):
        assert isinstance(contents, Every)
        covered[choices["classes"]] = (pairs if contents.used_pairs else most)[choices["classes"]]
        made.append((choices, scene, contents.count))
    return gathered(made, outputs, size, grid_text(covered) if made else "", most)


def gathered(
    made: Iterable[Made],
    outputs: Sequence[str],
    bound: int | None,
    text: str = "",
    most: Mapping[int, int] | None = None,
) -> CaseBatch:
    """Put scenes together as one batch, smallest cases first."""
    scenes = list(made)
    if not scenes:
        return CaseBatch({}, np.zeros(0, dtype=np.int64), {}, bound, text)
    for _, scene, _ in scenes:
        check(scene, outputs)
    batches = pooled(
        [[(scene.outputs[name], count) for _, scene, count in scenes] for name in outputs], most or {}
    )
    items = np.min([batch.items for batch in batches], axis=0)
    classes = np.min([batch.classes for batch in batches], axis=0)
    order = np.lexsort((np.arange(len(items)), classes, items))
    sizes = {name: values[order] for name, values in _choices(scenes).items()}
    ordered = {
        name: ConfusionBatch(batch.blocks, batch.part[order], batch.row[order])
        for name, batch in zip(outputs, batches, strict=True)
    }
    return CaseBatch(ordered, items[order], sizes, bound, text)


def _choices(scenes: Sequence[Made]) -> dict[str, Integers]:
    names = list(dict.fromkeys(name for made, _, _ in scenes for name in made))
    return {
        name: np.concatenate([np.full(count, made.get(name, -1)) for made, _, count in scenes])
        for name in names
    }


def check(scene: Scene, outputs: Sequence[str]) -> None:
    """Raise InputError where the matrices of a scene are no case."""
    missing = [name for name in outputs if name not in scene.outputs]
    if missing:
        raise InputError(f"the generator gives no {missing[0]}; its outputs must be {', '.join(outputs)}")
    for name in outputs:
        if any(np.min(entry) < 0 for row in scene.outputs[name].rows for entry in row):
            raise InputError(f"the generator makes a negative count in {name}")


def batch_of_cases(outputs: Sequence[str], cases: Sequence[Case]) -> CaseBatch:
    """Return given cases as a batch, smallest first."""
    ordered = sorted(cases, key=lambda case: case.size)
    if not ordered:
        return CaseBatch({}, np.zeros(0, dtype=np.int64), {}, None)
    batches = {name: ConfusionBatch.from_tables([case.outputs[name] for case in ordered]) for name in outputs}
    names = list(dict.fromkeys(name for case in ordered for name in case.sizes))
    sizes = {name: np.array([case.sizes.get(name, -1) for case in ordered], dtype=np.int64) for name in names}
    return CaseBatch(batches, np.array([case.size for case in ordered], dtype=np.int64), sizes, None)
