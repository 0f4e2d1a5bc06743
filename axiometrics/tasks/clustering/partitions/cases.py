"""All cases of a constraint on whole clusterings up to a size, and random cases of every constraint."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from axiometrics.tasks.cases import Blocks, Case, CaseBatch, Numbering, require_outputs, with_columns
from axiometrics.tasks.choosing import Impossible, InOrder, Spread, each_choice
from axiometrics.tasks.clustering.canonical_tables import numbered_partitions, tables
from axiometrics.tasks.clustering.cases import batch_of_cases, case_of
from axiometrics.tasks.clustering.chooser import Chooser, Template
from axiometrics.tasks.clustering.partitions.chooser import (
    WHOLE_GRID,
    ErrorShares,
    Judged,
    Limits,
    Partitions,
    Quantity,
    Whole,
    WholeChooser,
    grid_text,
    judges_wholes,
    steps,
)
from axiometrics.tasks.clustering.partitions.derived_outputs import Mean, block_sizes
from axiometrics.tasks.clustering.table import Table

_MOST_PARTITIONED = 5
"""Items of three partitions, at most: with more there are too many."""
_MOST_CHANGED = 8
"""Items of a clustering of which a part is chosen, at most."""
_MOST_SHARED = 2000
"""Items that are shared out by kind of error, at most, unless the bound is larger than the whole grid needs."""


class _Every(WholeChooser):
    """Answers with all clusterings up to a bound."""

    def __init__(self, answers: InOrder, largest_size: int) -> None:
        super().__init__(answers)
        self.largest_size = largest_size
        self.grid = ""

    @property
    def most(self) -> int:  # type: ignore[override]
        return self.largest_size

    @property
    def largest(self) -> float:
        """Items of an output, at most: as many as the bound, or, where items are shared out, many."""
        return (
            self.largest_size
            if not self.grid
            else math.inf
            if self.largest_size > WHOLE_GRID
            else _MOST_SHARED
        )

    def clustering(self, items: int | None = None) -> Whole:
        return self.answers.one_of(_wholes(self.largest_size) if items is None else _wholes_of(items))

    def half(self) -> Whole:
        return self.answers.one_of(_wholes(self.largest_size // 2))

    def partitions(self) -> Partitions:
        self.largest_size = min(self.largest_size, _MOST_PARTITIONED)
        return self.answers.one_of(_triples(self.largest_size))

    def block_sizes(self, name: str, items: int | None = None) -> tuple[int, ...]:
        numbers = range(1, self.largest_size + 1) if items is None else (items,)
        return self.answers.one_of([sizes for number in numbers for sizes in block_sizes(number)])

    def error_shares(self, quantity: Quantity, limits: Limits) -> tuple[ErrorShares, ErrorShares]:
        self.grid = grid_text(self.largest_size)
        found = self.answers.one_of(steps(self.largest_size, limits.least, quantity))
        self.answers.made |= found.sizes()
        return found, found.after(quantity)

    def place(self, name: str, count: int) -> int:
        self.largest_size = min(self.largest_size, _MOST_CHANGED)
        return super().place(name, count)


MOST = 50_000
"""Cases of a block, about: of `USUAL` rows each, and fewer where they have more."""
USUAL = 20


def clustering_cases(
    generator: Callable[..., Judged], outputs: Sequence[str], largest_size: int
) -> CaseBatch:
    """Return every case whose outputs have at most ``largest_size`` items each, smallest first.

    The largest_size is lower where three partitions, or a part of a clustering, are chosen.
    """
    made: CaseBatch = clustering_blocks(generator, outputs, largest_size, sys.maxsize).make(0)
    return made


def clustering_blocks(
    generator: Callable[..., Judged], outputs: Sequence[str], largest_size: int, most: int | None = None
) -> Blocks:
    """Return the same cases in blocks of at most so many usual ones; where they are one block, it is made at once."""
    numbers, few, kept, names = Numbering(), most or MOST, list[Case](), dict[str, None]()
    reached, largest, grid, weight = largest_size, math.inf, "", 0
    for chooser, template in each_choice(generator, lambda answers: _Every(answers, largest_size)):
        reached, largest = min(reached, chooser.largest_size), min(largest, chooser.largest)
        grid = chooser.grid
        if template.size <= largest:
            case = _case(outputs, chooser, template)
            own = 1 + sum(map(_rows, case.outputs.values())) // USUAL
            numbers.add(chooser.answers.path, [case.size], [1], own)
            names |= dict.fromkeys(case.sizes)
            if (weight := weight + own) <= few:
                kept.append(case)
    grid += f", N ≤ {largest}" if grid and largest < math.inf else ""

    def batch(cases: Iterable[Case]) -> CaseBatch:
        made = batch_of_cases(outputs, [case for case in cases if case.size <= largest])
        return replace(with_columns(made, names), complete_up_to=reached, grid=grid)

    if weight <= few:
        whole = batch(kept)
        return Blocks((len(whole),), lambda _: whole, few)
    return numbers.blocks(
        lambda stretches: batch(_again(generator, outputs, largest_size, each.path) for each in stretches),
        few,
        largest,
    )


def _again(
    generator: Callable[..., Judged], outputs: Sequence[str], largest_size: int, path: Sequence[int]
) -> Case:
    """Return the case that a path of choices makes."""
    chooser = _Every(InOrder(path), largest_size)
    return _case(outputs, chooser, generator(chooser))


def _case(outputs: Sequence[str], chooser: _Every, template: Judged) -> Case:
    require_outputs(template.outputs, outputs)
    return case_of({name: as_output(template.outputs[name]) for name in outputs}, chooser.answers.made)


def _rows(output: Any) -> int:
    """Return how many rows reductions run over, at most: overlaps of clusters and categories, or a mean's outputs."""
    if isinstance(output, Mean):
        return len(output.parts)
    pairs = product(set(output.cluster_sizes), set(output.category_sizes))
    return sum(min(a, b) - max(1, a + b - output.items) + 1 for a, b in pairs)


