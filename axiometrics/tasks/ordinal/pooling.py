"""Scenes with arrays as entries put together: every distinct matrix is kept, and evaluated, once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.tasks.ordinal.batch import ConfusionBatch
from axiometrics.tasks.ordinal.block import Block
from axiometrics.tasks.ordinal.scene import Matrix
from axiometrics.tasks.ordinal.universe import located, marks, universe

__all__ = ["pooled"]

Integers = NDArray[np.int64]
Filled = tuple[Matrix, int]
"""A matrix whose entries are arrays, and their length."""


class _Places:
    """Where the cases of one output are: a block for each case, and a row of it."""

    def __init__(self, scenes: Sequence[Filled]) -> None:
        self.starts = np.cumsum([0, *(count for _, count in scenes)])
        self.part = np.zeros(self.starts[-1], dtype=np.int64)
        self.row = np.zeros(self.starts[-1], dtype=np.int64)


def pooled(columns: Sequence[Sequence[Filled]], most: Mapping[int, int]) -> list[ConfusionBatch]:
    """Return one batch for each output; all refer to the same blocks.

    Matrices of up to ``most[K]`` items are those of the universe, which all constraints share.
    """
    blocks: list[Block] = []
    places = [_Places(column) for column in columns]
    kinds: dict[Any, list[tuple[int, int]]] = {}
    for output, column in enumerate(columns):
        for scene, (matrix, _) in enumerate(column):
            kinds.setdefault((matrix.classes, _values(matrix)), []).append((output, scene))
    for (classes, values), members in kinds.items():
        counts = [_stack(*columns[output][scene]) for output, scene in members]
        part, row = _placed(np.concatenate(counts), classes, values, most.get(classes, 0), blocks)
        edges = np.cumsum([0, *map(len, counts)])
        for (output, scene), start, stop in zip(members, edges[:-1], edges[1:], strict=True):
            here = slice(places[output].starts[scene], places[output].starts[scene + 1])
            places[output].part[here], places[output].row[here] = part[start:stop], row[start:stop]
    return [ConfusionBatch(blocks, each.part, each.row) for each in places]


def _values(matrix: Matrix) -> tuple[Fraction, ...] | None:
    if matrix.values is None or tuple(matrix.values) == tuple(range(1, matrix.classes + 1)):
        return None
    return tuple(map(Fraction, matrix.values))


def _stack(matrix: Matrix, count: int) -> Integers:
    """Return the entries as an array (cases, K, K)."""
    found = np.zeros((count, matrix.classes, matrix.classes), dtype=np.int64)
    for i, row in enumerate(matrix.rows):
        for j, entry in enumerate(row):
            found[:, i, j] = entry
    return found


def _placed(
    counts: Integers, classes: int, values: tuple[Fraction, ...] | None, most: int, blocks: list[Block]
) -> tuple[Integers, Integers]:
    """Return the block and the row of every matrix; blocks that are needed are added."""
    row = located(counts, classes, most) if most and values is None else np.full(len(counts), -1)
    part = np.full(len(counts), len(blocks))
    if (row >= 0).any():
        blocks.append(universe(classes, most)[0])
    rest = np.flatnonzero(row < 0)
    if len(rest):
        part[rest] = len(blocks)
        first, row[rest] = _distinct(counts[rest])
        blocks.append(Block(counts[rest][first], values))
    return part, row


def _distinct(counts: Integers) -> tuple[Integers, Integers]:
    """Return the first of all equal matrices, and for every matrix which of these it is."""
    _, first, group = np.unique(marks(counts), return_index=True, return_inverse=True)
    if (counts[first][group] == counts).all():
        return first, group
    return np.arange(len(counts)), np.arange(len(counts))
