"""All cases of a constraint as one batch: by the number of classes, then by the denominator of the shares.

All pairs of distributions on the grids of a size are made once, and evaluated once for all constraints.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.formulas.rows import Integers
from axiometrics.tasks import cases
from axiometrics.tasks.cases import Case, CaseBatch, Fractions, columns, compositions
from axiometrics.tasks.quantification.batch import DistributionsBatch, MassTable
from axiometrics.tasks.quantification.chooser import Generator
from axiometrics.tasks.quantification.grids import Block, asked, denominators, grid_text, swept

__all__ = ["CaseBatch", "batch_of_cases", "gather", "located", "reduced", "sweep"]

SPARE = 6
"""How many times as many pairs as are needed may be in the universe for it to be used."""


def reduced(masses: Integers, classes: int) -> Integers:
    """Return the smallest whole masses with the same shares, padded with empty classes."""
    found = np.zeros((len(masses), classes), dtype=np.int64)
    found[:, : masses.shape[1]] = masses // np.gcd.reduce(masses, axis=1, keepdims=True)
    return found


def located(
    size: int, system: Integers, gold: Integers, classes: Integers
) -> tuple[MassTable, Integers] | None:
    """Return the pairs of a size and where reduced, padded pairs are among them; None where that is no help."""
    grid = denominators(size, 2)
    pairs = sum(comb(whole + k - 1, k - 1) ** 2 for k, most in grid.items() for whole in range(1, most + 1))
    if not SPARE * len(classes) >= pairs or system.shape[1] > max(grid):
        return None
    table, known = _universe(size)
    code = _bytes(system, gold, classes, max(grid))
    rows = np.minimum(np.searchsorted(known, code), len(known) - 1)
    return (table, rows) if (known[rows] == code).all() else None


@lru_cache(maxsize=4)
def _universe(size: int) -> tuple[MassTable, NDArray[np.bytes_]]:
    """Return the pairs in the order of their codes, and these."""
    grid = denominators(size, 2)
    made = [_pairs(whole, k, max(grid)) for k, most in grid.items() for whole in range(1, most + 1)]
    system, gold, classes = (np.concatenate(parts) for parts in zip(*made, strict=True))
    known, first = np.unique(_bytes(system, gold, classes, max(grid)), return_index=True)
    return MassTable(system[first], gold[first], classes[first]), known


def _pairs(whole: int, classes: int, most: int) -> tuple[Integers, Integers, Integers]:
    ways = reduced(compositions(whole, classes), most)
    count = len(ways)
    return np.repeat(ways, count, axis=0), np.tile(ways, (count, 1)), np.full(count**2, classes)


def _bytes(system: Integers, gold: Integers, classes: Integers, most: int) -> NDArray[np.bytes_]:
    """Return each pair, padded to the most classes, as bytes."""
    sides = [np.pad(side, ((0, 0), (0, most - side.shape[1]))) for side in (system, gold)]
    whole = np.ascontiguousarray(np.hstack([classes[:, None], *sides]).astype(">u4"))
    found: NDArray[np.bytes_] = whole.view(f"S{4 * whole.shape[1]}").reshape(-1)
    return found


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
    table, rows = _table([block.outputs[name] for name in outputs for block in parts], complete_up_to)
    rows = rows.reshape(len(outputs), -1)
    first = _first_rows(rows)
    counts = [len(block.outputs[outputs[0]][0]) for block in parts]
    size = np.repeat([block.denominator for block in parts], counts)
    numbers, amounts = (
        {name: column[first] for name, column in columns(each, counts).items()}
        for each in ([block.numbers for block in parts], [block.amounts for block in parts])
    )
    shares = {name: Fractions(column, size[first]) for name, column in amounts.items()}
    return CaseBatch(
        {name: DistributionsBatch(table, rows[place, first]) for place, name in enumerate(outputs)},
        size[first],
        numbers | shares,
        complete_up_to,
        grid,
    )


def _table(pairs: Sequence[tuple[Integers, Integers]], size: int | None) -> tuple[MassTable, Integers]:
    """Return the different pairs, or all pairs of a size, and the place of every pair among them."""
    most = max(system.shape[1] for system, _ in pairs)
    classes = np.concatenate([np.full(len(system), system.shape[1]) for system, _ in pairs])
    sides = [np.concatenate([_padded(pair[side], most) for pair in pairs]) for side in (0, 1)]
    code = _code(np.hstack([classes[:, None], *sides]))
    _, first, rows = np.unique(code, return_index=True, return_inverse=True)
    table = MassTable(sides[0][first], sides[1][first], classes[first])
    shared = None if size is None else located(size, table.system, table.gold, table.classes)
    return (table, rows.reshape(-1)) if shared is None else (shared[0], shared[1][rows.reshape(-1)])


def _padded(masses: Integers, classes: int) -> Integers:
    """Return reduced and padded masses; refuse what has no shares."""
    empty = ~masses.any(axis=1)
    if (masses < 0).any() or empty.any():
        row = masses[(masses < 0).any(axis=1) | empty][0].tolist()
        raise InputError(
            f"the generator makes the masses {row}; none may be negative, and one must be positive"
        )
    return reduced(masses, classes)


def _code(columns: Integers) -> NDArray[Any]:
    """Return one number for each different row, or the rows as bytes where the numbers are too large."""
    width = int(columns.max()).bit_length()
    if width * columns.shape[1] <= 62:
        found = np.zeros(len(columns), dtype=np.int64)
        for column in columns.T:
            found = (found << width) | column
        return found
    whole = np.ascontiguousarray(columns)
    return whole.view([("", whole.dtype)] * whole.shape[1]).reshape(-1)


def _first_rows(rows: Integers) -> Integers:
    """Return the first place of every different column of outputs."""
    code = np.zeros(rows.shape[1], dtype=np.int64)
    for row in rows:
        _, code = np.unique(code * (int(row.max()) + 1) + row, return_inverse=True)
        code = code.reshape(-1)
    _, first = np.unique(code, return_index=True)
    return np.sort(first)


def batch_of_cases(outputs: Sequence[str], given: Sequence[Case]) -> CaseBatch:
    """Return given cases as a batch, by classes, then size; those of the same size stay in their order."""
    return cases.batch_of_cases(
        outputs,
        given,
        DistributionsBatch.from_tables,
        order=lambda case: (case.outputs[outputs[0]].classes, case.size),
    )


def sweep(generator: Generator, outputs: Sequence[str], size: int) -> CaseBatch:
    """Return every case on the grids of a size; see `axiometrics.tasks.quantification.grids.denominators`."""
    grid = denominators(size, asked(generator))
    found = gather(swept(generator, outputs, grid), outputs, size, grid_text(grid))
    return replace(found, complete_up_to=max(grid.values()))
