"""All cases of a constraint up to a size as one batch: the sweep's raw material, shared by every metric."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import InputError
from axiometrics.tasks.clustering.batch import TableBatch
from axiometrics.tasks.clustering.choosers import Generator, Replay, assignments
from axiometrics.tasks.clustering.context_block import ContextBlock, context_block
from axiometrics.tasks.clustering.derived_batch import batch
from axiometrics.tasks.clustering.scene import Scene
from axiometrics.tasks.clustering.table import Table
from axiometrics.tasks.series import scenes_of_one_size

__all__ = ["Case", "CaseBatch", "batch_of_cases", "concrete", "gather"]

Integers = NDArray[np.int64]

FOCAL, REST = 10_000, 20_000
"""Focal clusters and categories are numbered before those of the context, so that drawings begin with them."""


@dataclass(frozen=True)
class Case:
    """One case: the judged tables by output name, the chosen sizes, and the sizes of the focal categories."""

    outputs: Mapping[str, Table]
    sizes: Mapping[str, int]
    focal: Mapping[str, int]

    @property
    def size(self) -> int:
        """Items, of the largest output."""
        return max(table.items for table in self.outputs.values())


@dataclass(frozen=True)
class CaseBatch:
    """Many cases, smallest first; ``size`` holds each case's items, ``focal`` the sizes of its focal categories.

    ``grid`` says in words what they are all cases of, where that is not the number of items.
    """

    outputs: Mapping[str, TableBatch]
    size: Integers
    sizes: Mapping[str, Integers]
    focal: Mapping[str, Integers]
    bound: int | None
    grid: str = ""

    def __len__(self) -> int:
        return len(self.size)

    def case(self, index: int) -> Case:
        """Return one case."""
        tables = {name: batch.table(index) for name, batch in self.outputs.items()}
        sizes = {name: int(values[index]) for name, values in self.sizes.items() if values[index] >= 0}
        focal = {name: int(values[index]) for name, values in self.focal.items()}
        return Case(tables, sizes, focal)


def concrete(scene: Scene, items: int) -> tuple[dict[str, list[Integers]], dict[str, Integers], int]:
    """Return the cells (case, cluster, category, count) of each output of a scene in every context of a size.

    With them, the size of each focal category (of its first member) in the gold, and the number of cases.
    """
    families = scene.families()
    capacities = tuple(int(families[name]) for name in scene.context.shared)
    block = context_block(items, capacities)
    rest = block.cells + np.array([0, FOCAL, REST, 0])
    parts: dict[str, list[Integers]] = {}
    for output in scene.outputs:
        focal = [_spread(cell, scene, block) for cell in scene.cells(output)]
        parts[output] = [rest, *focal]
    shared = scene.context.shared
    focal_sizes = {
        name: int(total)
        + (block.held[:, shared.index(name), 0] if name in shared else np.zeros(block.count, dtype=np.int64))
        for name, total in scene.totals(next(iter(scene.outputs))).items()
    }
    return parts, focal_sizes, block.count


def _spread(cell: tuple[int, str, int, int], scene: Scene, block: ContextBlock) -> Integers:
    """Repeat one focal cell in every context; a shared category takes its marked column where there is one."""
    cluster, name, member, count = cell
    families = list(scene.families())
    own = families.index(name) * 100 + member
    category = np.full(block.count, own)
    if name in scene.context.shared:
        column = block.columns[:, scene.context.shared.index(name), member]
        category = np.where(column >= 0, column + REST, own)
    cases = np.arange(block.count)
    return np.stack([cases, np.full_like(cases, cluster), category, np.full_like(cases, count)], axis=1)


def gather(
    generator: Generator,
    outputs: Sequence[str],
    bound: int,
    *,
    rest: int | None = None,
    cap: int | None = None,
) -> CaseBatch:
    """Return every case of up to ``bound`` items; ``rest`` and ``cap`` bound the context and each size instead."""
    complete = rest is None and cap is None
    found = _gathered(assignments(generator, bound, cap), outputs, bound, rest)
    return found if complete else replace(found, bound=None)


def series(generator: Generator, outputs: Sequence[str], values: Sequence[int]) -> CaseBatch:
    """Return one case, without any rest, for each value of the generator's one size."""
    scenes = list(scenes_of_one_size(generator, Replay, values))
    return _gathered(scenes, outputs, max(int(scene.size) for _, scene in scenes), 0)


