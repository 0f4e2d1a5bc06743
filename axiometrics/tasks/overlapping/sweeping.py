"""The families that a sweep chooses from, and the templates that it makes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from axiometrics.errors import InputError
from axiometrics.tasks.choosing import Answers, each_choice
from axiometrics.tasks.overlapping import enumeration
from axiometrics.tasks.overlapping.changes import Change
from axiometrics.tasks.overlapping.chooser import Chooser, Embedded, Family, Generator, Template, occurrences
from axiometrics.tasks.overlapping.enumeration import items_of, mask_of

__all__ = ["Library", "LibraryChooser", "every_family", "every_part", "templates", "unpacked"]

Families = Callable[[bool], Sequence[Family]]
Parts = Callable[[Family], Sequence[Family]]
Beside = Callable[[Family, bool], Sequence[Family]]


@dataclass(frozen=True)
class Library:
    """The families to choose from: all of them, those beside one, the parts of one, and how far a number may go."""

    families: Families
    beside: Beside
    parts: Parts
    steps: Sequence[int]


class LibraryChooser(Chooser):
    """Answers with families of a library."""

    def __init__(self, answers: Answers, library: Library) -> None:
        super().__init__(answers)
        self.library = library

    def family(self, *, overlap: bool = True) -> Family:
        """Return a family of the library."""
        return self.answers.one_of(self.library.families(overlap))

    def beside(self, family: Family, *, overlap: bool = True) -> Family:
        """Return a family over the same items."""
        return self.answers.one_of(self.library.beside(family, overlap))

    def part(self, family: Family) -> Family:
        """Return a part of a family."""
        return self.answers.one_of(self.library.parts(family))

    def changed(self, family: Family, change: Change) -> Any:
        """Return what a change makes of a family."""
        return self.answers.one_of(_options(change, family))


@lru_cache(maxsize=256)
def _options(change: Change, family: Family) -> Sequence[Any]:
    """Return all that a change makes; a family's paths follow one another."""
    return change.options(family)


def templates(
    generator: Generator, library: Library, largest_size: int | None
) -> Iterator[tuple[dict[str, int], Template | Embedded]]:
    """Yield every template with the chosen numbers; those that are larger than the bound are left out."""
    for chooser, made in each_choice(
        generator, lambda answers: LibraryChooser(answers, library), library.steps
    ):
        if isinstance(made, Embedded) or largest_size is None or _checked(made).size <= largest_size:
            yield dict(chooser.answers.made), made


def _checked(template: Template) -> Template:
    if occurrences(template.gold) > max(map(occurrences, template.outputs.values())):
        raise InputError(
            "every output of the generator has fewer occurrences than the gold; one must have as many, so that all "
            "cases up to a size can be made"
        )
    return template


@lru_cache(maxsize=8)
def every_family(largest_size: int) -> Library:
    """Return all families of up to half of the bound's occurrences, and beside each what the bound leaves room for."""

    @lru_cache(maxsize=4)
    def families(overlap: bool) -> list[Family]:
        return [
            unpacked(row)
            for total in range(1, largest_size // 2 + 1)
            for items in range(1, total + 1)
            for row in enumeration.families(items, total, overlap=overlap)
        ]

    @lru_cache(maxsize=65536)
    def beside(family: Family, overlap: bool) -> list[Family]:
        items = len(frozenset().union(*family))
        room = range(items, largest_size - occurrences(family) + 1) if overlap else (items,)
        packed = tuple(sorted(map(mask_of, family), reverse=True))
        return [unpacked(row) for total in room for row in enumeration.beside(packed, total, overlap=overlap)]

    return Library(families, beside, every_part, range(largest_size))


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
