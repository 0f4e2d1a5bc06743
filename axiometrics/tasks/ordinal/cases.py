"""All cases of a constraint up to a size as one batch, shared by every metric."""

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
from axiometrics.tasks.choosing import each_choice
from axiometrics.tasks.ordinal.batch import ConfusionBatch
from axiometrics.tasks.ordinal.chooser import Generator, Matrix, Template
from axiometrics.tasks.ordinal.confusion import Confusion
from axiometrics.tasks.ordinal.grids import (
    CLASSES,
    MOST,
    filled,
    grid_text,
    keys_of,
    made_again,
    matrices_of_rows,
    universe,
)
from axiometrics.tasks.shared_tables import Universe, outputs_of_rows

__all__ = ["ORDINAL", "CaseBatch", "Kind", "batch_of_cases", "blocks", "case_of", "gathered", "sweep"]

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
    rows = [
        np.concatenate(
            [_rows(template.outputs[name], count, most, values) for _, template, count in templates]
        )
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


def _rows(matrix: Matrix, count: int, most: int, values: dict[Any, int]) -> Integers:
    """Return matrices as rows: which values the classes have, how many there are, and the padded counts."""
    found = np.zeros((count, 2 + most**2), dtype=np.int64)
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
