"""Exact order of a formula's values: every different output gets a rank, and equal values get the same one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cmp_to_key
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.formulas.formula import Formula
from axiometrics.tasks.combination.batch import ScoresTable
from axiometrics.tasks.combination.view import evaluate

__all__ = ["UNDECIDED", "exact_signs"]

CLOSE = 1e-9
"""Values that differ by more are in the order of their floats."""
UNDECIDED = 2


def exact_signs(
    formula: Formula, form: Mapping[str, int], cases: Any, places: NDArray[Any]
) -> NDArray[np.int64]:
    """Return the exact signs of a difference of two values for some cases; 2 for all where it is another form."""
    if sorted(form.values()) != [-1, 1] or not set(form) <= set(cases.outputs):
        return np.full(len(places), UNDECIDED)
    low, high = sorted(form, key=lambda name: form[name])
    ranks = _ranks(formula, cases.outputs[high].shared)
    above, below = (ranks[cases.outputs[name].rows[places]] for name in (high, low))
    found: NDArray[np.int64] = np.sign(above - below)
    return found


def _ranks(formula: Formula, table: ScoresTable) -> NDArray[np.int64]:
    """Return the rank of every output's value. Cost O(outputs log outputs), exact only among close values."""
    key = "ranks", formula
    if key not in table.known:
        values = np.nan_to_num(table.values(formula), nan=np.inf)
        order = np.argsort(values, kind="stable")
        ranks = np.zeros(len(values), dtype=np.int64)
        groups = np.split(order, np.flatnonzero(np.diff(values[order]) > CLOSE) + 1)
        rank = 0
        for group in groups:
            rank = _ranked(formula, table, group.tolist(), ranks, rank)
        table.known[key] = ranks
    found: NDArray[np.int64] = table.known[key]
    return found


def _ranked(formula: Formula, table: ScoresTable, group: list[int], ranks: Any, rank: int) -> int:
    """Give ranks to close values, from the given one on; return the next free rank."""
    if len(group) == 1 or not np.isfinite(table.values(formula)[group[0]]):
        ranks[group] = rank
        return rank + 1
    algebra = _algebra(max(table.each[row].primes_up_to for row in group))
    exact = {row: evaluate(formula, table.each[row], algebra) for row in group}

    def order(one: int, other: int) -> int:
        return int(algebra.compare(exact[one], exact[other]))

    ordered = sorted(group, key=cmp_to_key(order))
    ranks[ordered[0]] = rank
    for before, one in pairwise(ordered):
        rank += int(order(one, before) != 0)
        ranks[one] = rank
    return rank + 1


def _algebra(bound: int) -> Any:
    from axiometrics.formulas.extended import extended_algebra

    return extended_algebra(bound)
