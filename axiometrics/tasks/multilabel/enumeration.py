"""All hierarchies and outputs of a size, those alike up to names once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, combinations_with_replacement, permutations, product
from operator import attrgetter

from axiometrics.tasks.multilabel import Assignment
from axiometrics.tasks.multilabel.hierarchy import ROOT, Hierarchy, Parents, bits, mask_of


@lru_cache(maxsize=16)
def forests(labels: int) -> tuple[Hierarchy, ...]:
    """Return every forest of so many labels, each shape once, those with few edges first.

    >>> [len(forests(labels)) for labels in range(1, 7)]
    [1, 2, 4, 9, 20, 48]
    """
    found: dict[object, Hierarchy] = {}
    for above in product(*(range(ROOT, label) for label in range(labels))):
        tree = Hierarchy.of([() if parent == ROOT else (parent,) for parent in above])
        found.setdefault(_shape(tree), tree)
    return tuple(sorted(found.values(), key=lambda tree: (tree.edges, tree.parents)))


def _shape(tree: Hierarchy) -> object:
    below: dict[int, list[int]] = {label: [] for label in range(ROOT, tree.labels)}
    for label, above in enumerate(tree.parents):
        below[above[0] if above else ROOT].append(label)

    def shape(label: int) -> tuple[object, ...]:
        return tuple(sorted(map(shape, below[label]), key=repr))

    return shape(ROOT)


@lru_cache(maxsize=16)
def dags(labels: int) -> tuple[Hierarchy, ...]:
    """Return every graph of so many labels in which some label has two parents, each shape once.

    No label has a parent that is also above another of its parents.

    >>> [len(dags(labels)) for labels in range(1, 5)]
    [0, 0, 1, 7]
    """
    return tuple(sorted(_shapes(labels), key=lambda graph: (graph.edges, graph.parents)))


def _shapes(labels: int) -> Iterator[Hierarchy]:
    known: set[Parents] = set()
    choices = [
        [each for count in range(label + 1) for each in combinations(range(label), count)]
        for label in range(labels)
    ]
    for above in product(*choices):
        graph = Hierarchy.of(above)
        if graph.is_forest or any(_redundant(graph, each) for each in above):
            continue
        form = min(_ordered(above, order) for order in permutations(range(labels)))
        if form not in known:
            known.add(form)
            yield graph


def _redundant(graph: Hierarchy, above: Sequence[int]) -> bool:
    return any(graph.ancestors[one] >> other & 1 for one, other in permutations(above, 2))


def _ordered(above: Sequence[Sequence[int]], order: Sequence[int]) -> Parents:
    found: list[tuple[int, ...]] = [()] * len(order)
    for label, parents in enumerate(above):
        found[order[label]] = tuple(sorted(order[parent] for parent in parents))
    return tuple(found)


@lru_cache(maxsize=4)
def _sides(labels: int) -> tuple[list[int], list[tuple[int, ...]]]:
    """Return all sets of so many labels, and all lists."""
    lists = chain.from_iterable(permutations(range(labels), count) for count in range(labels + 1))
    return list(range(1 << labels)), list(lists)


@lru_cache(maxsize=8)
def _trees(labels: int, kind: str) -> tuple[Hierarchy, ...]:
    found = dags(labels) if kind == "dag" else forests(labels)
    return found[:1] if kind == "flat" else found


def _sizes(size: int) -> Iterator[tuple[int, int]]:
    return ((whole - labels, labels) for whole in range(2, size + 1) for labels in range(1, whole))


Item = tuple[int, tuple[int, ...]]
"""Gold labels, and the system's list."""
Items = tuple[Item, ...]

LISTED = 5
"""Items and labels from which on not every order of the lists is tried."""


def grid_text(size: int) -> str:
    """Say what is tried where that is not all outputs of a size; nothing where it is.

    >>> grid_text(4), grid_text(5)
    ('', 'size 4, 5 in label order')
    """
    if size < LISTED:
        return ""
    return f"size {size - 1}, {size} in label order"


@lru_cache(maxsize=24)
def bases(size: int, kind: str, *, perfect: bool = False) -> list[Assignment]:
    """Return all outputs of up to so many items and labels, smallest first, those alike up to names once.

    From `LISTED` on the lists of the largest ones are in the order of the labels.

    >>> [each.notation() for each in bases(2, "any")]
    ['a   gold -   system -', 'a   gold -   system a', 'a   gold a   system -', 'a   gold a   system a']
    """
    found: list[Assignment] = []
    for items, labels in _sizes(size):
        sets, lists = _sides(labels)
        in_order = perfect or items + labels == size >= LISTED
        some = [labels for labels in lists if not in_order or labels == tuple(sorted(labels))]
        single = [(gold, bits(gold)) for gold in sets] if perfect else list(product(sets, some))
        for tree in _trees(labels, kind):
            orders = tree.automorphisms[1:]
            found += [
                Assignment(tree, *zip(*made, strict=True))
                for made in combinations_with_replacement(single, items)
                if all(_renamed(made, order, in_order) >= made for order in orders)
            ]
    return sorted(found, key=attrgetter("order"))


def _renamed(made: Items, order: tuple[int, ...], in_order: bool) -> Items:
    return tuple(sorted(_renamed_item(item, order, in_order) for item in made))


@lru_cache(maxsize=1 << 16)
def _renamed_item(item: Item, order: tuple[int, ...], in_order: bool) -> Item:
    gold, labels = mask_of([order[label] for label in bits(item[0])]), [order[label] for label in item[1]]
    return gold, tuple(sorted(labels) if in_order else labels)


def small_outputs(size: int) -> Iterator[Assignment]:
    """Yield every output of up to so many items and labels, smallest first."""
    for items, labels in _sizes(size):
        single = list(product(*_sides(labels)))
        for tree in _trees(labels, "any"):
            for made in product(single, repeat=items):
                yield Assignment(tree, *zip(*made, strict=True))
