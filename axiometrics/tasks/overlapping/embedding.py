"""A plain clustering constraint among overlapping sets: every rest of a number of occurrences, once up to renaming."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.tasks.choosing import Given, by_size
from axiometrics.tasks.clustering.scene import Chooser
from axiometrics.tasks.overlapping.enumeration import orbits, rows
from axiometrics.tasks.overlapping.focus import Focus, focus, merged
from axiometrics.tasks.overlapping.masks import union
from axiometrics.tasks.overlapping.scene import Embedded

__all__ = ["Block", "blocks", "fits", "fitting", "reach"]

Integers = NDArray[np.int64]
Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Block:
    """Cases with the same chosen sizes: the gold's masks, and those of every output, padded with 0."""

    sizes: Mapping[str, int]
    gold: Integers
    outputs: Mapping[str, Integers]


def reach(scene: Any, size: int) -> int:
    """Return up to how many occurrences a scene is swept: plain constraints have many rests, and large focal sets."""
    if not isinstance(scene, Embedded):
        return size
    least = focus(scene.generator(Chooser(Given())))
    return max(size - 1, least.occurrences + 2)


def blocks(embedded: Embedded, bound: int) -> Iterator[Block]:
    """Yield every case of up to ``bound`` occurrences in the gold and in the largest output."""
    for sizes, scene in by_size(embedded.generator, Chooser, bound // 2):
        plain = focus(scene)
        for focal in merged(plain) if embedded.merged else iter([plain]):
            room = bound - focal.occurrences if embedded.rest else 0
            for total in range(room + 1):
                yield from _around(focal, total, embedded.changed, sizes)


def _around(focal: Focus, total: int, changed: str, sizes: Mapping[str, int]) -> Iterator[Block]:
    """Yield the cases with ``total`` occurrences in the rest, for each number of items that only the rest has."""
    for extra in range(total // 2 + 1):
        found = [
            row
            for categories, used in _categories(focal, extra)
            if used <= total
            for row in _rests(focal, extra, categories, total - used)
        ]
        if found:
            block = _block(focal, extra, found, sizes)
            kept = fitting(block, changed)
            if len(kept.gold):
                yield kept


def _categories(focal: Focus, extra: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the focal categories with further items in those that are open, and how many further occurrences."""
    new = [mask << focal.items for mask in range(1 << extra)]
    for chosen in product(new, repeat=len(focal.open)):
        masks = list(focal.categories)
        for place, mask in zip(focal.open, chosen, strict=True):
            masks[place] |= mask
        yield tuple(masks), sum(mask.bit_count() for mask in chosen)


def _rests(
    focal: Focus, extra: int, categories: tuple[int, ...], total: int
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield the gold's masks and the further clusters' masks; every further item must be on both sides."""
    items = focal.items + extra
    needed = ((1 << extra) - 1) << focal.items
    held = union(categories)
    for inside in range(total + 1):
        clusters = _covering(items, total - inside, needed)
        if not clusters:
            continue
        for row in _covering(items, inside, needed & ~held):
            for other in clusters:
                yield (*categories, *row), other


@lru_cache(maxsize=512)
def _covering(items: int, total: int, needed: int) -> Rows:
    """Return the families of so many occurrences in which the needed items occur."""
    return tuple(row for row in rows(items, total) if not needed & ~union(row))


def _block(focal: Focus, extra: int, found: list[Any], sizes: Mapping[str, int]) -> Block:
    """Keep one rest of each orbit under the renamings of focal and of further items, and add the focal clusters."""
    items = focal.items + extra
    side = 1 << items
    widths = [max(len(row[part]) for row in found) for part in (0, 1)]
    table = np.zeros((len(found), sum(widths)), dtype=np.int64)
    for place, (gold, clusters) in enumerate(found):
        table[place, : len(gold)] = gold
        table[place, len(gold) : len(gold) + len(clusters)] = [mask | side for mask in clusters]
    table = np.unique(-np.sort(-table, axis=1), axis=0)
    further = list(permutations(range(focal.items, items)))
    group = [(*inner, *outer) for inner in focal.group for outer in further]
    kept = orbits(table, group, items)
    gold = np.where(kept & side, 0, kept)
    clusters = np.where(kept & side, kept ^ side, 0)
    outputs = {name: _beside(masks, clusters) for name, masks in focal.outputs.items()}
    return Block(dict(sizes), gold, outputs)


def _beside(masks: tuple[int, ...], rest: Integers) -> Integers:
    own = np.broadcast_to(np.array(masks, dtype=np.int64), (len(rest), len(masks)))
    return np.concatenate([own, rest], axis=1)


def fitting(block: Block, changed: str) -> Block:
    """Keep the cases in which the items that the outputs put together differently do belong together, or do not."""
    top = max(int(table.max()) for table in (block.gold, *block.outputs.values()))
    items = top.bit_length()
    good = np.ones(len(block.gold), dtype=bool)
    for i in range(items):
        for j in range(i):
            pair = (1 << i) | (1 << j)
            g = ((block.gold & pair) == pair).sum(axis=1)
            counts = [((table & pair) == pair).sum(axis=1) for table in block.outputs.values()]
            low, high = np.minimum.reduce(counts), np.maximum.reduce(counts)
            good &= (low == high) | ((g >= high) if changed == "needed" else (g <= low))
    outputs = {name: table[good] for name, table in block.outputs.items()}
    return Block(block.sizes, block.gold[good], outputs)


def fits(gold: list[int], outputs: list[list[int]], changed: str) -> bool:
    """Whether one case is such a case."""
    for i, j in combinations(range(max(gold).bit_length()), 2):
        pair = 1 << i | 1 << j
        counts = [sum(mask & pair == pair for mask in masks) for masks in outputs]
        if min(counts) != max(counts):
            g = sum(mask & pair == pair for mask in gold)
            if (g < max(counts)) if changed == "needed" else (g > min(counts)):
                return False
    return True
