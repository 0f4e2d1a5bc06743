"""Random cases: a constraint's scenes with drawn matrices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from hypothesis import strategies as st

from axiometrics.tasks.cases import Case
from axiometrics.tasks.choosing import Drawn, Impossible
from axiometrics.tasks.ordinal.cases import case_of
from axiometrics.tasks.ordinal.confusion import Confusion
from axiometrics.tasks.ordinal.scene import Chooser, Generator, Matrix

__all__ = ["drawn"]

MOST_CLASSES = 6
LARGEST_COUNT = 12
MOST_CELLS = 6
_GOLD = st.integers(0, LARGEST_COUNT)


@lru_cache(maxsize=256)
def _upto(most: int) -> Any:
    """Return a strategy of the numbers up to one."""
    return st.integers(0, most)


@lru_cache(maxsize=8)
def _sparse(classes: int) -> Any:
    """Return a strategy of a few cells with their counts: each the cell's place plus, for every further item, K^2."""
    return st.lists(st.integers(0, LARGEST_COUNT * classes**2 - 1), min_size=1, max_size=MOST_CELLS)


class _Chooser(Chooser):
    """Draws the counts; what a condition demands is added to them."""

    answers: Drawn

    def matrix(
        self,
        classes: int,
        *,
        least: Mapping[tuple[int, int], int] | None = None,
        more: tuple[int, int] | None = None,
        some: Sequence[int] = (),
        full: bool = False,
        full_system: bool = False,
        imperfect: bool = False,
    ) -> Matrix:
        rows = [[0] * classes for _ in range(classes)]
        for drawn in self.answers.draw(_sparse(classes)):
            count, place = divmod(drawn, classes**2)
            rows[place // classes][place % classes] += count + 1
        for (i, j), count in (least or {}).items():
            rows[i - 1][j - 1] += count
        for j in range(classes):
            rows[j][j] += int(
                (full and not any(row[j] for row in rows)) or (full_system and not any(rows[j]))
            )
        if len(some):
            rows[0][some[0] - 1] += int(not any(row[j - 1] for row in rows for j in some))
        if more is not None:
            gold = [sum(column) for column in zip(*rows, strict=True)]
            rows[more[0] - 1][more[0] - 1] += max(0, gold[more[1] - 1] + 1 - gold[more[0] - 1])
        if imperfect:
            rows[0][1] += int(not any(rows[i][j] for i in range(classes) for j in range(classes) if i != j))
        return Matrix(tuple(map(tuple, rows)))

    def gold(
        self,
        classes: int,
        *,
        least: Mapping[int, int] | None = None,
        more: tuple[int, int] | None = None,
        empty: Sequence[int] = (),
        full: bool = False,
    ) -> Sequence[int]:
        if full and len(empty):
            raise Impossible
        gold = [0 if j in empty else max(self.answers.draw(_GOLD), int(full)) for j in range(1, classes + 1)]
        for j, count in (least or {}).items():
            gold[j - 1] += count
        gold[next(j for j in range(classes) if j + 1 not in empty)] += int(not any(gold))
        if more is not None:
            gold[more[0] - 1] += max(0, gold[more[1] - 1] + 1 - gold[more[0] - 1])
        return gold

    def systems(self, classes: int, *, full: bool = False) -> tuple[Matrix, Matrix]:
        gold = self.gold(classes, full=full)
        first, second = (self._split(gold) for _ in range(2))
        if first == second:
            raise Impossible
        return first, second

    def _split(self, gold: Sequence[int]) -> Matrix:
        columns = []
        for count in gold:
            left, column = count, []
            for _ in gold[1:]:
                column.append(self.answers.draw(_upto(left)))
                left -= column[-1]
            columns.append([*column, left])
        return Matrix(tuple(zip(*columns, strict=True)))


def drawn(generator: Generator, answers: Drawn) -> Case:
    """Draw a case with 2 to 6 classes."""
    scene = generator(_Chooser(answers, range(2, MOST_CLASSES + 1)))
    tables = {name: Confusion.of(matrix.rows, matrix.values) for name, matrix in scene.outputs.items()}
    return case_of(tables, answers.made)
