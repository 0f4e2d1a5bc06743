"""All contexts of one size as flat arrays, put together from their connected parts without visiting each in Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from axiometrics.tasks.clustering.contexts import multisets, parts

__all__ = ["ContextBlock", "context_block"]

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class ContextBlock:
    """The contexts of one size and marking.

    ``cells`` are rows (context, cluster, category, count); ``columns[context, mark, member]`` is the category that a
    focal category's member has in the context, -1 for none, and ``held`` how many items of it are there.
    """

    cells: Integers
    columns: Integers
    held: Integers
    count: int


@lru_cache(maxsize=512)
def context_block(items: int, capacities: tuple[int, ...]) -> ContextBlock:
    """Return every context of a number of items. Cost O(contexts * items)."""
    chosen = multisets(items, capacities)
    known = parts(items, capacities)
    lengths = np.fromiter(map(len, chosen), dtype=np.int64, count=len(chosen))
    part = np.fromiter(chain.from_iterable(chosen), dtype=np.int64, count=int(lengths.sum()))
    context = np.repeat(np.arange(len(chosen)), lengths)
    row = _offsets(context, _each([len(rows) for rows, _ in known])[part])
    column = _offsets(context, _each([len(columns) for _, columns in known])[part])
    place, (i, j, n) = _spread(part, [_cells(rows) for rows, _ in known], 3)
    cells = np.stack([context[place], row[place] + i, column[place] + j, n], axis=1)
    place, (number, mark) = _spread(part, [list(enumerate(columns)) for _, columns in known], 2)
    columns = _columns(context[place], column[place] + number, mark, len(chosen), capacities)
    return ContextBlock(cells, columns, _held(cells, columns), len(chosen))


def _each(values: Sequence[int]) -> Integers:
    return np.array(values, dtype=np.int64).reshape(-1)


def _cells(rows: Sequence[Sequence[int]]) -> list[tuple[int, int, int]]:
    return [(i, j, n) for i, row in enumerate(rows) for j, n in enumerate(row) if n]


def _offsets(context: Integers, widths: Integers) -> Integers:
    """Return where each part begins within its context."""
    ends = np.cumsum(widths)
    starts = ends - widths
    first = np.searchsorted(context, context)
    return starts - starts[first] if len(starts) else starts


def _spread(
    part: Integers, entries: Sequence[Sequence[Sequence[int]]], width: int
) -> tuple[Integers, Integers]:
    """Write out the entries of every part; return which part each comes from, and the entries as columns."""
    flat = np.array(list(chain.from_iterable(entries)), dtype=np.int64).reshape(-1, width)
    counts = _each([len(found) for found in entries])
    starts = np.cumsum(counts) - counts
    place = np.repeat(np.arange(len(part)), counts[part])
    within = np.arange(len(place)) - np.repeat(np.cumsum(counts[part]) - counts[part], counts[part])
    return place, flat[starts[part][place] + within].T


def _columns(
    context: Integers, column: Integers, mark: Integers, count: int, capacities: tuple[int, ...]
) -> Integers:
    """Return the columns that carry each mark, in order."""
    found = np.full((count, len(capacities), max((*capacities, 1))), -1, dtype=np.int64)
    for number in range(len(capacities)):
        chosen = np.flatnonzero(mark == number + 1)
        own = context[chosen]
        found[own, number, np.arange(len(own)) - np.searchsorted(own, own)] = column[chosen]
    return found


def _held(cells: Integers, columns: Integers) -> Integers:
    """Return how many items the marked columns hold."""
    if not len(cells):
        return np.zeros_like(columns)
    case, _, column, count = cells.T
    width = int(column.max()) + 1
    sizes = np.bincount(case * width + column, weights=count, minlength=len(columns) * width)
    sizes = sizes.astype(np.int64).reshape(len(columns), width)
    return np.where(columns >= 0, sizes[np.arange(len(columns))[:, None, None], columns], 0)
