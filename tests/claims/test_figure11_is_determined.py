"""The printed values of two columns of Figure 11 (2009), BCubed left out, fit one pair of clusterings alone.

Where inverse purity is 1 and class entropy 0 (rag bag) no category is divided, so that a clustering is a multiset of
partitions: the clusters, each with the sizes of its categories. Where purity is 1 and entropy 0 (size versus quantity)
no cluster is mixed: the categories, each with the sizes of its clusters. Here are all of them up to a number of items.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, log2, sqrt

ITEMS = 16
Blocks = tuple[tuple[int, ...], ...]


def partitions(n: int, largest: int | None = None) -> Iterator[tuple[int, ...]]:
    if n == 0:
        yield ()
    for part in range(min(n, largest or n), 0, -1):
        for rest in partitions(n - part, part):
            yield (part, *rest)


def clusterings(items: int) -> Iterator[Blocks]:
    blocks = sorted(
        ((size, block) for size in range(1, items + 1) for block in partitions(size)), reverse=True
    )

    def chosen(left: int, first: int) -> Iterator[Blocks]:
        if left == 0:
            yield ()
        for place in range(first, len(blocks)):
            size, block = blocks[place]
            if size <= left:
                for rest in chosen(left - size, place):
                    yield (block, *rest)

    yield from chosen(items, 0)


def printed(value: float, target: float) -> bool:
    """Whether a value is the printed one, rounded or cut to two decimals."""
    return abs(value - target) <= 0.005 + 1e-9 or -1e-9 <= value - target < 0.01


def pair_counts(blocks: Blocks) -> tuple[int, int, int]:
    """All pairs, those within a block, and those within a part of a block."""
    return (
        comb(sum(map(sum, blocks)), 2),
        sum(comb(sum(block), 2) for block in blocks),
        sum(comb(part, 2) for block in blocks for part in block),
    )


def entropy(sizes: list[int]) -> float:
    return -sum(size / sum(sizes) * log2(size / sum(sizes)) for size in sizes)


def fits(blocks: Blocks, rand: float, jaccard: float, fowlkes: float) -> bool:
    pairs, inside, right = pair_counts(blocks)
    return (
        inside > 0
        and printed((pairs - inside + right) / pairs, rand)
        and printed(right / inside, jaccard)
        and printed(sqrt(right / inside), fowlkes)
    )


def test_the_rag_bag_pair_is_the_only_one() -> None:
    found = []
    for items in range(2, ITEMS + 1):
        for blocks in clusterings(items):
            purity = sum(max(block) for block in blocks) / items
            noise = sum(sum(block) / items * entropy(list(block)) for block in blocks)
            if fits(blocks, 0.72, 0.37, 0.61) and printed(purity, 0.55) and printed(noise, 1.29):
                found.append(blocks)
    assert sorted(found) == [((1, 1, 1, 1, 1), (4,)), ((4, 1), (1, 1, 1, 1))]


def test_the_size_versus_quantity_pair_is_the_only_one() -> None:
    found = []
    for items in range(2, ITEMS + 1):
        for blocks in clusterings(items):
            information = entropy([sum(block) for block in blocks])
            if fits(blocks, 0.95, 0.71, 0.84) and printed(information, 2.19):
                found.append(blocks)
    assert sorted(found) == [((4, 1), (2,), (2,), (2,), (2,)), ((5,), (1, 1), (1, 1), (1, 1), (1, 1))]
