"""All cases of a constraint up to a size as one batch, shared by every metric; and batches of what is made of tables.

Such are means over several of them, and tables with names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from axiometrics.errors import InputError
from axiometrics.formulas.arithmetics.error_bounds import BOUNDED
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.rows import Integers, repeated
from axiometrics.tasks import cases
from axiometrics.tasks.cases import Blocks, Case, CaseBatch, columns, require_outputs
from axiometrics.tasks.choosing import by_size, of_one_size
from axiometrics.tasks.clustering.batch import TableBatch
from axiometrics.tasks.clustering.chooser import Chooser, Generator, Template
from axiometrics.tasks.clustering.numbered_contexts import ContextBlock, Contexts, contexts_of
from axiometrics.tasks.clustering.partitions.derived_outputs import Labelled, Mean
from axiometrics.tasks.clustering.table import Table
from axiometrics.tasks.shared_tables import Means

Derived = Mean | Labelled | Table


def from_notation(text: str) -> Any:
    """Read a clustering, a mean of several, or one with its labels."""
    if text.startswith("gold "):
        return Labelled.from_notation(text)
    return Mean.from_notation(text) if "*" in text else Table.from_notation(text)


def batch(outputs: Sequence[Any]) -> Any:
    """Return outputs as a batch: of tables where they are nothing else."""
    plain = all(isinstance(output, Table) for output in outputs)
    return TableBatch.from_tables(outputs) if plain else DerivedBatch(outputs)


class DerivedBatch(Means):
    """Means over tables, and tables with names."""

    @staticmethod
    def parts(output: Derived) -> Sequence[tuple[Fraction, Table]]:
        """Return the weights and the tables of which one is made."""
        if isinstance(output, Mean):
            return output.parts
        return ((Fraction(1), output.table if isinstance(output, Labelled) else output),)

    @staticmethod
    def batch(outputs: Sequence[Table]) -> TableBatch:
        """Return tables as a batch."""
        return TableBatch.from_tables(outputs)

    @property
    def items(self) -> Integers:
        """Items of each output."""
        return np.asarray(self.each(lambda tables: tables.items))

    @property
    def clusters(self) -> Integers:
        """Clusters of each output."""
        return np.asarray(self.each(lambda tables: tables.clusters))

    @property
    def categories(self) -> Integers:
        """Categories of each output."""
        return np.asarray(self.each(lambda tables: tables.categories))

    def measured(self, formula: Formula, name: str, arithmetic: object = BOUNDED) -> Any:
        """Return the mean of one quantity or reduction."""
        return self.mean(self.different.measured(formula, name, arithmetic)[self.places], arithmetic)


FOCAL, REST = 10_000, 20_000
"""Focal clusters and categories are numbered before those of the context, so that drawings begin with them."""


def case_of(outputs: Mapping[str, Any], sizes: Mapping[str, int]) -> Case:
    """Return a case without focal categories; its size is the items of the largest output."""
    return Case(outputs, sizes, max(table.items for table in outputs.values()))


MOST = 100_000
"""Cases of a block, about: with all that metrics compute of them they take some hundred megabytes."""


def gather(
    generator: Generator,
    outputs: Sequence[str],
    largest_size: int,
    *,
    rest: int | None = None,
    cap: int | None = None,
) -> CaseBatch:
    """Return every case of up to ``largest_size`` items; ``rest`` and ``cap`` limit the context and each size."""
    complete = rest is None and cap is None
    found = _Strata.of(
        by_size(generator, Chooser, largest_size, cap=cap), outputs, largest_size, rest
    ).cases()
    return found if complete else replace(found, complete_up_to=None)


def blocks(
    generator: Generator, outputs: Sequence[str], largest_size: int, most: int | None = None
) -> Blocks:
    """Return every case of up to ``largest_size`` items in blocks of at most so many cases, smallest first."""
    strata = _Strata.of(by_size(generator, Chooser, largest_size), outputs, largest_size, None)
    cuts = strata.cuts(most or MOST)
    counts = tuple(stop - start for start, stop in cuts)
    return Blocks(counts, lambda place: strata.cases(*cuts[place]), most or MOST)


def series(generator: Generator, outputs: Sequence[str], values: Sequence[int]) -> CaseBatch:
    """Return one case, without any rest, for each value of the generator's one size."""
    templates = list(of_one_size(generator, Chooser, values))
    return _Strata.of(templates, outputs, max(int(template.size) for _, template in templates), 0).cases()


