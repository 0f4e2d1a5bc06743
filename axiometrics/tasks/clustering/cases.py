"""All cases of a constraint up to a size as one batch, shared by every metric; and batches of what is made of tables.

Such are means over several of them, and tables with names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from hashlib import blake2b
from typing import Any

import numpy as np

from axiometrics.errors import InputError
from axiometrics.formulas.arithmetics.error_bounds import BOUNDED
from axiometrics.formulas.formula import Formula
from axiometrics.formulas.outputs import Outputs
from axiometrics.formulas.rows import Integers, as_column, ratios
from axiometrics.tasks import cases
from axiometrics.tasks.cases import Case, CaseBatch, columns, require_outputs
from axiometrics.tasks.choosing import by_size, of_one_size
from axiometrics.tasks.clustering.batch import TableBatch
from axiometrics.tasks.clustering.canonical_tables import ContextBlock, context_block
from axiometrics.tasks.clustering.chooser import Chooser, Generator, Template
from axiometrics.tasks.clustering.partitions.derived_outputs import Labelled, Mean
from axiometrics.tasks.clustering.table import Table

__all__ = [
    "Case",
    "CaseBatch",
    "DerivedBatch",
    "batch",
    "batch_of_cases",
    "case_of",
    "concrete",
    "from_notation",
    "gather",
    "series",
]

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


class DerivedBatch(Outputs):
    """Outputs as rows of a batch of their different tables, with weights; ``places`` holds those of each."""

    def __init__(self, outputs: Sequence[Derived]) -> None:
        self.outputs = tuple(outputs)
        parts = [_parts(output) for output in self.outputs]
        known: dict[Table, int] = {}
        self.places: Integers = np.array(
            [known.setdefault(table, len(known)) for each in parts for _, table in each], dtype=np.int64
        )
        self.weights = ratios([weight for each in parts for weight, _ in each])
        self.lengths: Integers = np.array([len(each) for each in parts], dtype=np.int64)
        self.starts: Integers = np.cumsum(self.lengths) - self.lengths
        self.different = TableBatch.from_tables(list(known))

    def __len__(self) -> int:
        return len(self.outputs)

    def table(self, index: int) -> Derived:
        """Return one output."""
        return self.outputs[index]

    @property
    def items(self) -> Integers:
        """Items of each output."""
        return self.different.items[self.places[self.starts]]

    @property
    def clusters(self) -> Integers:
        """Clusters of each output."""
        return self.different.clusters[self.places[self.starts]]

    @property
    def categories(self) -> Integers:
        """Categories of each output."""
        return self.different.categories[self.places[self.starts]]

    def bounded(self, formula: Formula) -> Any:
        """Return the means of the formula's values over the tables, with their error bounds."""
        with np.errstate(all="ignore"):
            return self._mean(self.different.bounded(formula)[self.places], BOUNDED)

    def read(self, formula: Formula, arithmetic: Any, places: Integers | None = None) -> Any:
        """Return the means in an arithmetic; each different table is evaluated once."""
        if places is not None:
            return DerivedBatch([self.outputs[place] for place in places.tolist()]).read(formula, arithmetic)
        values = arithmetic.filled(self.different.read(formula, arithmetic), len(self.different))
        return self._mean(values[self.places], arithmetic)

    def _mean(self, values: Any, arithmetic: Any) -> Any:
        weights = as_column(self.weights, arithmetic)
        return arithmetic.total(
            arithmetic.filled(weights * values, len(self.places)), self.starts, self.lengths
        )

    def measured(self, formula: Formula, name: str, arithmetic: object = BOUNDED) -> Any:
        """Return the mean of one quantity or reduction."""
        return self._mean(self.different.measured(formula, name, arithmetic)[self.places], arithmetic)

    def signature(self, formula: Formula, places: Integers) -> Integers:
        """Return numbers for every output, the same for equal ones in every batch."""
        texts = [self.outputs[place].notation().encode() for place in places.tolist()]
        digests = [blake2b(text, digest_size=16).digest() for text in texts]
        return np.frombuffer(b"".join(digests), dtype=np.int64).reshape(-1, 2).T


def _parts(output: Derived) -> tuple[tuple[Fraction, Table], ...]:
    if isinstance(output, Mean):
        return output.parts
    return ((Fraction(1), output.table if isinstance(output, Labelled) else output),)


FOCAL, REST = 10_000, 20_000
"""Focal clusters and categories are numbered before those of the context, so that drawings begin with them."""


