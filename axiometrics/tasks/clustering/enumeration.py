"""Every clustering of a few items against every gold, up to the names of clusters, categories and items."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache
from itertools import groupby, permutations, product

from axiometrics.tasks.abilities import Enumeration
from axiometrics.tasks.clustering.table import Table

__all__ = ["SmallClusterings"]

Row = tuple[int, ...]


class SmallClusterings(Enumeration):
    """All contingency tables of a few items."""

    size = 6
    checked = 4
    form = "labels"

    def outputs(self, size: int) -> Iterator[Table]:
        """Yield every contingency table up to a number of items, smallest first.

        >>> [sum(table.items == items for table in SmallClusterings().outputs(5)) for items in range(1, 6)]
        [1, 4, 10, 33, 91]
        """
        for items in range(1, size + 1):
            found = [
                rows
                for sizes in _partitions(items, items)
                for rows in {_canonical(rows) for rows in _rows(sizes)}
            ]
            for rows in sorted(
                found, key=lambda rows: (len(rows[0]), len(rows), tuple(-n for row in rows for n in row))
            ):
                yield Table(tuple((i, j, n) for i, row in enumerate(rows) for j, n in enumerate(row) if n))

    def exchanged(self, output: Table) -> Table:
        """Exchange clusters and categories."""
        return output.transpose()

    def identity(self, output: Table) -> Hashable:
        """Return the contingency table in the form in which it is listed."""
        return _listed(output)

    def gold(self, output: Table) -> Hashable:
        """Return the sizes of the categories."""
        return tuple(sorted(output.category_sizes, reverse=True))

    def perfect(self, output: Table) -> bool:
        """Say whether the clusters are the categories."""
        return len(output.cells) == len(output.cluster_sizes) == len(output.category_sizes)


def _partitions(total: int, largest: int) -> Iterator[Row]:
    """Yield the ways to write a number as a sum, largest part first."""
    if total == 0:
        yield ()
    for part in range(min(total, largest), 0, -1):
        for rest in _partitions(total - part, part):
            yield (part, *rest)


def _rows(left: Row, most: Row | None = None) -> Iterator[tuple[Row, ...]]:
    """Yield the ways to share out the items of each category to clusters, none above the one before."""
    if not any(left):
        yield ()
        return
    for row in product(*(range(count, -1, -1) for count in left)):
        if any(row) and (most is None or row <= most):
            rest = tuple(count - used for count, used in zip(left, row, strict=True))
            for others in _rows(rest, row):
                yield (row, *others)


def _canonical(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Return the same form for tables that differ in the order of clusters and of equally large categories."""
    sizes = [sum(column) for column in zip(*rows, strict=True)]
    groups = [list(group) for _, group in groupby(range(len(sizes)), key=sizes.__getitem__)]
    orders = ([place for part in chosen for place in part] for chosen in product(*map(permutations, groups)))
    return max(
        tuple(sorted((tuple(row[place] for place in order) for row in rows), reverse=True))
        for order in orders
    )


@lru_cache(maxsize=1 << 14)
def _listed(output: Table) -> Hashable:
    """Return the contingency table in the form in which it is listed."""
    rows = tuple(sorted((tuple(row) for row in output.to_array().tolist()), reverse=True))
    sizes = [sum(column) for column in zip(*rows, strict=True)]
    order = sorted(range(len(sizes)), key=lambda place: -sizes[place])
    return _canonical(tuple(tuple(row[place] for place in order) for row in rows))
