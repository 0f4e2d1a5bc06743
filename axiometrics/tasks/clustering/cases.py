"""All cases of a constraint up to a size as one batch, shared by every metric."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from axiometrics.errors import InputError
from axiometrics.formulas.rows import Integers
from axiometrics.tasks import cases
from axiometrics.tasks.cases import Case, CaseBatch, columns, require_outputs
from axiometrics.tasks.choosing import by_size, of_one_size
from axiometrics.tasks.clustering.batch import TableBatch
from axiometrics.tasks.clustering.canonical_tables import ContextBlock, context_block
from axiometrics.tasks.clustering.chooser import Chooser, Generator, Template
from axiometrics.tasks.clustering.partitions.derived_batch import batch

__all__ = ["Case", "CaseBatch", "batch_of_cases", "case_of", "concrete", "gather", "series"]


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
