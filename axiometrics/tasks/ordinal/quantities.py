"""The named quantities of a matrix, from its entries: whole numbers, arrays of them, or expressions.

One implementation serves one matrix, many at once, and the parametric matrices of proofs, since it only adds and
multiplies entries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from axiometrics.tasks.ordinal.view import VARIABLES

__all__ = ["Quantities"]

Entries = Sequence[Sequence[Any]]


class Quantities:
    """What every cell of a matrix offers; ``half`` is one half in the arithmetic of the entries."""

    def __init__(self, rows: Entries, values: Sequence[Any], half: Any = Fraction(1, 2)) -> None:
        self.rows = rows
        self.values = values
        self.half = half
        self.classes = len(rows)

    @cached_property
    def gold(self) -> list[Any]:
        """Items of each true class."""
        return [_total(column) for column in zip(*self.rows, strict=True)]

    @cached_property
    def system(self) -> list[Any]:
        """Items assigned to each class."""
        return [_total(row) for row in self.rows]

    @cached_property
    def items(self) -> Any:
        """All items."""
        return _total(self.gold)

    @cached_property
    def labels(self) -> list[Any]:
        """Gold and system labels of each class."""
        return [gold + system for gold, system in zip(self.gold, self.system, strict=True)]

    @cached_property
    def _corners(self) -> list[list[Any]]:
        """Items of all cells above and to the left of each corner."""
        found = [[0] * (self.classes + 1)]
        for row in self.rows:
            sums = _before(row)
            found.append([above + here for above, here in zip(found[-1], sums, strict=True)])
        return found

    @cached_property
    def _gold_before(self) -> list[Any]:
        return _before(self.gold)

    @cached_property
    def _system_before(self) -> list[Any]:
        return _before(self.system)

    @cached_property
    def _labels_before(self) -> list[Any]:
        return _before(self.labels)

    def near(self, i: int, j: int) -> Any:
        """Return the gold items between the assigned class i and the true class j, those of i by half."""
        before = self._gold_before
        between = before[j + 1] - before[i + 1] if i <= j else before[i] - before[j]
        return self.gold[i] * self.half + between

    def span(self, i: int, j: int) -> Any:
        """Return the labels from class i to class j, those of the two by half."""
        low, high = min(i, j), max(i, j)
        inside = self._labels_before[high + 1] - self._labels_before[low]
        return inside - (self.labels[i] + self.labels[j]) * self.half

    def offer(self, place: int, i: int, j: int) -> Any:
        """Return what a cell offers for one of the view's variables, counted from 0."""
        return _IN_ORDER[place](self, i, j)

    def cell(self, i: int, j: int, needed: Sequence[bool]) -> Iterator[Any]:
        """Yield what a cell offers, in the order of the view's variables; None for what is not needed."""
        return (offer(self, i, j) if used else None for offer, used in zip(_IN_ORDER, needed, strict=False))


def _total(values: Any) -> Any:
    first, *rest = values
    return sum(rest, first)


def _before(values: Sequence[Any]) -> list[Any]:
    found: list[Any] = [0]
    for value in values:
        found.append(found[-1] + value)
    return found


_OFFERS: dict[str, Any] = {
    "c": lambda of, i, j: of.rows[i][j],
    "i": lambda of, i, j: i + 1,
    "j": lambda of, i, j: j + 1,
    "x": lambda of, i, j: of.values[i],
    "y": lambda of, i, j: of.values[j],
    "d": lambda of, i, j: of.values[max(i, j)] - of.values[min(i, j)],
    "t": lambda of, i, j: abs(i - j),
    "e": lambda of, i, j: int(i != j),
    "g": lambda of, i, j: of.gold[j],
    "s": lambda of, i, j: of.system[i],
    "h": lambda of, i, j: of.near(i, j),
    "o": lambda of, i, j: of.span(i, j),
    "a": lambda of, i, j: of.labels[i],
    "b": lambda of, i, j: of.labels[j],
    "p": lambda of, i, j: of._system_before[i] + (of.system[i] + 1) * of.half,
    "q": lambda of, i, j: of._gold_before[j] + (of.gold[j] + 1) * of.half,
    "u": lambda of, i, j: of._corners[i][j],
    "v": lambda of, i, j: of._system_before[i] - of._corners[i][j + 1],
}
"""Every variable of the view, at an assigned and a true class counted from 0."""
_IN_ORDER = tuple(_OFFERS[str(variable)] for variable in VARIABLES)
