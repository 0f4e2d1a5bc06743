"""Every family of sets on few items, and every family beside a given one, once up to renaming the items.

A family is a row of bit masks in descending order, padded with 0. Rows that a group of permutations maps to each other
are equal up to renaming; the largest of each orbit is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import permutations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.formulas.rows import Integers
from axiometrics.tasks.overlapping import Masks, rows, union

Permutation = tuple[int, ...]


def _covering(items: int, occurrences: int, overlap: bool) -> Integers:
    """Return the families in which every one of the items occurs."""
    whole = (1 << items) - 1
    found = [row for row in _limited(items, occurrences, overlap) if union(row) == whole]
    table = np.zeros((len(found), occurrences), dtype=np.int64)
    for place, row in enumerate(found):
        table[place, : len(row)] = row
    return table


def _limited(items: int, occurrences: int, overlap: bool) -> Iterable[Masks]:
    """Families that may cover the items: with no occurrence to spare they are partitions, which are few."""
    if overlap and occurrences > items:
        return rows(items, occurrences)
    return _partitions((1 << items) - 1) if occurrences == items else ()


def _partitions(mask: int) -> Iterator[Masks]:
    """Yield every partition of the items of a mask, sets in descending order."""
    if not mask:
        yield ()
        return
    top = 1 << (mask.bit_length() - 1)
    rest = mask ^ top
    part = rest
    while True:
        for others in _partitions(rest ^ part):
            yield (top | part, *others)
        if not part:
            return
        part = (part - 1) & rest


@lru_cache(maxsize=256)
def _covering_table(items: int, occurrences: int, overlap: bool) -> Integers:
    return _covering(items, occurrences, overlap)


def orbits(table: Integers, group: Iterable[Permutation], items: int) -> Integers:
    """Return the rows that no permutation of the group maps to a larger row; bits from ``items`` on stay."""
    kept = table
    for permutation in group:
        if permutation == tuple(range(items)) or not len(kept):
            continue
        image = -np.sort(-renamed(kept, permutation), axis=1)
        kept = kept[~_larger(image, kept)]
    return kept


def renamed(table: Integers, permutation: Permutation) -> Integers:
    """Return the rows with item i called ``permutation[i]``."""
    rest = table >> len(permutation) << len(permutation)
    for item, name in enumerate(permutation):
        rest |= ((table >> item) & 1) << name
    return rest


def _larger(one: Integers, other: Integers) -> NDArray[np.bool_]:
    """Compare rows lexicographically."""
    differs = one != other
    first = np.argmax(differs, axis=1)
    here = np.arange(len(one))
    return np.asarray(differs.any(axis=1) & (one[here, first] > other[here, first]))


@lru_cache(maxsize=256)
def families(items: int, occurrences: int, *, overlap: bool = True) -> tuple[Masks, ...]:
    """Return every family in which so many items occur so many times in all, once up to renaming.

    >>> [len(families(items, 3)) for items in (1, 2, 3)]
    [1, 2, 3]
    """
    table = _covering_table(items, occurrences, overlap)
    kept = orbits(table, permutations(range(items)), items)
    return tuple(sorted(map(in_bits, kept.tolist()), key=lambda row: (len(row), row)))


def in_bits(row: Iterable[int]) -> Masks:
    """Return a row without its padding."""
    return tuple(mask for mask in row if mask)


@lru_cache(maxsize=4096)
def beside(family: Masks, occurrences: int, *, overlap: bool = True) -> tuple[Masks, ...]:
    """Return every family over the same items, once up to the renamings that leave the given one as it is.

    >>> beside((3,), 2)
    ((3,), (2, 1))
    """
    items = max(family).bit_length()
    table = _covering_table(items, occurrences, overlap)
    kept = orbits(table, automorphisms(items, family), items)
    return tuple(sorted(map(in_bits, kept.tolist()), key=lambda row: (len(row), row)))


@lru_cache(maxsize=4096)
def automorphisms(items: int, *families: Masks) -> tuple[Permutation, ...]:
    """Return the renamings of items that leave every one of some families as it is.

    >>> automorphisms(3, (3, 4))
    ((0, 1, 2), (1, 0, 2))
    """
    looks: dict[Any, list[int]] = {}
    for item in range(items):
        look = [sorted(mask.bit_count() for mask in family if mask >> item & 1) for family in families]
        looks.setdefault(str(look), []).append(item)
    kept = _renamings(tuple(map(tuple, looks.values())))
    for family in families:
        image = np.zeros((len(kept), len(family)), dtype=np.int64)
        for item in range(items):
            inside = np.array([(mask >> item) & 1 for mask in family], dtype=np.int64)
            image |= inside[None, :] << kept[:, item][:, None]
        kept = kept[(np.sort(image, axis=1) == np.array(sorted(family))).all(axis=1)]
    return tuple(map(tuple, kept.tolist()))


@lru_cache(maxsize=32)
def _renamings(alike: tuple[tuple[int, ...], ...]) -> Integers:
    """Return the renamings that exchange alike items alone."""
    images = np.array([sum(parts, ()) for parts in product(*map(permutations, alike))], dtype=np.int64)
    return images[:, np.argsort(sum(alike, ()))]
