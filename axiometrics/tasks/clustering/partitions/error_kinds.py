"""Clusterings with errors of stated kinds, after Dom: how many of all items are in place, and where the rest is.

Useful clusters and useful categories are matched in turn: cluster i with category i, from the first again where one
side has more. The matched pairs share what the three kinds of error leave; the other pairs of useful ones share e1,
noise clusters share e2 with the useful categories, and useful clusters share e3 with the noise categories.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm
from typing import Literal

from axiometrics.tasks.clustering.table import Table

__all__ = [
    "CATEGORIES",
    "WHOLE_GRID",
    "ErrorShares",
    "Limits",
    "Quantity",
    "any_errors",
    "few_errors",
    "grid_text",
    "steps",
    "tables",
]

CATEGORIES = 5
"""Useful categories."""
ITEMS = 1000
"""Items of a table, as far as its shares allow: the sources speak of shares alone."""
WHOLE_GRID = 7
"""From this bound on the grid grows no more."""

Quantity = Literal["useful_clusters", "noise_clusters", "noise_categories", "e1", "e2", "e3"]
Places = tuple[tuple[int, int], ...]
_STEP = {"e1": Fraction(1, 30), "e2": Fraction(1, 15), "e3": Fraction(1, 15)}
_STEPS = 3
_SPARED = frozenset({2, 4, 5})
"""Counts of noise clusters and of noise categories that are not tried together."""


@dataclass(frozen=True)
class ErrorShares:
    """Numbers of clusters and categories, and the share of all items that each kind of error has.

    >>> ErrorShares(2, 1, 0, Fraction(1, 10), Fraction(1, 5), Fraction(0)).cells()[2, 0]
    Fraction(1, 25)
    """

    useful_clusters: int
    noise_clusters: int
    noise_categories: int
    e1: Fraction
    e2: Fraction
    e3: Fraction

    def after(self, quantity: Quantity, step: Fraction | int | None = None) -> ErrorShares:
        """Return the same with the next value of one quantity, or with so much more of it."""
        more = _STEP.get(quantity, 1) if step is None else step
        return replace(self, **{quantity: getattr(self, quantity) + more})

    def parts(self) -> list[tuple[Places, Fraction]]:
        """Return the places that share alike, with the share of each of them."""
        places = _places(self.useful_clusters, self.noise_clusters, self.noise_categories)
        shares = (1 - self.e1 - self.e2 - self.e3, self.e1, self.e2, self.e3)
        return [(part, share / len(part)) for part, share in zip(places, shares, strict=True) if share]

    def cells(self) -> dict[tuple[int, int], Fraction]:
        """Return the share of each (cluster, category) that has one; useful ones come before noise."""
        return {place: share for places, share in self.parts() for place in places}

    def sizes(self) -> dict[str, int]:
        """Return the numbers that name a case; shares in thirtieths, or in as few equal parts as they take."""
        parts = lcm(*(getattr(self, name).denominator for name in _STEP))
        parts, unit = (30, "thirtieths") if 30 % parts == 0 else (parts, "parts")
        return {
            "useful clusters": self.useful_clusters,
            "noise clusters": self.noise_clusters,
            "noise categories": self.noise_categories,
            **{f"{name} in {unit}": int(parts * getattr(self, name)) for name in _STEP},
            **({"parts": parts} if unit == "parts" else {}),
        }


@dataclass(frozen=True)
class Limits:
    """How many useful clusters there are, how many of noise and noise categories, and how large shares of errors."""

    least: int
    useful: int
    noise: int
    e1: Fraction
    e2: Fraction
    e3: Fraction

    def admit(self, found: ErrorShares) -> bool:
        """Whether shares are within the limits, and every kind of error that there is has a place."""
        return (
            self.least <= found.useful_clusters <= self.useful
            and max(found.noise_clusters, found.noise_categories) <= self.noise
            and all(getattr(found, name) <= getattr(self, name) for name in _STEP)
            and found.e1 + found.e2 + found.e3 < 1
            and (found.useful_clusters > 1 or not found.e1)
            and (found.noise_clusters > 0) == (found.e2 > 0)
            and (found.noise_categories > 0) == (found.e3 > 0)
        )


def few_errors(least: int) -> Limits:
    """Return the bounds of the grid, with so many useful clusters at least."""
    return Limits(least, WHOLE_GRID + 4, WHOLE_GRID - 1, *(_STEPS * step for step in _STEP.values()))


def any_errors(least: int) -> Limits:
    """Return no bounds but those that keep clusterings small enough to be looked at."""
    return Limits(least, 40, 20, *[Fraction(1)] * 3)


@lru_cache(maxsize=1024)
def _places(useful: int, noisy: int, foreign: int) -> tuple[Places, Places, Places, Places]:
    """Return the matched pairs of useful ones, the others, those of noise clusters and those of noise categories."""
    clusters, categories = range(useful), range(CATEGORIES)
    matched = {(k % useful, k % CATEGORIES): None for k in range(max(useful, CATEGORIES))}
    others = tuple(pair for pair in product(clusters, categories) if pair not in matched)
    noise = tuple(product(range(useful, useful + noisy), categories))
    return tuple(matched), others, noise, tuple(product(clusters, range(CATEGORIES, CATEGORIES + foreign)))


def tables(*shares: ErrorShares) -> list[Table]:
    """Return tables of the most items up to `ITEMS` for which all counts are whole, or as few above as it takes.

    >>> none = [Fraction(0)] * 3
    >>> [table.items for table in tables(ErrorShares(2, 0, 0, *none), ErrorShares(7, 0, 0, *none))]
    [980, 980]
    """
    parts = [each.parts() for each in shares]
    items = lcm(*(share.denominator for each in parts for _, share in each))
    items *= max(ITEMS // items, 1)
    counted = ([(places, int(share * items)) for places, share in each] for each in parts)
    return [Table(tuple(sorted((i, j, n) for places, n in each for i, j in places))) for each in counted]


@lru_cache(maxsize=64)
def steps(largest_size: int, least: int, quantity: Quantity) -> tuple[ErrorShares, ...]:
    """Return the shares of the grid whose next ones, with more of one quantity, are on the grid too."""
    grid = dict.fromkeys(_grid(min(largest_size, WHOLE_GRID), least))
    return tuple(each for each in grid if each.after(quantity) in grid)


def _grid(largest_size: int, least: int) -> Iterator[ErrorShares]:
    """Yield the grid of a bound: up to bound + 4 useful clusters, and counts of noise below the bound.

    There are noise clusters where e2 is not 0, and noise categories where e3 is not 0.
    """
    noise = [(0, 0), *product(range(1, largest_size), range(1, _STEPS + 1))]
    for useful, (clusters, second), (categories, third) in product(
        range(least, largest_size + 5), noise, noise
    ):
        if {clusters, categories} <= _SPARED:
            continue
        for first in range(_STEPS + 1 if useful > 1 else 1):
            shares = (
                count * step for count, step in zip((first, second, third), _STEP.values(), strict=True)
            )
            yield ErrorShares(useful, clusters, categories, *shares)


def grid_text(largest_size: int) -> str:
    """Say which grid is gone through.

    >>> grid_text(7)
    'K_u ≤ 11, K_n and C_n ≤ 6, e_1 ≤ 1/10 by 1/30, e_2 and e_3 ≤ 1/5 by 1/15'
    """
    least, (first, second, _) = min(largest_size, WHOLE_GRID), _STEP.values()
    return (
        f"K_u ≤ {least + 4}, K_n and C_n ≤ {least - 1}, "
        f"e_1 ≤ {_STEPS * first} by {first}, e_2 and e_3 ≤ {_STEPS * second} by {second}"
    )
