"""One filtered collection against its gold: four counts, and every form they are given in or handed out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from axiometrics.errors import InputError
from axiometrics.numerals import is_counting
from axiometrics.tasks.abilities import Output
from axiometrics.tasks.users_data import whole_count

NAMES = ("tp", "fp", "fn", "tn")

_PART = re.compile(r"(\w+)\s*=\s*(\S+)")


@dataclass(frozen=True)
class Counts(Output):
    """Selected relevant (tp) and irrelevant (fp) items, left-out relevant (fn) and irrelevant (tn) ones.

    >>> counts = Counts.from_notation("tp=3 fp=1 fn=0 tn=2")
    >>> counts.items, counts.relevant, counts.irrelevant, counts.selected
    (6, 3, 3, 4)
    """

    tp: int
    fp: int
    fn: int
    tn: int

    @classmethod
    def from_labels(cls, gold: Iterable[int], system: Iterable[int]) -> Counts:
        """Count two vectors of 0 and 1, of equal length."""
        found = [0, 0, 0, 0]
        for relevant, selected in zip(gold, system, strict=True):
            found[(0 if relevant else 1) if selected else (2 if relevant else 3)] += 1
        return cls(*found)

    @classmethod
    def from_notation(cls, text: str) -> Counts:
        """Read ``tp=3 fp=1 fn=0 tn=2``, in any order; raises InputError."""
        found = _PART.findall(text.replace(",", " "))
        given: dict[str, str] = dict(found)
        if (
            sorted(name for name, _ in found) != sorted(NAMES)
            or _PART.sub("", text.replace(",", " ")).strip()
        ):
            raise InputError(f"cannot read the counts {text!r}; write all four, as in 'tp=3 fp=1 fn=0 tn=2'")
        return cls.from_counts(
            [int(text) if is_counting(text) else text for text in (given[n] for n in NAMES)]
        )

    @classmethod
    def from_counts(cls, values: Iterable[Any]) -> Counts:
        """Read the four counts in the order tp, fp, fn, tn; raises InputError for what is no count."""
        return cls(*(whole_count(value, name) for name, value in zip(NAMES, values, strict=True))).check()

    def check(self) -> Counts:
        """Return the counts themselves; raise InputError when there is no item."""
        if not self.items:
            raise InputError("there are no items; give at least one, with a gold and a system label")
        return self

    @property
    def items(self) -> int:
        """Number of items."""
        return self.tp + self.fp + self.fn + self.tn

    @property
    def relevant(self) -> int:
        """Items that are relevant in the gold."""
        return self.tp + self.fn

    @property
    def irrelevant(self) -> int:
        """Items that are not relevant in the gold."""
        return self.fp + self.tn

    @property
    def selected(self) -> int:
        """Items that the system selects."""
        return self.tp + self.fp

    def to_tuple(self) -> tuple[int, int, int, int]:
        """Return (tp, fp, fn, tn)."""
        return self.tp, self.fp, self.fn, self.tn

    def to_labels(self) -> tuple[list[int], list[int]]:
        """Return (gold labels, system labels) as lists of 0 and 1: the counts' items one after another."""
        gold = [1] * self.tp + [0] * self.fp + [1] * self.fn + [0] * self.tn
        return gold, [1] * self.selected + [0] * (self.fn + self.tn)

    def notation(self) -> str:
        """Write the counts.

        >>> Counts(3, 1, 0, 2).notation()
        'tp=3 fp=1 fn=0 tn=2'
        """
        return " ".join(f"{name}={value}" for name, value in zip(NAMES, self.to_tuple(), strict=True))
