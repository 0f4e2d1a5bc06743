"""All cases of a constraint on whole clusterings up to a size, and random larger ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from axiometrics.tasks.clustering.cases import Case, CaseBatch, batch_of_cases
from axiometrics.tasks.clustering.contexts import tables
from axiometrics.tasks.clustering.labelled import Labelled, labelled, rewritings
from axiometrics.tasks.clustering.masses import WHOLE_GRID, Masses, Quantity, grid_text, steps
from axiometrics.tasks.clustering.means import block_sizes
from axiometrics.tasks.clustering.table import Table
from axiometrics.tasks.clustering.wholes import Impossible, Judged, Partitions, Whole

__all__ = ["whole_cases", "whole_strategy"]

_MOST_PARTITIONED = 5
"""Items of three partitions, at most: with more there are too many."""
_MOST_CHANGED = 8
"""Items of a clustering of which a part is chosen, at most."""
_MOST_SHARED = 1000
"""Items that are shared out by masses, at most, unless the bound is larger than the whole grid needs."""
_MOST_DRAWN = 16
_MOST_AVERAGED = 8
"""Items of systems that a mean is taken over, at most."""
_LABELS = 4


@dataclass
class _Script:
    """Answers with the given choices, then with the first ones, and notes how many there were."""

    bound: int
    given: tuple[int, ...]
    options: list[int] = field(default_factory=list)
    grid: str = ""
    made: dict[str, int] = field(default_factory=dict)

    def _pick(self, count: int) -> int:
        place = len(self.options)
        self.options.append(count)
        if count < 1:
            raise Impossible
        return self.given[place] if place < len(self.given) else 0

    def clustering(self, items: int | None = None) -> Whole:
        known = _wholes(self.bound) if items is None else _wholes_of(items)
        return known[self._pick(len(known))]

    def half(self) -> Whole:
        known = _wholes(self.bound // 2)
        return known[self._pick(len(known))]

    def partitions(self) -> Partitions:
        self.bound = min(self.bound, _MOST_PARTITIONED)
        known = _triples(self.bound)
        return known[self._pick(len(known))]

    def block_sizes(self, name: str, items: int | None = None) -> tuple[int, ...]:
        numbers = range(1, self.bound + 1) if items is None else (items,)
        known = [sizes for number in numbers for sizes in block_sizes(number)]
        return known[self._pick(len(known))]

    def rewritten(self, *, words: bool) -> tuple[Labelled, Labelled]:
        table = self.clustering().table
        ways = rewritings(table, words=words)
        return labelled(table), ways[self._pick(len(ways))]

    def masses(self, quantity: Quantity, least: int) -> tuple[Masses, Masses]:
        self.grid = grid_text(self.bound)
        known = steps(self.bound, least, quantity)
        found = known[self._pick(len(known))]
        self.made |= found.sizes()
        return found, found.after(quantity)

    @property
    def most(self) -> float:
        """Items of an output, at most: as many as the bound, or, where items are shared out, many."""
        return self.bound if not self.grid else math.inf if self.bound > WHOLE_GRID else _MOST_SHARED

    def size(self, name: str, low: int = 1) -> int:
        self.made[name] = low + self._pick(self.bound - low + 1)
        return self.made[name]

    def times(self, name: str) -> int:
        return self.size(name, 2)

    def index(self, name: str, count: int) -> int:
        self.bound = min(self.bound, _MOST_CHANGED)
        self.made[name] = self._pick(count)
        return self.made[name]

    def require(self, condition: bool) -> None:
        if not condition:
            raise Impossible


def whole_cases(generator: Callable[..., Judged], outputs: Sequence[str], bound: int) -> CaseBatch:
    """Return every case whose outputs have at most ``bound`` items each, smallest first.

    The bound is lower where three partitions, or a part of a clustering, are chosen.
    """
    found: list[Case] = []
    reached, most, grid = bound, math.inf, ""
    for script, scene in _scenes(generator, bound):
        reached, most, grid = min(reached, script.bound), min(most, script.most), script.grid
        if scene.size <= most:
            found.append(Case({name: _output(scene.outputs[name]) for name in outputs}, script.made, {}))
    batch = batch_of_cases(outputs, [case for case in found if case.size <= most])
    return replace(batch, bound=reached, grid=grid + (f", N ≤ {most}" if grid and most < math.inf else ""))


def _output(made: Any) -> Any:
    return made.table if isinstance(made, Whole) else made


def _scenes(generator: Callable[..., Judged], bound: int) -> Iterator[tuple[_Script, Judged]]:
    """Run a generator with every script of choices, in the manner of an odometer."""
    given: tuple[int, ...] = ()
    while True:
        script = _Script(bound, given)
        try:
            scene = generator(script)
            yield script, scene
        except Impossible:
            pass
        picks = [given[place] if place < len(given) else 0 for place in range(len(script.options))]
        while picks and picks[-1] + 1 >= script.options[len(picks) - 1]:
            picks.pop()
        if not picks:
            return
        picks[-1] += 1
        given = tuple(picks)


@lru_cache(maxsize=32)
def _wholes(bound: int) -> tuple[Whole, ...]:
    return tuple(whole for items in range(1, bound + 1) for whole in _wholes_of(items))


@lru_cache(maxsize=32)
def _wholes_of(items: int) -> tuple[Whole, ...]:
    """Return every clustering with its gold of so many items, one of each class."""
    return tuple(Whole(_table(rows)) for rows in tables(items))


def _table(rows: Sequence[Sequence[int]]) -> Table:
    return Table(tuple((i, j, count) for i, row in enumerate(rows) for j, count in enumerate(row) if count))


@lru_cache(maxsize=8)
def _triples(bound: int) -> tuple[Partitions, ...]:
    """Return three partitions of up to so many items, each triple at least once up to the names of items."""
    found: dict[Any, Partitions] = {}
    for whole in _wholes(bound):
        items = [(i, j) for i, j, count in whole.table.cells for _ in range(count)]
        for third in _growth(len(items)):
            counts: dict[tuple[int, ...], int] = {}
            for (i, j), k in zip(items, third, strict=True):
                counts[i, j, k] = counts.get((i, j, k), 0) + 1
            blocks: dict[int, list[Any]] = {}
            for (i, j, k), count in sorted(counts.items()):
                blocks.setdefault(k, []).append((i, j, count))
            found.setdefault((whole, tuple(sorted(map(tuple, blocks.values())))), Partitions(counts))
    return tuple(found.values())


def _growth(items: int) -> Iterator[tuple[int, ...]]:
    """Yield every partition of numbered items as the numbers of parts, each new part by the next number."""
    if items == 0:
        yield ()
        return
    for before in _growth(items - 1):
        for part in range(max(before, default=-1) + 2):
            yield (*before, part)


@dataclass
class _Drawer:
    """Answers with drawn choices."""

    draw: Callable[[Any], Any]
    made: dict[str, int] = field(default_factory=dict)

    def _labels(self, count: int, items: int | None = None) -> list[tuple[int, ...]]:
        label = st.tuples(*[st.integers(0, _LABELS - 1)] * count)
        low, high = (1, _MOST_DRAWN) if items is None else (items, items)
        found: list[tuple[int, ...]] = self.draw(st.lists(label, min_size=low, max_size=high))
        return found

    def clustering(self, items: int | None = None) -> Whole:
        labels = self._labels(2, items)
        return Whole(Table.from_labels(*zip(*labels, strict=True)))

    def half(self) -> Whole:
        return self.clustering()

    def partitions(self) -> Partitions:
        counts: dict[tuple[int, ...], int] = {}
        for parts in self._labels(3):
            counts[parts] = counts.get(parts, 0) + 1
        return Partitions(counts)

    def block_sizes(self, name: str, items: int | None = None) -> tuple[int, ...]:
        known = block_sizes(self.draw(st.integers(1, _MOST_AVERAGED)) if items is None else items)
        return known[self.draw(st.integers(0, len(known) - 1))]

    def rewritten(self, *, words: bool) -> tuple[Labelled, Labelled]:
        table = self.clustering().table
        ways = rewritings(table, words=words)
        return labelled(table), ways[self.index("way", len(ways))]

    def size(self, name: str, low: int = 1) -> int:
        self.made[name] = self.draw(st.integers(low, low + _MOST_DRAWN))
        return self.made[name]

    def times(self, name: str) -> int:
        self.made[name] = self.draw(st.integers(2, 5))
        return self.made[name]

    def index(self, name: str, count: int) -> int:
        assume(count > 0)
        self.made[name] = self.draw(st.integers(0, count - 1))
        return self.made[name]

    def masses(self, quantity: Quantity, least: int) -> tuple[Masses, Masses]:
        assume(False)
        raise Impossible

    def require(self, condition: bool) -> None:
        assume(condition)


@st.composite
def whole_strategy(draw: Any, generator: Callable[..., Judged]) -> Case:
    """Draw a case: clusterings of up to 16 items."""
    drawer = _Drawer(draw)
    scene = generator(drawer)
    return Case({name: _output(made) for name, made in scene.outputs.items()}, drawer.made, {})
