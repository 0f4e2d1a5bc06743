"""The priorities of one side of a large organization that the other side has, by weight."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from axiometrics.tasks.organization.large import Half, Weighed

__all__ = ["dominance", "priorities_right"]

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


def priorities_right(own: Half, other: Half, weighed: Weighed, tail: str) -> float:
    """Return the share of one side's priorities that the other side has; 0 where it states none."""
    if len(own.sizes) + (tail != "none") < 2:
        return 0.0
    once = (own.times == 1) & (other.times <= 1)
    total = _between_singles(own, other, weighed, tail, once)
    total += _with_several(own, other, weighed, tail, once)
    if tail == "none":
        return total
    share = np.minimum(own.times, other.times)[own.document] / own.times[own.document]
    ends = weighed.tail * weighed.outside[own.level] + weighed.tail / (1 - weighed.tail)
    return total + float((share * weighed.level[own.level] * ends).sum())


def _between_singles(own: Half, other: Half, weighed: Weighed, tail: str, once: NDArray[np.bool_]) -> float:
    """Pairs of documents that occur once: right where both sides order them alike."""
    level = own.first(own.level, 0)
    below = len(other.sizes)
    wanted = other.first(other.level, below)
    counted = once if tail == "open" else once & (other.times == 1)
    cells, number = np.unique(level[counted] * (below + 1) + wanted[counted], return_counts=True)
    upper, demanded = np.divmod(cells, below + 1)
    weight = weighed.level[upper] * number
    return dominance(upper, demanded, weight * weighed.outside[upper], weight)


def dominance(x: Integers, y: Integers, u: Floats, v: Floats) -> float:
    """Return the sum of u[i] v[j] + v[i] u[j] over all pairs with x[i] < x[j] and y[i] < y[j]; x ascends.

    One pass for each binary digit of y: the pairs are those that agree in the digits above and differ in this one.
    Cost O(n log n log y).

    >>> one = np.ones(3)
    >>> dominance(np.array([0, 1, 1]), np.array([0, 1, 0]), one, 2 * one)
    4.0
    """
    total = 0.0
    for digit in reversed(range(int(y.max(initial=0)).bit_length())):
        group, high = y >> (digit + 1), (y >> digit) & 1 == 1
        sums = [np.cumsum(np.where(high, values, 0.0)) for values in (u, v)]
        end, tied = _ends(group), _ends(group, x)
        low = ~high
        more = [found[end[low]] - found[tied[low]] for found in sums]
        total += float(u[low] @ more[1] + v[low] @ more[0])
        if digit:
            order = np.argsort(2 * group + high, kind="stable")
            x, y, u, v = x[order], y[order], u[order], v[order]
    return total


def _ends(*columns: Integers) -> Integers:
    """Return, for every row, the last row of its run of equal rows."""
    starts = np.any([column[1:] != column[:-1] for column in columns], axis=0)
    last = np.append(np.flatnonzero(starts), len(columns[0]) - 1)
    return last[np.concatenate([[0], np.cumsum(starts)])]


def _with_several(own: Half, other: Half, weighed: Weighed, tail: str, once: NDArray[np.bool_]) -> float:
    """Pairs with a document that occurs several times, one kind of such documents after the other."""
    several = np.flatnonzero((own.times > 0) & ~once)
    if not len(several):
        return 0.0
    shown = [_levels_of(half, several) for half in (own, other)]
    kinds = Counter(zip(*shown, strict=True))
    total = 0.0
    for (levels, wanted), number in kinds.items():
        upper, lower = _facing(own, levels, weighed)
        known, known_below = _counted(other, wanted)
        if tail == "open":
            known = np.where(other.times == 0, len(wanted), known)
            known_below = known_below if wanted else other.times
        with np.errstate(divide="ignore", invalid="ignore"):
            down = np.where(upper[0] > 0, np.minimum(upper[0], known) / upper[0] * upper[1], 0.0)
            up = np.where(lower[0] > 0, np.minimum(lower[0], known_below) / lower[0] * lower[1], 0.0)
        total += number * float(down.sum() + up[once].sum())
    return total


def _levels_of(half: Half, documents: Integers) -> list[tuple[int, ...]]:
    """Return the levels of the given documents, in order."""
    place = np.full(half.documents, -1)
    place[documents] = np.arange(len(documents))
    rows = np.flatnonzero(place[half.document] >= 0)
    found: list[list[int]] = [[] for _ in documents]
    for number, level in zip(place[half.document[rows]].tolist(), half.level[rows].tolist(), strict=True):
        found[number].append(level)
    return [tuple(sorted(levels)) for levels in found]


def _facing(
    own: Half, levels: tuple[int, ...], weighed: Weighed
) -> tuple[tuple[Floats, Floats], tuple[Floats, Floats]]:
    """Return how often, and with what weight, a document with these levels is above each document, and below it."""
    chosen = np.asarray(levels)
    weight, both = weighed.level[chosen], weighed.level[chosen] * weighed.outside[chosen]
    found = []
    for side in ("left", "right"):
        place = np.searchsorted(chosen, own.level, side=side)  # type: ignore[call-overload]
        sums = [np.concatenate([[0.0], np.cumsum(part)]) for part in (np.ones(len(chosen)), weight, both)]
        seen = [part[place] if side == "left" else part[-1] - part[place] for part in sums]
        there = weighed.level[own.level]
        linked = there * (seen[2] + weighed.outside[own.level] * seen[1])
        found.append(tuple(np.bincount(own.document, part, own.documents) for part in (seen[0], linked)))
    return found[0], found[1]


def _counted(other: Half, levels: tuple[int, ...]) -> tuple[Floats, Floats]:
    """Return how often a document with these levels is above each document, and below it."""
    chosen = np.asarray(levels, dtype=np.int64)
    above = np.searchsorted(chosen, other.level, side="left")
    below = len(chosen) - np.searchsorted(chosen, other.level, side="right")
    first, second = (np.bincount(other.document, part, other.documents) for part in (above, below))
    return first, second
