"""Sums over pairs of listed documents, without visiting every pair where the formula allows it.

A term f(upper) g(lower) needs only running sums of f, one that reads only the grade of the upper document only counts
of grades above. Both cost O(documents); anything else is summed distance by distance, O(pairs).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import log2
from typing import TYPE_CHECKING, Any

import numpy as np
import sympy

from axiometrics.formulas.arithmetics.bounded import EXACT, STEP, Bounded
from axiometrics.formulas.arithmetics.error_bounds import BOUNDED
from axiometrics.formulas.compiled import compile_formula
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.rows import Integers, as_column, stretches
from axiometrics.tasks.ranking.view import QUANTITIES, VARIABLES, At, Below

if TYPE_CHECKING:
    from axiometrics.tasks.ranking.batch import RankingBatch

__all__ = ["grade_columns", "pair_sums"]

NOTHING = Bounded(0.0, 0.0, 1.0)
_OF_GRADE = "xbz"


def grade_columns(grades: Any) -> tuple[Any, Any, Any]:
    """Return x, b and z of grades, where a negative grade is no judgement.

    >>> grade_columns(np.array([-1, 0, 2]))[2]
    array([0, 1, 0])
    """
    return np.maximum(grades, 0), (grades > 0).astype(np.int64), (grades == 0).astype(np.int64)


def pair_sums(batch: RankingBatch, formula: Formula, atom: Any) -> Bounded:
    """Return the sum over all pairs of every case, with its error bound."""
    used = frozenset(symbol.name for symbol in atom.body.free_symbols)
    halves = _halves(atom.body)
    if halves is not None:
        return _running(batch, *halves, used)
    body = formula.body(atom, BOUNDED)
    if used & set(At._fields) <= set(_OF_GRADE):
        return _by_grade(batch, body, used)
    return _by_distance(batch, body, used)


@lru_cache(maxsize=256)
def _halves(body: object) -> tuple[Callable[..., Any], Callable[..., Any]] | None:
    """Return f and g where the term is f(upper, sizes) g(lower, sizes); None where it is no such product."""
    upper: list[Any] = []
    lower: list[Any] = []
    for factor in sympy.Mul.make_args(sympy.factor(body)):
        names = set(map(str, factor.free_symbols))
        if names & set(At._fields) and names & set(Below._fields):
            return None
        (lower if names & set(Below._fields) else upper).append(factor)
    symbols = (*VARIABLES, *QUANTITIES)
    above, below = (compile_formula(sympy.Mul(*part), symbols, BOUNDED) for part in (upper, lower))
    return above, below


def _running(
    batch: RankingBatch, upper: Callable[..., Any], lower: Callable[..., Any], used: frozenset[str]
) -> Bounded:
    everywhere = np.arange(len(batch.grades))
    given = _given(batch, used, everywhere, everywhere)
    terms, below = (BOUNDED.filled(half(*given), len(everywhere)) for half in (upper, lower))
    ranks = batch.ranks["i"]
    return _added(batch, everywhere, (_above(terms, ranks) * below).where(ranks > 1, NOTHING))


def _above(terms: Bounded, ranks: Integers) -> Bounded:
    """Return the sum of the terms above each document of its list, with its error bound."""
    value = _summed(terms.value, ranks)
    size = value if np.min(terms.value) >= 0 else _summed(np.abs(terms.value), ranks)
    if terms.unit and np.max(size) < EXACT * terms.unit:
        return Bounded(value, 0.0, terms.unit)
    radius = _summed(terms.radius, ranks) if np.any(terms.radius) else 0.0
    return Bounded.rounded(value, radius + size * STEP * (log2(np.max(ranks)) + 2))


def _summed(terms: Any, ranks: Integers) -> Any:
    """Return the sum of the terms above each document; in pairs of halves, so that rounding stays small."""
    sums, here, step = np.array(terms), np.flatnonzero(ranks > 1), 1
    while len(here):
        sums[here] += sums[here - step]
        step *= 2
        here = here[ranks[here] > step]
    above = np.zeros(len(sums))
    above[1:] = np.where(ranks[1:] > 1, sums[:-1], 0.0)
    return above


def _by_grade(batch: RankingBatch, body: Callable[..., Any], used: frozenset[str]) -> Bounded:
    total, everywhere = NOTHING, np.arange(len(batch.grades))
    for grade in np.unique(batch.grades):
        here = (batch.grades == grade).astype(np.int64)
        above = batch.so_far(here) - here
        fixed = dict(zip(_OF_GRADE, grade_columns(grade), strict=True))
        terms = body(*_given(batch, used, everywhere, everywhere, fixed))
        total = total + _added(batch, everywhere, (BOUNDED.column(above) * terms).where(above > 0, NOTHING))
    return total


def _by_distance(batch: RankingBatch, body: Callable[..., Any], used: frozenset[str]) -> Bounded:
    length = np.repeat(batch.listed, batch.listed)
    total, upper = NOTHING, np.arange(len(batch.grades))
    for distance in range(1, int(batch.listed.max(initial=0))):
        upper = upper[batch.ranks["i"][upper] + distance <= length[upper]]
        total = total + _added(batch, upper, body(*_given(batch, used, upper, upper + distance)))
    return total


def _added(batch: RankingBatch, documents: Integers, terms: Any) -> Bounded:
    """Return the sum of terms, one of each of some documents, in every case."""
    return BOUNDED.total(BOUNDED.filled(terms, len(documents)), *stretches(batch.case[documents], len(batch)))


def _given(
    batch: RankingBatch, used: frozenset[str], upper: Integers, lower: Integers, fixed: Any = None
) -> list[Any]:
    """Return what a body is given of pairs of documents: only what it uses."""
    names = dict(zip(Below._fields, "xbzi", strict=True))

    def part(name: str) -> Any:
        if fixed and name in fixed:
            return fixed[name]
        if name in names:
            return batch.ranks[names[name]][lower]
        return batch.ranks[name][upper] if name in At._fields else batch.quantities[name][batch.case[upper]]

    symbols = [symbol.name for symbol in (*VARIABLES, *QUANTITIES)]
    return [as_column(part(name), BOUNDED) if name in used else None for name in symbols]
