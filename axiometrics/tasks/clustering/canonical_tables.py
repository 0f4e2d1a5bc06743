"""Every table of a size, once up to permutation of clusters and categories; with marked categories where asked.

A table is a multiset of connected tables (no cluster or category links them), so connected ones are built item by
item, made canonical, and combined. Marks say which categories of a context are focal ones of the constraint: a mark
has a capacity, the number of members of the focal family.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import permutations, product
from math import factorial
from operator import gt, sub
from typing import Any

import numpy as np

Rows = tuple[tuple[int, ...], ...]
Marked = tuple[Rows, tuple[int, ...]]
"""Rows of a connected table, and the mark of each column (0 for none)."""


def tables(items: int) -> list[Rows]:
    """Return every table of a number of items, one of each class, in a fixed order (few clusters first)."""
    return [rows for rows, _ in marked_tables(items, ())]


def marked_tables(items: int, capacities: tuple[int, ...]) -> tuple[Marked, ...]:
    """Return every table whose columns carry marks 1, 2, ... within their capacities; 0 items give the empty table."""
    known = parts(items, capacities)
    found = [_assemble([known[place] for place in places]) for places in multisets(items, capacities)]
    return tuple(sorted(found, key=lambda marked: (len(marked[0]), len(marked[1]), marked)))


def _assemble(blocks: Sequence[Marked]) -> Marked:
    width = sum(len(columns) for _, columns in blocks)
    rows: list[tuple[int, ...]] = []
    marks: tuple[int, ...] = ()
    for block, columns in blocks:
        right = width - len(marks) - len(columns)
        rows += [(0,) * len(marks) + row + (0,) * right for row in block]
        marks += columns
    return tuple(rows), marks


@lru_cache(maxsize=64)
def parts(items: int, capacities: tuple[int, ...]) -> tuple[Marked, ...]:
    """Return the connected tables of up to a number of items, small ones first; multisets refer to their places."""
    return tuple(part for size in range(1, items + 1) for part in _marked(size, capacities))


@lru_cache(maxsize=64)
def multisets(items: int, capacities: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return every multiset of connected tables with so many items in all, as places in `parts`.

    Each multiset names its parts once, in decreasing place; marks are used up to their capacities.
    """
    known = parts(items, capacities)
    sizes = [sum(map(sum, rows)) for rows, _ in known]
    used = [tuple(columns.count(mark) for mark in range(1, len(capacities) + 1)) for _, columns in known]
    ends = [sum(size <= most for size in sizes) for most in range(items + 1)]

    @cache
    def combined(left: int, below: int, room: tuple[int, ...]) -> list[tuple[int, ...]]:
        if left == 0:
            return [()]
        found: list[tuple[int, ...]] = []
        for place in range(min(below, ends[left])):
            if any(map(gt, used[place], room)):
                continue
            spare = tuple(map(sub, room, used[place])) if any(used[place]) else room
            found += [(place, *rest) for rest in combined(left - sizes[place], place + 1, spare)]
        return found

    return tuple(combined(items, len(known), capacities))


@lru_cache(maxsize=4096)
def _markings_within(
    orders: tuple[tuple[int, ...], ...], alike: tuple[tuple[int, ...], ...], capacities: tuple[int, ...]
) -> Any:
    """Return every marking of columns with these symmetries that the capacities allow, one of each class, in order."""
    width = len(orders[0])
    found = {
        min(_settled([columns[index] for index in order], alike) for order in orders)
        for columns in _markings(width, capacities)
    }
    return np.array(sorted(found), dtype=np.int8).reshape(len(found), width)


def markings_of(rows: Rows, capacities: tuple[int, ...]) -> Any:
    """Return the marks of a connected table's columns within the capacities, one of each class, in order."""
    if not capacities:
        return np.zeros((1, len(rows[0])), dtype=np.int8)
    orders, alike = _symmetries(rows)
    return _markings_within(tuple(map(tuple, orders)), tuple(map(tuple, alike)), capacities)


@lru_cache(maxsize=256)
def _marked(items: int, capacities: tuple[int, ...]) -> tuple[Marked, ...]:
    """Connected tables with every marking of their columns that the capacities allow, one of each class."""
    return tuple(
        (rows, tuple(columns))
        for rows in connected(items)
        for columns in markings_of(rows, capacities).tolist()
    )


