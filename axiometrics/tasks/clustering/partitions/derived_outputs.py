"""Outputs that are made of a clustering: its items in an order with label names, and means over random systems.

Other ways to write it are here, too; a mean is over systems with clusters of given sizes, against one gold.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import groupby, product
from math import factorial, prod
from typing import TYPE_CHECKING, Any

from axiometrics.errors import InputError
from axiometrics.numerals import is_counting
from axiometrics.tasks.abilities import Composed, Derived
from axiometrics.tasks.clustering.table import Table
from axiometrics.tasks.users_data import letters

if TYPE_CHECKING:
    from axiometrics.formulas.compiled import Algebra

_TEXT = re.compile(r"^gold (?P<gold>.+) \| system (?P<system>.+)$")
Labels = tuple[Hashable, ...]


@dataclass(frozen=True)
class Labelled(Derived):
    """The gold's and the system's label of every item, in an order of the items.

    >>> Labelled.from_notation("gold b a b | system 7 7 3").read_as("sets")
    ([{1}, {0, 2}], [{2}, {0, 1}])
    """

    gold: Labels
    system: Labels
    reader = "Labelled(gold, system)"

    @classmethod
    def from_notation(cls, text: str) -> Labelled:
        """Read what `notation` writes; raises InputError."""
        found = _TEXT.match(text.strip())
        sides = (
            [[_label(word) for word in found[side].split()] for side in ("gold", "system")] if found else []
        )
        if not sides or len(sides[0]) != len(sides[1]):
            raise InputError(
                f"cannot read the labels {text!r}; write a label of each side for each item, as in "
                "'gold b a b | system 7 7 3'"
            )
        return cls(*map(tuple, sides))

    @cached_property
    def table(self) -> Table:
        """The contingency table, in which nothing has a name."""
        return Table.from_labels(self.gold, self.system)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The contingency table alone."""
        return (self.table,)

    @property
    def items(self) -> int:
        """Number of items."""
        return len(self.gold)

    @property
    def cluster_sizes(self) -> tuple[int, ...]:
        """Items per cluster."""
        return self.table.cluster_sizes

    @property
    def category_sizes(self) -> tuple[int, ...]:
        """Items per category."""
        return self.table.category_sizes

    def read_as(self, reads: str) -> tuple[Any, ...]:
        """Return the form that a black-box metric reads; rows, columns and sets are in the order of the labels."""
        if reads == "labels":
            return list(self.gold), list(self.system)
        if reads == "dicts":
            return tuple(
                {item: {label} for item, label in enumerate(side)} for side in (self.gold, self.system)
            )
        golds, systems = (_sets(side) for side in (self.gold, self.system))
        if reads == "sets":
            return golds, systems
        import numpy as np

        return (np.array([[len(one & other) for other in golds] for one in systems], dtype=np.int64),)

    def call(self, score: str) -> str:
        """Write the call with the labels themselves."""
        return f"{score}({list(self.gold)!r}, {list(self.system)!r})"

    def notation(self) -> str:
        """Write the labels of both sides, item by item."""
        return " | ".join(
            f"{name} {' '.join(map(str, side))}"
            for name, side in (("gold", self.gold), ("system", self.system))
        )


def _label(word: str) -> Hashable:
    return int(word) if is_counting(word.removeprefix("-")) else word


def _sets(side: Labels) -> list[set[int]]:
    return [{item for item, label in enumerate(side) if label == name} for name in sorted(set(side))]  # type: ignore[type-var]


def with_labels(table: Table) -> Labelled:
    """Return the clustering with labels numbered from 0, cluster by cluster."""
    gold, system = table.to_labels()
    return Labelled(tuple(gold), tuple(system))


def rewritings(table: Table, *, words: bool = False) -> tuple[Labelled, ...]:
    """Return the same clustering written differently, each way that differs once: with words, or with numbers.

    The labels of either side in reverse, and each replaced by the next one; numbers with gaps; the items in reverse,
    and the last one first. Words on one side, and on both.

    >>> [each.notation() for each in rewritings(Table.from_notation("{a}{b}"))][:2]
    ['gold 1 0 | system 0 1', 'gold 0 1 | system 1 0']
    """
    plain = with_labels(table)
    found = dict.fromkeys((_worded if words else _written)(plain))
    return tuple(each for each in found if each != plain)


def _written(plain: Labelled) -> Iterator[Labelled]:
    gold, system = plain.gold, plain.system
    for change in (_reversed, _rotated):
        yield Labelled(change(gold), system)
        yield Labelled(gold, change(system))
    yield Labelled(_spaced(gold), _spaced(system))
    yield Labelled(gold[::-1], system[::-1])
    yield Labelled((*gold[-1:], *gold[:-1]), (*system[-1:], *system[:-1]))


def _worded(plain: Labelled) -> Iterator[Labelled]:
    yield Labelled(_words(plain.gold), plain.system)
    yield Labelled(plain.gold, _words(plain.system))
    yield Labelled(_words(plain.gold), _words(plain.system))


def _renamed(labels: Labels, order: Sequence[int]) -> Labels:
    return tuple(order[int(str(label))] for label in labels)


def _reversed(labels: Labels) -> Labels:
    return _renamed(labels, range(len(set(labels)))[::-1])


def _rotated(labels: Labels) -> Labels:
    count = len(set(labels))
    return _renamed(labels, [(place + 1) % count for place in range(count)])


def _spaced(labels: Labels) -> Labels:
    return tuple(10 * int(str(label)) + 3 for label in labels)


def _words(labels: Labels) -> Labels:
    return tuple(letters(int(str(label))) for label in labels)


