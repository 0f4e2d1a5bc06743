"""Exact values of a formula for many cases at once, and exact signs of margins."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import UndecidedError
from axiometrics.formulas.column_algebra import COLUMNS, signs_of
from axiometrics.formulas.columns import UNKNOWN, Column, column
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.segments import largest_of, total_of
from axiometrics.tasks.overlapping.batch import FamiliesBatch
from axiometrics.tasks.overlapping.view import BOUND, VARIABLES

__all__ = ["exact_signs", "exact_values"]

Integers = NDArray[np.int64]


def exact_signs(
    formula: Formula, form: Mapping[str, int], outputs: Mapping[str, FamiliesBatch], places: Integers
) -> Integers:
    """Return the exact sign of a linear form in scores for some cases, `UNKNOWN` where columns do not tell it."""
    found = np.full(len(places), UNKNOWN)
    with suppress(UndecidedError):
        zero = column(np.zeros(len(places), dtype=np.int64))
        sides = {1: zero, -1: zero}
        for name, weight in sorted(form.items()):
            value = exact_values(formula, outputs[name], places)
            side = 1 if weight > 0 else -1
            sides[side] = sides[side] + value * column(abs(weight))
        found[:] = signs_of(sides[1], sides[-1])
    return found


def exact_values(formula: Formula, outputs: FamiliesBatch, places: Integers) -> Any:
    """Return the exact value for some cases. Raises UndecidedError where columns have no such values."""
    rows = np.full(len(outputs), -1)
    rows[places] = np.arange(len(places))
    whole = [column(quantity[places].astype(np.int64)) for quantity in outputs.quantities]
    with np.errstate(all="ignore"):
        atoms = [_fold(formula, atom, outputs, rows, whole) for atom in formula.atoms]
        return formula.compiled(COLUMNS)(*whole, *atoms)


def _fold(formula: Formula, atom: Any, outputs: FamiliesBatch, rows: Integers, whole: list[Column]) -> Column:
    """Return the exact value of a reduction for the cases that have a row."""
    case, group, kinds = outputs.entries(atom.domain)
    here = np.flatnonzero(rows[case] >= 0)
    row = rows[case[here]]
    used = atom.body.free_symbols
    bound: list[Any] = [None] * len(VARIABLES)
    for symbol, values in zip(BOUND[atom.domain], kinds, strict=True):
        if symbol in used:
            bound[VARIABLES.index(symbol)] = column(values[here])
    known = [
        part.taken(row) if symbol in used else None
        for symbol, part in zip(formula.globals, whole, strict=True)
    ]
    value = formula.body(atom, COLUMNS)(*bound, *known)
    cases = len(whole[0].top)
    if not atom.domain.startswith("best"):
        return total_of(value, row, cases)
    group, first, place = np.unique(group[here], return_index=True, return_inverse=True)
    return total_of(largest_of(value, place, len(group)), row[first], cases)
