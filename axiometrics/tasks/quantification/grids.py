"""The grids that sweeps go through, and choosers that make many cases on them at once: every one, or random ones.

For given class numbers a generator runs once: each distribution and each amount that it asks for is an array, and the
conditions it states are masks. What it asks for in whole numbers is gone through one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from itertools import accumulate, pairwise, product
from math import ceil, log
from typing import Any

import numpy as np

from axiometrics.formulas.rows import Floats, Integers
from axiometrics.tasks.cases import compositions, require_outputs
from axiometrics.tasks.choosing import Answers, AtRandom, Impossible, InOrder, Spread, each_choice, tried
from axiometrics.tasks.quantification.chooser import Chooser, Generator, Masses, Template


@dataclass(frozen=True)
class Block:
    """Cases with the same number of classes and the same class numbers: masses of shape (cases, classes)."""

    outputs: dict[str, tuple[Integers, Integers]]
    denominator: int
    numbers: dict[str, int]
    amounts: dict[str, Integers]


class _Arrays(Chooser):
    """What both choosers share: masses that are arrays, conditions that are masks, and the amounts that were made."""

    def __init__(self, answers: Answers, number: int, denominator: int) -> None:
        super().__init__(answers, number)
        self.denominator = denominator
        self.conditions: list[Any] = []
        self.amounts: dict[str, Any] = {}
        self.distributions = 0

    def whole(self) -> Any:
        """Return the denominator."""
        return self.denominator

    def masses(
        self, name: str, *, full: bool = False, like: Masses | None = None, low: int = 1, high: int = 0
    ) -> Masses:
        """Return distributions, one axis of cases."""
        self.distributions += 1
        found = self.make(like, low, high)
        if full:
            self.require(reduce(np.minimum, found) > 0)
        for number in range(1, self.number + 1):
            if like is not None and not low <= number <= high:
                self.require(found.at(number) == like.at(number))
        return found

    def make(self, like: Masses | None, low: int, high: int) -> Masses:
        """Return distributions; those that are not like the other one are left out later."""
        raise NotImplementedError

    def require(self, condition: object) -> None:
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

    def make(self, like: Masses | None, low: int, high: int) -> Masses:
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


class Sample(_Arrays):
    """Answers with distributions and amounts that points of the unit cube stand for, all on one axis.

    ``points`` returns so many coordinates of every case. Of a distribution the first one says how it is spread: evenly,
    or over several orders of magnitude, with classes that are empty or without.
    """

    def __init__(
        self, answers: Answers, number: int, denominator: int, *, points: Callable[[int], Floats]
    ) -> None:
        super().__init__(answers, number, denominator)
        self.points = points

    def make(self, like: Masses | None, low: int, high: int) -> Masses:
        """Return the distributions of the next points."""
        spread, *at = self.points(self.number + 1)
        weights = _weights(spread[:, None], np.array(at).T)
        if like is None:
            return _shared(np.full(len(weights), self.denominator), weights)
        total = np.broadcast_to(sum(like.entries[low - 1 : high]), len(weights))
        within = _shared(total, weights[:, low - 1 : high] + LEAST)
        return Masses([*like.entries[: low - 1], *within, *like.entries[high:]])

    def amount(self, name: str, *limits: Any) -> Any:
        """Return amounts up to the limits: a third of them as large as possible, a third of any order of magnitude."""
        spread, at = self.points(2)
        most = np.min(np.broadcast_arrays(np.full(len(at), self.denominator), *limits), axis=0)
        self.require(most >= 1)
        part = np.where(spread < 1 / 3, 1.0, np.where(spread < 2 / 3, at, LEAST ** (1 - at)))
        self.amounts[name] = found = np.maximum(np.ceil(part * most), 1).astype(np.int64)
        return found


LEAST = 1e-6
"""The least mass that is not nothing, of a class that has about everything."""


def _weights(spread: Floats, at: Floats) -> Floats:
    """Return masses, of shape (cases, classes): in a fifth of the cases even, else of any order of magnitude.

    In three fifths of them some classes are empty.
    """
    with np.errstate(divide="ignore"):
        even = np.minimum(-np.log(at), -np.log(LEAST))
    empty = np.where(spread < 2 / 5, 0.0, spread / 2)
    found = np.where(spread < 1 / 5, even, np.where(at < empty, 0.0, LEAST ** ((1 - at) / (1 - empty))))
    found[np.arange(len(found)), found.argmax(axis=1)] += LEAST
    return found


class Alone(_Arrays):
    """Answers with what `Sample` makes of one point, in plain numbers: arrays of a single case take far longer.

    What is a mask there is NumPy's truth value here, which is kept, too.
    """

    answers: Spread

    def make(self, like: Masses | None, low: int, high: int) -> Masses:
        """Return the distribution of the next coordinates."""
        spread, *at = [self.answers.share() for _ in range(self.number + 1)]
        weights = _weights_alone(spread, at)
        if like is None:
            return Masses(_shared_alone(self.denominator, weights))
        within = [each + LEAST for each in weights[low - 1 : high]]
        parts = _shared_alone(int(sum(like.entries[low - 1 : high])), within)
        return Masses([*like.entries[: low - 1], *parts, *like.entries[high:]])

    def amount(self, name: str, *limits: Any) -> Any:
        """Return an amount up to the limits."""
        spread, at = self.answers.share(), self.answers.share()
        most = min([self.denominator, *map(int, limits)])
        self.require(np.bool_(most >= 1))
        part = 1.0 if spread < 1 / 3 else at if spread < 2 / 3 else LEAST ** (1 - at)
        self.amounts[name] = found = np.int64(max(ceil(part * most), 1))
        return found

    def require(self, condition: object) -> None:
        """Keep a condition on numbers, as masks are kept."""
        if isinstance(condition, np.bool_):
            self.conditions.append(condition)
        else:
            super().require(condition)


def _weights_alone(spread: float, at: Sequence[float]) -> list[float]:
    """Return what `_weights` does, for one case."""
    if spread < 1 / 5:
        found = [-log(max(each, LEAST)) for each in at]
    else:
        empty = 0.0 if spread < 2 / 5 else spread / 2
        found = [0.0 if each < empty else LEAST ** ((1 - each) / (1 - empty)) for each in at]
    found[found.index(max(found))] += LEAST
    return found


def _shared_alone(total: int, weights: Sequence[float]) -> list[Any]:
    """Return what `_shared` does, for one case."""
    ends = list(accumulate(weights))
    whole = [round(end / ends[-1] * total) for end in ends]
    return [np.int64(end - before) for before, end in pairwise([0, *whole])]


def _random_points(random: np.random.Generator, cases: int) -> Callable[[int], Floats]:
    return lambda count: random.random((count, cases))


def _shared(totals: Integers, weights: Any) -> Masses:
    """Divide whole totals by weights: cumulative shares, rounded."""
    ends = np.cumsum(weights, axis=1) / weights.sum(axis=1, keepdims=True)
    whole = np.rint(ends * totals[:, None]).astype(np.int64)
    return Masses(list(np.diff(np.hstack([np.zeros((len(whole), 1), dtype=np.int64), whole]), axis=1).T))


def blocks(
    generator: Generator, start: Callable[[Answers], _Arrays], outputs: Sequence[str]
) -> Iterator[Block]:
    """Yield the cases for all whole numbers that a generator asks for, in order."""
    for chooser, template in each_choice(generator, start):
        block = block_of(chooser, template, outputs)
        if block is not None:
            yield block


def samples(
    generator: Generator,
    numbers: Iterable[int],
    denominators: Sequence[int],
    times: int,
    random: np.random.Generator,
    cases: int,
) -> Iterator[Block]:
    """Yield some random cases with random whole numbers, so many times for each number of classes and denominator."""
    answers = partial(AtRandom, lambda below: int(random.integers(below)))
    for number, denominator, _ in product(numbers, denominators, range(times)):
        chooser = Sample(answers(), number, denominator, points=_random_points(random, cases))
        template = tried(generator, chooser)
        block = None if template is None else block_of(chooser, template, list(template.outputs))
        if block is not None:
            yield block


def block_of(chooser: _Arrays, template: Template, outputs: Sequence[str]) -> Block | None:
    """Return the cases of a template that meet the chooser's conditions; None where there is none."""
    require_outputs(template.outputs, outputs)
    wanted = [(name, template.outputs[name]) for name in outputs]
    parts = [part for pair in template.outputs.values() for side in pair for part in side]
    arrays = (*parts, *chooser.conditions, *chooser.amounts.values())
    shape = np.broadcast_shapes(*map(np.shape, arrays))
    keep = np.ones(shape, dtype=bool)
    for condition in chooser.conditions:
        keep &= condition
    if not keep.any():
        return None
    pairs = {name: (_flat(system, keep), _flat(gold, keep)) for name, (system, gold) in wanted}
    numbers = {"classes": chooser.number} | chooser.answers.made
    amounts = {name: np.broadcast_to(found, shape)[keep] for name, found in chooser.amounts.items()}
    return Block(pairs, chooser.denominator, numbers, amounts)


