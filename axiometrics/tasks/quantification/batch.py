"""Many pairs of distributions as whole masses in arrays; equal pairs are evaluated once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.formulas.floats import ARRAYS
from axiometrics.formulas.formula import Formula
from axiometrics.tasks.quantification.distributions import Distributions

__all__ = ["DistributionsBatch", "MassTable"]

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

REMEMBERED = 4
"""Formulas whose values on a table are kept: the outputs of a case share one table."""


class MassTable:
    """Different pairs of distributions as masses of shape (pairs, most classes), padded with zeros."""

    def __init__(self, system: Integers, gold: Integers, classes: Integers) -> None:
        self.system, self.gold, self.classes = system, gold, classes
        self._known: dict[Formula, list[Floats]] = {}
        self.exact: dict[tuple[Formula, int], Any] = {}
        self.asked: dict[tuple[Formula, int], int] = {}

    def __len__(self) -> int:
        return len(self.classes)

    def pair(self, index: int) -> Distributions:
        """Return one pair."""
        classes = int(self.classes[index])
        system, gold = (masses[index, :classes].tolist() for masses in (self.system, self.gold))
        return Distributions.from_masses(system, gold)

    def evaluate(self, formula: Formula) -> list[Floats]:
        """Return the formula's value, its quantities, and its reductions for every pair, each of shape (pairs,)."""
        if formula not in self._known:
            while len(self._known) >= REMEMBERED:
                del self._known[next(iter(self._known))]
            self._known[formula] = self._evaluated(formula)
        return self._known[formula]

    def _evaluated(self, formula: Formula) -> list[Floats]:
        width = 1 + len(formula.globals) + len(formula.atoms)
        found = [np.full(len(self), np.nan) for _ in range(width)]
        for classes in np.unique(self.classes).tolist():
            rows = np.flatnonzero(self.classes == classes)
            values = _values(formula, self.system[rows, :classes], self.gold[rows, :classes])
            for column, value in zip(found, values, strict=True):
                column[rows] = value
        return found


def _values(formula: Formula, system: Integers, gold: Integers) -> Iterator[Any]:
    """Yield the value, the quantities and the reductions of pairs with the same number of classes."""
    at = _columns(system, gold)
    whole: list[Any] = [float(gold.shape[1]), at[1].min(axis=1)]
    function, parts = formula.plan(ARRAYS)
    beside = [None if value is None else value[:, None] for value in (None, whole[1])]
    sums = [_sum(body, domain, at, (whole[0], beside[1])) for domain, body in parts]
    sums = [np.broadcast_to(found, (len(gold),)) for found in sums]
    yield function(*whole, *sums)
    yield from whole
    yield from sums


def _columns(system: Integers, gold: Integers) -> tuple[Floats, ...]:
    """Return p, q, P, Q and k, each of shape (pairs, classes)."""
    totals = [masses.sum(axis=1, keepdims=True) for masses in (system, gold)]
    shares = [masses / total for masses, total in zip((system, gold), totals, strict=True)]
    below = [masses.cumsum(axis=1) / total for masses, total in zip((system, gold), totals, strict=True)]
    return (*shares, *below, np.broadcast_to(np.arange(1.0, gold.shape[1] + 1), gold.shape))


def _sum(body: Callable[..., Any], domain: str, at: tuple[Floats, ...], whole: tuple[Any, Any]) -> Any:
    classes, least = whole
    if domain == "classes":
        found = body(*at, *at, classes, least)
        return np.broadcast_to(found, at[0].shape).sum(axis=1)
    one, other = (tuple(np.expand_dims(column, axis) for column in at) for axis in (2, 1))
    found = body(*one, *other, classes, least[:, :, None])
    return np.broadcast_to(found, (*at[0].shape, at[0].shape[1])).sum(axis=(1, 2))


class DistributionsBatch:
    """One pair of distributions for each case, as rows of a table."""

    def __init__(self, table: MassTable, rows: Integers) -> None:
        self.shared, self.rows = table, rows

    @classmethod
    def from_tables(cls, outputs: Sequence[Distributions]) -> DistributionsBatch:
        """Build from single pairs."""
        most = max((output.classes for output in outputs), default=1)
        masses = np.zeros((2, len(outputs), most), dtype=np.int64)
        for row, output in enumerate(outputs):
            for side, found in enumerate(output.masses()):
                masses[side, row, : output.classes] = found
        classes = np.array([output.classes for output in outputs], dtype=np.int64)
        return cls(MassTable(masses[0], masses[1], classes), np.arange(len(outputs)))

    def __len__(self) -> int:
        return len(self.rows)

    def table(self, index: int) -> Distributions:
        """Return one case."""
        return self.shared.pair(int(self.rows[index]))

    def tables(self) -> Iterator[Distributions]:
        """Yield every case."""
        known = {row: self.shared.pair(row) for row in np.unique(self.rows).tolist()}
        return (known[row] for row in self.rows.tolist())

    def golds(self) -> Integers:
        """Return a number for every case, the same where the gold shares are."""
        gold = self.shared.gold
        least = gold // np.gcd.reduce(gold, axis=1, keepdims=True)
        whole = np.hstack([self.shared.classes[:, None], least])
        numbers: Integers = np.unique(whole, axis=0, return_inverse=True)[1].reshape(-1)
        return numbers[self.rows]

    def share(self, name: str) -> Floats:
        """Return one share of every case: ``p_2`` is the system's of class 2, ``q_2`` the gold's; 0 beyond the last."""
        side, number = name.split("_")
        masses = (self.shared.system if side == "p" else self.shared.gold)[self.rows]
        if int(number) > masses.shape[1]:
            return np.zeros(len(self))
        return np.asarray(masses[:, int(number) - 1] / masses.sum(axis=1))

    def evaluate(self, formula: Formula) -> Floats:
        """Return the formula's value for every case, shape (cases,)."""
        return self.shared.evaluate(formula)[0][self.rows]

    def signature(self, formula: Formula) -> list[Floats]:
        """Return everything the formula's value depends on: the quantities it uses, and its reductions."""
        found = self.shared.evaluate(formula)[1:]
        inside = formula.normal.expression.free_symbols
        used = [symbol in inside for symbol in formula.globals] + [True] * len(formula.atoms)
        return [column[self.rows] for column, use in zip(found, used, strict=True) if use]
