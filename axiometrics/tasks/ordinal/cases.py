"""All cases of a constraint up to a size as one batch, shared by every metric, and larger ones, always the same."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from axiometrics.errors import InputError
from axiometrics.formulas.rows import Integers, different
from axiometrics.tasks import cases
from axiometrics.tasks.cases import (
    Blocks,
    Case,
    CaseBatch,
    Numbering,
    Stretch,
    columns,
    require_outputs,
    with_columns,
)
from axiometrics.tasks.choosing import Answers, Impossible, Spread, each_choice
from axiometrics.tasks.ordinal import Confusion
from axiometrics.tasks.ordinal.batch import ConfusionBatch
from axiometrics.tasks.ordinal.chooser import Chooser, Generator, Matrix, Template, Wanted
from axiometrics.tasks.ordinal.grids import (
    CLASSES,
    MOST,
    ManyAtOnce,
    allowed,
    allowed_matrices,
    as_matrix,
    filled,
    grid_text,
    in_every_class,
    keys_of,
    made_again,
    matrices_of_rows,
    narrowest,
    universe,
)
from axiometrics.tasks.shared_tables import Universe, outputs_of_rows

Made = tuple[Mapping[str, int], Template, int]
"""Choices, the template they make, and how many cases it holds."""


class Kind(NamedTuple):
    """What matrices are, many at once, and which of a case's outputs gives its size: that with the least items or most.

    Tasks whose outputs are matrices share all that makes their cases.
    """

    batch: type[ConfusionBatch]
    size: Callable[..., Any]
    classes: tuple[int, ...] = CLASSES
    """How many classes are tried."""

    def case_of(self, outputs: Mapping[str, Confusion], sizes: Mapping[str, int]) -> Case:
        """Return a case."""
        return Case(outputs, sizes, int(self.size([output.items for output in outputs.values()])))


ORDINAL = Kind(ConfusionBatch, np.minimum.reduce)
case_of = ORDINAL.case_of


def sweep(generator: Generator, outputs: Sequence[str], size: int, kind: Kind = ORDINAL) -> CaseBatch:
    """Return every case of a generator in the grid of a size, smallest first: fewer items for more classes."""
    made: list[Made] = []
    covered: dict[int, int] = {}
    for chooser, template in each_choice(generator, filled(size, kind.classes)):
        choices = chooser.answers.made
        covered[choices["classes"]] = chooser.covers[choices["classes"]]
        made.append((choices, template, chooser.count))
    shared = universe(size, kind.batch, kind.classes)
    return gathered(made, outputs, *_grid(covered, size), shared, kind)


def blocks(generator: Generator, outputs: Sequence[str], size: int, kind: Kind = ORDINAL) -> Blocks:
    """Return the same cases in blocks; a block makes all matrices of its choices again, and keeps its own."""
    numbers, covered, names, plain = Numbering(), dict[int, int](), dict[str, None](), set(outputs)
    for chooser, template in each_choice(generator, filled(size, kind.classes)):
        choices = chooser.answers.made
        covered[choices["classes"]] = chooser.covers[choices["classes"]]
        names |= dict.fromkeys(choices)
        check(template, outputs)
        keys, counts = np.unique(keys_of(template, outputs, chooser.count, kind.size), return_counts=True)
        numbers.add(chooser.answers.path, keys.tolist(), counts.tolist())
        plain &= {name for name in outputs if _values(template.outputs[name]) is None}
    shared = universe(size, kind.batch, kind.classes)
    apart = [place for place, name in enumerate(outputs) if name in plain]

    def made(stretches: Sequence[Stretch]) -> CaseBatch:
        parts = made_again(generator, outputs, filled(size, kind.classes), kind.size, stretches)
        few = shared if shared.size <= MOST else None  # else most of it is of other blocks
        return with_columns(gathered(parts, outputs, *_grid(covered, size), few, kind, apart), names)

    found = numbers.blocks(made, MOST)
    return (
        found
        if len(found) > 1
        else Blocks(found.counts, lambda _: sweep(generator, outputs, size, kind), MOST)
    )


def _grid(covered: Mapping[int, int], size: int) -> tuple[int, str]:
    """Return up to how many items all cases are there, and of how many classes, in words."""
    return max(covered.values(), default=size), grid_text(covered) if covered else ""


def gathered(
    made: Iterable[Made],
    outputs: Sequence[str],
    complete_up_to: int | None,
    text: str = "",
    universe: Universe | None = None,
    kind: Kind = ORDINAL,
    apart: Collection[int] = (),
) -> CaseBatch:
    """Put templates together as one batch, by items, then classes, then choices.

    Without a universe, outputs at the places ``apart`` are a table of their own: so floats are as exact as in one.
    """
    templates = list(made)
    if not templates:
        return CaseBatch({}, np.zeros(0, dtype=np.int64), {}, complete_up_to, text)
    for _, template, _ in templates:
        check(template, outputs)
    most = max(
        kind.classes[-1],
        *(template.outputs[name].classes for _, template, _ in templates for name in outputs),
    )
    values: dict[Any, int] = {None: 0}
    kept = narrowest([matrix for _, made, _ in templates for matrix in made.outputs.values()])
    rows = [
        np.concatenate([_rows(each.outputs[name], count, most, values, kept) for _, each, count in templates])
        for name in outputs
    ]
    items = kind.size([part[:, 2:].sum(axis=1) for part in rows], axis=0)
    classes = np.min([part[:, 1] for part in rows], axis=0)
    order = np.lexsort((np.arange(len(items)), classes, items))
    choices = columns([made for made, _, _ in templates], [count for _, _, count in templates])
    rows = [part[order] for part in rows]
    if universe is None and apart:
        universe = _table_of([rows[place] for place in apart], kind)
    matrices = partial(matrices_of_rows, values=list(values), kind=kind.batch)
    batches = outputs_of_rows(rows, matrices, universe)
    return CaseBatch(
        dict(zip(outputs, batches, strict=True)),
        items[order],
        {name: values[order] for name, values in choices.items()},
        complete_up_to,
        text,
    )


def _table_of(rows: Sequence[Integers], kind: Kind) -> Universe:
    """Return the different matrices of some outputs as a table."""
    every = np.concatenate(rows)
    own = every[different(list(every.T))[0]]
    return Universe(0, lambda: (matrices_of_rows(own, kind=kind.batch), own))


def _rows(matrix: Matrix, count: int, most: int, values: dict[Any, int], kept: Any) -> Integers:
    """Return matrices as rows: which values the classes have, how many there are, and the padded counts."""
    found = np.zeros((count, 2 + most**2), dtype=kept)
    found[:, 0] = values.setdefault(_values(matrix), len(values))
    found[:, 1] = matrix.classes
    for i, row in enumerate(matrix.rows):
        for j, entry in enumerate(row):
            found[:, 2 + i * most + j] = entry
    return found


def _values(matrix: Matrix) -> tuple[Fraction, ...] | None:
    if matrix.values is None or tuple(matrix.values) == tuple(range(1, matrix.classes + 1)):
        return None
    return tuple(map(Fraction, matrix.values))


def check(template: Template, outputs: Sequence[str]) -> None:
    """Raise InputError where the matrices of a template are no case."""
    require_outputs(template.outputs, outputs)
    for name in outputs:
        if any(np.min(entry) < 0 for row in template.outputs[name].rows for entry in row):
            raise InputError(f"the generator makes a negative count in {name}")


def batch_of_cases(outputs: Sequence[str], given: Sequence[Case], kind: Kind = ORDINAL) -> CaseBatch:
    """Return given cases as a batch, smallest first."""
    return cases.batch_of_cases(outputs, given, kind.batch.from_tables)


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

    def systems(self, classes: int, *, apart: bool = False, **full: Any) -> tuple[Matrix, Matrix]:
        """Draw two outputs on a gold, or one and what it is after some items are assigned to another class."""
        gold = self.gold(classes, full=any(full.values()))
        first = self._split(gold)
        if apart:
            second, places = first, range(classes)
            first = first.changed({(i + 1, i + 1): -first.rows[i][i] for i in places})
            first = first.changed({(i or classes, i + 1): second.rows[i][i] for i in places})
            self.require(any(second.rows[i][i] for i in places))
        else:
            second = self._split(gold) if self.answers.pick(2) else self._moved(first, gold)
        self.require(first != second)
        self.require(not full.get("full_system") or all(map(any, (*first.rows, *second.rows))))
        return first, second

    def vectors(self, classes: int, others: int, keep: Callable[..., Any]) -> Sequence[Sequence[Any]]:
        found = [[*self.gold(classes)] for _ in range(1 + others)]
        short = sum(found[1]) - sum(found[-1])
        found[1 if short < 0 else -1][self.answers.pick(classes)] += abs(short)
        if not keep(*found):
            raise Impossible
        return found

    def labelings(self, classes: int, full: int = 0) -> Sequence[int]:
        found = [0] * classes**3
        for _ in range(1 + self.answers.pick(MOST_CELLS)):
            found[self.answers.pick(classes**3)] += 1 + self.answers.amount(MOST_COUNT)
        self.require(in_every_class(np.array([found], dtype=object), classes, full)[0])
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

    def labelings(self, classes: int, full: int = 0) -> Sequence[Any]:
        counts = np.random.default_rng(classes).choice(_COUNTS, (self.number, classes**3))
        kept = counts.any(axis=1) & in_every_class(counts, classes, full)
        return list(np.ascontiguousarray(self._some(counts[kept]).T))

    def vectors(self, classes: int, others: int, keep: Callable[..., Any]) -> Sequence[Sequence[Any]]:
        found = [np.random.default_rng(seed).permutation(self._golds(classes)) for seed in range(1 + others)]
        short = found[1].sum(axis=1) - found[-1].sum(axis=1)
        found[1][:, 0] += np.maximum(-short, 0)
        found[-1][:, -1] += np.maximum(short, 0)
        kept = keep(*(list(part.T) for part in found))
        self._some(found[0][kept])
        return [list(np.ascontiguousarray(part[kept].T)) for part in found]

    def systems(self, classes: int, *, apart: bool = False, **full: Any) -> tuple[Matrix, Matrix]:
        gold = self._golds(classes)
        gold = gold[allowed(gold, Wanted(full=any(full.values())))]
        first, second = (_split(gold, seed) for seed in (1, 2))
        if apart:
            places = np.arange(classes)
            first = second.copy()
            first[:, places, places] = 0
            first[:, (places + 1) % classes, places] += second[:, places, places]
        kept = (first != second).any(axis=(1, 2))
        for counts in (first, second):
            kept &= allowed_matrices(counts, Wanted(**full))
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
