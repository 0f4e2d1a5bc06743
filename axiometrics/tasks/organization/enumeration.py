"""Every tuple of small distributions, up to the names of documents."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, permutations, product
from typing import Any

from axiometrics.tasks.cases import compositions
from axiometrics.tasks.clustering.partitions.means import block_sizes
from axiometrics.tasks.organization.distribution import Distribution

__all__ = ["distributions", "tuples"]

Shape = tuple[tuple[int, ...], ...]
"""The sizes of the clusters of each level."""


def tuples(number: int, size: int) -> Iterator[tuple[Distribution, ...]]:
    """Yield every tuple of distributions with ``size`` occurrences together, each with at least one.

    Tuples that differ in the names of documents only are yielded once.

    >>> from axiometrics.tasks.organization.distribution import write
    >>> [[write(part) for part in each] for each in tuples(2, 2)]
    [['[d1]', '[d2]'], ['[d1]', '[d1]']]
    """
    seen: set[Any] = set()
    for sizes in _sums(size, number):
        shapes = product(*(_shapes(each) for each in sizes))
        for chosen in shapes:
            for names in _namings(chosen):
                made = tuple(_filled(chosen, names))
                key = _canonical(made)
                if key not in seen:
                    seen.add(key)
                    yield made


def distributions(size: int) -> Iterator[Distribution]:
    """Yield every distribution with so many occurrences, up to the names of documents.

    >>> from axiometrics.tasks.organization.distribution import write
    >>> [write(each) for each in distributions(2)]
    ['[{d1 d2}]', '[d1 d2]', '[d1 d1]', '[d1] [d2]', '[d1] [d1]']
    """
    return (each for (each,) in tuples(1, size))


def _sums(total: int, parts: int) -> list[list[int]]:
    """Return every way to write a number as a sum of so many others, in order."""
    found: list[list[int]] = (compositions(total - parts, parts) + 1).tolist()
    return found


@lru_cache(maxsize=64)
def _shapes(size: int) -> tuple[Shape, ...]:
    """Return the sizes of clusters by level: fewer levels first."""
    found = []
    for levels in range(1, size + 1):
        for sizes in _sums(size, levels):
            found += list(product(*map(block_sizes, sizes)))
    return tuple(found)


def _namings(chosen: tuple[Shape, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Yield the documents of every cluster in turn, ascending; new documents take the next number."""
    clusters = [size for shape in chosen for level in shape for size in level]

    def extend(place: int, named: list[tuple[int, ...]], used: int) -> Iterator[list[tuple[int, ...]]]:
        if place == len(clusters):
            yield named
            return
        size = clusters[place]
        for fresh in range(size, -1, -1):
            if size - fresh > used:
                continue
            for old in _choices(used, size - fresh):
                new = tuple(range(used + 1, used + fresh + 1))
                yield from extend(place + 1, [*named, (*old, *new)], used + fresh)

    return extend(0, [], 0)


@lru_cache(maxsize=256)
def _choices(number: int, size: int) -> tuple[tuple[int, ...], ...]:
    return tuple(
        each for each in combinations_with_replacement(range(1, number + 1), size) if len(set(each)) == size
    )


def _filled(chosen: tuple[Shape, ...], names: list[tuple[int, ...]]) -> Iterator[Distribution]:
    left = iter(names)
    for shape in chosen:
        yield tuple(tuple(tuple(f"d{name}" for name in next(left)) for _ in level) for level in shape)


def _canonical(made: tuple[Distribution, ...]) -> Any:
    """Return the least form of a tuple over all names of its documents."""
    used = sorted({name for part in made for level in part for cluster in level for name in cluster}, key=str)
    return min(
        tuple(
            tuple(
                tuple(sorted(tuple(sorted(renamed[name] for name in cluster)) for cluster in level))
                for level in part
            )
            for part in made
        )
        for order in permutations(range(len(used)))
        for renamed in [dict(zip(used, order, strict=True))]
    )
