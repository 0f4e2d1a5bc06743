"""The focal sets of a plain clustering constraint as sets of items, also with different items made one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from typing import Any

import numpy as np

from axiometrics.tasks.clustering.scene import Scene as PlainScene
from axiometrics.tasks.overlapping.masks import items_of

__all__ = ["Focus", "focus", "merged"]

Masks = tuple[int, ...]
Permutation = tuple[int, ...]


@dataclass(frozen=True)
class Focus:
    """Focal categories and the focal clusters of every output, as bit masks of the items.

    ``open`` numbers the categories that may hold further items.
    """

    items: int
    categories: Masks
    outputs: Mapping[str, Masks]
    open: tuple[int, ...]

    @property
    def occurrences(self) -> int:
        """Occurrences in the categories and in the largest output."""
        sums = [sum(mask.bit_count() for mask in masks) for masks in self.outputs.values()]
        return sum(mask.bit_count() for mask in self.categories) + max(sums)

    @cached_property
    def group(self) -> tuple[Permutation, ...]:
        """The renamings of the items that leave every output, and the categories, as they are."""
        return tuple(_automorphisms(self.items, [*self.outputs.values(), self.categories]))

    def renamed(self, names: tuple[int, ...]) -> Focus:
        """Return the focus with item i called ``names[i]``; different items may get one name."""
        outputs = {name: _renamed(masks, names) for name, masks in self.outputs.items()}
        return Focus(max(names) + 1, _renamed(self.categories, names), outputs, self.open)


def _renamed(masks: Masks, names: tuple[int, ...]) -> Masks:
    return tuple(sum(1 << names[item] for item in items_of(mask)) for mask in masks)


def focus(scene: PlainScene) -> Focus:
    """Give every focal item of a plain scene a number, the same in every output: those of a category in turn."""
    totals: dict[tuple[str, int], int] = {}
    first = next(iter(scene.outputs))
    for _, category, member, count in scene.cells(first):
        totals[category, member] = totals.get((category, member), 0) + count
    starts, start = {}, 0
    for place, count in totals.items():
        starts[place], start = start, start + count
    categories = tuple(((1 << count) - 1) << starts[place] for place, count in totals.items())
    outputs = {output: _clusters(scene, output, starts) for output in scene.outputs}
    opened = tuple(k for k, (category, _) in enumerate(totals) if category in scene.context.shared)
    return Focus(start, categories, outputs, opened)


def _clusters(scene: PlainScene, output: str, starts: Mapping[tuple[str, int], int]) -> Masks:
    used = dict(starts)
    clusters: dict[int, int] = {}
    for cluster, category, member, count in scene.cells(output):
        begin = used[category, member]
        clusters[cluster] = clusters.get(cluster, 0) | ((1 << count) - 1) << begin
        used[category, member] = begin + count
    return tuple(clusters.values())


def merged(plain: Focus) -> Iterator[Focus]:
    """Yield the focus, and every one in which items of different focal sets are one item, once up to renaming.

    Items that share a focal set in the categories or in some output stay different.
    """
    masks = {mask for group in (plain.categories, *plain.outputs.values()) for mask in group}
    apart = [
        [any(m >> i & m >> j & 1 for m in masks) for j in range(plain.items)] for i in range(plain.items)
    ]
    names = np.array(list(_namings(plain.items, apart)), dtype=np.int64)
    first = _smallest(names, plain.group)
    seen = sorted({tuple(row) for row in first.tolist()}, key=lambda row: (-max(row), row))
    return (plain.renamed(row) for row in seen)


def _namings(items: int, apart: list[list[bool]]) -> Iterator[tuple[int, ...]]:
    """Yield the restricted growth strings in which items that must stay apart have different names."""
    pending: list[tuple[int, ...]] = [()]
    while pending:
        names = pending.pop()
        if len(names) == items:
            yield names
            continue
        taken = {name for item, name in enumerate(names) if apart[len(names)][item]}
        free = set(range(max(names, default=-1) + 2)) - taken
        pending += [(*names, name) for name in sorted(free)]


def _smallest(names: Any, group: tuple[Permutation, ...]) -> Any:
    """Return the rows that are the smallest of their orbit, names being counted in order of appearance."""
    kept = names
    for permutation in group:
        image = _in_order(kept[:, list(permutation)])
        differs = image != kept
        place = np.argmax(differs, axis=1)
        here = np.arange(len(kept))
        kept = kept[~(differs.any(axis=1) & (image[here, place] < kept[here, place]))]
    return kept


def _in_order(names: Any) -> Any:
    """Rename so that the names appear in ascending order in every row."""
    width = names.shape[1]
    first = np.full((len(names), width), width)
    here = np.arange(len(names))
    for item in range(width - 1, -1, -1):
        first[here, names[:, item]] = item
    rank = np.argsort(np.argsort(first, axis=1, kind="stable"), axis=1, kind="stable")
    return np.take_along_axis(rank, names, axis=1)


def _automorphisms(items: int, families: list[Masks]) -> Iterator[Permutation]:
    """Yield the permutations that keep every family, composed class by class of items that look alike."""
    looks: dict[Any, list[int]] = {}
    for item in range(items):
        look = tuple(tuple(sorted(m.bit_count() for m in family if m >> item & 1)) for family in families)
        looks.setdefault(look, []).append(item)
    classes = list(looks.values())
    targets = [sorted(family) for family in families]
    for parts in product(*(_within(part, families) for part in classes)):
        names = [0] * items
        for part, image in zip(classes, parts, strict=True):
            for item, name in zip(part, image, strict=True):
                names[item] = name
        if all(
            sorted(_renamed(family, tuple(names))) == target
            for family, target in zip(families, targets, strict=True)
        ):
            yield tuple(names)


def _within(items: list[int], families: list[Masks]) -> list[tuple[int, ...]]:
    """Return the permutations of alike items that keep how often two of them are together in each family."""
    together = {
        (i, j): tuple(sum(m >> i & m >> j & 1 for m in family) for family in families)
        for i, j in permutations(items, 2)
    }
    found: list[tuple[int, ...]] = [()]
    for item in items:
        found = [
            (*names, name)
            for names in found
            for name in items
            if name not in names
            and all(
                together[item, other] == together[name, names[k]]
                for k, other in enumerate(items[: len(names)])
            )
        ]
    return found