@dataclass(frozen=True)
class _Focal:
    """The part of a case that its template makes, and what was chosen for it."""

    chosen: Mapping[str, int]
    template: Template

    @cached_property
    def size(self) -> int:
        return int(self.template.size)

    @cached_property
    def families(self) -> dict[str, int]:
        return {name: int(members) for name, members in self.template.families().items()}

    @cached_property
    def contexts(self) -> Contexts:
        """The contexts that it may be put in."""
        return contexts_of(tuple(self.families[name] for name in self.template.context.shared))

    @cached_property
    def totals(self) -> dict[str, int]:
        """The focal items of each category, of its first member, by the name of a column."""
        made = self.template.totals(next(iter(self.template.outputs)))
        return {f"size of {name}": int(total) for name, total in made.items()}

    @cached_property
    def held(self) -> dict[str, int]:
        """Which mark of the contexts each of these categories has, where they may hold more of it."""
        shared = self.template.context.shared
        return {f"size of {name}": place for place, name in enumerate(shared)}

    def shape(self, outputs: Sequence[str]) -> tuple[int, int]:
        """Return how many clusters it has, in all outputs together, and how many categories."""
        clusters = sum(int(group.times) for name in outputs for group in self.template.outputs[name])
        return clusters, sum(self.families.values())

    def cells(self, output: str, block: ContextBlock, contexts: Integers) -> list[Integers]:
        """Return the cells (case, cluster, category, count) of an output in some contexts of a block.

        A shared category takes its marked column where there is one.
        """
        place, within = repeated(np.diff(block.start)[contexts])
        rest = block.cells[block.start[contexts][place] + within] + np.array([0, FOCAL, REST, 0])
        rest[:, 0] = place
        return [rest, *(self._spread(cell, block, contexts) for cell in self.template.cells(output))]

    def _spread(self, cell: tuple[int, str, int, int], block: ContextBlock, contexts: Integers) -> Integers:
        cluster, name, member, count = cell
        own = list(self.families).index(name) * 100 + member
        found = np.empty((len(contexts), 4), dtype=np.int64)
        found[:] = 0, cluster, own, count
        found[:, 0] = np.arange(len(contexts))
        if name in self.template.context.shared:
            column = block.columns[contexts, self.template.context.shared.index(name), member]
            found[:, 2] = np.where(column >= 0, column + REST, own)
        return found


