"""One judged output: how many items of each true class the system assigns to each class, of K ordered classes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, pairwise
from typing import Any

from axiometrics.errors import InputError
from axiometrics.numerals import is_counting, read_exact
from axiometrics.tasks.abilities import Output
from axiometrics.tasks.users_data import whole_count

_FORM = re.compile(r"\s*\[([^\[\]]*)\]\s*(?:at\s+(.*\S))?\s*")
_EXAMPLE = "write the rows (assigned classes) as in '[2 0 0; 1 1 0; 0 0 3]'"


@dataclass(frozen=True)
class Confusion(Output):
    """``rows[i][j]`` counts the items of true class j + 1 that the system assigns to class i + 1.

    So a row is an assigned class and a column a true one: the transpose of scikit-learn's matrix. ``values`` are the
    numbers that the classes stand for, in ascending order; None for 1, 2, ..., K.

    >>> found = Confusion.from_notation("[2 0 0; 1 1 0; 0 0 3]")
    >>> found.classes, found.items, found.gold, found.system
    (3, 7, (3, 1, 3), (2, 2, 3))
    """

    rows: tuple[tuple[int, ...], ...]
    values: tuple[Fraction, ...] | None = None

    @classmethod
    def of(cls, rows: Iterable[Iterable[Any]], values: Iterable[Any] | None = None) -> Confusion:
        """Build from counts and class values; raises InputError for what is no K x K matrix of counts."""
        found = tuple(map(tuple, rows))
        entries = list(chain.from_iterable(found))
        if set(map(type, entries)) != {int} or min(entries) < 0:
            found = tuple(
                tuple(whole_count(entry, "an entry of the matrix") for entry in row) for row in found
            )
        if {*map(len, found)} - {len(found)}:
            raise InputError(
                f"the matrix has {len(found)} rows and rows of {sorted({len(row) for row in found})} entries; give "
                "one row for each assigned class and one column for each true class"
            )
        if len(found) < 2:
            raise InputError(
                f"the matrix has {len(found)} class{'' if len(found) == 1 else 'es'}; give 2 classes or more"
            )
        if not any(entries):
            raise InputError("there are no items; give at least one, with a gold and a system label")
        return cls.counted(found, values)

    @classmethod
    def counted(cls, rows: tuple[tuple[int, ...], ...], values: Iterable[Any] | None = None) -> Confusion:
        """Build from a square of counts, with class values; raises InputError for values that are none."""
        return cls(rows, None if values is None else _values(values, len(rows)))

    @classmethod
    def from_labels(cls, gold: Sequence[int], system: Sequence[int], classes: int) -> Confusion:
        """Count class numbers from 1 to ``classes``."""
        rows = [[0] * classes for _ in range(classes)]
        for true, assigned in zip(gold, system, strict=True):
            rows[assigned - 1][true - 1] += 1
        return cls.of(rows)

    @classmethod
    def from_notation(cls, text: str) -> Confusion:
        """Read ``[2 0; 1 3]``, or ``[2 0; 1 3] at 1 5/2`` with the classes' values; raises InputError."""
        match = _FORM.fullmatch(text)
        if match is None:
            raise InputError(f"cannot read the matrix {text!r}; {_EXAMPLE}")
        rows = [row.replace(",", " ").split() for row in match[1].split(";")]
        if not all(is_counting(entry) for row in rows for entry in row):
            raise InputError(f"the matrix {text!r} has entries that are no counts; {_EXAMPLE}")
        return cls.of([map(int, row) for row in rows], match[2].split() if match[2] else None)

    @property
    def classes(self) -> int:
        """Number of classes, K."""
        return len(self.rows)

    @cached_property
    def items(self) -> int:
        """Number of items, N."""
        return sum(map(sum, self.rows))

    @property
    def gold(self) -> tuple[int, ...]:
        """Items of each true class."""
        return tuple(map(sum, zip(*self.rows, strict=True)))

    @property
    def system(self) -> tuple[int, ...]:
        """Items assigned to each class."""
        return tuple(map(sum, self.rows))

    @property
    def numbers(self) -> tuple[Fraction, ...]:
        """What each class stands for."""
        return self.values or tuple(map(Fraction, range(1, self.classes + 1)))

    def notation(self) -> str:
        """Write the matrix, rows assigned, columns true.

        >>> Confusion.of([[2, 0], [1, 3]], [1, 2.5]).notation()
        '[2 0; 1 3] at 1 5/2'
        """
        matrix = "[" + "; ".join(" ".join(map(str, row)) for row in self.rows) + "]"
        return matrix if self.values is None else f"{matrix} at {' '.join(map(str, self.values))}"

    def to_labels(self) -> tuple[list[int], list[int]]:
        """Return (gold, system) as lists of class numbers from 1 on: the cells' items one after another."""
        pairs = [
            (true, assigned)
            for assigned, row in enumerate(self.rows, 1)
            for true, count in enumerate(row, 1)
            for _ in range(count)
        ]
        return [true for true, _ in pairs], [assigned for _, assigned in pairs]

    def to_matrix(self) -> list[list[int]]:
        """Return the counts, rows assigned, columns true."""
        return [list(row) for row in self.rows]


def _values(given: Iterable[Any], classes: int) -> tuple[Fraction, ...] | None:
    """Return the classes' values, None where they are 1, 2, ..., K."""
    try:
        found = tuple(read_exact(str(value)) for value in given)
    except ValueError as error:
        raise InputError(f"the class values are no numbers ({error}); give one number a class") from error
    if len(found) != classes or any(one >= other for one, other in pairwise(found)):
        raise InputError(
            f"the class values are {', '.join(map(str, found))}; give {classes} numbers in ascending order"
        )
    return None if found == tuple(range(1, classes + 1)) else found
