"""Larger cases: matrices with more classes and many more items than a sweep reaches, always the same ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.tasks.choosing import Answers, Impossible, every
from axiometrics.tasks.ordinal.cases import CaseBatch, gathered
from axiometrics.tasks.ordinal.contents import allowed, allowed_matrices, as_matrix
from axiometrics.tasks.ordinal.scene import Chooser, Generator, Matrix

__all__ = ["larger"]

Integers = NDArray[np.int64]
Wanted = Mapping[Any, int] | None

_COUNTS = np.array([0, 0, 0, 0, 1, 1, 2, 3, 8, 21])
_GOLD = np.array([0, 1, 2, 3, 5, 8, 21, 100])


class _Some(Chooser):
    """Fills a scene with a number of matrices whose counts are drawn once from a ladder."""

    def __init__(self, answers: Answers, numbers: Sequence[int], number: int) -> None:
        super().__init__(answers, numbers)
        self.number = number
        self.count = 1

    def matrix(self, classes: int, *, least: Wanted = None, **conditions: Any) -> Matrix:
        counts = np.random.default_rng(classes).choice(_COUNTS, (self.number, classes, classes))
        diagonal = np.random.default_rng(classes + 100).choice(_GOLD, (self.number, classes))
        counts[:, range(classes), range(classes)] += diagonal
        for (i, j), count in (least or {}).items():
            counts[:, i - 1, j - 1] += count
        return as_matrix(self._some(counts[allowed_matrices(counts, **conditions)]))

    def gold(
        self, classes: int, *, least: Wanted = None, empty: Sequence[int] = (), **conditions: Any
    ) -> Sequence[Any]:
        counts = self._golds(classes)
        for j, count in (least or {}).items():
            counts[:, j - 1] += count
        counts[:, [j - 1 for j in empty]] = 0
        counts = counts[counts.any(axis=1)]
        return list(np.ascontiguousarray(self._some(counts[allowed(counts, **conditions)]).T))

    def _golds(self, classes: int) -> Integers:
        counts = np.random.default_rng(classes).choice(_GOLD, (4 * self.number, classes))
        counts[:, 0] += counts.sum(axis=1) == 0
        return counts

    def systems(self, classes: int, *, full: bool = False) -> tuple[Matrix, Matrix]:
        gold = self._golds(classes)
        gold = gold[allowed(gold, full=full)]
        first, second = (_split(gold, seed) for seed in (1, 2))
        kept = (first != second).any(axis=(1, 2))
        return as_matrix(self._some(first[kept])), as_matrix(second[kept])

    def _some(self, counts: Integers) -> Integers:
        if not len(counts):
            raise Impossible
        self.count = len(counts)
        return counts


def _split(gold: Integers, seed: int) -> Integers:
    """Share every class's items among the assigned classes at random."""
    draw = np.random.default_rng(seed)
    classes = gold.shape[1]
    shares = draw.dirichlet(np.full(classes, 0.5), gold.shape)
    return np.swapaxes(draw.multinomial(gold, shares), 1, 2)


def larger(generator: Generator, outputs: Sequence[str], *, wide: bool) -> CaseBatch:
    """Return cases of 2 to 6 classes (3 and 4 if not ``wide``) with up to hundreds of items."""
    numbers, number = ((2, 3, 4, 5, 6), 24) if wide else ((3, 4), 6)
    made = [
        (chooser.answers.made, scene, chooser.count)
        for chooser, scene in every(generator, partial(_Some, numbers=numbers, number=number))
    ]
    return gathered(made, outputs, None)