class _Strata:
    """All cases of some templates, in order: by size, then clusters, then categories, then as they are generated.

    A row stands for the cases of one template whose contexts have one size and one shape; what comes before it is
    known, so that any stretch of cases can be made by itself. Columns of a row: items, clusters, categories, template,
    items of the context, and its shape.
    """

    def __init__(
        self, focal: Sequence[_Focal], outputs: Sequence[str], largest_size: int, rows: Integers
    ) -> None:
        self.focal, self.outputs, self.largest_size = focal, outputs, largest_size
        order = np.lexsort(rows[:4][::-1])
        self.rows, counts = rows[:-1, order], rows[-1, order]
        self.start: Integers = np.concatenate([[0], np.cumsum(counts)])

    @classmethod
    def of(
        cls,
        templates: Iterable[tuple[dict[str, int], Template]],
        outputs: Sequence[str],
        largest_size: int,
        rest: int | None,
    ) -> _Strata:
        """Put templates in every context that fits the largest size and has at most ``rest`` items."""
        focal, rows = [], [np.zeros((7, 0), dtype=np.int64)]
        for number, (chosen, template) in enumerate(templates):
            _check(template, outputs)
            focal.append(each := _Focal(chosen, template))
            room = int(largest_size) - each.size
            clusters, categories = each.shape(outputs)
            for items in range(min(room, room if rest is None else rest) + 1):
                more, free, counts = each.contexts.shapes(items)
                row = np.empty((7, len(counts)), dtype=np.int64)
                row[0], row[3], row[4], row[5], row[6] = (
                    each.size + items,
                    number,
                    items,
                    range(len(counts)),
                    counts,
                )
                row[1], row[2] = clusters + len(outputs) * more, categories + free
                rows.append(row)
        return cls(focal, outputs, largest_size, np.concatenate(rows, axis=1))

    def cuts(self, most: int) -> list[tuple[int, int]]:
        """Cut all cases into stretches of about the same length, at most so long; one of no cases if there are none."""
        total = int(self.start[-1])
        count = max(1, -(-total // most))
        return [(total * place // count, total * (place + 1) // count) for place in range(count)]

    def cases(self, start: int = 0, stop: int | None = None) -> CaseBatch:
        """Return a stretch of the cases. Cost O(cells log cells)."""
        stop = int(self.start[-1]) if stop is None else stop
        if not self.start[-1]:
            return CaseBatch({}, np.zeros(0, dtype=np.int64), {}, self.largest_size)
        low, high = np.searchsorted(self.start, (start, stop), side="right") - (1, 0)
        if high and self.start[high - 1] >= stop:
            high -= 1
        rows = np.arange(low, high)
        first = np.maximum(start - self.start[rows], 0)
        counts = np.minimum(stop, self.start[rows + 1]) - self.start[rows] - first
        cells: dict[str, list[Integers]] = {name: [] for name in self.outputs}
        held = {name: np.zeros(stop - start, dtype=np.int64) for each in self.focal for name in each.held}
        before_row = self.start[rows] + first - start
        for template, block, contexts, own in self._made(rows, first, counts):
            each = self.focal[template]
            where, within = repeated(counts[own])
            place = before_row[own][where] + within
            for name in self.outputs:
                for part in each.cells(name, block, contexts):
                    part[:, 0] = place[part[:, 0]]
                    cells[name].append(part)
            for name, mark in each.held.items():
                held[name][place] = block.held[contexts, mark, 0]
        batches = {name: TableBatch.from_cells(*np.concatenate(cells.pop(name)).T) for name in self.outputs}
        focus = np.repeat(self.rows[3, rows], counts)
        sizes = _by_template([each.chosen for each in self.focal], focus)
        focal = _by_template([each.totals for each in self.focal], focus)
        focal = {name: values + held.get(name, 0) for name, values in focal.items()}
        size = np.repeat(self.rows[0, rows], counts)
        return CaseBatch(batches, size, sizes, self.largest_size, counted=focal)

    def _made(
        self, rows: Integers, first: Integers, counts: Integers
    ) -> Iterator[tuple[int, ContextBlock, Integers, Integers]]:
        """Yield templates with a block of contexts, which of these they are put in, and which of the rows those are.

        Contexts that several templates are put in are made once.
        """
        _, _, _, template, items, shape = self.rows[:, rows]
        groups: dict[tuple[Any, int], list[int]] = {}
        for own in range(len(rows)):
            key = self.focal[template[own]].contexts, int(items[own])
            groups.setdefault(key, []).append(own)
        for (contexts, size), members in groups.items():
            numbers = [
                contexts.members(size, int(shape[own]), int(first[own]), int(first[own] + counts[own]))
                for own in members
            ]
            wanted, inverse = np.unique(np.concatenate(numbers), return_inverse=True)
            block = contexts.block(size, wanted.astype(np.int64))
            ends = np.cumsum([len(part) for part in numbers])
            which = np.array(members)
            for number in np.unique(template[which]).tolist():
                here = np.flatnonzero(template[which] == number)
                places = np.concatenate([inverse[ends[at] - len(numbers[at]) : ends[at]] for at in here])
                yield number, block, places, which[here]


def _by_template(each: Sequence[Mapping[str, int]], template: Integers) -> dict[str, Integers]:
    """Return a column for each name of what every template says, -1 where it says nothing of that name."""
    return {name: values[template] for name, values in columns(each).items()}


def _check(template: Template, outputs: Sequence[str]) -> None:
    """Every output of a template must cluster the same items of the same categories."""
    require_outputs(template.outputs, outputs)
    held = [{part.category for group in template.outputs[name] for part in group.parts} for name in outputs]
    if any(names != held[0] for names in held):
        raise InputError(
            f"the generator changes the gold: its outputs have the categories {held}; they must be the same"
        )
    unknown = set(template.context.shared) - held[0]
    if unknown:
        raise InputError(f"the context shares {', '.join(sorted(unknown))}, which no focal cluster has")
    if any(
        part.count < 1 or part.members < 1
        for name in outputs
        for group in template.outputs[name]
        for part in group.parts
    ):
        raise InputError(
            "the generator makes a cluster with no items of a category; every part must have at least 1"
        )
    golds = [_gold(template, name) for name in outputs]
    for name, gold in zip(outputs, golds, strict=True):
        if gold != golds[0]:
            raise InputError(
                f"the generator changes the gold: {outputs[0]} has {_counts(golds[0])} and {name} has {_counts(gold)} "
                "focal items; all outputs of a case must cluster the same items"
            )


def _gold(template: Template, output: str) -> Counter[tuple[str, int]]:
    """Focal items of every member of every category family."""
    gold: Counter[tuple[str, int]] = Counter()
    for _, category, member, count in template.cells(output):
        gold[category, member] += count
    return gold


def _counts(gold: Mapping[tuple[str, int], int]) -> str:
    return ", ".join(f"{count} of {name}{member or ''}" for (name, member), count in sorted(gold.items()))


def batch_of_cases(outputs: Sequence[str], given: Sequence[Case]) -> CaseBatch:
    """Return given cases as a batch, smallest first."""
    return cases.batch_of_cases(outputs, given, batch)
