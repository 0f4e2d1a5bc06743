"""All cases of a constraint up to a size as one batch, shared by every metric."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.tasks import cases
from axiometrics.tasks.cases import Case, columns, require_outputs
from axiometrics.tasks.choosing import every
from axiometrics.tasks.ordinal.batch import ConfusionBatch
from axiometrics.tasks.ordinal.confusion import Confusion
from axiometrics.tasks.ordinal.contents import Every
from axiometrics.tasks.ordinal.grids import grid, grid_text, pairs_grid
from axiometrics.tasks.ordinal.pooling import pooled
from axiometrics.tasks.ordinal.scene import Generator, Scene

__all__ = ["CaseBatch", "batch_of_cases", "case_of", "gather", "gathered"]

Integers = NDArray[np.int64]
Made = tuple[Mapping[str, int], Scene, int]
"""Choices, the scene they make, and how many cases it holds."""


@dataclass(frozen=True)
class CaseBatch(cases.CaseBatch):
    """Many cases by items, then classes, then choices; ``grid`` says for which items and classes all are there."""

    conditions: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """Which cases meet a named condition, once it was asked for."""
    measured: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """What was measured in every case, once it was asked for."""


def case_of(outputs: Mapping[str, Confusion], sizes: Mapping[str, int]) -> Case:
    """Return a case; its size is the items of the smallest output."""
    return Case(outputs, sizes, min(output.items for output in outputs.values()))


def gather(generator: Generator, outputs: Sequence[str], size: int) -> CaseBatch:
    """Return every case of the grid of a size."""
    most, pairs = grid(size), pairs_grid(size)
    made: list[Made] = []
    covered: dict[int, int] = {}
    for chooser, scene in every(generator, partial(Every, most=most, pairs=pairs)):
        choices = chooser.answers.made
        covered[choices["classes"]] = (pairs if chooser.used_pairs else most)[choices["classes"]]
        made.append((choices, scene, chooser.count))
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
    choices = columns([made for made, _, _ in scenes], [count for _, _, count in scenes])
    ordered = {
        name: ConfusionBatch(batch.blocks, batch.part[order], batch.row[order])
        for name, batch in zip(outputs, batches, strict=True)
    }
    return CaseBatch(
        ordered, items[order], {name: values[order] for name, values in choices.items()}, bound, text
    )


def check(scene: Scene, outputs: Sequence[str]) -> None:
    """Raise InputError where the matrices of a scene are no case."""
    require_outputs(scene.outputs, outputs)
    for name in outputs:
        if any(np.min(entry) < 0 for row in scene.outputs[name].rows for entry in row):
            raise InputError(f"the generator makes a negative count in {name}")


def batch_of_cases(outputs: Sequence[str], given: Sequence[Case]) -> CaseBatch:
    """Return given cases as a batch, smallest first."""
    found = cases.batch_of_cases(outputs, given, ConfusionBatch.from_tables)
    return CaseBatch(found.outputs, found.size, found.sizes, None)
