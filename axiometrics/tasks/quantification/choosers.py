"""Choosers that make many cases at once: every distribution of a grid, or random ones.

For given class numbers a generator runs once: each distribution and each amount that it asks for is an array, and the
conditions it states are masks. What it asks for in whole numbers is gone through one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.tasks.quantification.scene import Generator, Impossible, Masses, Scene

__all__ = ["Block", "Grid", "Sample", "blocks", "compositions", "following", "made"]

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Block:
    """Cases with the same number of classes and the same class numbers: masses of shape (cases, classes)."""

    outputs: dict[str, tuple[Integers, Integers]]
    denominator: int
    numbers: dict[str, int]
    amounts: dict[str, Integers]


@cache
def compositions(total: int, classes: int) -> Integers:
    """Return every way to give a whole mass to so many classes, shape (ways, classes).

    >>> compositions(2, 2).tolist()
    [[0, 2], [1, 1], [2, 0]]
    """
    bars = np.array(list(combinations(range(total + classes - 1), classes - 1)), dtype=np.int64)
    bars = bars.reshape(-1, classes - 1)
    ends = np.full((len(bars), 1), total + classes - 1)
    return np.diff(np.hstack([np.full((len(bars), 1), -1), bars, ends]), axis=1) - 1


@dataclass
class _Arrays:
    """What both choosers share: whole numbers that are given in order, conditions, and what was made."""

    number: int
    denominator: int
    given: tuple[int, ...] = ()
    made: list[tuple[str, int, int]] = field(default_factory=list)
    conditions: list[Any] = field(default_factory=list)
    amounts: dict[str, Any] = field(default_factory=dict)
    distributions: int = 0

    def classes(self, low: int = 2) -> int:
        """Return the grid's number of classes."""
        if self.number < low:
            raise Impossible
        return self.number

    def index(self, name: str, low: int, high: int) -> int:
        """Return the number that is given, or the first one."""
        if low > high:
            raise Impossible
        place = len(self.made)
        value = self.given[place] if place < len(self.given) else self.first(low, high)
        self.made.append((name, value, high))
        return value

    def first(self, low: int, high: int) -> int:
        """Return a number where none is given."""
        return low

    def one_hot(self, number: int) -> Masses:
        """Return the distribution with everything in one class."""
        return Masses([self.denominator if k == number else 0 for k in range(1, self.number + 1)])

    def masses(
        self, name: str, *, full: bool = False, like: Masses | None = None, low: int = 1, high: int = 0
    ) -> Masses:
        """Return distributions, one axis of cases."""
        self.distributions += 1
        found = self.drawn(like, low, high)
        if full:
            self.require(np.min(np.broadcast_arrays(*found), axis=0) > 0)
        for number in range(1, self.number + 1):
            if like is not None and not low <= number <= high:
                self.require(found.at(number) == like.at(number))
        return found

    def drawn(self, like: Masses | None, low: int, high: int) -> Masses:
        """Return distributions; those that are not like the other one are left out later."""
        raise NotImplementedError

    def require(self, condition: Any) -> None:
        """Keep the cases that meet a condition."""
        if isinstance(condition, bool | np.bool_):
            if not condition:
                raise Impossible
        else:
            self.conditions.append(condition)


class Grid(_Arrays):
    """Answers with every distribution of a denominator, and every amount; each on an axis of its own."""

    axes = 0

    def _axis(self, values: Integers) -> Integers:
        found = values.reshape(-1, *[1] * self.axes)
        self.axes += 1
        return found

    def drawn(self, like: Masses | None, low: int, high: int) -> Masses:
        """Return all distributions."""
        ways = compositions(self.denominator, self.number)
        rows = self._axis(np.arange(len(ways)))
        return Masses([ways[:, k][rows] for k in range(self.number)])

    def amount(self, name: str, *limits: Any) -> Any:
        """Return all amounts."""
        found = self.amounts[name] = self._axis(np.arange(1, self.denominator + 1))
        for limit in limits:
            self.require(found <= limit)
        return found