def _symmetries(rows: Rows) -> tuple[list[list[int]], list[list[int]]]:
    """Return the orders of columns that leave a canonical table as it is, and the sets of columns that are identical.

    Orders that differ only among identical columns are given once.
    """
    columns = list(zip(*rows, strict=True))
    found = [order for order, candidate in _arrangements(rows) if candidate == rows]
    alike = [[i for i, column in enumerate(columns) if column == kind] for kind in dict.fromkeys(columns)]
    return found, [group for group in alike if len(group) > 1]


def _settled(marks: list[int], alike: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Order the marks of identical columns."""
    for group in alike:
        for index, mark in zip(group, sorted(marks[index] for index in group), strict=True):
            marks[index] = mark
    return tuple(marks)


@lru_cache(maxsize=256)
def _markings(width: int, capacities: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return every way to mark columns within the capacities."""
    if width == 0:
        return ((),)
    return tuple(
        (mark, *rest)
        for rest in _markings(width - 1, capacities)
        for mark in range(len(capacities) + 1)
        if mark == 0 or rest.count(mark) < capacities[mark - 1]
    )


@lru_cache(maxsize=64)
def connected(items: int) -> tuple[Rows, ...]:
    """Return every connected table of a number of items in canonical form, in order."""
    if items == 1:
        return (((1,),),)
    return tuple(sorted({_canonical(grown) for rows in connected(items - 1) for grown in _grown(rows)}))


def canonical(cells: Sequence[tuple[int, int, int]]) -> tuple[tuple[int, int, int], ...]:
    """Return the cells of the table, one of its class, whose connected parts are canonical and in order."""
    import networkx

    graph = networkx.Graph((("cluster", i), ("category", j)) for i, j, _ in cells)
    blocks = sorted(_block(cells, part) for part in networkx.connected_components(graph))
    rows, _ = _assemble([(block, (0,) * len(block[0])) for block in blocks])
    return tuple((i, j, n) for i, row in enumerate(rows) for j, n in enumerate(row) if n)


def _block(cells: Sequence[tuple[int, int, int]], part: set[tuple[str, int]]) -> Rows:
    """Return one connected part of a table in canonical form."""
    clusters = [place for side, place in part if side == "cluster"]
    categories = [place for side, place in part if side == "category"]
    held = {(i, j): n for i, j, n in cells}
    return _canonical(tuple(tuple(held.get((i, j), 0) for j in categories) for i in clusters))


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


def _canonical(rows: Rows) -> Rows:
    """Return the largest form over all permutations of rows and columns."""
    return max(candidate for _, candidate in _arrangements(rows))


def _arrangements(rows: Rows) -> Iterator[tuple[list[int], Rows]]:
    """Yield orders of columns with the rows that they give, largest first.

    Columns are first told apart by refined invariants; only those that stay alike are permuted.
    """
    columns = list(zip(*rows, strict=True))
    classes: dict[int, list[int]] = {}
    for index, colour in enumerate(_refined(rows, columns)):
        classes.setdefault(colour, []).append(index)
    ordered = [classes[colour] for colour in sorted(classes)]
    for arrangement in product(*(_orders(group, columns) for group in ordered)):
        order = [index for group in arrangement for index in group]
        yield order, tuple(sorted((tuple([row[index] for index in order]) for row in rows), reverse=True))


def _orders(group: list[int], columns: list[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Yield the orders of like columns; identical columns need only one."""
    if len(group) == 1 or len({columns[index] for index in group}) == 1:
        return iter([tuple(group)])
    assert factorial(len(group)) < 10**6
    return permutations(group)


def _refined(rows: Rows, columns: list[tuple[int, ...]]) -> list[int]:
    """Colour refinement: three rounds tell nearly all columns of small tables apart. Ranks depend on the class only."""
    below = [hash(tuple(sorted(column))) for column in columns]
    for _ in range(2):
        across = [hash(tuple(sorted([(n, below[j]) for j, n in enumerate(row) if n]))) for row in rows]
        below = [
            hash((below[j], tuple(sorted([(n, across[i]) for i, n in enumerate(column) if n]))))
            for j, column in enumerate(columns)
        ]
    return below


def numbered_partitions(items: int) -> Iterator[tuple[int, ...]]:
    """Yield every partition of numbered items as the numbers of parts, each new part by the next number.

    >>> list(numbered_partitions(2))
    [(0, 0), (0, 1)]
    """
    if items == 0:
        yield ()
        return
    for before in numbered_partitions(items - 1):
        for part in range(max(before, default=-1) + 2):
            yield (*before, part)
