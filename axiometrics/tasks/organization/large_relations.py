"""One large organization in floating point: the relations of one side that the other side has, by weight.

Documents are numbers, both sides columns.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.formulas.arithmetics.scalars import SCALARS
from axiometrics.formulas.rows import Floats, Integers, counted
from axiometrics.tasks.organization import Organization
from axiometrics.tasks.organization.distribution import Weighting
from axiometrics.tasks.organization.large_columns import Columns, Half, Weighed, coded, levels_of
from axiometrics.tasks.organization.relations import Shares
from axiometrics.tasks.organization.view import WeightedFormula


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


def _cells(
    own: Half, other: Half, counted_documents: NDArray[np.bool_]
) -> tuple[Integers, Integers, Integers]:
    """Count documents that occur once by their levels on both sides; one more than the lowest is the other's tail."""
    below = len(other.sizes)
    level, wanted = own.first(own.level, 0), other.first(other.level, below)
    key = level[counted_documents] * (below + 1) + wanted[counted_documents]
    if not len(key):
        return key, key, key
    cells, number = counted(key, len(own.sizes) * (below + 1))
    return *np.divmod(cells, below + 1), number


def _between_singles(own: Half, other: Half, weighed: Weighed, tail: str, once: NDArray[np.bool_]) -> float:
    """Pairs of documents that occur once: right where both sides order them alike."""
    chosen = once if tail == "open" else once & (other.times == 1)
    if not chosen.any():
        return 0.0
    upper, demanded, number = _cells(own, other, chosen)
    weight = weighed.level[upper] * number
    return dominance(upper, demanded, weight * weighed.outside[upper], weight)


def dominance(x: Integers, y: Integers, u: Floats, v: Floats) -> float:
    """Return the sum of u[i] v[j] + v[i] u[j] over all pairs with x[i] < x[j] and y[i] < y[j]; x ascends.

    One pass for each binary digit of the one with fewer values, say y: the pairs are those that agree in the digits
    above and differ in this one. Cost O(n log n) a pass.

    >>> one = np.ones(3)
    >>> dominance(np.array([0, 1, 1]), np.array([0, 1, 0]), one, 2 * one)
    4.0
    """
    if y.max(initial=0) > x.max(initial=0):
        order = np.argsort(y, kind="stable")
        x, y, u, v = y[order], x[order], u[order], v[order]
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
    found: Integers = last[np.concatenate([[0], np.cumsum(starts)])]
    return found


def _with_several(own: Half, other: Half, weighed: Weighed, tail: str, once: NDArray[np.bool_]) -> float:
    """Pairs with a document that occurs several times, one kind of such documents after the other."""
    several = np.flatnonzero((own.times > 0) & ~once)
    if not len(several):
        return 0.0
    kinds = Counter(zip(_levels_of(own, several), _levels_of(other, several), strict=True))
    ours, theirs, number, singles = _typed(own, other, once, kinds)
    total = 0.0
    for (levels, wanted), times in kinds.items():
        upper, lower = _facing(ours, levels, weighed)
        known, known_below = _counted(theirs, wanted)
        if tail == "open":
            known = np.where(theirs.times == 0, float(len(wanted)), known)
            known_below = known_below if wanted else theirs.times.astype(float)
        with np.errstate(divide="ignore", invalid="ignore"):
            down = np.where(upper[0] > 0, np.minimum(upper[0], known) / upper[0] * upper[1], 0.0)
            up = np.where(lower[0] > 0, np.minimum(lower[0], known_below) / lower[0] * lower[1], 0.0)
        total += times * float(down @ number + up[:singles] @ number[:singles])
    return total


def _typed(
    own: Half, other: Half, once: NDArray[np.bool_], kinds: Counter[tuple[tuple[int, ...], tuple[int, ...]]]
) -> tuple[Half, Half, Integers, int]:
    """Return both sides with one document for each kind, how many there are of each, and the kinds that occur once."""
    upper, demanded, number = _cells(own, other, once & (own.times == 1))
    singles = np.arange(len(upper))
    there = demanded < len(other.sizes)
    count = len(singles) + len(kinds)
    halves = []
    for side, part in ((0, (singles, upper)), (1, (singles[there], demanded[there]))):
        rows = [(place, level) for place, kind in enumerate(kinds, len(singles)) for level in kind[side]]
        more = np.array(rows, dtype=np.int64).reshape(-1, 2).T
        document, level = (np.concatenate(pair) for pair in zip(part, more, strict=True))
        halves.append(Half(document, level, np.full(len(level), -1), count))
    return halves[0], halves[1], np.concatenate([number, np.array(list(kinds.values()))]), len(singles)


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
        place = np.searchsorted(chosen, own.level, side=side)
        sums = [np.concatenate([[0.0], np.cumsum(part)]) for part in (np.ones(len(chosen)), weight, both)]
        seen = [part[place] if side == "left" else part[-1] - part[place] for part in sums]
        there = weighed.level[own.level]
        linked = there * (seen[2] + weighed.outside[own.level] * seen[1])
        found.append((_by_document(own, seen[0]), _by_document(own, linked)))
    return found[0], found[1]


def _by_document(half: Half, values: Any) -> Floats:
    """Add up what the occurrences of every document hold."""
    return np.bincount(half.document, values, half.documents).astype(float)


def _counted(other: Half, levels: tuple[int, ...]) -> tuple[Floats, Floats]:
    """Return how often a document with these levels is above each document, and below it."""
    chosen = np.asarray(levels, dtype=np.int64)
    above = np.searchsorted(chosen, other.level, side="left")
    below = len(chosen) - np.searchsorted(chosen, other.level, side="right")
    return _by_document(other, above), _by_document(other, below)


