"""Every family of sets on few items, and every family beside a given one, once up to renaming the items.

A family is a row of bit masks in descending order, padded with 0. Rows that a group of permutations maps to each other
are equal up to renaming; the largest of each orbit is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.formulas.rows import Integers
from axiometrics.tasks.choosing import by_size, least
from axiometrics.tasks.clustering.chooser import Chooser
from axiometrics.tasks.clustering.chooser import Template as PlainTemplate
from axiometrics.tasks.overlapping import Masks, items_of, rows, union
from axiometrics.tasks.overlapping.chooser import Embedded

Permutation = tuple[int, ...]


def _covering(items: int, occurrences: int, overlap: bool) -> Integers:
    """Return the families in which every one of the items occurs."""
    whole = (1 << items) - 1
    found = [row for row in _limited(items, occurrences, overlap) if union(row) == whole]
    table = np.zeros((len(found), occurrences), dtype=np.int64)
    for place, row in enumerate(found):
        table[place, : len(row)] = row
    return table


def _limited(items: int, occurrences: int, overlap: bool) -> Iterable[Masks]:
    """Families that may cover the items: with no occurrence to spare they are partitions, which are few."""
    if overlap and occurrences > items:
        return rows(items, occurrences)
    return _partitions((1 << items) - 1) if occurrences == items else ()


def _partitions(mask: int) -> Iterator[Masks]:
    """Yield every partition of the items of a mask, sets in descending order."""
    if not mask:
        yield ()
        return
    top = 1 << (mask.bit_length() - 1)
    rest = mask ^ top
    part = rest
    while True:
        for others in _partitions(rest ^ part):
            yield (top | part, *others)
        if not part:
            return
        part = (part - 1) & rest


@lru_cache(maxsize=256)
def _covering_table(items: int, occurrences: int, overlap: bool) -> Integers:
    return _covering(items, occurrences, overlap)


def orbits(table: Integers, group: Iterable[Permutation], items: int) -> Integers:
    """Return the rows that no permutation of the group maps to a larger row; bits from ``items`` on stay."""
    kept = table
    for permutation in group:
        if permutation == tuple(range(items)) or not len(kept):
            continue
        image = -np.sort(-renamed(kept, permutation), axis=1)
        kept = kept[~_larger(image, kept)]
    return kept


def renamed(table: Integers, permutation: Permutation) -> Integers:
    """Return the rows with item i called ``permutation[i]``."""
    rest = table >> len(permutation) << len(permutation)
    for item, name in enumerate(permutation):
        rest |= ((table >> item) & 1) << name
    return rest


def _larger(one: Integers, other: Integers) -> NDArray[np.bool_]:
    """Compare rows lexicographically."""
    differs = one != other
    first = np.argmax(differs, axis=1)
    here = np.arange(len(one))
    return np.asarray(differs.any(axis=1) & (one[here, first] > other[here, first]))


@lru_cache(maxsize=256)
def families(items: int, occurrences: int, *, overlap: bool = True) -> tuple[Masks, ...]:
    """Return every family in which so many items occur so many times in all, once up to renaming.

    >>> [len(families(items, 3)) for items in (1, 2, 3)]
    [1, 2, 3]
    """
    table = _covering_table(items, occurrences, overlap)
    kept = orbits(table, permutations(range(items)), items)
    return tuple(sorted(map(in_bits, kept.tolist()), key=lambda row: (len(row), row)))


def in_bits(row: Iterable[int]) -> Masks:
    """Return a row without its padding."""
    return tuple(mask for mask in row if mask)


@lru_cache(maxsize=4096)
def beside(family: Masks, occurrences: int, *, overlap: bool = True) -> tuple[Masks, ...]:
    """Return every family over the same items, once up to the renamings that leave the given one as it is.

    >>> beside((3,), 2)
    ((3,), (2, 1))
    """
    items = max(family).bit_length()
    table = _covering_table(items, occurrences, overlap)
    kept = orbits(table, automorphisms(items, family), items)
    return tuple(sorted(map(in_bits, kept.tolist()), key=lambda row: (len(row), row)))


@lru_cache(maxsize=4096)
def automorphisms(items: int, *families: Masks) -> tuple[Permutation, ...]:
    """Return the renamings of items that leave every one of some families as it is.

    >>> automorphisms(3, (3, 4))
    ((0, 1, 2), (1, 0, 2))
    """
    looks: dict[Any, list[int]] = {}
    for item in range(items):
        look = [sorted(mask.bit_count() for mask in family if mask >> item & 1) for family in families]
        looks.setdefault(str(look), []).append(item)
    kept = _renamings(tuple(map(tuple, looks.values())))
    for family in families:
        image = np.zeros((len(kept), len(family)), dtype=np.int64)
        for item in range(items):
            inside = np.array([(mask >> item) & 1 for mask in family], dtype=np.int64)
            image |= inside[None, :] << kept[:, item][:, None]
        kept = kept[(np.sort(image, axis=1) == np.array(sorted(family))).all(axis=1)]
    return tuple(map(tuple, kept.tolist()))


@lru_cache(maxsize=32)
def _renamings(alike: tuple[tuple[int, ...], ...]) -> Integers:
    """Return the renamings that exchange alike items alone."""
    images = np.array([sum(parts, ()) for parts in product(*map(permutations, alike))], dtype=np.int64)
    return images[:, np.argsort(sum(alike, ()))]


Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Block:
    """Cases with the same chosen sizes: the gold's masks, and those of every output, padded with 0."""

    sizes: Mapping[str, int]
    gold: Integers
    outputs: Mapping[str, Integers]


