"""All cases of a constraint as one batch: by the number of classes, then by the denominator of the shares.

All pairs of distributions on the grids of a size are made once, and evaluated once for all constraints. Random cases
have masses of any order of magnitude: one is drawn by itself, and many are made at once, since conditions on
distributions are seldom met by chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from math import comb, lcm

import numpy as np

from axiometrics.errors import InputError
from axiometrics.formulas.rows import Integers, different
from axiometrics.tasks import cases
from axiometrics.tasks.cases import Case, CaseBatch, Fractions, columns, compositions
from axiometrics.tasks.choosing import Impossible, Spread
from axiometrics.tasks.quantification import Distributions
from axiometrics.tasks.quantification.batch import MassTable
from axiometrics.tasks.quantification.chooser import Generator
from axiometrics.tasks.quantification.grids import (
    Alone,
    Block,
    asked,
    denominators,
    grid_text,
    samples,
    swept,
)
from axiometrics.tasks.shared_tables import Repeated, Universe, outputs_of_rows, padded


@lru_cache(maxsize=4)
def _universe(size: int) -> tuple[MassTable, Integers]:
    """Return all pairs of distributions on the grids of a size."""
    grid = denominators(size, 2)
    made = [
        _rows((system, gold), max(grid))
        for classes, most in grid.items()
        for whole in range(1, most + 1)
        for ways in [compositions(whole, classes)]
        for system, gold in [(np.repeat(ways, len(ways), axis=0), np.tile(ways, (len(ways), 1)))]
    ]
    rows = np.concatenate(made)
    rows = rows[different(list(rows.T))[0]]
    return _table(rows), rows


def universe(size: int) -> Universe:
    """Return all pairs of distributions on the grids of a size; those with several denominators count for each."""
    grid = denominators(size, 2)
    pairs = sum(comb(whole + k - 1, k - 1) ** 2 for k, most in grid.items() for whole in range(1, most + 1))
    return Universe(pairs, partial(_universe, size))


def gather(
    made: Iterable[Block], outputs: Sequence[str], complete_up_to: int | None, grid: str = ""
) -> CaseBatch:
    """Return the cases of blocks, each group of outputs once; ``grid`` says in words what they are all cases of.

    They are in order of the number of classes, then of the denominator of their grid, which is their size. Cost
    O(cases log cases).
    """
    parts = sorted(made, key=lambda block: (block.numbers["classes"], block.denominator))
    if not parts:
        empty = np.zeros(0, dtype=np.int64)
        return CaseBatch({}, empty, {}, complete_up_to, grid)
    most = max(
        max(denominators(1, 2)),
        *(side.shape[1] for part in parts for name in outputs for side in part.outputs[name]),
    )
    rows = [np.concatenate([_rows(part.outputs[name], most) for part in parts]) for name in outputs]
    batches = outputs_of_rows(rows, _table, None if complete_up_to is None else universe(complete_up_to))
    first = np.sort(different([batch.which for batch in batches])[0])
    counts = [len(block.outputs[outputs[0]][0]) for block in parts]
    size = np.repeat([block.denominator for block in parts], counts)
    numbers, amounts = (
        {name: column[first] for name, column in columns(each, counts).items()}
        for each in ([block.numbers for block in parts], [block.amounts for block in parts])
    )
    shares = {name: Fractions(column, size[first]) for name, column in amounts.items()}
    return CaseBatch(
        {
            name: Repeated(batch.shared, batch.which[first])
            for name, batch in zip(outputs, batches, strict=True)
        },
        size[first],
        numbers | shares,
        complete_up_to,
        grid,
    )


def _rows(pair: tuple[Integers, Integers], most: int) -> Integers:
    """Return pairs as rows: the number of classes, and of both sides the smallest whole masses, padded."""
    for masses in pair:
        empty = (masses < 0).any(axis=1) | ~masses.any(axis=1)
        if empty.any():
            raise InputError(
                f"the generator makes the masses {masses[empty][0].tolist()}; none may be negative, and one must be "
                "positive"
            )
    sides = [padded(masses // np.gcd.reduce(masses, axis=1, keepdims=True), most) for masses in pair]
    return np.hstack([np.full((len(sides[0]), 1), pair[0].shape[1]), *sides])


def _table(rows: Integers) -> MassTable:
    system, gold = np.hsplit(rows[:, 1:], 2)
    return MassTable(system, gold, rows[:, 0])


def batch_of_cases(outputs: Sequence[str], given: Sequence[Case]) -> CaseBatch:
    """Return given cases as a batch, by classes, then size; those of the same size stay in their order."""
    return cases.batch_of_cases(
        outputs,
        given,
        MassTable.from_tables,
        order=lambda case: (case.outputs[outputs[0]].classes, case.size),
    )


def sweep(generator: Generator, outputs: Sequence[str], size: int) -> CaseBatch:
    """Return every case on the grids of a size; see `axiometrics.tasks.quantification.grids.denominators`."""
    grid = denominators(size, asked(generator))
    found = gather(swept(generator, outputs, grid), outputs, size, grid_text(grid))
    return replace(found, complete_up_to=max(grid.values()))


# --- random cases

NUMBERS = (2, 3, 4, 5, 6, 8)
FINEST = 10**6
CLASSES = (2, 3, 4, 5, 5, 6, 6)
DENOMINATORS = (12, 100, 1000, FINEST)
TIMES = 6
"""How often the class numbers are chosen anew, for each number of classes."""
FEW = 12
"""Reductions of so many cases that are kept for other metrics."""


def random_case(generator: Generator, answers: Spread) -> Case:
    """Draw a case of up to 8 classes, whose shares have a denominator of up to a million."""

    classes, denominator = answers.one_of(NUMBERS), 1 + answers.amount(FINEST - 1)
    chooser = Alone(answers, classes, denominator)
    template = generator(chooser)
    if not all(chooser.conditions):
        raise Impossible
    outputs = {
        name: Distributions.from_masses(*(list(map(int, side)) for side in pair))
        for name, pair in template.outputs.items()
    }
    amounts = {name: Fraction(int(found), denominator) for name, found in chooser.amounts.items()}
    totals = [sum(side) for each in outputs.values() for side in each.masses()]
    return Case(
        outputs,
        {"classes": classes} | answers.made | {name: str(each) for name, each in amounts.items()},
        lcm(*totals, *(each.denominator for each in amounts.values())),
    )


def many(generator: Generator, outputs: Sequence[str] | None, count: int, seed: int) -> CaseBatch:
    """Return so many random cases, less those that do not meet the generator's conditions. Cost O(count).

    The same random numbers are rounded to each of the denominators, since what is found with a large one is often there
    with a smaller one, too.
    """
    each = max(count // (len(CLASSES) * len(DENOMINATORS) * TIMES), 1)
    blocks = [
        block
        for turn, classes in enumerate(CLASSES * TIMES)
        for denominator in DENOMINATORS
        for block in samples(
            generator, [classes], [denominator], 1, np.random.default_rng((abs(seed), turn)), each
        )
    ]
    named = outputs or (list(blocks[0].outputs) if blocks else [])
    found = gather(blocks, named, None)
    for batch in found.outputs.values():
        batch.shared.remembered, batch.shared.lasting = FEW, False
    return found