def _flat(masses: Masses, keep: Any) -> Integers:
    found = np.empty((np.count_nonzero(keep), len(masses)), dtype=np.int64)
    for place, part in enumerate(masses):
        found[:, place] = np.broadcast_to(part, keep.shape)[keep] if np.ndim(part) else part
    return found


_LESS = {
    1: {2: 0, 3: 2, 4: 4, 5: 5},
    2: {2: 0, 3: 2, 4: 4, 5: 5},
    3: {2: 2, 3: 5, 4: 6, 5: 7},
}
"""By how much the largest denominator is below the size, for each number of arbitrary distributions and of classes."""


def denominators(size: int, distributions: int) -> Mapping[int, int]:
    """Return the largest denominator for each number of classes.

    >>> denominators(10, 2)
    {2: 10, 3: 8, 4: 6, 5: 5}
    >>> denominators(4, 3)
    {2: 2, 3: 1, 4: 1, 5: 1}
    """
    return {classes: max(size - less, 1) for classes, less in _LESS[min(max(distributions, 1), 3)].items()}


def grid_text(grid: Mapping[int, int]) -> str:
    """Say which grid was gone through: numbers of classes, and the largest denominator of the shares for each.

    >>> grid_text({2: 10, 3: 8})
    'K 2/3, den ≤ 10/8'
    """
    return f"K {'/'.join(map(str, grid))}, den ≤ {'/'.join(map(str, grid.values()))}"


def asked(generator: Generator) -> int:
    """Return for how many arbitrary distributions a generator asks."""
    chooser = Grid(InOrder(), 5, 1)
    tried(generator, chooser)
    return chooser.distributions


def swept(generator: Generator, outputs: Sequence[str], grid: Mapping[int, int]) -> Iterator[Block]:
    """Yield every case on a grid, the largest denominator for each number of classes."""
    for classes, largest in grid.items():
        for denominator in range(1, largest + 1):
            yield from blocks(generator, partial(Grid, number=classes, denominator=denominator), outputs)


def sampled(
    generator: Generator, outputs: Sequence[str], *, cases: int, most_classes: int
) -> Iterator[Block]:
    """Yield random cases of larger denominators and more classes; the same ones each time.

    For up to 5 classes there are some for every choice of class numbers.
    """
    random = np.random.default_rng(0)
    for classes in range(2, 6):
        yield from blocks(
            generator,
            partial(
                Sample, number=classes, denominator=40, points=_random_points(random, max(cases // 3, 4))
            ),
            outputs,
        )
    yield from samples(generator, range(2, most_classes + 1), (6, 12, 30, 100, 1000), 4, random, cases)