def as_output(made: object) -> Any:
    """Return what is judged: the table of a whole clustering."""
    return made.table if isinstance(made, Whole) else made


@lru_cache(maxsize=32)
def _wholes(largest_size: int) -> tuple[Whole, ...]:
    return tuple(whole for items in range(1, largest_size + 1) for whole in _wholes_of(items))


@lru_cache(maxsize=32)
def _wholes_of(items: int) -> tuple[Whole, ...]:
    """Return every clustering with its gold of so many items, one of each class."""
    return tuple(Whole(Table.from_rows(rows)) for rows in tables(items))


@lru_cache(maxsize=8)
def _triples(largest_size: int) -> tuple[Partitions, ...]:
    """Return three partitions of up to so many items, each triple at least once up to the names of items."""
    found: dict[Any, Partitions] = {}
    for whole in _wholes(largest_size):
        items = [(i, j) for i, j, count in whole.table.cells for _ in range(count)]
        for third in numbered_partitions(len(items)):
            counts: dict[tuple[int, ...], int] = {}
            for (i, j), k in zip(items, third, strict=True):
                counts[i, j, k] = counts.get((i, j, k), 0) + 1
            blocks: dict[int, list[Any]] = {}
            for (i, j, k), count in sorted(counts.items()):
                blocks.setdefault(k, []).append((i, j, count))
            found.setdefault((whole, tuple(sorted(map(tuple, blocks.values())))), Partitions(counts))
    return tuple(found.values())


MOST_CELLS, MOST_REST = 6, 400
"""Cells that do not belong to the focal clusters, and items of one more than the first, at most."""
FEW = 4
"""Clusters and categories of the rest, and categories of a family that occur in it, at most."""


def random_case(generator: Callable[..., Any], answers: Spread) -> Case:
    """Draw a case, with up to 6 cells in the rest; or one of whole clusterings."""
    if judges_wholes(generator):
        return _random_whole_case(generator, answers)
    template: Template = generator(Chooser(answers))
    families = template.families()
    names = [("rest", k) for k in range(FEW)] + [
        (name, k) for name in template.context.shared for k in range(min(families[name], FEW))
    ]
    places = [(("rest", cluster), category) for category in names for cluster in range(FEW)]
    rest: Counter[tuple[Any, Any]] = Counter()
    for _ in range(answers.pick(MOST_CELLS + 1)):
        rest[answers.one_of(places)] += 1 + answers.amount(MOST_REST)
    focal = [(name, member) for name in families for member in range(families[name])]
    return case_of({name: _table(template, name, rest, focal) for name in template.outputs}, answers.made)


