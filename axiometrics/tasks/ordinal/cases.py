"""All cases of a constraint up to a size as one batch, shared by every metric: every distinct matrix is kept once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from axiometrics.errors import InputError
from axiometrics.formulas.rows import Integers
from axiometrics.tasks import cases
from axiometrics.tasks.cases import Case, CaseBatch, columns, require_outputs
from axiometrics.tasks.choosing import each_choice
from axiometrics.tasks.ordinal.batch import Block, ConfusionBatch
from axiometrics.tasks.ordinal.chooser import Generator, Matrix, Template
from axiometrics.tasks.ordinal.confusion import Confusion
from axiometrics.tasks.ordinal.grids import AllMatrices, grid, grid_text, located, marks, pairs_grid, universe

__all__ = ["CaseBatch", "batch_of_cases", "case_of", "gathered", "pooled", "sweep"]

Filled = tuple[Matrix, int]
"""A matrix whose entries are arrays, and their length."""


class _Places:
    """Where the cases of one output are: a block for each case, and a row of it."""

    def __init__(self, templates: Sequence[Filled]) -> None:
        self.starts = np.cumsum([0, *(count for _, count in templates)])
        self.part = np.zeros(self.starts[-1], dtype=np.int64)
        self.row = np.zeros(self.starts[-1], dtype=np.int64)


def pooled(columns: Sequence[Sequence[Filled]], most: Mapping[int, int]) -> list[ConfusionBatch]:
    """Return one batch for each output; all refer to the same blocks.

    Matrices of up to ``most[K]`` items are those of the universe, which all constraints share.
    """
    blocks: list[Block] = []
    places = [_Places(column) for column in columns]
    kinds: dict[Any, list[tuple[int, int]]] = {}
    for output, column in enumerate(columns):
        for template, (matrix, _) in enumerate(column):
            kinds.setdefault((matrix.classes, _values(matrix)), []).append((output, template))
    for (classes, values), members in kinds.items():
        counts = [_stack(*columns[output][template]) for output, template in members]
        part, row = _placed(np.concatenate(counts), classes, values, most.get(classes, 0), blocks)
        edges = np.cumsum([0, *map(len, counts)])
        for (output, template), start, stop in zip(members, edges[:-1], edges[1:], strict=True):
            here = slice(places[output].starts[template], places[output].starts[template + 1])
            places[output].part[here], places[output].row[here] = part[start:stop], row[start:stop]
    return [ConfusionBatch(blocks, each.part, each.row) for each in places]


def _values(matrix: Matrix) -> tuple[Fraction, ...] | None:
    if matrix.values is None or tuple(matrix.values) == tuple(range(1, matrix.classes + 1)):
        return None
    return tuple(map(Fraction, matrix.values))


def _stack(matrix: Matrix, count: int) -> Integers:
    """Return the entries as an array (cases, K, K)."""
    found = np.zeros((count, matrix.classes, matrix.classes), dtype=np.int64)
    for i, row in enumerate(matrix.rows):
        for j, entry in enumerate(row):
            found[:, i, j] = entry
    return found


def _placed(
    counts: Integers, classes: int, values: tuple[Fraction, ...] | None, most: int, blocks: list[Block]
) -> tuple[Integers, Integers]:
    """Return the block and the row of every matrix; blocks that are needed are added."""
    row = located(counts, classes, most) if most and values is None else np.full(len(counts), -1)
    part = np.full(len(counts), len(blocks))
    if (row >= 0).any():
        blocks.append(universe(classes, most)[0])
    rest = np.flatnonzero(row < 0)
    if len(rest):
        part[rest] = len(blocks)
        first, row[rest] = _distinct(counts[rest])
        blocks.append(Block(counts[rest][first], values))
    return part, row


def _distinct(counts: Integers) -> tuple[Integers, Integers]:
    """Return the first of all equal matrices, and for every matrix which of these it is."""
    _, first, group = np.unique(marks(counts), return_index=True, return_inverse=True)
    if (counts[first][group] == counts).all():
        return first, group
    return np.arange(len(counts)), np.arange(len(counts))


Made = tuple[Mapping[str, int], Template, int]
"""Choices, the template they make, and how many cases it holds."""


def case_of(outputs: Mapping[str, Confusion], sizes: Mapping[str, int]) -> Case:
    """Return a case; its size is the items of the smallest output."""
    return Case(outputs, sizes, min(output.items for output in outputs.values()))


def sweep(generator: Generator, outputs: Sequence[str], size: int) -> CaseBatch:
    """Return every case of a generator in the grid of a size, smallest first: fewer items for more classes."""
    most, pairs = grid(size), pairs_grid(size)
    made: list[Made] = []
    covered: dict[int, int] = {}
    for chooser, template in each_choice(generator, partial(AllMatrices, most=most, pairs=pairs)):
        choices = chooser.answers.made
        covered[choices["classes"]] = (pairs if chooser.used_pairs else most)[choices["classes"]]
        made.append((choices, template, chooser.count))
    return gathered(
        made, outputs, max(covered.values(), default=size), grid_text(covered) if made else "", most
    )


def gathered(
    made: Iterable[Made],
    outputs: Sequence[str],
    complete_up_to: int | None,
    text: str = "",
    most: Mapping[int, int] | None = None,
) -> CaseBatch:
    """Put templates together as one batch, by items, then classes, then choices."""
    templates = list(made)
    if not templates:
        return CaseBatch({}, np.zeros(0, dtype=np.int64), {}, complete_up_to, text)
    for _, template, _ in templates:
        check(template, outputs)
    batches = pooled(
        [[(template.outputs[name], count) for _, template, count in templates] for name in outputs],
        most or {},
    )
    items = np.min([batch.items for batch in batches], axis=0)
    classes = np.min([batch.classes for batch in batches], axis=0)
    order = np.lexsort((np.arange(len(items)), classes, items))
    choices = columns([made for made, _, _ in templates], [count for _, _, count in templates])
    ordered = {
        name: ConfusionBatch(batch.blocks, batch.part[order], batch.row[order])
        for name, batch in zip(outputs, batches, strict=True)
    }
    return CaseBatch(
        ordered, items[order], {name: values[order] for name, values in choices.items()}, complete_up_to, text
    )


def check(template: Template, outputs: Sequence[str]) -> None:
    """Raise InputError where the matrices of a template are no case."""
    require_outputs(template.outputs, outputs)
    for name in outputs:
        if any(np.min(entry) < 0 for row in template.outputs[name].rows for entry in row):
            raise InputError(f"the generator makes a negative count in {name}")


def batch_of_cases(outputs: Sequence[str], given: Sequence[Case]) -> CaseBatch:
    """Return given cases as a batch, smallest first."""
    return cases.batch_of_cases(outputs, given, ConfusionBatch.from_tables)
