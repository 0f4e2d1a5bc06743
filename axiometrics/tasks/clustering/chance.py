"""Random labels with fixed sizes: how many items a cluster and a category share is hypergeometric."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np

__all__ = ["expected_sum", "overlaps", "size_pairs"]


def size_pairs(clusters: Iterable[int], categories: Iterable[int]) -> Iterator[tuple[int, int, int]]:
    """Yield (cluster size, category size, number of such pairs) for the distinct sizes."""
    ours, theirs = Counter(clusters), Counter(categories)
    return ((a, b, ours[a] * theirs[b]) for a in sorted(ours) for b in sorted(theirs))


def overlaps(a: int, b: int, items: int) -> Iterator[tuple[int, Fraction]]:
    """Yield (shared items, exact probability) for every possible overlap of at least one item."""
    ways = comb(items, a)
    for n in range(max(1, a + b - items), min(a, b) + 1):
        yield n, Fraction(comb(b, n) * comb(items - b, a - n), ways)


def expected_sum(
    body: Callable[..., Any],
    clusters: Iterable[int],
    categories: Iterable[int],
    quantities: tuple[float, ...],
) -> float:
    """Return the expected sum over cells of body(n, a, b). Cost O(distinct size pairs x overlap)."""
    from scipy.special import gammaln

    items = quantities[0]
    found = 0.0
    for a, b, pairs in size_pairs(clusters, categories):
        n = np.arange(max(1, a + b - int(items)), min(a, b) + 1, dtype=float)
        ways: Any = (
            gammaln(a + 1)
            + gammaln(b + 1)
            + gammaln(items - a + 1)
            + gammaln(items - b + 1)
            - gammaln(items + 1)
        )
        ways = (
            ways - gammaln(n + 1) - gammaln(a - n + 1) - gammaln(b - n + 1) - gammaln(items - a - b + n + 1)
        )
        found += pairs * float((body(n, float(a), float(b), *quantities) * np.exp(ways)).sum())
    return found