def reach(template: object, size: int) -> int:
    """Return up to how many occurrences a template is swept: plain ones have many rests, and large focal sets."""
    if not isinstance(template, Embedded):
        return size
    return max(size - 1, focus(least(template.generator, Chooser)[1]).occurrences + 2)


def blocks(embedded: Embedded, largest_size: int) -> Iterator[Block]:
    """Yield every case of up to ``largest_size`` occurrences in the gold and in the largest output."""
    for sizes, template in by_size(embedded.generator, Chooser, largest_size // 2):
        plain = focus(template)
        for focal in merged(plain) if embedded.merged else iter([plain]):
            room = largest_size - focal.occurrences if embedded.rest else 0
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
        clusters = _plain_covering(items, total - inside, needed)
        if not clusters:
            continue
        for row in _plain_covering(items, inside, needed & ~held):
            for other in clusters:
                yield (*categories, *row), other


@lru_cache(maxsize=512)
def _plain_covering(items: int, total: int, needed: int) -> Rows:
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
        return automorphisms(self.items, *self.outputs.values(), self.categories)

    def renamed(self, names: tuple[int, ...]) -> Focus:
        """Return the focus with item i called ``names[i]``; different items may get one name."""
        outputs = {name: _renamed(masks, names) for name, masks in self.outputs.items()}
        return Focus(max(names) + 1, _renamed(self.categories, names), outputs, self.open)


def _renamed(masks: Masks, names: tuple[int, ...]) -> Masks:
    return tuple(sum(1 << names[item] for item in items_of(mask)) for mask in masks)


def focus(template: PlainTemplate) -> Focus:
    """Give every focal item of a plain template a number, the same in every output: those of a category in turn."""
    totals: dict[tuple[str, int], int] = {}
    first = next(iter(template.outputs))
    for _, category, member, count in template.cells(first):
        totals[category, member] = totals.get((category, member), 0) + count
    starts, start = {}, 0
    for place, count in totals.items():
        starts[place], start = start, start + count
    categories = tuple(((1 << count) - 1) << starts[place] for place, count in totals.items())
    outputs = {output: _clusters(template, output, starts) for output in template.outputs}
    opened = tuple(k for k, (category, _) in enumerate(totals) if category in template.context.shared)
    return Focus(start, categories, outputs, opened)


def _clusters(template: PlainTemplate, output: str, starts: Mapping[tuple[str, int], int]) -> Masks:
    used = dict(starts)
    clusters: dict[int, int] = {}
    for cluster, category, member, count in template.cells(output):
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
