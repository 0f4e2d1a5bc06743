"""How often each kind of pair occurs in large families: items of equal labels are one row of sparse products."""

from __future__ import annotations

from collections import Counter
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from axiometrics.tasks.overlapping.families import Families

__all__ = ["cells", "kinds"]

Integers = NDArray[np.int64]
Kind = tuple[int, int, int]
BLOCK = 1024
"""Rows that are multiplied at once."""


def kinds(output: Families, domain: str) -> Counter[Kind]:
    """Return how often each (x, g, size) occurs. Cost: S times the rows that share a set with a row, S signatures."""
    return _Signatures.of(output).kinds[domain]


def cells(output: Families, domain: str) -> list[list[Kind]]:
    """Return (n, a, b) of the categories that each cluster meets, or of the clusters that each category meets."""
    found = _Signatures.of(output)
    together = csr_array((found.clusters.T * found.weight) @ found.categories)
    a, b = (side.T @ found.weight for side in (found.clusters, found.categories))
    by_cluster = domain == "best_in_cluster"
    table = together if by_cluster else csr_array(together.T)
    groups = []
    for row in range(table.shape[0]):
        part = slice(table.indptr[row], table.indptr[row + 1])
        pairs = zip(table.indices[part].tolist(), table.data[part].tolist(), strict=True)
        own = [(n, a[row], b[other]) if by_cluster else (n, a[other], b[row]) for other, n in pairs]
        groups.append([(int(n), int(first), int(second)) for n, first, second in own])
    return groups


class _Signatures:
    """The distinct (clusters, categories) of items as rows, and how many items each has."""

    def __init__(self, output: Families) -> None:
        labels: list[tuple[list[int], list[int]]] = [([], []) for _ in range(_width(output))]
        for side, family in enumerate((output.system, output.gold)):
            for number, part in enumerate(family):
                for item in part:
                    labels[item][side].append(number)
        rows = Counter((tuple(system), tuple(gold)) for system, gold in labels if system or gold)
        self.weight: Integers = np.array(list(rows.values()), dtype=np.int64)
        self.clusters = _incidence([system for system, _ in rows], len(output.system))
        self.categories = _incidence([gold for _, gold in rows], len(output.gold))

    @staticmethod
    @lru_cache(maxsize=4)
    def of(output: Families) -> _Signatures:
        """Return the signatures of an output."""
        return _Signatures(output)

    @cached_property
    def kinds(self) -> dict[str, Counter[Kind]]:
        """Go through the rows once and count the pairs of every domain."""
        sides = (self.clusters, self.categories)
        self._base = int((self.categories.sum(axis=1)).max()) + 1
        found: dict[str, Counter[Kind]] = {
            f"{side}{kind}": Counter()
            for side in ("", "gold_")
            for kind in ("companions", "occurrence_pairs")
        }
        for start in range(0, len(self.weight), BLOCK):
            block = slice(start, min(start + BLOCK, len(self.weight)))
            x, g = (csr_array(side[block] @ side.T) for side in sides)
            both = csr_array(x * self._base + g)
            for prefix, side in zip(("", "gold_"), (0, 1), strict=True):
                self._count_companions(found[f"{prefix}companions"], both, start, side)
            self._count_occurrences(found, both, start)
        return found

    def _count_companions(self, found: Counter[Kind], both: Any, start: int, side: int) -> None:
        """Add the pairs of a block's rows, by (x, g) and the companions of the row."""
        row = np.repeat(np.arange(both.shape[0]), np.diff(both.indptr))
        own = both.data // self._base if side == 0 else both.data % self._base
        kept = own > 0
        row, code = row[kept], both.data[kept].astype(np.int64)
        weight = self.weight[both.indices[kept]]
        degree = np.bincount(row, weights=weight, minlength=both.shape[0]).astype(np.int64)
        key, place = np.unique(degree[row] * (int(code.max(initial=0)) + 1) + code, return_inverse=True)
        many = np.bincount(place, weights=weight * self.weight[start + row])
        width = int(code.max(initial=0)) + 1
        for whole, count in zip(key.tolist(), many.tolist(), strict=True):
            x, g = divmod(whole % width, self._base)
            found[x, g, whole // width] += round(count)

    def _count_occurrences(self, found: dict[str, Counter[Kind]], both: Any, start: int) -> None:
        """Add the pairs in every set of a block's rows, by (x, g) and the size of the set."""
        code = np.zeros(len(self.weight), dtype=np.int64)
        for row in range(both.shape[0]):
            part = slice(both.indptr[row], both.indptr[row + 1])
            code[both.indices[part]] = both.data[part]
            for side, counts in enumerate((found["occurrence_pairs"], found["gold_occurrence_pairs"])):
                self._count_sets(counts, code, start + row, side)

    def _count_sets(self, found: Counter[Kind], code: Integers, row: int, side: int) -> None:
        incidence = (self.clusters, self.categories)[side]
        for number in incidence.indices[incidence.indptr[row] : incidence.indptr[row + 1]].tolist():
            members, weight, size = self._members[side][number]
            counts = np.bincount(code[members], weights=weight)
            for value in np.flatnonzero(counts).tolist():
                x, g = divmod(value, self._base)
                found[x, g, size] += round(counts[value]) * int(self.weight[row])

    @cached_property
    def _members(self) -> tuple[list[tuple[Integers, Integers, int]], ...]:
        """The rows of every set, their weights, and the items of the set."""
        sides = []
        for side in (self.clusters, self.categories):
            turned = csr_array(side.T)
            rows = np.split(turned.indices.astype(np.int64), turned.indptr[1:-1])
            sides.append([(part, self.weight[part], int(self.weight[part].sum())) for part in rows])
        return tuple(sides)


def _width(output: Families) -> int:
    return max(item for part in (*output.gold, *output.system) for item in part) + 1


def _incidence(labels: list[tuple[int, ...]], columns: int) -> Any:
    sizes = [len(own) for own in labels]
    indices = np.fromiter((number for own in labels for number in own), dtype=np.int64, count=sum(sizes))
    pointer = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    return csr_array((np.ones(len(indices), dtype=np.int64), indices, pointer), shape=(len(labels), columns))