def clusters_right(own: Half, other: Half, weighed: Weighed) -> float:
    """Return the share of one side's clustering relations that the other side has; those of the tail count."""
    share = weighed.level[own.level] / np.append(own.cluster_sizes, 1)[own.cluster]
    right = np.minimum(own.times, other.times)[own.document] / own.times[own.document]
    once = (own.times == 1) & (other.times <= 1)
    return (
        weighed.tail
        + float((share * right).sum())
        + _singles(own, other, share, once)
        + _several(own, other, share, once)
    )


def _singles(own: Half, other: Half, share: Floats, once: NDArray[np.bool_]) -> float:
    """Pairs of documents that occur once: right where they are in one cluster on both sides."""
    cluster, wanted = own.first(own.cluster, -1), other.first(other.cluster, -1)
    inside = once & (cluster >= 0) & (wanted >= 0)
    weight = np.zeros(len(own.cluster_sizes))
    weight[own.cluster[own.cluster >= 0]] = share[own.cluster >= 0]
    columns = len(other.cluster_sizes) + 1
    cells, number = np.unique(cluster[inside] * columns + wanted[inside], return_counts=True)
    return float((weight[cells // columns] * number * (number - 1)).sum())


def _several(own: Half, other: Half, share: Floats, once: NDArray[np.bool_]) -> float:
    """Pairs with a document that occurs several times, of those that share a cluster on both sides."""
    from scipy.sparse import csr_array

    several = np.flatnonzero((own.times > 0) & ~once)
    if not len(several):
        return 0.0
    ours, theirs = (_incidence(half, np.ones(len(half.level))) for half in (own, other))
    weighed = _incidence(own, share)
    stated = csr_array(ours[several] @ ours.T)
    known = csr_array(theirs[several] @ theirs.T)
    weight = csr_array(weighed[several] @ ours.T)
    inverse = stated.copy()
    inverse.data = 1 / inverse.data
    value = csr_array(stated.minimum(known).multiply(inverse).multiply(weight))
    rows = np.repeat(several, np.diff(value.indptr))
    times = np.where(once[value.indices], 2, np.where(value.indices == rows, 0, 1))
    return float((value.data * times).sum())


def _incidence(half: Half, values: Floats) -> Any:
    """Return the documents' clusters as a sparse matrix."""
    from scipy.sparse import csr_array

    inside = half.cluster >= 0
    shape = half.documents, max(len(half.cluster_sizes), 1)
    return csr_array((values[inside], (half.document[inside], half.cluster[inside])), shape=shape)


class LargeOrganization:
    """A system output and its gold, each as columns."""

    def __init__(self, gold: Columns, system: Columns) -> None:
        if not len(gold.level):
            raise InputError("the gold organizes no document; give at least one level with a document")
        both = _coded(gold.document, system.document)
        documents = int(max(part.max(initial=-1) for part in both)) + 1
        halves = [
            Half(document, side.level, side.cluster, documents)
            for document, side in zip(both, (gold, system), strict=True)
        ]
        for name, half in zip(("gold", "system"), halves, strict=True):
            _refuse_twice(half, name)
        self.gold, self.system = halves
        self._given = gold, system

    @property
    def organized(self) -> int:
        """Occurrences of documents in the gold."""
        return len(self.gold.level)

    @property
    def named(self) -> Organization:
        """The organization with its documents, for functions that are no formulas."""
        return Organization(*map(levels_of, self._given))

    def value(self, formula: WeightedFormula) -> float:
        """Return the value of a formula in floating point."""
        return float(formula.compiled(SCALARS)(*self.shares(formula)))

    def shares(self, formula: WeightedFormula) -> Shares:
        """Return the shares that a formula uses, and zeros for the others.

        Cost O(n log n) without overlap; documents that occur several times are faced with all others, kind by kind.
        """
        used = zip(Shares._fields, formula.used, strict=True)
        return Shares(*(self._share(name, formula.weighting) if use else 0 for name, use in used))

    def _share(self, name: str, weights: Weighting) -> float:
        turned = name.endswith("sensitivity") or name in ("demanded", "organized")
        own, other = (self.gold, self.system) if turned else (self.system, self.gold)
        if name.startswith("priority"):
            return priorities_right(own, other, _weighed(own, weights), weights.tail)
        if name.startswith("clustering"):
            return clusters_right(own, other, _weighed(own, weights))
        if name in ("listed", "organized"):
            return len(own.level)
        return max(len(own.sizes) - (weights.tail == "none"), 0)


def _coded(gold: Any, system: object) -> list[Integers]:
    """Number the documents of both sides alike."""
    numbers = all(hasattr(each, "dtype") and each.dtype.kind in "iu" for each in (gold, system))
    joined: Any = np.concatenate([gold, system]) if numbers else [*_listed(gold), *_listed(system)]
    return np.split(coded(joined), [len(gold)])


def _listed(names: Any) -> list[Any]:
    return list(names.tolist() if hasattr(names, "tolist") else names)


def _refuse_twice(half: Half, side: str) -> None:
    inside = np.flatnonzero(half.cluster >= 0)
    key = half.cluster[inside] * half.documents + half.document[inside]
    if len(np.unique(key)) < len(key):
        raise InputError(
            f"{side} names a document twice in one cluster; a cluster is a set, name every document once"
        )


def _weighed(half: Half, weights: Weighting) -> Weighed:
    total, size = len(half.level), half.sizes
    if weights.tail == "none":
        return Weighed(np.full(len(size), 1 / max(total, 1)), total / np.maximum(total - size, 1), 0.0)
    c, above = float(weights.c), np.cumsum(size) - size
    start = c + above
    both = start * (start + size)
    return Weighed(c / both, both / (start * start + above * size), c / (c + total))
