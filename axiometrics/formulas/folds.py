"""How the terms of a reduction, one for every row, become one value for each output, in any arithmetic of columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from axiometrics.formulas.arithmetics.error_bounds import BOUNDED
from axiometrics.formulas.arithmetics.scalars import FLOATS
from axiometrics.formulas.rows import Part, Rows, as_column, before, changes, flat, kinds_of, stretches, take

if TYPE_CHECKING:
    from sympy import Expr

    from axiometrics.formulas.formula import Formula

__all__ = ["folded"]

MERGED = 32
"""Rows that are evaluated one by one, since looking for equal ones would take longer."""


def folded(
    formula: Formula, atom: Expr, rows: Rows, whole: Mapping[str, Part], count: int, arithmetic: Any
) -> Any:
    """Return the values of a reduction for each of so many outputs, with the quantities of these outputs."""
    return _FOLDS[rows.fold](_terms(formula, atom, rows, whole, arithmetic), rows, count, arithmetic)


def _terms(formula: Formula, atom: Expr, rows: Rows, whole: Mapping[str, Part], arithmetic: Any) -> Any:
    """Return a body's value for every row: evaluated once for all rows that it cannot tell apart."""
    names, quantities = formula.needed(atom)
    parts = {name: rows.columns[name] for name in names} | {
        name: take(whole[name], rows.case) for name in quantities
    }
    kinds = None
    quick = arithmetic is FLOATS or (arithmetic is BOUNDED and formula.is_polynomial(atom))
    if len(rows.case) > MERGED and not quick:
        hashed = arithmetic is not BOUNDED  # floats are quicker than hashes
        held = flat(list(parts.values())) if quantities else []
        kinds = (
            kinds_of(held, len(rows.case), hashed=hashed) if quantities else rows.kinds(names, hashed=hashed)
        )
    if kinds is not None:
        parts = {name: take(part, kinds[0]) for name, part in parts.items()}
    given = [
        as_column(parts[symbol.name], arithmetic) if symbol.name in parts else None
        for symbol in (*formula.variables, *formula.globals)
    ]
    found = formula.body(atom, arithmetic)(*given)
    size = len(rows.case) if kinds is None else len(kinds[0])
    several = isinstance(found, tuple)
    found = tuple(arithmetic.filled(part, size) for part in (found if several else (found,)))
    found = found if several else found[0]
    return found if kinds is None else take(found, kinds[1])


def _counted(terms: Any, rows: Rows, arithmetic: Any) -> Any:
    return terms if rows.times is None else terms * as_column(rows.times, arithmetic)


def _sum(terms: Any, rows: Rows, count: int, arithmetic: Any) -> Any:
    return arithmetic.total(_counted(terms, rows, arithmetic), *rows.stretches(count))


def _best(terms: Any, rows: Rows, count: int, arithmetic: Any) -> Any:
    starts = changes(rows.group)
    best = arithmetic.best(terms, starts, least=False)
    return arithmetic.total(best, *stretches(rows.case[starts], count))


def _extreme(least: bool) -> Callable[..., Any]:
    def fold(terms: Any, rows: Rows, count: int, arithmetic: Any) -> Any:
        starts = changes(rows.group)
        counted = _counted(terms, rows, arithmetic)
        sums = arithmetic.total(counted, starts, np.diff(starts, append=len(rows.case)))
        return arithmetic.best(sums, stretches(rows.case[starts], count)[0], least=least)

    return fold


def _cascade(terms: Any, rows: Rows, count: int, arithmetic: Any) -> Any:
    """What readers get who may stop: a row is what is got there, and the chance to go on; two after another are one."""
    value, stop = terms
    got, on = value * stop, arithmetic.filled(arithmetic.column(1) - stop, len(rows.case))
    starts, lengths = rows.stretches(count)
    while lengths.max(initial=0) > 1:
        halves = (lengths + 1) // 2
        after = before(halves)
        first = np.arange(int(halves.sum())) * 2 + np.repeat(starts - 2 * after, halves)
        last = np.zeros(len(first), dtype=bool)
        last[(after + halves - 1)[lengths % 2 == 1]] = True
        both = np.flatnonzero(~last)
        upper, lower = first[both], first[both] + 1
        got, on = (
            arithmetic.placed(part[first], both, joint)
            for part, joint in ((got, got[upper] + on[upper] * got[lower]), (on, on[upper] * on[lower]))
        )
        starts, lengths = after, halves
    return arithmetic.total(got, starts, lengths)


_FOLDS: dict[str, Callable[..., Any]] = {
    "sum": _sum,
    "best": _best,
    "largest": _extreme(least=False),
    "smallest": _extreme(least=True),
    "cascade": _cascade,
}
