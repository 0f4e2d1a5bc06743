"""Cases made of whole clusterings, where a constraint changes a clustering or its gold as a whole.

A generator asks a chooser for an arbitrary clustering of an arbitrary gold, changes it, and returns the outputs; their
golds may differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from axiometrics.tasks import chooser
from axiometrics.tasks.choosing import Given
from axiometrics.tasks.clustering.chooser import Chooser, WholeWanted
from axiometrics.tasks.clustering.partitions.derived_outputs import Mean, average, rewritings, with_labels
from axiometrics.tasks.clustering.partitions.error_kinds import ErrorShares, Limits, Quantity, tables
from axiometrics.tasks.clustering.table import Table

__all__ = [
    "Judged",
    "Partitions",
    "Whole",
    "WholeChooser",
    "averaged",
    "judged",
    "judges_wholes",
    "shared_out",
]


@dataclass(frozen=True)
class Whole:
    """A clustering with its gold. Cells are (cluster, category, items)."""

    table: Table

    @property
    def items(self) -> int:
        """Number of items."""
        return self.table.items

    @property
    def is_perfect(self) -> bool:
        """Whether clusters and categories are the same."""
        return len(self.table.cells) == len(self.table.cluster_sizes) == len(self.table.category_sizes)

    @property
    def is_pure(self) -> bool:
        """Whether every cluster holds one category."""
        return len(self.table.cells) == len(self.table.cluster_sizes)

    @property
    def differs(self) -> bool:
        """Whether clusters and categories are not the same: to be required of cases, as proofs know."""
        return not self.is_perfect

    @property
    def mixes(self) -> bool:
        """Whether some cluster holds more than one category: to be required of cases, as proofs know."""
        return not self.is_pure

    def exchanged(self) -> Whole:
        """Return the gold judged against the system."""
        return Whole(self.table.transpose())

    def repeated(self, times: Any) -> Whole:
        """Return the clustering with every item so many times."""
        return Whole(Table(tuple((i, j, count * times) for i, j, count in self.table.cells)))

    def perfect(self) -> Whole:
        """Return the gold judged against itself."""
        return Whole(Table(tuple((j, j, size) for j, size in enumerate(self.table.category_sizes))))

    def refined(self) -> Whole:
        """Return the system whose clusters are split by category: the join of system and gold."""
        return Whole(Table(tuple((k, j, count) for k, (_, j, count) in enumerate(self.table.cells))))

    def beside(self, other: Whole) -> Whole:
        """Return both together; they have no item, cluster or category in common."""
        rows, columns = len(self.table.cluster_sizes), len(self.table.category_sizes)
        moved = tuple((i + rows, j + columns, count) for i, j, count in other.table.cells)
        return Whole(Table(self.table.cells + moved))

    def split(self, cluster: int, away: Sequence[int]) -> Whole:
        """Return the clustering with some categories of a cluster in a new cluster."""
        fresh = len(self.table.cluster_sizes)
        cells = [(fresh if i == cluster and j in away else i, j, count) for i, j, count in self.table.cells]
        return Whole(Table.from_pairs({(i, j): count for i, j, count in cells}))

    def merged(self, one: int, other: int) -> Whole:
        """Return the clustering with two clusters as one."""
        counts: dict[tuple[Any, Any], int] = {}
        for i, j, count in self.table.cells:
            place = (one if i == other else i, j)
            counts[place] = counts.get(place, 0) + count
        return Whole(Table.from_pairs(counts))


@dataclass(frozen=True)
class Partitions:
    """Several partitions of the same items: counts by the parts that items belong to, one of each partition."""

    counts: Mapping[tuple[int, ...], int]

    def judging(self, system: int, gold: int) -> Whole:
        """Return one of the partitions judged against another."""
        found: dict[tuple[Any, Any], int] = {}
        for parts, count in self.counts.items():
            place = parts[system], parts[gold]
            found[place] = found.get(place, 0) + count
        return Whole(Table.from_pairs(found))


@dataclass(frozen=True)
class Judged:
    """The outputs of a case by name."""

    outputs: Mapping[str, Any]

    @property
    def size(self) -> int:
        """Items of the largest output."""
        return max(int(whole.items) for whole in self.outputs.values())


class WholeChooser(chooser.Chooser):
    """Where a generator gets whole clusterings from; ``most`` is the largest number that is tried, if there is one."""

    most: int | None = None
    reach = 16
    """Items of a drawn clustering, at most."""

    def clustering(self, items: int | None = None) -> Any:
        """Return any clustering with any gold, or one with so many items."""
        raise NotImplementedError

    def half(self) -> Any:
        """Return any clustering, to be put beside another one of as many items."""
        raise NotImplementedError

    def partitions(self) -> Partitions:
        """Return any three partitions of the same items."""
        raise NotImplementedError

    def block_sizes(self, name: str, items: int | None = None) -> tuple[int, ...]:
        """Return any sizes of blocks, largest first, of any number of items or of so many."""
        raise NotImplementedError

    def error_shares(self, quantity: Quantity, limits: Limits) -> tuple[ErrorShares, ErrorShares]:
        """Return any shares of errors within limits, and the same with more of one quantity."""
        raise NotImplementedError

    def rewritten(self, *, words: bool) -> tuple[Any, Any]:
        """Return any clustering with labels, and the same one written differently: with words, or with numbers."""
        table = self.clustering().table
        return with_labels(table), self.answers.one_of(rewritings(table, words=words))

    def size(self, name: str, low: int = 1) -> Any:
        """Return a number of items, at least ``low``."""
        return self.answers.number(name, low, self.most, reach=self.reach)

    def times(self, name: str) -> Any:
        """Return a factor, at least 2."""
        return self.answers.number(name, 2, self.most, reach=3)

    def place(self, name: str, count: int) -> int:
        """Return a number below ``count``; there is no case where that is 0."""
        self.require(count > 0)
        return self.answers.number(name, 0, count - 1, reach=count)


def averaged(clusters: tuple[int, ...], gold: tuple[int, ...]) -> Mean:
    """Return the mean over all systems with clusters of these sizes, against a gold with categories of these sizes."""
    return average(clusters, gold)


def shared_out(**outputs: ErrorShares) -> Judged:
    """Return a case of items that are shared out by kind of error, as few as it takes for whole counts."""
    return Judged(dict(zip(outputs, map(Whole, tables(*outputs.values())), strict=True)))


def judged(**outputs: object) -> Judged:
    """Return a case of the given outputs."""
    return Judged(outputs)


def judges_wholes(generator: Callable[..., Any]) -> bool:
    """Whether a generator makes whole clusterings instead of a few clusters that differ."""
    try:
        return isinstance(generator(Chooser(Given())), Judged)
    except WholeWanted:
        return True
