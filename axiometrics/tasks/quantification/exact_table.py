"""Exact values of a formula for all pairs of a table at once, and exact signs of margins for cases made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from operator import add
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import NotSymbolicError, UndecidedError
from axiometrics.formulas.columns import COLUMNS, UNKNOWN, Column, column, signs_of
from axiometrics.formulas.columns_at_once import at_places
from axiometrics.formulas.formula import Formula
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
    with np.errstate(all="ignore"):
        return _value(formula, table.system[rows, :classes], table.gold[rows, :classes])


def _value(formula: Formula, system: Integers, gold: Integers) -> Any:
    at = _at(system, gold)
    whole = (column(gold.shape[1]), Column(gold.min(axis=1), gold.sum(axis=1)))
    atoms = [_sum(formula.body(atom, COLUMNS), atom.domain, at, whole) for atom in formula.atoms]
    return formula.compiled(COLUMNS)(*whole, *atoms)


def _at(system: Integers, gold: Integers) -> list[tuple[Column, ...]]:
    """Return p, q, P, Q and k at every class."""
    sides = [np.ascontiguousarray(side.T) for side in (system, gold)]
    below = [side.cumsum(axis=0) for side in sides]
    totals = [sums[-1] for sums in below]
    return [
        (
            *(Column(part[k], total) for part, total in zip((*sides, *below), 2 * totals, strict=True)),
            column(k + 1),
        )
        for k in range(gold.shape[1])
    ]


def _sum(body: Callable[..., Any], domain: str, at: list[Any], whole: tuple[Any, Any]) -> Any:
    others = at if domain == "class_pairs" else [None]
    places = [(*one, *(one if other is None else other), *whole) for one in at for other in others]
    return reduce(add, at_places(body, places, [None] * len(places), len(whole[1].top)))
