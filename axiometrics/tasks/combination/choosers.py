"""Choosers that make concrete cases: one replays or enumerates the levels of a grid, one draws them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from axiometrics.tasks.combination.scene import Generator, Impossible, Scene

__all__ = ["Assignment", "Grid", "Sample", "asked", "assignments", "fixed", "grid_levels"]

Assignment = tuple[int, dict[str, Any], Scene]
"""The denominator of the grid, what was chosen by name, and the scene that it makes."""


@cache
def grid_levels(denominator: int, domain: str) -> tuple[Fraction, ...]:
    """Return the scores of a domain that are multiples of one over the denominator.

    >>> [str(level) for level in grid_levels(2, "open")]
    ['1/2', '1']
    """
    low = 0 if domain == "closed" else 1
    high = denominator - 1 if domain == "interior" else denominator
    return tuple(Fraction(place, denominator) for place in range(low, high + 1))


_SHARES = (
    *(Fraction(1, 2**place) for place in range(1, 4)),
    *(1 - Fraction(1, 2**place) for place in range(2, 6)),
    Fraction(1),
)


@dataclass
class _Chooser:
    """What all of them share: each choice is one of a row of options."""

    denominator: int
    made: dict[str, Any] = field(default_factory=dict)
    """What was chosen, by name."""
    single: dict[str, str] = field(default_factory=dict)
    """The domains of levels that were asked for one by one."""

    def choose(self, options: Sequence[Any]) -> Any:
        """Return one of the options."""
        raise NotImplementedError

    def level(self, name: str, domain: str) -> Fraction:
        """Return a level of the grid."""
        found: Fraction = self.choose(grid_levels(self.denominator, domain))
        self.made[name] = found
        self.single[name] = domain
        return found

    def levels(self, *names: str, domain: str) -> tuple[Fraction, ...]:
        """Return different levels of the grid, ascending."""
        found: tuple[Fraction, ...] = self.choose(_ascending(self.denominator, domain, len(names)))
        self.made.update(zip(names, found, strict=True))
        return found

    def factor(self, name: str) -> Fraction:
        """Return a level that is neither 0 nor 1."""
        found: Fraction = self.choose(grid_levels(self.denominator, "interior"))
        self.made[name] = found
        return found

    def share(self, name: str) -> Fraction:
        """Return a number above 0 and up to 1, many of them close to either end."""
        found: Fraction = self.choose(_SHARES)
        self.made[name] = found
        return found

    def index(self, name: str, low: int, high: int) -> int:
        """Return a whole number."""
        found: int = self.choose(range(low, high + 1))
        self.made[name] = found
        return found

    def require(self, condition: Any) -> None:
        """Refuse what was chosen where the condition does not hold."""
        if not condition:
            raise Impossible


@cache
def _ascending(denominator: int, domain: str, count: int) -> tuple[tuple[Fraction, ...], ...]:
    return tuple(combinations(grid_levels(denominator, domain), count))


@dataclass
class Grid(_Chooser):
    """Answers with the options at the given places, and with the first ones after them."""

    places: Sequence[int] = ()
    asked: list[tuple[int, int]] = field(default_factory=list)
    """The place of every choice, and the number of its options."""

    def choose(self, options: Sequence[Any]) -> Any:
        """Return the option at the next place."""
        if not options:
            raise Impossible
        count = len(self.asked)
        place = self.places[count] if count < len(self.places) else 0
        self.asked.append((place, len(options)))
        return options[place]


@dataclass
class Sample(_Chooser):
    """Answers with random levels, each on a grid of its own, or that is shared."""

    random: Random = field(default_factory=lambda: Random(1))

    def choose(self, options: Sequence[Any]) -> Any:
        """Return a random option."""
        if not options:
            raise Impossible
        return self.random.choice(options)


@dataclass
class _Fixed:
    """Answers with the given values by name, and passes all other questions on."""

    chooser: Any
    given: Mapping[str, Any]

    def __getattr__(self, question: str) -> Any:
        asked = getattr(self.chooser, question)

        def answer(name: Any, *others: Any, **options: Any) -> Any:
            return self.given[name] if name in self.given else asked(name, *others, **options)

        return asked if question == "require" else answer


def fixed(generator: Generator, given: Mapping[str, Any]) -> Generator:
    """Return a generator that does not ask for what is given by name: scores, or whole numbers."""

    def answered(choose: Any) -> Scene:
        return generator(_Fixed(choose, given))

    return answered


def assignments(generator: Generator, denominators: Sequence[int]) -> Iterator[Assignment]:
    """Yield every choice of levels on every grid, in order, with the scene that it makes. Cost O(choices)."""
    for denominator in denominators:
        places: tuple[int, ...] | None = ()
        while places is not None:
            chooser = Grid(denominator, places=places)
            try:
                scene = generator(chooser)
            except Impossible:
                scene = None
            if scene is not None:
                yield denominator, chooser.made, scene
            places = _following(chooser.asked)


def _following(asked: Sequence[tuple[int, int]]) -> tuple[int, ...] | None:
    """Return the next places in order; None after the last."""
    for place in range(len(asked) - 1, -1, -1):
        if asked[place][0] + 1 < asked[place][1]:
            return (*(each for each, _ in asked[:place]), asked[place][0] + 1)
    return None


def asked(generator: Generator) -> int:
    """Return how many levels a generator asks for."""
    random = Random(0)
    counts = []
    for _ in range(60):
        chooser = Sample(8, random=random)
        with suppress(Impossible):
            generator(chooser)
        counts.append(sum(isinstance(value, Fraction) for value in chooser.made.values()))
    return max(counts)
