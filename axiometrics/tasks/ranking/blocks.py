"""Cases of one shape: lists that share their lengths, as arrays with a row for each filling of the contexts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.tasks.ranking.scene import TOP_GRADE, Context, Scene

__all__ = ["Block", "fillings", "make_block", "spares", "split"]

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Block:
    """``lists`` of each output, one row a case; ``missing`` documents of each output, the same in every case.

    ``contexts`` counts the documents, the relevant ones and the gain of every context, one column each.
    """

    lists: Mapping[str, Integers]
    missing: Mapping[str, tuple[int, ...]]
    contexts: Mapping[str, Integers]
    made: Mapping[str, int]
    count: int


def make_block(
    scene: Scene, made: Mapping[str, int], contents: Mapping[str, Integers], spare: Sequence[int], count: int
) -> Block:
    """Put the contents of the contexts, one row each, and spare documents that no list shows, into a scene."""
    found = {
        output: np.concatenate(
            [np.zeros((count, 0), dtype=np.int64), *_columns(scene, output, contents, count)], axis=1
        )
        for output in scene.outputs
    }
    missing = {
        output: tuple(sorted([*rest, *spare], reverse=True)) for output, rest in scene.unlisted.items()
    }
    known = {
        name: np.stack([np.full(count, rows.shape[1]), (rows > 0).sum(axis=1), rows.sum(axis=1)], axis=1)
        for name, rows in contents.items()
    }
    return Block(found, missing, known, made, count)


def _columns(scene: Scene, output: str, contents: Mapping[str, Integers], count: int) -> Iterator[Integers]:
    for part in scene.outputs[output]:
        if isinstance(part, Context):
            yield contents[part.name]
        else:
            yield np.full((count, int(part.times)), int(part.grade), dtype=np.int64)


@lru_cache(maxsize=64)
def fillings(documents: int, graded: bool) -> Integers:
    """Return every sequence of grades of a length, one a row."""
    grades = TOP_GRADE + 1 if graded else 2
    number = np.arange(grades**documents)
    places = grades ** np.arange(documents - 1, -1, -1)
    found: Integers = (number[:, None] // places) % grades
    return found


@lru_cache(maxsize=256)
def spares(total: int, graded: bool) -> tuple[tuple[int, ...], ...]:
    """Return every multiset of grades of a number of documents that no list shows, highest first."""
    grades = range(TOP_GRADE if graded else 1, -1, -1)
    counts = (tally for tally in product(range(total + 1), repeat=len(grades)) if sum(tally) == total)
    found = tuple(
        tuple(grade for grade, times in zip(grades, tally, strict=True) for _ in range(times))
        for tally in counts
    )
    assert len(found) == comb(total + len(grades) - 1, total)
    return found


def split(rows: Integers, lengths: Sequence[int], names: Sequence[str]) -> dict[str, Any]:
    """Cut the columns into the contexts' own."""
    edges = np.cumsum([0, *lengths])
    return {name: rows[:, start:stop] for name, start, stop in zip(names, edges[:-1], edges[1:], strict=True)}
