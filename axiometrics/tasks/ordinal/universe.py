"""All matrices of a number of classes up to a number of items: made once, and shared by every constraint."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from axiometrics.tasks.cases import compositions
from axiometrics.tasks.ordinal.block import Block

__all__ = ["located", "marks", "universe"]

Integers = NDArray[np.int64]
Marks = NDArray[np.uint64]


@lru_cache(maxsize=32)
def universe(classes: int, most: int) -> tuple[Block, Marks, Integers]:
    """Return all matrices with 1 to ``most`` items, and their marks in order with the places they come from."""
    flat = np.concatenate([compositions(items, classes**2)[::-1] for items in range(1, most + 1)])
    block = Block(flat.reshape(-1, classes, classes))
    found = marks(block.counts)
    order = np.argsort(found, kind="stable")
    return block, found[order], order


def marks(counts: Integers) -> Marks:
    """Return a number for each matrix that hardly ever two of them share; whoever uses it compares the matrices."""
    classes = counts.shape[1]
    weights = np.random.default_rng(classes).integers(1, 2**63, size=classes**2, dtype=np.uint64)
    found: Marks = counts.reshape(len(counts), -1).astype(np.uint64) @ weights
    return found


def located(counts: Integers, classes: int, most: int) -> Integers:
    """Return where matrices are in the universe, -1 for those that are not."""
    block, known, order = universe(classes, most)
    places = order[np.minimum(np.searchsorted(known, marks(counts)), len(order) - 1)]
    same = (block.counts[places] == counts).all(axis=(1, 2))
    return np.where(same, places, -1)