def _gathered(
    scenes: Iterable[tuple[dict[str, int], Scene]], outputs: Sequence[str], bound: int, rest: int | None
) -> CaseBatch:
    """Join the cases of scenes, each in every context that fits the bound and has at most ``rest`` items."""
    cells: dict[str, list[Integers]] = {name: [] for name in outputs}
    chosen: list[tuple[dict[str, int], dict[str, Integers], int]] = []
    done = 0
    for sizes, scene in scenes:
        _check(scene, outputs)
        room = int(bound - scene.size) if rest is None else min(rest, int(bound - scene.size))
        for items in range(room + 1):
            parts, focal, count = concrete(scene, items)
            for name in outputs:
                cells[name] += [part + np.array([done, 0, 0, 0]) for part in parts[name]]
            chosen.append((sizes, focal, count))
            done += count
    if not done:
        return CaseBatch({}, np.zeros(0, dtype=np.int64), {}, {}, bound)
    return _ordered(
        {name: np.concatenate(parts) for name, parts in cells.items()},
        chosen,
        bound,
    )


def _check(scene: Scene, outputs: Sequence[str]) -> None:
    """Every output of a scene must cluster the same items of the same categories."""
    missing = [name for name in outputs if name not in scene.outputs]
    if missing:
        raise InputError(f"the generator gives no {missing[0]}; its outputs must be {', '.join(outputs)}")
    held = [{part.category for group in scene.outputs[name] for part in group.parts} for name in outputs]
    if any(names != held[0] for names in held):
        raise InputError(
            f"the generator changes the gold: its outputs have the categories {held}; they must be the same"
        )
    unknown = set(scene.context.shared) - held[0]
    if unknown:
        raise InputError(f"the context shares {', '.join(sorted(unknown))}, which no focal cluster has")
    if any(
        part.count < 1 or part.kinds < 1
        for name in outputs
        for group in scene.outputs[name]
        for part in group.parts
    ):
        raise InputError(
            "the generator makes a cluster with no items of a category; every part must have at least 1"
        )
    golds = [_gold(scene, name) for name in outputs]
    for name, gold in zip(outputs, golds, strict=True):
        if gold != golds[0]:
            raise InputError(
                f"the generator changes the gold: {outputs[0]} has {_counts(golds[0])} and {name} has {_counts(gold)} "
                "focal items; all outputs of a case must cluster the same items"
            )


def _gold(scene: Scene, output: str) -> Counter[tuple[str, int]]:
    """Focal items of every member of every category family."""
    gold: Counter[tuple[str, int]] = Counter()
    for _, category, member, count in scene.cells(output):
        gold[category, member] += count
    return gold


def _counts(gold: Mapping[tuple[str, int], int]) -> str:
    return ", ".join(f"{count} of {name}{member or ''}" for (name, member), count in sorted(gold.items()))


def _ordered(
    cells: Mapping[str, Integers],
    chosen: list[tuple[dict[str, int], dict[str, Integers], int]],
    bound: int | None,
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
    sizes = _columns(
        [({name: np.full(count, value) for name, value in made.items()}, count) for made, _, count in chosen],
        order,
    )
    focal = _columns([(held, count) for _, held, count in chosen], order)
    return CaseBatch(batches, first.items[order], sizes, focal, bound)


def _columns(parts: list[tuple[dict[str, Integers], int]], order: Integers) -> dict[str, Integers]:
    """Join the parts by name; -1 where a case has no such size."""
    names = list(dict.fromkeys(name for part, _ in parts for name in part))
    return {
        name: np.concatenate([part.get(name, np.full(count, -1)) for part, count in parts])[order]
        for name in names
    }


def batch_of_cases(outputs: Sequence[str], cases: Sequence[Case]) -> CaseBatch:
    """Return given cases as a batch, smallest first."""
    ordered = sorted(cases, key=lambda case: case.size)
    batches = {name: batch([case.outputs[name] for case in ordered]) for name in outputs} if ordered else {}
    items = np.array([case.size for case in ordered], dtype=np.int64)
    sizes, focal = _listed([case.sizes for case in ordered]), _listed([case.focal for case in ordered])
    return CaseBatch(batches, items, sizes, focal, None)


def _listed(chosen: Sequence[Mapping[str, int]]) -> dict[str, Integers]:
    """Return named numbers of every case as columns, -1 where a case has none."""
    names = dict.fromkeys(name for each in chosen for name in each)
    return {name: np.array([each.get(name, -1) for each in chosen], dtype=np.int64) for name in names}