_PART = re.compile(r"^(?P<weight>[0-9/]+)\*(?P<table>\{.*\})$")
Sizes = tuple[int, ...]
Rows = tuple[Sizes, ...]


@dataclass(frozen=True)
class Mean(Composed):
    """Outputs with weights that sum to 1: the metric's value is the weighted mean of its values on them.

    >>> mean = Mean.from_notation("1/3*{a a}{b} + 2/3*{a b}{a}")
    >>> mean.items, mean.notation()
    (3, '1/3*{a a}{b} + 2/3*{a b}{a}')
    """

    parts: tuple[tuple[Fraction, Table], ...]
    reader = "Table"

    @classmethod
    def from_notation(cls, text: str) -> Mean:
        """Read what `notation` writes; raises InputError."""
        found = [_PART.match(part.strip()) for part in text.split("+")]
        try:
            parts = [(Fraction(part["weight"]), Table.from_notation(part["table"])) for part in found if part]
            if None not in found and sum(weight for weight, _ in parts) == 1:
                return cls(tuple(parts))
        except (ValueError, ZeroDivisionError):
            pass
        raise InputError(
            f"cannot read the mean {text!r}; write weights that sum to 1, as in '1/3*{{a a}} + 2/3*{{a}}{{a}}'"
        )

    @property
    def tables(self) -> tuple[Table, ...]:
        """The outputs."""
        return tuple(table for _, table in self.parts)

    @property
    def items(self) -> int:
        """Items of every output."""
        return self.parts[0][1].items

    @property
    def cluster_sizes(self) -> Sizes:
        """Items per cluster of the first output."""
        return self.parts[0][1].cluster_sizes

    @property
    def category_sizes(self) -> Sizes:
        """Items per category, the same in every output."""
        return self.parts[0][1].category_sizes

    def of(self, value: Callable[[Table], Any], algebra: Algebra) -> Any:
        """Return the weighted mean of a value in any arithmetic."""
        terms = [value(table) * algebra.number(weight) for weight, table in self.parts]
        return sum(terms[1:], terms[0])

    def call(self, score: str) -> str:
        """Write the sum of calls that gives the mean."""
        return " + ".join(f"{weight}*{table.call(score)}" for weight, table in self.parts)

    def notation(self) -> str:
        """Write every output with its weight."""
        return " + ".join(f"{weight}*{table.notation()}" for weight, table in self.parts)


@lru_cache(maxsize=64)
def block_sizes(items: int) -> tuple[Sizes, ...]:
    """Return every multiset of block sizes of so many items, largest block first.

    >>> block_sizes(4)
    ((4,), (3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1))
    """
    return tuple(_parted(items, items))


def _parted(items: int, largest: int) -> Iterator[Sizes]:
    if not items:
        yield ()
    for first in range(min(items, largest), 0, -1):
        for rest in _parted(items - first, first):
            yield (first, *rest)


@lru_cache(maxsize=4096)
def average(clusters: Sizes, gold: Sizes) -> Mean:
    """Return the mean over all systems with clusters of these sizes, each as often as items can be dealt to it.

    A table with cells n_ij comes with probability prod a_i! prod b_j! / (N! prod n_ij!); tables that differ in names
    alone are counted as one.

    >>> average((2, 1), (2, 1)).notation()
    '1/3*{a a}{b} + 2/3*{a b}{a}'
    """
    whole = Fraction(prod(map(factorial, (*clusters, *gold))), factorial(sum(gold)))
    chances: dict[Rows, Fraction] = {}
    for rows, times in _dealt(clusters, gold):
        kind = _in_order(rows, gold)
        chance = times * whole / prod(factorial(n) for row in rows for n in row)
        chances[kind] = chances.get(kind, Fraction(0)) + chance
    found: dict[Table, tuple[Fraction, Table]] = {}
    for rows, chance in chances.items():
        table = Table.from_rows(rows)
        known, first = found.get(table.canonical(), (Fraction(0), table))
        found[table.canonical()] = known + chance, first
    return Mean(tuple(found.values()))


def _in_order(rows: Rows, gold: Sizes) -> Rows:
    """Return the same table with its clusters, and its categories of the same size, in one of few orders."""
    ordered = sorted(rows, reverse=True)
    columns = sorted(zip(gold, zip(*ordered, strict=True), strict=True), reverse=True)
    return tuple(sorted(zip(*(column for _, column in columns), strict=True), reverse=True))


def _dealt(clusters: Sizes, gold: Sizes) -> Iterator[tuple[Rows, int]]:
    """Yield every way to fill clusters from categories, and in how many orders of clusters of the same size."""
    groups = [(size, len(list(same))) for size, same in groupby(clusters)]
    return _filled(groups, gold)


def _filled(groups: Sequence[tuple[int, int]], left: Sizes) -> Iterator[tuple[Rows, int]]:
    if not groups:
        yield (), 1
        return
    (size, number), *others = groups
    for rows in _rows(size, number, left, None):
        rest = tuple(have - sum(row[j] for row in rows) for j, have in enumerate(left))
        orders = factorial(number) // prod(map(factorial, Counter(rows).values()))
        for more, times in _filled(others, rest):
            yield (*rows, *more), orders * times


def _rows(size: int, number: int, left: Sizes, most: Sizes | None) -> Iterator[Rows]:
    """Yield clusters of one size, none above the one before."""
    if not number:
        yield ()
        return
    for row in product(*(range(min(have, size), -1, -1) for have in left)):
        if sum(row) == size and (most is None or row <= most):
            rest = tuple(have - used for have, used in zip(left, row, strict=True))
            for others in _rows(size, number - 1, rest, row):
                yield (row, *others)
