"""Exact values of a formula for all matrices of a block at once, and exact signs of margins for cases made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from operator import add
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import UndecidedError
from axiometrics.formulas.column_algebra import signs_of
from axiometrics.formulas.columns import UNKNOWN, column
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.stacked import chunks, cut, joined
from axiometrics.tasks.ordinal.batch import ConfusionBatch
from axiometrics.tasks.ordinal.block import Block
from axiometrics.tasks.ordinal.exact_folds import Folds

__all__ = ["exact_signs", "exact_values"]

Integers = NDArray[np.int64]
Rows = tuple[Block, Integers]
"""A block, and which of its matrices."""


def exact_values(formula: Formula, wanted: Sequence[Rows], *, bounded: bool = True) -> list[Any]:
    """Return the exact values for some matrices of each of several blocks. Raises UndecidedError.

    Those of all matrices of a block are kept for other constraints, once more than half as many were asked for.
    Numbers that are not ``bounded`` by 64 bits are Python's, which outgrow nothing.
    """
    known = [_known(formula, *rows) if bounded else None for rows in wanted]
    rest = [rows for rows, found in zip(wanted, known, strict=True) if found is None]
    fresh = iter(_fresh(formula, rest, np.int64 if bounded else object))
    return [next(fresh) if found is None else found for found in known]


def _known(formula: Formula, block: Block, rows: Integers) -> Any:
    """Return values that are kept, or worth keeping; else None. Raises UndecidedError."""
    if formula not in block.exact:
        block.asked[formula] = block.asked.get(formula, 0) + len(rows)
        if 2 * block.asked[formula] <= len(block):
            return None
        block.exact[formula] = _of_all(formula, block)
    found = block.exact[formula]
    if isinstance(found, UndecidedError):
        raise found
    return found.taken(rows)


def _of_all(formula: Formula, block: Block) -> Any:
    try:
        return _evaluated(formula, block.counts, block.values)
    except UndecidedError as error:
        return error


def _fresh(formula: Formula, wanted: Sequence[Rows], kind: type) -> list[Any]:
    """Return the values of matrices, evaluated together where their classes are the same. Raises UndecidedError."""
    if len({(block.classes, block.values) for block, _ in wanted}) != 1:
        return [_fresh(formula, [rows], kind)[0] for rows in wanted]
    counts: Any = np.concatenate([block.counts[rows] for block, rows in wanted]).astype(kind)
    found = _evaluated(formula, counts, wanted[0][0].values)
    ends = np.cumsum([len(rows) for _, rows in wanted])
    return [cut(found, slice(end - len(rows), end)) for end, (_, rows) in zip(ends, wanted, strict=True)]


def _evaluated(formula: Formula, counts: Any, values: tuple[Fraction, ...] | None) -> Any:
    """Return the exact values for matrices, shape (matrices, K, K). Raises UndecidedError."""
    parts = [counts[part] for part in chunks(len(counts), places=counts.shape[1] ** 2)]
    with np.errstate(all="ignore"):
        return joined([Folds(part, formula, values).value() for part in parts], list(map(len, parts)))


def exact_signs(
    formula: Formula, form: Mapping[str, int], outputs: Mapping[str, ConfusionBatch], places: Integers
) -> Integers:
    """Return the exact sign of a linear form in scores for some cases, `UNKNOWN` where columns do not tell it."""
    found = np.full(len(places), UNKNOWN)
    shape = tuple(len(outputs[name].blocks) for name in form)
    kinds = np.ravel_multi_index(tuple(outputs[name].part[places] for name in form), shape)
    for kind in np.flatnonzero(np.bincount(kinds)):
        here = np.flatnonzero(kinds == kind)
        matrices = {
            name: (outputs[name].blocks[int(number)], outputs[name].row[places[here]])
            for name, number in zip(form, np.unravel_index(kind, shape), strict=True)
        }
        with suppress(UndecidedError):
            found[here] = _signs(formula, form, matrices, bounded=True)
            lost = here[found[here] == UNKNOWN]
            some = {name: (block, outputs[name].row[places[lost]]) for name, (block, _) in matrices.items()}
            found[lost] = _signs(formula, form, some, bounded=False)
    return found


def _signs(formula: Formula, form: Mapping[str, int], matrices: Mapping[str, Rows], *, bounded: bool) -> Any:
    """Return the signs of the form for rows of blocks."""
    cases = len(next(iter(matrices.values()))[1])
    if not cases:
        return []
    values = dict(zip(matrices, exact_values(formula, list(matrices.values()), bounded=bounded), strict=True))
    more, less = (
        [_weighted(values[name], abs(form[name])) for name in sorted(form) if form[name] * side > 0]
        for side in (1, -1)
    )
    nothing = next(iter(values.values())) * column(0)
    return np.broadcast_to(
        signs_of(*(reduce(add, side) if side else nothing for side in (more, less))), (cases,)
    )


def _weighted(value: Any, weight: int) -> Any:
    return value if weight == 1 else value * column(weight)
