"""Forms of judged outputs that libraries want besides those of the tasks."""

from __future__ import annotations

from collections.abc import Sequence

from axiometrics.tasks.ordinal.confusion import Confusion

__all__ = ["labels_of_matrix"]


def labels_of_matrix(rows: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Return (gold, system) labels from 1 on of a matrix with assigned classes in rows and true ones in columns.

    >>> labels_of_matrix([[1, 0], [2, 0]])
    ([1, 1, 1], [1, 2, 2])
    """
    return Confusion.of(rows).to_labels()
