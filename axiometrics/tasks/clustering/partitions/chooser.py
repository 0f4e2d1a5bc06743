"""Cases made of whole clusterings, where a constraint changes a clustering or its gold as a whole.

A generator asks a chooser for an arbitrary clustering of an arbitrary gold, changes it, and returns the outputs; their
golds may differ. Or it makes clusterings with errors of stated kinds, after Dom: useful clusters and useful categories
are matched in turn: cluster i with category i, from the first again where one side has more. The matched pairs share
what the three kinds of error leave; the other pairs of useful ones share e1, noise clusters share e2 with the useful
categories, and useful clusters share e3 with the noise categories.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm
from typing import Any, Literal

from axiometrics.tasks import chooser
from axiometrics.tasks.choosing import Given
from axiometrics.tasks.clustering.chooser import Chooser, WholeWanted
from axiometrics.tasks.clustering.partitions.derived_outputs import Mean, average, rewritings, with_labels
from axiometrics.tasks.clustering.table import Table


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


CATEGORIES = 5
"""Useful categories."""
ITEMS = 1000
"""Items of a table, as far as its shares allow: the sources speak of shares alone."""
WHOLE_GRID = 7
"""From this bound on the grid grows no more."""

Quantity = Literal["useful_clusters", "noise_clusters", "noise_categories", "e1", "e2", "e3"]
Places = tuple[tuple[int, int], ...]
_STEP = {"e1": Fraction(1, 30), "e2": Fraction(1, 15), "e3": Fraction(1, 15)}
_STEPS = 3
_SPARED = frozenset({2, 4, 5})
"""Counts of noise clusters and of noise categories that are not tried together."""


@dataclass(frozen=True)
class ErrorShares:
    """Numbers of clusters and categories, and the share of all items that each kind of error has.

    >>> ErrorShares(2, 1, 0, Fraction(1, 10), Fraction(1, 5), Fraction(0)).cells()[2, 0]
    Fraction(1, 25)
    """

    useful_clusters: int
    noise_clusters: int
    noise_categories: int
    e1: Fraction
    e2: Fraction
    e3: Fraction

    def after(self, quantity: Quantity, step: Fraction | int | None = None) -> ErrorShares:
        """Return the same with the next value of one quantity, or with so much more of it."""
        more = _STEP.get(quantity, 1) if step is None else step
        return replace(self, **{quantity: getattr(self, quantity) + more})

    def parts(self) -> list[tuple[Places, Fraction]]:
        """Return the places that share alike, with the share of each of them."""
        places = _places(self.useful_clusters, self.noise_clusters, self.noise_categories)
        shares = (1 - self.e1 - self.e2 - self.e3, self.e1, self.e2, self.e3)
        return [(part, share / len(part)) for part, share in zip(places, shares, strict=True) if share]

    def cells(self) -> dict[tuple[int, int], Fraction]:
        """Return the share of each (cluster, category) that has one; useful ones come before noise."""
        return {place: share for places, share in self.parts() for place in places}

    def sizes(self) -> dict[str, int]:
        """Return the numbers that name a case; shares in thirtieths, or in as few equal parts as they take."""
        parts = lcm(*(getattr(self, name).denominator for name in _STEP))
        parts, unit = (30, "thirtieths") if 30 % parts == 0 else (parts, "parts")
        return {
            "useful clusters": self.useful_clusters,
            "noise clusters": self.noise_clusters,
            "noise categories": self.noise_categories,
            **{f"{name} in {unit}": int(parts * getattr(self, name)) for name in _STEP},
            **({"parts": parts} if unit == "parts" else {}),
        }


@dataclass(frozen=True)
class Limits:
    """How many useful clusters there are, how many of noise and noise categories, and how large shares of errors."""

    least: int
    useful: int
    noise: int
    e1: Fraction
    e2: Fraction
    e3: Fraction

    def admit(self, found: ErrorShares) -> bool:
        """Whether shares are within the limits, and every kind of error that there is has a place."""
        return (
            self.least <= found.useful_clusters <= self.useful
            and max(found.noise_clusters, found.noise_categories) <= self.noise
            and all(getattr(found, name) <= getattr(self, name) for name in _STEP)
            and found.e1 + found.e2 + found.e3 < 1
            and (found.useful_clusters > 1 or not found.e1)
            and (found.noise_clusters > 0) == (found.e2 > 0)
            and (found.noise_categories > 0) == (found.e3 > 0)
        )


def few_errors(least: int) -> Limits:
    """Return the bounds of the grid, with so many useful clusters at least."""
    return Limits(least, WHOLE_GRID + 4, WHOLE_GRID - 1, *(_STEPS * step for step in _STEP.values()))


def any_errors(least: int) -> Limits:
    """Return no bounds but those that keep clusterings small enough to be looked at."""
    return Limits(least, 40, 20, *[Fraction(1)] * 3)


@lru_cache(maxsize=1024)
def _places(useful: int, noisy: int, foreign: int) -> tuple[Places, Places, Places, Places]:
    """Return the matched pairs of useful ones, the others, those of noise clusters and those of noise categories."""
    clusters, categories = range(useful), range(CATEGORIES)
    matched = {(k % useful, k % CATEGORIES): None for k in range(max(useful, CATEGORIES))}
    others = tuple(pair for pair in product(clusters, categories) if pair not in matched)
    noise = tuple(product(range(useful, useful + noisy), categories))
    return tuple(matched), others, noise, tuple(product(clusters, range(CATEGORIES, CATEGORIES + foreign)))


def tables(*shares: ErrorShares) -> list[Table]:
    """Return tables of the most items up to `ITEMS` for which all counts are whole, or as few above as it takes.

    >>> none = [Fraction(0)] * 3
    >>> [table.items for table in tables(ErrorShares(2, 0, 0, *none), ErrorShares(7, 0, 0, *none))]
    [980, 980]
    """
    parts = [each.parts() for each in shares]
    items = lcm(*(share.denominator for each in parts for _, share in each))
    items *= max(ITEMS // items, 1)
    counted = ([(places, int(share * items)) for places, share in each] for each in parts)
    return [Table(tuple(sorted((i, j, n) for places, n in each for i, j in places))) for each in counted]


@lru_cache(maxsize=64)
def steps(largest_size: int, least: int, quantity: Quantity) -> tuple[ErrorShares, ...]:
    """Return the shares of the grid whose next ones, with more of one quantity, are on the grid too."""
    grid = dict.fromkeys(_grid(min(largest_size, WHOLE_GRID), least))
    return tuple(each for each in grid if each.after(quantity) in grid)


def _grid(largest_size: int, least: int) -> Iterator[ErrorShares]:
    """Yield the grid of a bound: up to bound + 4 useful clusters, and counts of noise below the bound.

    There are noise clusters where e2 is not 0, and noise categories where e3 is not 0.
    """
    noise = [(0, 0), *product(range(1, largest_size), range(1, _STEPS + 1))]
    for useful, (clusters, second), (categories, third) in product(
        range(least, largest_size + 5), noise, noise
    ):
        if {clusters, categories} <= _SPARED:
            continue
        for first in range(_STEPS + 1 if useful > 1 else 1):
            shares = (
                count * step for count, step in zip((first, second, third), _STEP.values(), strict=True)
            )
            yield ErrorShares(useful, clusters, categories, *shares)


def grid_text(largest_size: int) -> str:
    """Say which grid is gone through.

    >>> grid_text(7)
    'K_u ≤ 11, K_n and C_n ≤ 6, e_1 ≤ 1/10 by 1/30, e_2 and e_3 ≤ 1/5 by 1/15'
    """
    least, (first, second, _) = min(largest_size, WHOLE_GRID), _STEP.values()
    return (
        f"K_u ≤ {least + 4}, K_n and C_n ≤ {least - 1}, "
        f"e_1 ≤ {_STEPS * first} by {first}, e_2 and e_3 ≤ {_STEPS * second} by {second}"
    )
