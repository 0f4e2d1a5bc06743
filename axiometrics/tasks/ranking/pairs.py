"""Sums over pairs of listed documents, without visiting every pair where the formula allows it.

A term f(upper) g(lower) needs only running sums of f, one that reads only the grade of the upper document only counts
of grades above. Both cost O(documents); anything else is summed distance by distance, O(pairs).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import sympy
from numpy.typing import NDArray

from axiometrics.formulas.compiled import compile_formula
from axiometrics.formulas.floats import ARRAYS
from axiometrics.formulas.formula import Formula
from axiometrics.tasks.ranking.columns import grade_columns
from axiometrics.tasks.ranking.view import QUANTITIES, VARIABLES, At, Below

if TYPE_CHECKING:
    from axiometrics.tasks.ranking.batch import RankingBatch

__all__ = ["pair_sums"]

Floats = NDArray[np.float64]
Names = frozenset[str]

_OF_GRADE = frozenset("xbz")


def pair_sums(batch: RankingBatch, formula: Formula, atom: Any) -> Floats:
    """Return the sum over all pairs of every case."""
    used = frozenset(map(str, atom.body.free_symbols))
    halves = _halves(atom.body)
    if halves is not None:
        return _running(batch, *halves, used)
    body = formula.body(atom, ARRAYS)
    if used & set(At._fields) <= _OF_GRADE:
        return _by_grade(batch, body, used)
    return _by_distance(batch, body, used)


@lru_cache(maxsize=256)
def _halves(body: Any) -> tuple[Callable[..., Any], Callable[..., Any]] | None:
    """Return f and g where the term is f(upper, sizes) g(lower, sizes); None where it is no such product."""
    upper: list[Any] = []
    lower: list[Any] = []
    for factor in sympy.Mul.make_args(sympy.factor(body)):
        names = set(map(str, factor.free_symbols))
        if names & set(At._fields) and names & set(Below._fields):
            return None
        (lower if names & set(Below._fields) else upper).append(factor)
    symbols = (*VARIABLES, *QUANTITIES)
    above, below = (compile_formula(sympy.Mul(*part), symbols, ARRAYS) for part in (upper, lower))
    return above, below


def _running(
    batch: RankingBatch, upper: Callable[..., Any], lower: Callable[..., Any], used: Names
) -> Floats:
    sizes = batch.spread(batch.case, used)
    nothing = (None,) * len(Below._fields)
    terms = np.broadcast_to(upper(*batch.ranks.used(used), *nothing, *sizes), batch.case.shape).astype(float)
    below = lower(*(None,) * len(At._fields), *_below(batch, slice(None)), *sizes)
    return batch.added(batch.case, _above(terms, batch.ranks["i"]) * below)


def _above(terms: Floats, ranks: Floats) -> Floats:
    """Return the sum of the terms above each document of its list; in pairs of halves, so that rounding stays small."""
    sums, step = terms, 1
    while len(here := np.flatnonzero(ranks > step)):
        longer = sums.copy()
        longer[here] += sums[here - step]
        sums, step = longer, 2 * step
    above = np.zeros(len(terms))
    below_first = np.flatnonzero(ranks > 1)
    above[below_first] = sums[below_first - 1]
    return above


def _by_grade(batch: RankingBatch, body: Callable[..., Any], used: Names) -> Floats:
    total, sizes, below = np.zeros(len(batch)), batch.spread(batch.case, used), _below(batch, slice(None))
    for grade in np.unique(batch.grades):
        here = (batch.grades == grade).astype(float)
        upper = [float(value) for value in grade_columns(grade)]
        values = body(*upper, *(None,) * (len(At._fields) - len(upper)), *below, *sizes)
        total += batch.added(batch.case, (batch.so_far(here) - here) * values)
    return total


def _by_distance(batch: RankingBatch, body: Callable[..., Any], used: Names) -> Floats:
    length = np.repeat(batch.listed, batch.listed)
    total, upper = np.zeros(len(batch)), np.arange(len(batch.grades))
    for distance in range(1, int(batch.listed.max(initial=0))):
        upper = upper[batch.ranks["i"][upper] + distance <= length[upper]]
        case = batch.case[upper]
        at, below = batch.ranks.used(used, upper), _below(batch, upper + distance)
        total += batch.added(case, body(*at, *below, *batch.spread(case, used)))
    return total


def _below(batch: RankingBatch, where: Any) -> Sequence[Floats]:
    """Return y, e, f, j of documents."""
    return [batch.ranks[name][where] for name in "xbzi"]
