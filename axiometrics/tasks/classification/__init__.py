"""Nominal classification: gold and system give every item one of K unordered classes. Here is one output, a matrix."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from axiometrics.errors import InputError
from axiometrics.tasks import ordinal
from axiometrics.tasks.ordinal import Confusion

REVERSED = " reversed"


class ConfusionMatrix(Confusion):
    """A confusion matrix, written with a row for each gold class and a column for each of the system's.

    This is scikit-learn's layout, and the transpose of what the ordinal task writes; what is kept is the same:
    ``rows[j][i]`` counts the items of gold class i + 1 in system class j + 1.

    >>> found = ConfusionMatrix.from_notation("[3 0; 1 2]")
    >>> found.gold, found.system, found.to_matrix()
    ((3, 3), (4, 2), [[3, 0], [1, 2]])
    """

    @classmethod
    def of_gold_rows(cls, rows: Iterable[Iterable[Any]]) -> ConfusionMatrix:
        """Build from counts with a row for each gold class; raises InputError for what is no K x K matrix of counts."""
        return cls(cls.of(rows).rows).transposed()

    @classmethod
    def from_notation(cls, text: str) -> ConfusionMatrix:
        """Read ``[3 0; 1 2]``, one row for each gold class, also with `` reversed`` behind; raises InputError."""
        if text.endswith(REVERSED):
            return cls.from_notation(text.removesuffix(REVERSED)).relisted()
        found = super().from_notation(text)
        if found.values is not None:
            raise InputError(
                f"the matrix {text!r} gives its classes numbers; classes have no order here: write the matrix alone"
            )
        return cls(found.rows).transposed()

    def transposed(self) -> ConfusionMatrix:
        """Return the matrix with gold and system exchanged."""
        return type(self)(tuple(zip(*self.rows, strict=True)))

    @property
    def right(self) -> int:
        """Items that the system puts into their gold class."""
        return sum(row[place] for place, row in enumerate(self.rows))

    def notation(self) -> str:
        """Write the matrix, a row for each gold class.

        >>> ConfusionMatrix.of_gold_rows([[3, 0], [1, 2]]).notation()
        '[3 0; 1 2]'
        """
        return "[" + "; ".join(" ".join(map(str, row)) for row in self.to_matrix()) + "]"

    def to_labels(self) -> tuple[list[int], list[int]]:
        """Return (gold, system) as lists of class numbers from 1 on, gold class by gold class."""
        system, gold = self.transposed()._listed()
        return gold, system

    def _listed(self) -> tuple[list[int], list[int]]:
        return super().to_labels()

    def relisted(self) -> Relisted:
        """Return the same matrix of items that are listed in reverse.

        >>> ConfusionMatrix.from_notation("[1 1; 0 1]").relisted().to_labels()
        ([2, 1, 1], [2, 2, 1])
        """
        return Relisted(self.rows)

    def to_matrix(self) -> list[list[int]]:
        """Return the counts, a row for each gold class."""
        return [list(row) for row in zip(*self.rows, strict=True)]

    def to_counts(self) -> tuple[int, int, int, int]:
        """Return (tp, fp, fn, tn) of two classes, the first of which is the positive one; raises InputError for more.

        >>> ConfusionMatrix.from_notation("[3 0; 1 2]").to_counts()
        (3, 1, 0, 2)
        """
        if self.classes != 2:
            raise InputError(f"tp, fp, fn and tn are of two classes; this matrix has {self.classes}")
        (tp, fp), (fn, tn) = self.rows
        return tp, fp, fn, tn


class Relisted(ConfusionMatrix):
    """A matrix whose items are listed in reverse: only a function that reads labels can tell the difference."""

    def to_labels(self) -> tuple[list[int], list[int]]:
        """Return (gold, system), the last item first."""
        gold, system = super().to_labels()
        return gold[::-1], system[::-1]

    def notation(self) -> str:
        """Write the matrix, and that its items are reversed."""
        return super().notation() + REVERSED


outputs_text = partial(ordinal.outputs_text, down="gold", across="system")
outputs_svg = partial(ordinal.outputs_svg, down="gold", across="system")
"""Draw outputs in notation: rows gold, columns system."""


class SmallMatrices(ordinal.SmallMatrices):
    """All matrices of a few items in 2 to 4 classes, also with classes that gold or system leave empty."""

    def of_rows(self, rows: Sequence[Sequence[int]]) -> ConfusionMatrix:
        """Return the matrix of rows as they are written."""
        return ConfusionMatrix(tuple(map(tuple, rows))).transposed()

    def exchanged(self, output: Any) -> ConfusionMatrix:
        """Take the system for the gold."""
        found: ConfusionMatrix = output.transposed()
        return found
