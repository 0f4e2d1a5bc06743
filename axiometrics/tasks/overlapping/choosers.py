"""The chooser that makes concrete scenes: it answers with the parts on a path, and walks all paths up to a size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations
from typing import Any, TypeVar

from axiometrics.errors import InputError
from axiometrics.tasks.overlapping import enumeration
from axiometrics.tasks.overlapping.changes import Change
from axiometrics.tasks.overlapping.masks import items_of, mask_of
from axiometrics.tasks.overlapping.scene import Embedded, Family, Generator, Scene, occurrences

__all__ = ["Impossible", "Library", "Walk", "every_family", "every_part", "replays", "scenes", "unpacked"]

T = TypeVar("T")
Families = Callable[[bool], Sequence[Family]]
Parts = Callable[[Family], Sequence[Family]]
Beside = Callable[[Family, bool], Sequence[Family]]


class Impossible(Exception):
    """A choice among no options: such a case does not exist."""


@dataclass(frozen=True)
class Library:
    """The families to choose from: all of them, those beside one, the parts of one, and how far a number may go."""

    families: Families
    beside: Beside
    parts: Parts
    steps: Sequence[int]


@dataclass
class Walk:
    """Answers with the options on a path, the first one after its end, and records how many there were."""

    library: Library
    path: Sequence[int] = ()
    given: Mapping[str, int] = field(default_factory=dict)
    made: dict[str, int] = field(default_factory=dict)
    widths: list[int] = field(default_factory=list)

    def family(self, *, overlap: bool = True) -> Family:
        """Return a family of the library."""
        return self._next(self.library.families(overlap))

    def beside(self, family: Family, *, overlap: bool = True) -> Family:
        """Return a family over the same items."""
        return self._next(self.library.beside(family, overlap))

    def part(self, family: Family) -> Family:
        """Return a part of a family."""
        return self._next(self.library.parts(family))

    def changed(self, family: Family, change: Change) -> Any:
        """Return what a change makes of a family."""
        return self._next(_options(change, family))

    def one_of(self, name: str, options: Sequence[T]) -> T:
        """Return an option."""
        return self._next(options)

    def size(self, name: str, low: int = 1) -> int:
        """Return the given number, or one from the least on."""
        if name in self.given:
            self.made[name] = max(self.given[name], low)
        else:
            self.made[name] = low + self._next(self.library.steps)
        return self.made[name]

    def _next(self, options: Sequence[T]) -> T:
        if not options:
            raise Impossible
        place = len(self.widths)
        self.widths.append(len(options))
        return options[self.path[place] if place < len(self.path) else 0]


@lru_cache(maxsize=256)
def _options(change: Change, family: Family) -> Sequence[Any]:
    """Return all that a change makes; a family's paths follow one another."""
    return change.options(family)


def scenes(
    generator: Generator, library: Library, bound: int | None
) -> Iterator[tuple[dict[str, int], Scene | Embedded]]:
    """Yield the scene of every path, with the chosen numbers; those that are larger than the bound are left out."""
    path: list[int] = []
    while True:
        walk = Walk(library, path)
        try:
            scene: Any = generator(walk)
        except Impossible:
            scene = None
        if isinstance(scene, Embedded) or (
            scene is not None and (bound is None or _checked(scene).size <= bound)
        ):
            yield dict(walk.made), scene
        taken = [path[place] if place < len(path) else 0 for place in range(len(walk.widths))]
        while taken and taken[-1] + 1 == walk.widths[len(taken) - 1]:
            taken.pop()
        if not taken:
            return
        taken[-1] += 1
        path = taken


def replays(library: Library) -> Callable[[Mapping[str, int]], Walk]:
    """Return a maker of choosers that answer with given numbers, and with the first of all else."""
    return lambda given: Walk(replace(library, steps=(0,)), given=given)


def _checked(scene: Scene) -> Scene:
    if occurrences(scene.gold) > max(map(occurrences, scene.outputs.values())):
        raise InputError(
            "every output of the generator has fewer occurrences than the gold; one must have as many, so that all "
            "cases up to a size can be made"
        )
    return scene


@lru_cache(maxsize=8)
def every_family(bound: int) -> Library:
    """Return all families of up to half of the bound's occurrences, and beside each what the bound leaves room for."""

    @lru_cache(maxsize=4)
    def families(overlap: bool) -> list[Family]:
        return [
            unpacked(row)
            for total in range(1, bound // 2 + 1)
            for items in range(1, total + 1)
            for row in enumeration.families(items, total, overlap=overlap)
        ]

    @lru_cache(maxsize=65536)
    def beside(family: Family, overlap: bool) -> list[Family]:
        items = len(frozenset().union(*family))
        room = range(items, bound - occurrences(family) + 1) if overlap else (items,)
        packed = tuple(sorted(map(mask_of, family), reverse=True))
        return [unpacked(row) for total in room for row in enumeration.beside(packed, total, overlap=overlap)]

    return Library(families, beside, every_part, range(bound))


@lru_cache(maxsize=65536)
def every_part(family: Family) -> list[Family]:
    """Return the proper parts of a family in which every item occurs, large ones first, equal ones once."""
    items = frozenset().union(*family)
    parts = (part for count in range(len(family) - 1, 0, -1) for part in combinations(family, count))
    return list(dict.fromkeys(part for part in parts if frozenset().union(*part) == items))


def unpacked(row: Sequence[int]) -> Family:
    """Return the sets that masks stand for."""
    return tuple(_set(mask) for mask in row)


@lru_cache(maxsize=65536)
def _set(mask: int) -> frozenset[int]:
    return frozenset(items_of(mask))
