"""Every clustering of a few items against every gold, up to the names of clusters, categories and items."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
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
        from axiometrics.tasks.clustering.canonical_tables import tables

        for items in range(1, size + 1):
            found = map(_listed, tables(items))
            for rows in sorted(
                found, key=lambda rows: (len(rows[0]), len(rows), tuple(-n for row in rows for n in row))
            ):
                yield Table.from_rows(rows)

    def exchanged(self, output: Table) -> Table:
        """Exchange clusters and categories."""
        return output.transpose()

    def identity(self, output: Table) -> Hashable:
        """Return the contingency table in the form in which it is listed."""
        return _form(output)

    def gold(self, output: Table) -> Hashable:
        """Return the sizes of the categories."""
        return tuple(sorted(output.category_sizes, reverse=True))

    def perfect(self, output: Table) -> bool:
        """Say whether the clusters are the categories."""
        return len(output.cells) == len(output.cluster_sizes) == len(output.category_sizes)


def _canonical(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Return the same form for tables that differ in the order of clusters and of equally large categories."""
    sizes = [sum(column) for column in zip(*rows, strict=True)]
    groups = [list(group) for _, group in groupby(range(len(sizes)), key=sizes.__getitem__)]
    orders = ([place for part in chosen for place in part] for chosen in product(*map(permutations, groups)))
    return max(
        tuple(sorted((tuple(row[place] for place in order) for row in rows), reverse=True))
        for order in orders
    )


def _listed(rows: Sequence[Sequence[int]]) -> tuple[Row, ...]:
    """Return counts by cluster and category in the form in which they are listed: large categories first."""
    columns = sorted(zip(*rows, strict=True), key=sum, reverse=True)
    return _canonical(tuple(zip(*columns, strict=True)))


@lru_cache(maxsize=1 << 14)
def _form(output: Table) -> Hashable:
    return _listed(output.to_array().tolist())