def case_of(outputs: Mapping[str, Any], sizes: Mapping[str, int]) -> Case:
    """Return a case without focal categories; its size is the items of the largest output."""
    return Case(outputs, sizes, max(table.items for table in outputs.values()))


def concrete(template: Template, items: int) -> tuple[dict[str, list[Integers]], dict[str, Integers], int]:
    """Return the cells (case, cluster, category, count) of each output of a template in every context of a size.

    With them, the size of each focal category (of its first member) in the gold, and the number of cases.
    """
    families = template.families()
    capacities = tuple(int(families[name]) for name in template.context.shared)
    block = context_block(items, capacities)
    rest = block.cells + np.array([0, FOCAL, REST, 0])
    parts: dict[str, list[Integers]] = {}
    for output in template.outputs:
        focal = [_spread(cell, template, block) for cell in template.cells(output)]
        parts[output] = [rest, *focal]
    shared = template.context.shared
    focal_sizes = {
        f"size of {name}": int(total)
        + (block.held[:, shared.index(name), 0] if name in shared else np.zeros(block.count, dtype=np.int64))
        for name, total in template.totals(next(iter(template.outputs))).items()
    }
    return parts, focal_sizes, block.count


def _spread(cell: tuple[int, str, int, int], template: Template, block: ContextBlock) -> Integers:
    """Repeat one focal cell in every context; a shared category takes its marked column where there is one."""
    cluster, name, member, count = cell
    families = list(template.families())
    own = families.index(name) * 100 + member
    category = np.full(block.count, own)
    if name in template.context.shared:
        column = block.columns[:, template.context.shared.index(name), member]
        category = np.where(column >= 0, column + REST, own)
    cases = np.arange(block.count)
    return np.stack([cases, np.full_like(cases, cluster), category, np.full_like(cases, count)], axis=1)


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
    found = _gathered(by_size(generator, Chooser, largest_size, cap=cap), outputs, largest_size, rest)
    return found if complete else replace(found, complete_up_to=None)


def series(generator: Generator, outputs: Sequence[str], values: Sequence[int]) -> CaseBatch:
    """Return one case, without any rest, for each value of the generator's one size."""
    templates = list(of_one_size(generator, Chooser, values))
    return _gathered(templates, outputs, max(int(template.size) for _, template in templates), 0)


def _gathered(
    templates: Iterable[tuple[dict[str, int], Template]],
    outputs: Sequence[str],
    largest_size: int,
    rest: int | None,
) -> CaseBatch:
    """Join the cases of templates, each in every context that fits the largest_size and has at most ``rest`` items."""
    cells: dict[str, list[Integers]] = {name: [] for name in outputs}
    chosen: list[tuple[dict[str, int], dict[str, Integers], int]] = []
    done = 0
    for sizes, template in templates:
        _check(template, outputs)
        room = (
            int(largest_size - template.size)
            if rest is None
            else min(rest, int(largest_size - template.size))
        )
        for items in range(room + 1):
            parts, focal, count = concrete(template, items)
            for name in outputs:
                cells[name] += [part + np.array([done, 0, 0, 0]) for part in parts[name]]
            chosen.append((sizes, focal, count))
            done += count
    if not done:
        return CaseBatch({}, np.zeros(0, dtype=np.int64), {}, largest_size)
    return _ordered(
        {name: np.concatenate(parts) for name, parts in cells.items()},
        chosen,
        largest_size,
    )


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


def _ordered(
    cells: Mapping[str, Integers],
    chosen: list[tuple[dict[str, int], dict[str, Integers], int]],
    complete_up_to: int | None,
) -> CaseBatch:
    """Number the cases by size, then clusters, then categories, then order of generation."""
    plain = {name: TableBatch.from_cells(*part.T) for name, part in cells.items()}
    first = next(iter(plain.values()))
    clusters = np.sum([batch.clusters for batch in plain.values()], axis=0)
    order = np.lexsort((np.arange(len(first)), first.categories, clusters, first.items))
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    batches = {}
    for name, part in cells.items():
        part[:, 0] = place[part[:, 0]]
        batches[name] = TableBatch.from_cells(*part.T)
    made, held, counts = zip(*chosen, strict=True)
    sizes, focal = (
        {name: values[order] for name, values in columns(each, counts).items()} for each in (made, held)
    )
    return CaseBatch(batches, first.items[order], sizes, complete_up_to, counted=focal)


def batch_of_cases(outputs: Sequence[str], given: Sequence[Case]) -> CaseBatch:
    """Return given cases as a batch, smallest first."""
    return cases.batch_of_cases(outputs, given, batch)