@dataclass(kw_only=True)
class Sample(_Arrays):
    """Answers with random distributions and amounts, all on one axis; the same seed gives the same ones."""

    random: np.random.Generator
    cases: int
    every: bool = False

    def first(self, low: int, high: int) -> int:
        """Return a random number, or the lowest where all are gone through."""
        return low if self.every else int(self.random.integers(low, high + 1))

    def drawn(self, like: Masses | None, low: int, high: int) -> Masses:
        """Return random distributions: any, and many with few classes that are not empty."""
        weights = self.random.exponential(size=(self.cases, self.number))
        weights *= self.random.random((self.cases, self.number)) < self.random.choice(
            [0.4, 0.8, 1.0], size=(self.cases, 1)
        )
        weights[np.arange(self.cases), self.random.integers(self.number, size=self.cases)] += 0.2
        if like is None:
            return _shared(np.full(self.cases, self.denominator), weights)
        within = _shared(
            np.broadcast_to(sum(like.entries[low - 1 : high]), self.cases), weights[:, low - 1 : high] + 0.01
        )
        return Masses([*like.entries[: low - 1], *within, *like.entries[high:]])

    def amount(self, name: str, *limits: Any) -> Any:
        """Return random amounts up to the limits; a third of them as large as possible."""
        most = np.min(np.broadcast_arrays(np.full(self.cases, self.denominator), *limits), axis=0)
        self.require(most >= 1)
        part = np.ceil(self.random.random(self.cases) * most).astype(np.int64)
        found = np.where(self.random.random(self.cases) < 1 / 3, most, np.maximum(part, 1))
        self.amounts[name] = found
        return found


def _shared(totals: Integers, weights: Any) -> Masses:
    """Divide whole totals by weights: cumulative shares, rounded."""
    ends = np.cumsum(weights, axis=1) / weights.sum(axis=1, keepdims=True)
    whole = np.rint(ends * totals[:, None]).astype(np.int64)
    return Masses(list(np.diff(np.hstack([np.zeros((len(whole), 1), dtype=np.int64), whole]), axis=1).T))


def blocks(
    generator: Generator, start: Callable[[tuple[int, ...]], _Arrays], outputs: Sequence[str]
) -> Iterator[Block]:
    """Run a generator for all whole numbers that it asks for, in order."""
    given: tuple[int, ...] | None = ()
    while given is not None:
        chooser = start(given)
        block = made(generator, chooser, outputs)
        if block is not None:
            yield block
        given = following(chooser.made)


def following(asked: list[tuple[str, int, int]]) -> tuple[int, ...] | None:
    """Return the next numbers in order."""
    for place in range(len(asked) - 1, -1, -1):
        if asked[place][1] < asked[place][2]:
            return (*(value for _, value, _ in asked[:place]), asked[place][1] + 1)
    return None


def made(generator: Generator, chooser: _Arrays, outputs: Sequence[str] | None = None) -> Block | None:
    """Run a generator once; None where there is no case. All outputs are wanted where none are named."""
    try:
        scene = generator(chooser)
    except Impossible:
        return None
    parts = [part for pair in scene.outputs.values() for side in pair for part in side]
    arrays = (*parts, *chooser.conditions, *chooser.amounts.values())
    shape = np.broadcast_shapes(*map(np.shape, arrays))
    keep = np.ones(shape, dtype=bool)
    for condition in chooser.conditions:
        keep &= condition
    if not keep.any():
        return None
    pairs = {
        name: (_flat(system, keep), _flat(gold, keep))
        for name, (system, gold) in _named(scene, outputs).items()
    }
    numbers = {"classes": chooser.number} | {name: value for name, value, _ in chooser.made}
    amounts = {name: np.broadcast_to(found, shape)[keep] for name, found in chooser.amounts.items()}
    return Block(pairs, chooser.denominator, numbers, amounts)


def _named(scene: Scene, outputs: Sequence[str] | None) -> dict[str, tuple[Masses, Masses]]:
    if outputs is None:
        return dict(scene.outputs)
    missing = [name for name in outputs if name not in scene.outputs]
    if missing:
        raise InputError(f"the generator gives no {missing[0]}; its outputs must be {', '.join(outputs)}")
    return {name: scene.outputs[name] for name in outputs}


def _flat(masses: Masses, keep: Any) -> Integers:
    found = np.stack([np.broadcast_to(part, keep.shape)[keep] for part in masses], axis=1)
    return found.astype(np.int64, copy=False)