def _table(
    template: Template, output: str, rest: Mapping[tuple[Any, Any], int], focal: Sequence[Any]
) -> Table:
    """Number the categories alike in every output: focal ones first, in the order of the template."""
    cells: dict[tuple[Any, Any], int] = {
        (("focal", cluster), (name, member)): count for cluster, name, member, count in template.cells(output)
    }
    cells.update(rest)
    used = {category for _, category in cells}
    ordered = [each for each in focal if each in used] + sorted(used.difference(focal), key=str)
    numbers = dict(zip(ordered, range(len(ordered)), strict=True))
    clusters: dict[Any, int] = {}
    return Table(
        tuple(
            [
                (clusters.setdefault(cluster, len(clusters)), numbers[category], count)
                for (cluster, category), count in cells.items()
            ]
        )
    )


_LABELS = 4
"""Clusters and categories of whole clusterings, at most."""
_MOST_KINDS = 12
"""Kinds of items of whole clusterings, at most: those of one kind are in the same parts."""
_MOST_AVERAGED = 8
"""Items of systems that a mean is taken over, at most."""
_MOST_SHARED_AT_RANDOM = 50_000
"""Items that are shared out by kind of error, at most."""
_FINEST = 1000
"""The largest denominator of shares of errors."""


class _Random(WholeChooser):
    """Answers with drawn clusterings."""

    answers: Spread

    def _counts(self, parts: int, items: int | None = None) -> dict[tuple[int, ...], int]:
        """Return how many items are in the same part of each of so many partitions."""
        counts: Counter[tuple[int, ...]] = Counter()
        kinds = 1 + self.answers.pick(_MOST_KINDS)
        for kind in range(kinds):
            left = MOST_REST if items is None else items - counts.total()
            more = 1 + self.answers.amount(left) if items is None else self.answers.amount(left)
            more = left if items is not None and kind == kinds - 1 else more
            counts[tuple(self.answers.pick(_LABELS) for _ in range(parts))] += more
        return {kind: count for kind, count in counts.items() if count}

    def clustering(self, items: int | None = None) -> Whole:
        return Whole(Table.from_pairs(self._counts(2, items)))

    def half(self) -> Whole:
        return self.clustering()

    def partitions(self) -> Partitions:
        return Partitions(self._counts(3))

    def block_sizes(self, name: str, items: int | None = None) -> tuple[int, ...]:
        number = 1 + self.answers.pick(_MOST_AVERAGED) if items is None else items
        return self.answers.one_of(block_sizes(number))

    def error_shares(self, quantity: Quantity, limits: Limits) -> tuple[ErrorShares, ErrorShares]:
        """Draw numbers of any magnitude and shares of any denominator up to the limits."""
        draw = self.answers
        useful = draw.number("useful clusters", limits.least, limits.useful, reach=limits.useful)
        clusters, categories = (draw.amount(limits.noise, empty=1 / 3) for _ in range(2))
        bottom = 30 if draw.pick(2) else 2 + draw.amount(_FINEST - 2)
        e1, e2, e3 = (int(share * bottom) for share in (limits.e1, limits.e2, limits.e3))
        first = Fraction(draw.amount(e1), bottom)
        second, third = (
            Fraction(1 + draw.amount(top - 1) if there else 0, bottom)
            for top, there in ((e2, clusters), (e3, categories))
        )
        found = ErrorShares(useful, clusters, categories, first, second, third)
        step = Fraction(1 + draw.amount(bottom), bottom) if quantity in ("e1", "e2", "e3") else 1
        more = found.after(quantity, step)
        self.require(limits.admit(found) and limits.admit(more))
        draw.made |= found.sizes()
        return found, more


def _random_whole_case(generator: Callable[..., Judged], answers: Spread) -> Case:
    """Draw a case of clusterings; raises Impossible."""
    template = generator(_Random(answers))
    if template.size > _MOST_SHARED_AT_RANDOM:
        raise Impossible
    return case_of({name: as_output(made) for name, made in template.outputs.items()}, answers.made)
