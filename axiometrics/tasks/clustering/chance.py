"""Random labels with fixed sizes: how many items a cluster and a category share is hypergeometric."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.formulas.arithmetics.error_bounds import BOUNDED, LIBRARY, SMALLEST, STEP, Bounded

__all__ = ["Chances", "size_pairs"]

Integers = NDArray[np.int64]
TABLED = 1000
"""Items up to which binomial coefficients are looked up."""


def size_pairs(clusters: Iterable[int], categories: Iterable[int]) -> Iterator[tuple[int, int, int]]:
    """Yield (cluster size, category size, number of such pairs) for the distinct sizes."""
    ours, theirs = Counter(clusters), Counter(categories)
    return ((a, b, ours[a] * theirs[b]) for a in sorted(ours) for b in sorted(theirs))


class Chances:
    """How often clusters of a and categories of b of N items share n: pairs C(b, n) C(N - b, a - n) / C(N, a).

    One entry for every possible overlap of each kind of pair; a column of `Rows`, computed in the arithmetic that asks.
    """

    ndim = 1

    def __init__(self, n: Integers, a: Integers, b: Integers, items: Integers, pairs: Integers) -> None:
        self.parts = n, a, b, items, pairs

    @classmethod
    def of(cls, kinds: Iterable[tuple[int, int, int, int]]) -> tuple[Chances, Integers]:
        """Return the overlaps of pairs given as (a, b, N, pairs), and which of these each overlap belongs to."""
        a, b, items, pairs = np.array(list(kinds), dtype=np.int64).reshape(-1, 4).T
        least = np.maximum(1, a + b - items)
        lengths = np.maximum(np.minimum(a, b) - least + 1, 0)
        of = np.repeat(np.arange(len(a)), lengths)
        n = least[of] + np.arange(len(of)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        return cls(n, a[of], b[of], items[of], pairs[of]), of

    def __getitem__(self, places: Any) -> Chances:
        return Chances(*(part[places] for part in self.parts))

    def column_in(self, arithmetic: Any) -> Any:
        """Return the numbers as values of an arithmetic."""
        return self._bounded() if arithmetic is BOUNDED else arithmetic.column(*self._exact())

    def _exact(self) -> tuple[Any, Any]:
        rows = list(zip(*(part.tolist() for part in self.parts), strict=True))
        tops = [pairs * comb(b, n) * comb(items - b, a - n) for n, a, b, items, pairs in rows]
        bottoms = [comb(items, a) for _, a, _, items, _ in rows]
        return np.array(tops, dtype=object), np.array(bottoms, dtype=object)

    def _bounded(self) -> Bounded:
        n, a, b, items, pairs = self.parts
        most = int(items.max(initial=0))
        if most > TABLED:
            return self._by_logarithms()
        table = _binomials(most)
        found = pairs * (table[b, n] * (table[items - b, a - n] / table[items, a]))
        return Bounded.rounded(found, found * (3 * items + 6) * STEP)

    def _by_logarithms(self) -> Bounded:
        from scipy.special import gammaln

        n, a, b, items, pairs = self.parts
        above = [gammaln(part + 1.0) for part in (a, b, items - a, items - b)]
        below = [gammaln(part + 1.0) for part in (items, n, a - n, b - n, items - a - b + n)]
        found = pairs * np.exp(sum(above) - sum(below))
        spread = found * LIBRARY * (1 + sum(above) + sum(below))
        return Bounded.rounded(found, np.maximum(spread, SMALLEST))


@lru_cache(maxsize=4)
def _binomials(most: int) -> NDArray[np.float64]:
    """Return Pascal's triangle; a number in row N is off by at most N roundings."""
    table = np.zeros((most + 1, most + 1))
    table[:, 0] = 1.0
    for row in range(1, most + 1):
        table[row, 1 : row + 1] = table[row - 1, :row] + table[row - 1, 1 : row + 1]
    return table
