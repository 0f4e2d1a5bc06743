"""Every table of a size, once up to permutation of clusters and categories; with marked categories where asked.

A table is a multiset of connected tables (no cluster or category links them), so connected ones are built item by
item, made canonical, and combined. Marks say which categories of a context are focal ones of the constraint: a mark
has a capacity, the number of members of the focal family.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations, product
from math import factorial

__all__ = ["contexts", "tables"]

Rows = tuple[tuple[int, ...], ...]
Marked = tuple[Rows, tuple[int, ...]]
"""Rows of a connected table, and the mark of each column (0 for none)."""


def tables(items: int) -> list[Rows]:
    """Return every table of a number of items, one of each class, in a fixed order (few clusters first)."""
    return [_assemble(parts) for parts in _multisets(items, ())]


@lru_cache(maxsize=256)
def contexts(items: int, capacities: tuple[int, ...]) -> tuple[tuple[Rows, tuple[int, ...]], ...]:
    """Return every table whose columns carry marks 1, 2, ... within their capacities; 0 items give the empty table."""
    found = []
    for parts in _multisets(items, capacities):
        marks = tuple(mark for _, columns in parts for mark in columns)
        found.append((_assemble(parts), marks))
    return tuple(found)


def _assemble(parts: Sequence[Marked]) -> Rows:
    width = sum(len(columns) for _, columns in parts)
    rows: list[tuple[int, ...]] = []
    left = 0
    for block, columns in parts:
        right = width - left - len(columns)
        rows += [(0,) * left + row + (0,) * right for row in block]
        left += len(columns)
    return tuple(rows)


@lru_cache(maxsize=256)
def _multisets(items: int, capacities: tuple[int, ...]) -> tuple[tuple[Marked, ...], ...]:
    found = _combine(items, items, 0, capacities, capacities)
    return tuple(sorted(found, key=_order))


def _order(parts: tuple[Marked, ...]) -> tuple[int, int, tuple[Marked, ...]]:
    return sum(len(rows) for rows, _ in parts), sum(len(columns) for _, columns in parts), parts


def _combine(
    items: int, largest: int, first: int, room: tuple[int, ...], capacities: tuple[int, ...]
) -> Iterator[tuple[Marked, ...]]:
    """Yield multisets of connected parts, in non-increasing size and non-decreasing place among equal sizes."""
    if items == 0:
        yield ()
        return
    for size in range(min(items, largest), 0, -1):
        choices = _marked(size, capacities)
        for place in range(first if size == largest else 0, len(choices)):
            left = _room(room, choices[place][1])
            if left is not None:
                for rest in _combine(items - size, size, place, left, capacities):
                    yield (choices[place], *rest)


def _room(room: tuple[int, ...], columns: tuple[int, ...]) -> tuple[int, ...] | None:
    left = tuple(capacity - columns.count(mark) for mark, capacity in enumerate(room, start=1))
    return left if all(value >= 0 for value in left) else None


@lru_cache(maxsize=256)
def _marked(items: int, capacities: tuple[int, ...]) -> tuple[Marked, ...]:
    """Connected tables with every marking of their columns that the capacities allow, one of each class."""
    found: dict[Marked, None] = {}
    for rows in _connected(items):
        for columns in _markings(len(rows[0]), capacities):
            found[_canonical(rows, columns)] = None
    return tuple(sorted(found))


def _markings(width: int, room: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if width == 0:
        yield ()
        return
    for mark in range(len(room) + 1):
        left = _room(room, (mark,))
        if left is not None:
            yield from ((mark, *rest) for rest in _markings(width - 1, left))


@lru_cache(maxsize=64)
def _connected(items: int) -> tuple[Rows, ...]:
    if items == 1:
        return (((1,),),)
    found: dict[Marked, None] = {}
    for rows in _connected(items - 1):
        for grown in _grown(rows):
            found[_canonical(grown, (0,) * len(grown[0]))] = None
    return tuple(sorted(rows for rows, _ in found))


def _grown(rows: Rows) -> Iterator[Rows]:
    """Yield the connected tables with one more item: in an old row and column, in a new row, or in a new column."""
    width = len(rows[0])
    for i, row in enumerate(rows):
        for j in range(width):
            yield (*rows[:i], (*row[:j], row[j] + 1, *row[j + 1 :]), *rows[i + 1 :])
    for j in range(width):
        yield (*rows, tuple(int(k == j) for k in range(width)))
    for i in range(len(rows)):
        yield tuple((*row, int(k == i)) for k, row in enumerate(rows))


def _canonical(rows: Rows, marks: tuple[int, ...]) -> Marked:
    """Return the least form over all permutations of rows and of columns with equal marks.

    Columns are first told apart by refined invariants; only those that stay alike are permuted.
    """
    columns = list(zip(*rows, strict=True))
    colours = _refined(rows, columns, marks)
    classes: dict[int, list[int]] = {}
    for index, colour in enumerate(colours):
        classes.setdefault(colour, []).append(index)
    ordered = [classes[colour] for colour in sorted(classes)]
    best: Rows | None = None
    for arrangement in product(*(_orders(group, columns) for group in ordered)):
        order = [index for group in arrangement for index in group]
        candidate = tuple(sorted((tuple(row[index] for index in order) for row in rows), reverse=True))
        if best is None or candidate > best:
            best, chosen = candidate, order
    assert best is not None
    return best, tuple(marks[index] for index in chosen)


def _orders(group: list[int], columns: list[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Yield the orders of like columns; identical columns need only one."""
    if len(group) == 1 or len({columns[index] for index in group}) == 1:
        return iter([tuple(group)])
    assert factorial(len(group)) < 10**6
    return permutations(group)


def _refined(rows: Rows, columns: list[tuple[int, ...]], marks: tuple[int, ...]) -> list[int]:
    """Colour refinement: three rounds tell nearly all columns of small tables apart. Ranks depend on the class only."""
    below = [hash((mark, tuple(sorted(column)))) for mark, column in zip(marks, columns, strict=True)]
    for _ in range(2):
        across = [
            hash(tuple(sorted((value, below[j]) for j, value in enumerate(row) if value))) for row in rows
        ]
        below = [
            hash((below[j], tuple(sorted((value, across[i]) for i, value in enumerate(column) if value))))
            for j, column in enumerate(columns)
        ]
    return below
