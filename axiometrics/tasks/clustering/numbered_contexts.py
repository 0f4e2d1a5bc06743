"""The contexts of a constraint, numbered: any stretch of them can be made without those before it.

A context is a multiset of connected tables whose columns carry marks. It is named by its parts in decreasing place, and
contexts are in the order of these names: so those that begin with a part are as many as there are multisets of what is
left with no larger part, and those come first among all multisets of what is left. Numbers are kept for each part, not
for each multiset.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.formulas.rows import Integers, before, repeated
from axiometrics.tasks.clustering.canonical_tables import Rows, connected, markings_of

Room = tuple[int, ...]
"""How many columns may still carry each mark."""
STRETCH = 1 << 20
"""Contexts whose clusters and categories are counted at a time."""
WIDTH = 256
"""More than the categories of any context."""


@dataclass(frozen=True)
class ContextBlock:
    """Some contexts of one size and marking.

    ``cells`` are rows (context, cluster, category, count), and those of a context begin at its ``start``.
    ``columns[context, mark, member]`` is the category that a focal category's member has in the context, -1 for none,
    and ``held`` how many items of it are there.
    """

    cells: Integers
    start: Integers
    columns: Integers
    held: Integers
    count: int


@dataclass(frozen=True)
class _Numbers:
    """The first parts of the contexts of one size within some room, and how many contexts begin before each."""

    first: NDArray[np.int32]
    start: Integers

    @property
    def total(self) -> int:
        return int(self.start[-1])

    def upto(self, places: Integers) -> Integers:
        """Return how many contexts begin with a part at most at each place."""
        return self.start[np.searchsorted(self.first, places, side="right")]


@dataclass(frozen=True)
class _Parts:
    """Connected tables of one size with their marks, as columns of numbers."""

    table: Integers
    marks: NDArray[np.int8]
    mark_start: Integers
    used: NDArray[np.int8]
    shape: NDArray[np.int16]
    cells: Integers
    cell_start: Integers
    rows: Integers
    width: Integers

    def __len__(self) -> int:
        return len(self.table)


class Contexts:
    """All contexts within some capacities, by size and number; more is known with every size that is asked for."""

    def __init__(self, capacities: Room) -> None:
        self.capacities = capacities
        self._sizes: list[_Parts] = []
        self._offsets = [0]
        self._numbers: dict[tuple[int, Room], _Numbers] = {}
        self._shapes: dict[tuple[int, Room], NDArray[np.int16]] = {}
        self._ordered: dict[int, tuple[Integers, Integers, Integers]] = {}

    def count(self, items: int) -> int:
        """Return how many contexts of a size there are."""
        return 1 if items == 0 else self._numbered(items, self.capacities).total

    def shapes(self, items: int) -> tuple[Integers, Integers, Integers]:
        """Return the different numbers of clusters and of free categories, ascending, and how many contexts have them.

        Free are the categories without a mark.
        """
        _, shape, counts = self._by_shape(items)
        return shape // WIDTH, shape % WIDTH, counts

    def members(self, items: int, place: int, start: int, stop: int) -> Integers:
        """Return the numbers of some of the contexts that have the shape at a place in `shapes`, ascending."""
        order, _, counts = self._by_shape(items)
        first = int(counts[:place].sum())
        return order[first + start : first + stop]

    def block(self, items: int, numbers: Integers) -> ContextBlock:
        """Return some contexts of a size. Cost O(contexts * items)."""
        context, part = self._named(items, numbers)
        found, tables = self._entries(part)
        rows, width = tables["rows"], tables["width"]
        row, column = _offsets(context, rows), _offsets(context, width)
        place, within = repeated(tables["cells"])
        i, j, n = found["cells"][tables["cell_at"][place] + within].T
        cells = np.stack([context[place], row[place] + i, column[place] + j, n], axis=1)
        place, within = repeated(width if self.capacities else np.zeros_like(width))
        mark = found["marks"][tables["mark_at"][place] + within]
        columns = _columns(context[place], column[place] + within, mark, len(numbers), self.capacities)
        start = np.searchsorted(cells[:, 0], np.arange(len(numbers) + 1))
        return ContextBlock(cells, start, columns, _held(cells, columns), len(numbers))

    # Parts

    def _grow(self, items: int) -> None:
        while len(self._sizes) < items:
            made = _parts(len(self._sizes) + 1, self.capacities)
            self._sizes.append(made)
            self._offsets.append(self._offsets[-1] + len(made))

    def _entries(self, part: Integers) -> tuple[dict[str, Any], dict[str, Integers]]:
        """Return cells and marks of the sizes of some parts, and of each part its counts and where it begins there."""
        size = np.searchsorted(self._offsets, part, side="right")
        present = [int(each) for each in np.unique(size)]
        some = {
            name: np.zeros(len(part), dtype=np.int64)
            for name in ("rows", "width", "cells", "cell_at", "mark_at")
        }
        cells, marks = [np.zeros((0, 3), dtype=np.int64)], [np.zeros(0, dtype=np.int8)]
        cell_base = mark_base = 0
        for each in present:
            parts, here = self._sizes[each - 1], np.flatnonzero(size == each)
            own = part[here] - self._offsets[each - 1]
            table = parts.table[own]
            some["rows"][here], some["width"][here] = parts.rows[table], parts.width[table]
            some["cells"][here] = parts.cell_start[table + 1] - parts.cell_start[table]
            some["cell_at"][here] = cell_base + parts.cell_start[table]
            some["mark_at"][here] = mark_base + parts.mark_start[own]
            cells.append(parts.cells)
            marks.append(parts.marks)
            cell_base, mark_base = cell_base + len(parts.cells), mark_base + len(parts.marks)
        return {"cells": np.concatenate(cells), "marks": np.concatenate(marks)}, some

    # Numbers

    def _kinds(self, items: int, room: Room) -> Iterator[tuple[int, Room, Integers, _Parts]]:
        """Yield the parts that fit by size and by what they leave of the room: their places among all, and theirs."""
        self._grow(items)
        for size in range(1, items + 1):
            parts = self._sizes[size - 1]
            for used in np.unique(parts.used, axis=0):
                left = tuple(int(most - need) for most, need in zip(room, used.tolist(), strict=True))
                if min(left, default=0) < 0:
                    continue
                yield size, left, np.flatnonzero((parts.used == used).all(axis=1)), parts

    def _numbered(self, items: int, room: Room) -> _Numbers:
        if (items, room) in self._numbers:
            return self._numbers[items, room]
        first, counts = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
        for size, left, own, _ in self._kinds(items, room):
            places = own + self._offsets[size - 1]
            first.append(places)
            whole = size == items
            counts.append(np.ones_like(places) if whole else self._numbered(items - size, left).upto(places))
        place, count = np.concatenate(first), np.concatenate(counts)
        order = np.argsort(place)
        order = order[count[order] > 0]
        start = np.concatenate([[0], np.cumsum(count[order])])
        self._numbers[items, room] = _Numbers(place[order].astype(np.int32), start)
        return self._numbers[items, room]

    def _split(
        self, items: int, room: Room, numbers: Integers
    ) -> Iterator[tuple[Integers, Integers, int, Room, Any]]:
        """Yield contexts by what is left beside their first part: where they are, that part, what is left, the rest."""
        known = self._numbered(items, room)
        at = np.searchsorted(known.start, numbers, side="right") - 1
        part, rest = known.first[at].astype(np.int64), numbers - known.start[at]
        size = np.searchsorted(self._offsets, part, side="right")
        for each in np.unique(size).tolist():
            here = np.flatnonzero(size == each)
            parts = self._sizes[each - 1]
            used = parts.used[part[here] - self._offsets[each - 1]]
            for kind in np.unique(used, axis=0):
                chosen = here[(used == kind).all(axis=1)]
                left = tuple(int(most - need) for most, need in zip(room, kind.tolist(), strict=True))
                yield chosen, part[chosen], items - each, left, rest[chosen]

    def _named(self, items: int, numbers: Integers) -> tuple[Integers, Integers]:
        """Return the parts of contexts, each with the place of its context: context by context, largest part first."""
        context, depth, part = (
            [np.zeros(0, dtype=np.int64)],
            [np.zeros(0, dtype=np.int64)],
            [np.zeros(0, dtype=np.int64)],
        )
        pending = (
            [(np.arange(len(numbers)), 0, items, self.capacities, numbers)] if items and len(numbers) else []
        )
        while pending:
            own, deep, left, room, those = pending.pop()
            for here, first, rest_items, rest_room, rest in self._split(left, room, those):
                context.append(own[here])
                depth.append(np.full(len(here), deep))
                part.append(first)
                if rest_items:
                    pending.append((own[here], deep + 1, rest_items, rest_room, rest))
        whose = np.concatenate(context)
        order = np.lexsort((np.concatenate(depth), whose))
        return whose[order], np.concatenate(part)[order]

    # Shapes

    def _shaped(self, items: int, room: Room) -> NDArray[np.int16]:
        """Return `WIDTH` times the clusters and the free categories of every context, in the order of the numbers."""
        if items == 0:
            return np.zeros(1, dtype=np.int16)
        if (items, room) not in self._shapes:
            total = self._numbered(items, room).total
            found = np.empty(total, dtype=np.int16)
            for start in range(0, total, STRETCH):
                numbers = np.arange(start, min(start + STRETCH, total))
                for here, first, left, spare, rest in self._split(items, room, numbers):
                    size = items - left
                    own = self._sizes[size - 1].shape[first - self._offsets[size - 1]]
                    found[start + here] = own + self._shaped(left, spare)[rest]
            self._shapes[items, room] = found
        return self._shapes[items, room]

    def _by_shape(self, items: int) -> tuple[Integers, Integers, Integers]:
        """Return the numbers of all contexts ordered by shape, the different shapes, and how many have each."""
        if items not in self._ordered:
            found = self._shaped(items, self.capacities)
            shape, counts = np.unique(found, return_counts=True)
            order: Any = np.argsort(found, kind="stable").astype(np.int32)
            self._ordered[items] = order, shape.astype(np.int64), counts
        return self._ordered[items]


@lru_cache(maxsize=64)
def contexts_of(capacities: Room) -> Contexts:
    """Return the contexts within some capacities, kept with all that is known of them."""
    return Contexts(capacities)


def _parts(items: int, capacities: Room) -> _Parts:
    """Return the connected tables of a size with every marking of their columns, one of each class."""
    tables = connected(items)
    marked = [markings_of(rows, capacities) for rows in tables]
    counts = _each([len(found) for found in marked])
    width = _each([len(rows[0]) for rows in tables])
    rows = _each([len(found) for found in tables])
    marks = np.concatenate([found.ravel() for found in marked])
    table = np.repeat(np.arange(len(tables)), counts)
    mark_start = before(width[table])
    used = np.zeros((len(table), len(capacities)), dtype=np.int8)
    for mark in range(len(capacities)):
        used[:, mark] = np.add.reduceat(marks == mark + 1, mark_start)
    free = width[table] - used.sum(axis=1)
    shape = (WIDTH * rows[table] + free).astype(np.int16)
    cells = [_cells(found) for found in tables]
    cell_start = np.concatenate([[0], np.cumsum([len(found) for found in cells])])
    flat = np.array([cell for found in cells for cell in found], dtype=np.int64).reshape(-1, 3)
    return _Parts(table, marks, mark_start, used, shape, flat, cell_start, rows, width)


def _each(values: Sequence[int]) -> Integers:
    return np.array(values, dtype=np.int64).reshape(-1)


def _cells(rows: Rows) -> list[tuple[int, int, int]]:
    return [(i, j, n) for i, row in enumerate(rows) for j, n in enumerate(row) if n]


def _offsets(context: Integers, widths: Integers) -> Integers:
    """Return where each part begins within its context."""
    starts = before(widths)
    first = np.searchsorted(context, context)
    return starts - starts[first] if len(starts) else starts


def _columns(context: Integers, column: Integers, mark: Any, count: int, capacities: Room) -> Integers:
    """Return the columns that carry each mark, in order."""
    found = np.full((count, len(capacities), max((*capacities, 1))), -1, dtype=np.int64)
    for number in range(len(capacities)):
        chosen = np.flatnonzero(mark == number + 1)
        own = context[chosen]
        found[own, number, np.arange(len(own)) - np.searchsorted(own, own)] = column[chosen]
    return found


def _held(cells: Integers, columns: Integers) -> Integers:
    """Return how many items the marked columns hold."""
    if not len(cells) or not columns.shape[1]:
        return np.zeros_like(columns)
    case, _, column, count = cells.T
    width = int(column.max()) + 1
    sizes = np.bincount(case * width + column, weights=count, minlength=len(columns) * width)
    sizes = sizes.astype(np.int64).reshape(len(columns), width)
    return np.where(columns >= 0, sizes[np.arange(len(columns))[:, None, None], columns], 0)
