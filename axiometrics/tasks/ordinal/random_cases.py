"""Cases beyond the sweep: templates with drawn matrices, and larger ones with many more items, always the same ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from axiometrics.formulas.rows import Integers
from axiometrics.tasks.cases import Case
from axiometrics.tasks.choosing import Answers, Impossible, Spread, each_choice
from axiometrics.tasks.ordinal.cases import ORDINAL, CaseBatch, Kind, gathered
from axiometrics.tasks.ordinal.chooser import Chooser, Generator, Matrix, Wanted
from axiometrics.tasks.ordinal.grids import ManyAtOnce, allowed, allowed_matrices, as_matrix

__all__ = ["larger", "random_case"]

MOST_CLASSES = 7
MOST_COUNT = 3000
MOST_CELLS = 8


class _DrawnMatrices(Chooser):
    """Draws the counts, of any order of magnitude; what a condition demands is added to them."""

    answers: Spread

    def matrix_of(self, classes: int, wanted: Wanted) -> Matrix:
        rows = [[0] * classes for _ in range(classes)]
        for _ in range(1 + self.answers.pick(MOST_CELLS)):
            row, column = divmod(self.answers.pick(classes**2), classes)
            rows[row][column] += 1 + self.answers.amount(MOST_COUNT)
        for i, j in wanted.zero:
            rows[i - 1][j - 1] = 0
        for (i, j), count in wanted.least.items():
            rows[i - 1][j - 1] += count
        if wanted.zero or wanted.held or wanted.held_system or wanted.any_of or wanted.not_less:
            self._meet(rows, wanted)
        for j in range(classes):
            rows[j][j] += int(
                (wanted.full and not any(row[j] for row in rows)) or (wanted.full_system and not any(rows[j]))
            )
        if len(wanted.some):
            rows[0][wanted.some[0] - 1] += int(not any(row[j - 1] for row in rows for j in wanted.some))
        if wanted.more is not None:
            large, small = wanted.more
            gold = [sum(column) for column in zip(*rows, strict=True)]
            rows[large - 1][large - 1] += max(0, gold[small - 1] + 1 - gold[large - 1])
        if wanted.imperfect:
            rows[0][1] += int(not any(rows[i][j] for i in range(classes) for j in range(classes) if i != j))
        if wanted.above_chance and not allowed_matrices(np.array([rows], dtype=object), wanted)[0]:
            raise Impossible
        return Matrix(tuple(map(tuple, rows)))

    def _meet(self, rows: list[list[int]], wanted: Wanted) -> None:
        """Add what further conditions demand, in cells that may hold items."""
        places = range(1, len(rows) + 1)
        free = [(i, j) for i in places for j in places if (i, j) not in wanted.zero]
        some = [(wanted.any_of, 1)] if len(wanted.any_of) else []
        some += [([(i, j) for i, j in free if j == k], count) for k, count in wanted.held.items()]
        some += [([(i, j) for i, j in free if i == k], count) for k, count in wanted.held_system.items()]
        for cells, count in [*some, (free, 1)]:
            i, j = self.answers.one_of(cells)
            rows[i - 1][j - 1] += max(0, count - sum(rows[i - 1][j - 1] for i, j in cells))
        if wanted.not_less is not None:
            (i, j), (k, l) = wanted.not_less
            rows[i - 1][j - 1] = max(rows[i - 1][j - 1], rows[k - 1][l - 1])

    def gold_of(self, classes: int, wanted: Wanted) -> Sequence[int]:
        if wanted.full and len(wanted.empty):
            raise Impossible
        gold = [
            0 if j in wanted.empty else max(self.answers.amount(MOST_COUNT, empty=0.2), int(wanted.full))
            for j in range(1, classes + 1)
        ]
        for j, count in wanted.least.items():
            gold[j - 1] += count
        gold[next(j for j in range(classes) if j + 1 not in wanted.empty)] += int(not any(gold))
        if wanted.more is not None:
            large, small = wanted.more
            gold[large - 1] += max(0, gold[small - 1] + 1 - gold[large - 1])
        return gold

    def systems(self, classes: int, *, full: bool = False, apart: bool = False) -> tuple[Matrix, Matrix]:
        """Draw two outputs on a gold, or one and what it is after some items are assigned to another class."""
        gold = self.gold(classes, full=full)
        first = self._split(gold)
        if apart:
            second, places = first, range(classes)
            first = first.changed({(i + 1, i + 1): -first.rows[i][i] for i in places})
            first = first.changed({(i or classes, i + 1): second.rows[i][i] for i in places})
            if not any(second.rows[i][i] for i in places):
                raise Impossible
            return first, second
        second = self._split(gold) if self.answers.pick(2) else self._moved(first, gold)
        if first == second:
            raise Impossible
        return first, second

    def vectors(self, classes: int, others: int, keep: Callable[..., Any]) -> Sequence[Sequence[Any]]:
        found = [[*self.gold(classes)] for _ in range(1 + others)]
        short = sum(found[1]) - sum(found[-1])
        found[1 if short < 0 else -1][self.answers.pick(classes)] += abs(short)
        if not keep(*found):
            raise Impossible
        return found

    def labelings(self, classes: int) -> Sequence[int]:
        found = [0] * classes**3
        for _ in range(1 + self.answers.pick(MOST_CELLS)):
            found[self.answers.pick(classes**3)] += 1 + self.answers.amount(MOST_COUNT)
        return found

    def _split(self, gold: Sequence[int]) -> Matrix:
        columns = []
        for count in gold:
            left, column = count, []
            for _ in gold[1:]:
                column.append(self.answers.amount(left, empty=0.3))
                left -= column[-1]
            turn = self.answers.pick(len(gold))
            columns.append([*column[:turn], left, *column[turn:]])
        return Matrix(tuple(zip(*columns, strict=True)))

    def _moved(self, matrix: Matrix, gold: Sequence[int]) -> Matrix:
        true = self.answers.one_of([j for j, count in enumerate(gold, 1) if count])
        start = self.answers.one_of([i for i, row in enumerate(matrix.rows, 1) if row[true - 1]])
        to, most = 1 + self.answers.pick(len(gold)), matrix.rows[start - 1][true - 1]
        return matrix.moved(true=true, start=start, to=to, count=1 + self.answers.amount(most - 1))


def random_case(generator: Generator, answers: Spread, kind: Kind = ORDINAL) -> Case:
    """Draw a case with 2 to 7 classes."""
    template = generator(_DrawnMatrices(answers, range(2, MOST_CLASSES + 1)))
    of = kind.batch.output.of
    tables = {name: of(matrix.rows, matrix.values) for name, matrix in template.outputs.items()}
    return kind.case_of(tables, answers.made)


_COUNTS = np.array([0, 0, 0, 0, 1, 1, 2, 3, 8, 21])
_GOLDS = np.array([0, 1, 2, 3, 5, 8, 21, 100])


class _LargerMatrices(ManyAtOnce):
    """Fills a template with a number of matrices whose counts are drawn once from a ladder."""

    def __init__(self, answers: Answers, numbers: Sequence[int], number: int) -> None:
        super().__init__(answers, numbers)
        self.number = number

    def matrix_of(self, classes: int, wanted: Wanted) -> Matrix:
        counts = np.random.default_rng(classes).choice(_COUNTS, (self.number, classes, classes))
        diagonal = np.random.default_rng(classes + 100).choice(_GOLDS, (self.number, classes))
        counts[:, range(classes), range(classes)] += diagonal
        for i, j in wanted.zero:
            counts[:, i - 1, j - 1] = 0
        for (i, j), count in wanted.least.items():
            counts[:, i - 1, j - 1] += count
        return as_matrix(self._some(counts[allowed_matrices(counts, wanted) & counts.any(axis=(1, 2))]))

    def gold_of(self, classes: int, wanted: Wanted) -> Sequence[Any]:
        counts = self._golds(classes)
        for j, count in wanted.least.items():
            counts[:, j - 1] += count
        counts[:, [j - 1 for j in wanted.empty]] = 0
        counts = counts[counts.any(axis=1)]
        return list(np.ascontiguousarray(self._some(counts[allowed(counts, wanted)]).T))

    def _golds(self, classes: int) -> Integers:
        counts = np.random.default_rng(classes).choice(_GOLDS, (4 * self.number, classes))
        counts[:, 0] += counts.sum(axis=1) == 0
        return counts

    def labelings(self, classes: int) -> Sequence[Any]:
        counts = np.random.default_rng(classes).choice(_COUNTS, (self.number, classes**3))
        return list(np.ascontiguousarray(self._some(counts[counts.any(axis=1)]).T))

    def vectors(self, classes: int, others: int, keep: Callable[..., Any]) -> Sequence[Sequence[Any]]:
        found = [np.random.default_rng(seed).permutation(self._golds(classes)) for seed in range(1 + others)]
        short = found[1].sum(axis=1) - found[-1].sum(axis=1)
        found[1][:, 0] += np.maximum(-short, 0)
        found[-1][:, -1] += np.maximum(short, 0)
        kept = keep(*(list(part.T) for part in found))
        self._some(found[0][kept])
        return [list(np.ascontiguousarray(part[kept].T)) for part in found]

    def systems(self, classes: int, *, full: bool = False, apart: bool = False) -> tuple[Matrix, Matrix]:
        gold = self._golds(classes)
        gold = gold[allowed(gold, Wanted(full=full))]
        first, second = (_split(gold, seed) for seed in (1, 2))
        if apart:
            places = np.arange(classes)
            first = second.copy()
            first[:, places, places] = 0
            first[:, (places + 1) % classes, places] += second[:, places, places]
        kept = (first != second).any(axis=(1, 2))
        return as_matrix(self._some(first[kept])), as_matrix(second[kept])


def _split(gold: Integers, seed: int) -> Integers:
    """Share every class's items among the assigned classes at random."""
    draw = np.random.default_rng(seed)
    classes = gold.shape[1]
    shares = draw.dirichlet(np.full(classes, 0.5), gold.shape)
    return np.swapaxes(draw.multinomial(gold, shares), 1, 2)


def larger(generator: Generator, outputs: Sequence[str], *, wide: bool, kind: Kind = ORDINAL) -> CaseBatch:
    """Return cases of 2 to 6 classes (3 and 4 if not ``wide``) with up to hundreds of items."""
    numbers, number = ((2, 3, 4, 5, 6), 24) if wide else ((3, 4), 6)
    made = [
        (chooser.answers.made, template, chooser.count)
        for chooser, template in each_choice(
            generator, partial(_LargerMatrices, numbers=numbers, number=number)
        )
    ]
    return gathered(made, outputs, None, kind=kind)
