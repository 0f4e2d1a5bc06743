"""In how many cases each system unanimously improves another: the counts behind the Unanimous Improvement Ratio."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Relations", "relations"]

_BLOCK_BYTES = 2**20

Codes = NDArray[np.unsignedinteger[Any]]


@dataclass(frozen=True, eq=False)
class Relations:
    """Cases by the relation of a system (row) to another (column); the four counts of a pair add up to ``cases``."""

    at_least: NDArray[np.int64]
    equal: NDArray[np.int64]
    cases: int

    @property
    def better(self) -> NDArray[np.int64]:
        """Cases in which the row is at least as good on every metric and better on one."""
        return self.at_least - self.equal

    @property
    def worse(self) -> NDArray[np.int64]:
        """Cases in which the column is unanimously better."""
        return self.better.T

    @property
    def biased(self) -> NDArray[np.int64]:
        """Cases in which each is better on some metric, so that the weights decide."""
        return self.cases - self.at_least - self.at_least.T + self.equal

    @property
    def net(self) -> NDArray[np.int64]:
        """Cases better minus cases worse: the ratio times the number of cases, exactly."""
        return self.at_least - self.at_least.T

    @property
    def ratio(self) -> NDArray[np.float64]:
        """The matrix of Unanimous Improvement Ratios: antisymmetric, in [-1, 1]."""
        return self.net / self.cases

    @property
    def comparable_share(self) -> float:
        """Share of the cases of all pairs in which one of the two is at least as good on every metric."""
        places = np.triu_indices(len(self.equal), 1)
        return float(1 - self.biased[places].sum() / (self.cases * len(places[0]))) if len(places[0]) else 1.0


def relations(oriented: NDArray[np.float64]) -> Relations:
    """Count the relations of all pairs; values have the shape (metrics, systems, cases), higher is better.

    Exact: values are replaced by their ranks within a case and metric, and only ranks are compared.

    >>> two = relations(np.array([[[0.5, 0.7], [0.4, 0.6]], [[0.5, 0.2], [0.5, 0.3]]]))
    >>> two.better.tolist(), two.biased.tolist()
    ([[0, 1], [0, 0]], [[0, 1], [1, 0]])
    """
    codes = _codes(oriented)
    return Relations(_counts(codes, np.greater_equal), _equal(codes), oriented.shape[2])


def _counts(codes: Codes, compare: np.ufunc) -> NDArray[np.int64]:
    """Count the cases in which the comparison holds on every metric, rows by columns, in blocks of rows."""
    _, systems, cases = codes.shape
    found = np.empty((systems, systems), dtype=np.int64)
    size = max(1, _BLOCK_BYTES // max(1, systems * cases))
    for start in range(0, systems, size):
        block = codes[:, start : start + size, None, :]
        holds = compare(block[0], codes[0, None])
        scratch = np.empty_like(holds)
        for part, whole in zip(block[1:], codes[1:], strict=True):
            compare(part, whole[None], out=scratch)
            holds &= scratch
        found[start : start + size] = np.count_nonzero(holds, axis=-1)
    return found


def _equal(codes: Codes) -> NDArray[np.int64]:
    """Count the cases in which all metrics tie: one comparison of numbers given to the distinct columns of codes."""
    systems, cases = codes.shape[1:]
    joint = codes[0].astype(np.int64)
    for code in codes[1:]:
        joint = _ranked(joint * systems + code)
    if (joint.max(axis=0) == systems - 1).all():
        return np.diag(np.full(systems, cases, dtype=np.int64))
    return _counts(_narrow(joint, systems)[None], np.equal)


def _codes(oriented: NDArray[np.float64]) -> Codes:
    systems = oriented.shape[1]
    return np.stack([_narrow(_ranked(values), systems) for values in oriented])


def _narrow(codes: NDArray[np.int64], systems: int) -> Codes:
    return np.ascontiguousarray(codes, dtype=np.min_scalar_type(systems))


def _ranked(values: NDArray[Any]) -> NDArray[np.int64]:
    """Number the distinct values of each column from below."""
    order = np.argsort(values, axis=0, kind="stable")
    ordered = np.take_along_axis(values, order, axis=0)
    steps = np.zeros(values.shape, dtype=np.int64)
    steps[1:] = np.cumsum(ordered[1:] != ordered[:-1], axis=0)
    found = np.empty_like(steps)
    np.put_along_axis(found, order, steps, axis=0)
    return found
