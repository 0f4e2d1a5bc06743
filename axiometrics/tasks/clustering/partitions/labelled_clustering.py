"""One clustering as it is handed to a metric: items in an order, with label names; and other ways to write it."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from axiometrics.errors import InputError
from axiometrics.numerals import is_counting
from axiometrics.tasks.clustering.table import Table
from axiometrics.tasks.notation import letters

__all__ = ["Labelled", "rewritings", "with_labels"]

_TEXT = re.compile(r"^gold (?P<gold>.+) \| system (?P<system>.+)$")
Labels = tuple[Hashable, ...]


@dataclass(frozen=True)
class Labelled:
    """The gold's and the system's label of every item, in an order of the items.

    >>> Labelled.from_notation("gold b a b | system 7 7 3").read_as("sets")
    ([{1}, {0, 2}], [{2}, {0, 1}])
    """

    gold: Labels
    system: Labels
    plain = False
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
