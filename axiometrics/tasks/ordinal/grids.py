"""How far the sweep goes, and what it fills templates with: arrays of every matrix, or every gold, up to so many items.

All matrices of a number of classes are made once, and shared by every constraint.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from math import comb, isqrt
from operator import attrgetter
from types import MappingProxyType
from typing import Any

import numpy as np

from axiometrics.formulas.rows import Integers, take
from axiometrics.tasks.cases import CaseBatch, Stretch, compositions
from axiometrics.tasks.choosing import Answers, Impossible, InOrder
from axiometrics.tasks.ordinal.batch import ConfusionBatch
from axiometrics.tasks.ordinal.chooser import Chooser, Generator, Matrix, Template, Wanted
from axiometrics.tasks.shared_tables import Universe

CLASSES = (2, 3, 4, 5)
MOST = 100_000
"""Cases of a block, about: while they are made they take some hundred megabytes."""
_FEWER = {2: 0, 3: 1, 4: 3, 5: 5}
_FEWER_PAIRS = {2: 2, 3: 3, 4: 5, 5: 6}


def grid(size: int, numbers: Sequence[int] = CLASSES) -> dict[int, int]:
    """Return the most items for each number of classes.

    >>> grid(8), grid(3)
    ({2: 8, 3: 7, 4: 5, 5: 3}, {2: 3, 3: 3, 4: 3, 5: 3})
    """
    return {classes: max(size - _FEWER[classes], min(size, 3)) for classes in numbers}


def pairs_grid(size: int, numbers: Sequence[int] = CLASSES) -> dict[int, int]:
    """Return the same for cases of two systems, of which there are many more.

    >>> pairs_grid(8)
    {2: 6, 3: 5, 4: 3, 5: 2}
    """
    return {classes: max(size - _FEWER_PAIRS[classes], min(size, 2)) for classes in numbers}


def grid_text(most: Mapping[int, int]) -> str:
    """Say what was swept.

    >>> grid_text(grid(8))
    'K 2/3/4/5, N ≤ 8/7/5/3'
    """
    classes, items = ("/".join(map(str, numbers)) for numbers in zip(*sorted(most.items()), strict=True))
    return f"K {classes}, N ≤ {items}"


@lru_cache(maxsize=32)
def matrices(classes: int, most: int) -> Integers:
    """Return all matrices with 1 to ``most`` items."""
    flat = np.concatenate([compositions(items, classes**2)[::-1] for items in range(1, most + 1)])
    return flat.reshape(-1, classes, classes)


def universe(
    size: int, kind: type[ConfusionBatch] = ConfusionBatch, numbers: tuple[int, ...] = CLASSES
) -> Universe:
    """Return all matrices of the grid of a size, as one kind of batch."""
    count = sum(comb(most + k**2, most) - 1 for k, most in grid(size, numbers).items())
    return Universe(count, partial(_universe, size, kind, numbers))  # type: ignore[arg-type]


@lru_cache(maxsize=4)
def _universe(
    size: int, kind: type[ConfusionBatch], numbers: tuple[int, ...]
) -> tuple[ConfusionBatch, Integers]:
    parts = [matrices(classes, most) for classes, most in grid(size, numbers).items()]
    width = numbers[-1]
    whole = np.concatenate([np.pad(part, ((0, 0), *[(0, width - part.shape[1])] * 2)) for part in parts])
    rows = np.zeros((len(whole), 2 + width**2), dtype=np.int16 if size < 1 << 15 else np.int64)
    rows[:, 1] = np.repeat([part.shape[1] for part in parts], list(map(len, parts)))
    rows[:, 2:] = whole.reshape(len(whole), -1)
    return matrices_of_rows(rows, kind=kind), rows


def matrices_of_rows(
    rows: Integers,
    values: Sequence[tuple[Fraction, ...] | None] = (None,),
    kind: type[ConfusionBatch] = ConfusionBatch,
) -> ConfusionBatch:
    """Return matrices given as rows: the place of their values, their number of classes, and their padded counts."""
    most = isqrt(rows.shape[1] - 2)
    values_of, classes, counts = (rows[:, part].astype(np.int64) for part in (0, 1, slice(2, None)))
    return kind(counts.reshape(-1, most, most), classes, values_of, values)


def narrowest(parts: Sequence[Matrix]) -> Any:
    """Return the shortest whole numbers that rows of some matrices fit in: there may be millions of these."""
    largest = max(int(np.max(entry)) for matrix in parts for row in matrix.rows for entry in row)
    return np.int16 if max(largest, len(parts), parts[0].classes) < 1 << 15 else np.int64


class ManyAtOnce(Chooser):
    """Fills a template with arrays: ``count`` matrices (or golds) at once."""

    count = 1

    def _some(self, counts: Integers) -> Integers:
        if not len(counts):
            raise Impossible
        self.count = len(counts)
        return counts


class AllMatrices(ManyAtOnce):
    """Fills a template with all matrices (or golds) of up to ``most[K]`` items."""

    def __init__(self, answers: Answers, most: Mapping[int, int], pairs: Mapping[int, int]) -> None:
        super().__init__(answers, sorted(most))
        self.most = most
        self.pairs = pairs
        self.covers = most
        """How many items cases have at most, for each number of classes."""

    def matrix_of(self, classes: int, wanted: Wanted) -> Matrix:
        """Return the matrices that meet the conditions."""
        counts = matrices(classes, self.most[classes])
        kept = allowed_matrices(counts, wanted)
        for (i, j), count in wanted.least.items():
            kept &= counts[:, i - 1, j - 1] >= count
        return as_matrix(self._some(counts[kept]))

    def gold_of(self, classes: int, wanted: Wanted) -> Sequence[Any]:
        """Return the golds that meet the conditions, one array a class."""
        ways = [compositions(items, classes)[::-1] for items in range(1, self.most[classes] + 1)]
        counts = np.concatenate(ways)
        kept = allowed(counts, wanted)
        for j, count in wanted.least.items():
            kept &= counts[:, j - 1] >= count
        return list(np.ascontiguousarray(self._some(counts[kept]).T))

    def systems(self, classes: int, *, apart: bool = False, **full: Any) -> tuple[Matrix, Matrix]:
        """Return every two matrices with the same gold, each two once."""
        self.covers = self.pairs
        counts = matrices(classes, self.pairs[classes])
        golds = self.answers.one_of(_by_gold(classes, self.pairs[classes], apart, **full))
        first, second = np.concatenate([_pairs(*each) for each in golds], axis=1)
        return as_matrix(self._some(counts[first])), as_matrix(self._some(counts[second]))

    def labelings(self, classes: int, full: int = 0) -> Sequence[Any]:
        """Return every way to label up to a few items, of more than two classes one less; an array a kind of item."""
        self.covers = {number: max(1, most - (number > 2)) for number, most in self.pairs.items()}
        ways = [compositions(items, classes**3)[::-1] for items in range(1, self.covers[classes] + 1)]
        counts = np.concatenate(ways)
        return list(np.ascontiguousarray(self._some(counts[in_every_class(counts, classes, full)]).T))

    def vectors(self, classes: int, others: int, keep: Callable[..., Any]) -> Sequence[Sequence[Any]]:
        """Return every two vectors, or three, whose products add up to a few items more than matrices have."""
        self.covers = {
            number: most + (9 - 2 * number if number < 4 else 2) for number, most in self.most.items()
        }
        found = _vectors(classes, others, self.covers[classes])
        kept = keep(*(list(part.T) for part in found))
        found = [part[kept] for part in found]
        self._some(found[0])
        names = "uvw"[: 1 + others]
        self.answers.made |= {
            f"{name}_{k + 1}": part[:, k]
            for name, part in zip(names, found, strict=True)
            for k in range(classes)
        }
        return [list(np.ascontiguousarray(part.T)) for part in found]


@lru_cache(maxsize=16)
def _vectors(classes: int, others: int, most: int) -> list[Integers]:
    """Return vectors u, v of counts with at most so many pairs of items, or u, v, w, v and w of as many items."""
    ways = {items: compositions(items, classes)[::-1] for items in range(1, most + 1)}
    parts = []
    for first, one in ways.items():
        for second in range(1, most // first + 1):
            shape = (len(one), *[len(ways[second])] * others)
            places = np.indices(shape).reshape(1 + others, -1)
            parts.append([one[places[0]], *(ways[second][place] for place in places[1:])])
    return [np.concatenate(column) for column in zip(*parts, strict=True)]


def allowed(gold: Integers, wanted: Wanted) -> Any:
    """Return which golds, one a row, meet the conditions, besides the least counts."""
    kept = np.ones(len(gold), dtype=bool)
    if wanted.more is not None:
        large, small = wanted.more
        kept &= gold[:, large - 1] > gold[:, small - 1]
    if len(wanted.some):
        kept &= (gold[:, [j - 1 for j in wanted.some]] > 0).any(axis=1)
    for j in wanted.empty:
        kept &= gold[:, j - 1] == 0
    return kept & (gold > 0).all(axis=1) if wanted.full else kept


def in_every_class(counts: Integers, classes: int, full: int) -> Any:
    """Return in which rows, each of three labelings, the first so many of these use every class."""
    labelings = counts.reshape(-1, classes, classes, classes)
    sides = [labelings.sum(axis=tuple({1, 2, 3} - {side})) for side in range(1, 1 + full)]
    return np.all([np.ones((len(counts), classes), bool), *(sizes > 0 for sizes in sides)], axis=(0, 2))


def allowed_matrices(counts: Integers, wanted: Wanted) -> Any:
    """Return which matrices meet the conditions, besides the least counts."""
    kept = allowed(counts.sum(axis=1), wanted)
    if wanted.full_system:
        kept &= (counts.sum(axis=2) > 0).all(axis=1)
    if wanted.imperfect:
        kept &= np.trace(counts, axis1=1, axis2=2) < counts.sum(axis=(1, 2))
    for axis, held in ((1, wanted.held), (2, wanted.held_system)):
        for k, count in held.items():
            kept &= counts.sum(axis=axis)[:, k - 1] >= count
    for i, j in wanted.zero:
        kept &= counts[:, i - 1, j - 1] == 0
    if wanted.above_chance:
        right = np.diagonal(counts, axis1=1, axis2=2) * counts.sum(axis=(1, 2))[:, None]
        chance = counts.sum(axis=1) * counts.sum(axis=2)
        kept &= (right >= chance).all(axis=1) & (right > chance).any(axis=1)
    if len(wanted.any_of):
        kept &= np.any([counts[:, i - 1, j - 1] > 0 for i, j in wanted.any_of], axis=0)
    if wanted.not_less is not None:
        large, small = (counts[:, i - 1, j - 1] for i, j in wanted.not_less)
        kept &= large >= small
    return kept


@lru_cache(maxsize=16)
def _by_gold(
    classes: int, most: int, apart: bool, **full: Any
) -> list[list[tuple[Integers, Integers | None]]]:
    """Return the places of the matrices of each gold, those with fewest items first, in parts of about `MOST` pairs.

    If ``apart``, those without and those with a right item.
    """
    right = np.trace(matrices(classes, most), axis1=1, axis2=2)
    gold = matrices(classes, most).sum(axis=1)
    _, group = np.unique(np.column_stack([gold.sum(axis=1), gold]), axis=0, return_inverse=True)
    order = np.argsort(group.reshape(-1), kind="stable")
    order = order[allowed_matrices(matrices(classes, most), Wanted(**full))[order]]
    edges = np.flatnonzero(np.diff(group.reshape(-1)[order], prepend=-1, append=-1))
    parts: dict[int, list[tuple[Integers, Integers | None]]] = {}
    before = 0
    for start, stop in pairwise(edges):
        members = order[start:stop]
        none, some = members[right[members] == 0], members[right[members] > 0]
        pairs = len(none) * len(some) if apart else len(members) * (len(members) - 1) // 2
        if pairs:
            parts.setdefault(before // MOST, []).append((none, some) if apart else (members, None))
            before += pairs
    return list(parts.values())


def _pairs(first: Integers, second: Integers | None) -> Integers:
    """Return every pair of one of the first and one of the second, or every two of the first, as two rows."""
    if second is None:
        return first[np.stack(np.triu_indices(len(first), 1))]
    return np.stack([np.repeat(first, len(second)), np.tile(second, len(first))])


def as_matrix(counts: Integers) -> Matrix:
    """Return stacked matrices as one matrix whose entries are arrays."""
    classes = counts.shape[1]
    return Matrix(
        tuple(tuple(np.ascontiguousarray(counts[:, i, j]) for j in range(classes)) for i in range(classes))
    )


def filled(size: int, numbers: Sequence[int]) -> Callable[[InOrder], AllMatrices]:
    """Return what makes a chooser of all matrices of the grid of a size."""
    return partial(AllMatrices, most=grid(size, numbers), pairs=pairs_grid(size, numbers))


def keys_of(template: Template, outputs: Sequence[str], count: int, size: Callable[..., Any]) -> Integers:
    """Return by what every case is ordered: its items, then its classes."""
    items = [np.broadcast_to(template.outputs[name].items, count) for name in outputs]
    classes = min(template.outputs[name].classes for name in outputs)
    found: Integers = (size(items, axis=0) << _CLASS_BITS) + classes
    return found


_CLASS_BITS = 16


def made_again(
    generator: Generator, outputs: Sequence[str], start: Callable[[InOrder], AllMatrices], size: Callable[..., Any],
    stretches: Sequence[Stretch],
) -> Iterator[tuple[Mapping[str, Any], Template, int]]:  # fmt: skip
    """Yield what some stretches are made of: the choices and the template of each path, with its own cases only."""
    paths: dict[tuple[int, ...], list[Stretch]] = {}
    for each in stretches:
        paths.setdefault(each.path, []).append(each)
    for path in sorted(paths):  # as the choices were gone through
        chooser = start(InOrder(path))
        template = generator(chooser)
        keys = keys_of(template, outputs, chooser.count, size)
        own = [np.flatnonzero(keys == each.key)[each.first :][: each.cases] for each in paths[path]]
        places = np.sort(np.concatenate(own))
        choices = {name: take(value, places) for name, value in chooser.answers.made.items()}
        yield (
            choices,
            Template({name: _some(template.outputs[name], places) for name in outputs}),
            len(places),
        )


def _some(matrix: Matrix, places: Integers) -> Matrix:
    return Matrix(tuple(tuple(take(entry, places) for entry in row) for row in matrix.rows), matrix.values)


_COUNTED = MappingProxyType({"c": "counts", "g": "gold", "s": "system"})


def counted(cases: CaseBatch, name: str) -> Any:
    """Return a number of every case that is told by how a generator calls its classes, or None.

    Such as ``c_gold_system@better``, a cell; ``d_gold_system@better``, how far two classes are apart; ``second=first``,
    which is 1 where these are the same class; and ``classes>=3``, which is 1 where there are so many.
    """
    what, _, output = name.partition("@")
    if not output and (compared := re.fullmatch(r"(\w+)(>?=)(\w+)", name)):
        one, how, other = compared.groups()
        known, bound = (int(each) if each.isdecimal() else _class_of(cases, each) for each in (one, other))
        return (
            None
            if known is None or bound is None
            else np.asarray((known == bound) if how == "=" else (known >= bound), dtype=np.int64)
        )
    kind, *told = what.split("_")
    if not output or kind not in (*_COUNTED, "d") or not told or all(map(str.isdecimal, told)):
        return None
    places = [_class_of(cases, one) for one in told]
    if kind == "d" or any(place is None for place in places):
        return _class_of(cases, what) if kind == "d" else None
    totals = cases.outputs[output].each(attrgetter(_COUNTED[kind]))
    return totals[np.arange(len(totals)), *(np.minimum(place, totals.shape[1]) - 1 for place in places)]


def _class_of(cases: CaseBatch, called: str) -> Any:
    """Return the number of a class by the name under which it, or the one before it, was chosen; or a distance."""
    if called.startswith("d_"):
        ends = [_class_of(cases, each) for each in called.split("_")[1:]]
        return None if any(each is None for each in ends) else abs(ends[0] - ends[1])
    known = {re.sub(r"[\W_]", "", name): values for name, values in cases.sizes.items()}
    before = known.get(called.removesuffix("next"))
    return known.get(called, None if before is None else before + 1)
