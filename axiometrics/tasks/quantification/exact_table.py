"""Exact values of a formula for all pairs of a table at once, and exact signs of margins for cases made of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import add
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import NotSymbolicError, UndecidedError
from axiometrics.formulas.column_algebra import COLUMNS, signs_of
from axiometrics.formulas.columns import UNKNOWN, Column, column
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.stacked import added, chunks, joined, stacked
from axiometrics.tasks.quantification.batch import DistributionsBatch, MassTable

__all__ = ["exact_signs"]

Integers = NDArray[np.int64]


def exact_signs(
    formula: Formula, form: Mapping[str, int], outputs: Mapping[str, DistributionsBatch], places: Integers
) -> Integers:
    """Return the exact sign of a linear form in scores for some cases, `UNKNOWN` where columns do not tell it.

    A name in the form that no output has stands for the number 1.
    """
    found = np.full(len(places), UNKNOWN)
    rows = {name: outputs[name].rows[places] for name in form if name in outputs}
    classes = [outputs[name].shared.classes[row] for name, row in rows.items()]
    shape = tuple(int(part.max()) + 1 for part in classes)
    kinds = np.ravel_multi_index(tuple(classes), shape)
    for code in np.flatnonzero(np.bincount(kinds)):
        here = np.flatnonzero(kinds == code)
        kind = np.unravel_index(code, shape)
        try:
            values = {
                name: _values(outputs[name].shared, formula, int(number), rows[name][here])
                for name, number in zip(rows, kind, strict=True)
            }
            found[here] = _signs(form, values, len(here))
        except (UndecidedError, NotSymbolicError):
            continue
    return found


def _signs(form: Mapping[str, int], values: Mapping[str, Any], cases: int) -> Any:
    more, less = (
        [
            _weighted(values.get(name, column(1)), abs(weight))
            for name, weight in sorted(form.items())
            if weight * side > 0
        ]
        for side in (1, -1)
    )
    signs = signs_of(*(reduce(add, side) if side else column(0) for side in (more, less)))
    return np.broadcast_to(signs, (cases,))


def _weighted(value: Any, weight: int) -> Any:
    return value if weight == 1 else value * column(weight)


def _values(table: MassTable, formula: Formula, classes: int, rows: Integers) -> Any:
    """Return the values of some pairs with so many classes. Raises UndecidedError, NotSymbolicError.

    Those of all pairs are kept, once more than half as many were asked for.
    """
    key = formula, classes
    if key not in table.exact:
        table.asked[key] = table.asked.get(key, 0) + len(rows)
        if 2 * table.asked[key] <= np.count_nonzero(table.classes == classes):
            return _evaluated(table, formula, classes, rows)
        for known in [known for known in table.exact if known[0] is not formula]:
            del table.exact[known]
        table.exact[key] = _whole(table, formula, classes)
    found, places = table.exact[key]
    if isinstance(found, Exception):
        raise found
    return found.taken(places[rows])


def _whole(table: MassTable, formula: Formula, classes: int) -> tuple[Any, Integers]:
    """Return the exact values, or the reason for having none, and the place of every row of the table among them."""
    rows = np.flatnonzero(table.classes == classes)
    places = np.zeros(len(table), dtype=np.int64)
    places[rows] = np.arange(len(rows))
    try:
        return _evaluated(table, formula, classes, rows), places
    except (UndecidedError, NotSymbolicError) as error:
        return error, places


def _evaluated(table: MassTable, formula: Formula, classes: int, rows: Integers) -> Any:
    pairs = any(atom.domain == "class_pairs" for atom in formula.atoms)
    parts = [rows[part] for part in chunks(len(rows), places=classes**2 if pairs else classes)]
    with np.errstate(all="ignore"):
        values = [_value(formula, table.system[part, :classes], table.gold[part, :classes]) for part in parts]
    return joined(values, list(map(len, parts)))


def _value(formula: Formula, system: Integers, gold: Integers) -> Any:
    at = _at(system, gold)
    whole = (column(gold.shape[1]), Column(gold.min(axis=1), gold.sum(axis=1)))
    atoms = [_sum(formula, atom, at, whole) for atom in formula.atoms]
    return formula.compiled(COLUMNS)(*whole, *atoms)


def _at(system: Integers, gold: Integers) -> list[Column]:
    """Return p, q, P, Q and k of every class, the classes behind each other."""
    cases, classes = system.shape
    sides = [np.ascontiguousarray(side.T) for side in (system, gold)]
    below = [side.cumsum(axis=0) for side in sides]
    totals = [np.tile(sums[-1], classes) for sums in below]
    shares = [
        Column(part.reshape(-1), total) for part, total in zip((*sides, *below), 2 * totals, strict=True)
    ]
    return [*shares, stacked(range(1, classes + 1), cases)]


def _sum(formula: Formula, atom: Any, at: list[Column], whole: tuple[Column, Column]) -> Any:
    """Return a sum over classes, or over pairs of classes."""
    classes, cases = int(whole[0].top), len(whole[1].top)
    pairs = atom.domain == "class_pairs"
    places = classes**2 if pairs else classes
    first = [_times(part, cases, classes) for part in at] if pairs else at
    other = [_times(part, len(part.top), classes) for part in at] if pairs else at
    given = [*first, *other, whole[0], _times(whole[1], cases, places)]
    used = [part if needed else None for part, needed in zip(given, formula.needed(atom), strict=True)]
    return added(formula.body(atom, COLUMNS), used, None, places=places, cases=cases)


def _times(part: Column, unit: int, times: int) -> Column:
    """Return every unit of so many entries so many times behind each other."""
    shape = -1, 1, unit
    top, bottom = (
        np.tile(side.reshape(shape), (1, times, 1)).reshape(-1) for side in (part.top, part.bottoms)
    )
    return Column(top, None if part.bottom is None else bottom)
