"""The inventory of labels and what lies above what: forests, and graphs in which a label has several parents.

Labels are numbers, sets of labels whole numbers with a bit for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import chain, permutations

ROOT = -1
"""Stands for the virtual root above all top labels, which is no label."""

Parents = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=1 << 14)
def bits(mask: int) -> tuple[int, ...]:
    """Return the labels of a set, in order.

    >>> bits(0b1101)
    (0, 2, 3)
    """
    return tuple(place for place in range(mask.bit_length()) if mask >> place & 1)


def mask_of(labels: Sequence[int]) -> int:
    """Return labels as a set."""
    found = 0
    for label in labels:
        found += 1 << label
    return found


def sizes_of(sets: Iterable[int], labels: int) -> list[int]:
    """Return of every label how many of some sets have it.

    >>> sizes_of([0b01, 0b11], 3)
    [2, 1, 0]
    """
    found = [0] * labels
    for mask in sets:
        for label in bits(mask):
            found[label] += 1
    return found


@dataclass(frozen=True, eq=False)
class Hierarchy:
    """The parents of every label; `of` returns the one object that has them.

    >>> tree = Hierarchy.of([(), (0,), (0,)])
    >>> tree.labels, tree.closure(0b110), tree.depth, tree.is_forest
    (3, 7, (1, 2, 2), True)
    """

    parents: Parents

    @classmethod
    def of(cls, parents: Sequence[Sequence[int]]) -> Hierarchy:
        """Return the hierarchy with these parents, always the same object."""
        return _hierarchy(tuple(map(tuple, parents)))

    def __reduce__(self) -> tuple[object, ...]:
        return _hierarchy, (self.parents,)

    @property
    def labels(self) -> int:
        """How many labels there are."""
        return len(self.parents)

    @cached_property
    def edges(self) -> int:
        """How many pairs of a label and a parent there are."""
        return sum(map(len, self.parents))

    @cached_property
    def is_forest(self) -> bool:
        """Whether no label has two parents."""
        return all(len(above) <= 1 for above in self.parents)

    @cached_property
    def ancestors(self) -> tuple[int, ...]:
        """Of every label the set of itself and all above it."""
        found: dict[int, int] = {}

        def above(label: int) -> int:
            if label not in found:
                found[label] = 1 << label
                for parent in self.parents[label]:
                    found[label] |= above(parent)
            return found[label]

        return tuple(above(label) for label in range(self.labels))

    @cached_property
    def depth(self) -> tuple[int, ...]:
        """Of every label how many labels are above it, itself included."""
        return tuple(map(int.bit_count, self.ancestors))

    @cached_property
    def _closures(self) -> dict[int, int]:
        return {0: 0}

    def closure(self, mask: int) -> int:
        """Return a set with all labels above its own."""
        found = self._closures.get(mask)
        if found is None:
            found = 0
            for label in bits(mask):
                found |= self.ancestors[label]
            self._closures[mask] = found
        return found

    def specific(self, mask: int) -> int:
        """Return the labels of a set that have no others of it below them."""
        below = 0
        for label in bits(mask):
            below |= self.ancestors[label] & ~(1 << label)
        return mask & ~below

    def siblings(self, one: int, other: int) -> bool:
        """Whether two labels have the same parents."""
        return one != other and set(self.parents[one]) == set(self.parents[other])

    def nearest(self, label: int, among: int) -> int:
        """Return the deepest label of a set that is above a label or the label itself, or the virtual root."""
        common = self.ancestors[label] & among
        return max(bits(common), key=lambda each: (self.depth[each], -each), default=ROOT)

    def path(self, label: int, top: int) -> set[int]:
        """Return the labels from one up to one above it, both included; in a forest."""
        found = {label, top}
        while label != top:
            label = self.parents[label][0] if self.parents[label] else ROOT
            found.add(label)
        return found

    @cached_property
    def _distances(self) -> tuple[tuple[int, ...], ...]:
        """Of every two labels how many edges are between them, with the virtual root above the top labels."""
        size = self.labels
        beside: list[set[int]] = [set() for _ in range(size + 1)]
        for label, above in enumerate(self.parents):
            for parent in above or (size,):
                beside[label].add(parent)
                beside[parent].add(label)
        found = []
        for start in range(size):
            known, edge = {start: 0}, [start]
            while edge:
                new = dict.fromkeys(chain.from_iterable(beside[place] for place in edge))
                steps = known[edge[0]] + 1
                edge = [place for place in new if place not in known]
                known.update(dict.fromkeys(edge, steps))
            found.append(tuple(known[label] for label in range(size)))
        return tuple(found)

    def distance(self, one: int, other: int) -> int:
        """Return how many edges are between two labels."""
        return self._distances[one][other]

    @cached_property
    def automorphisms(self) -> tuple[tuple[int, ...], ...]:
        """All ways to rename the labels that leave the hierarchy as it is; the first one changes nothing."""
        known = [frozenset(above) for above in self.parents]
        return tuple(
            order
            for order in permutations(range(self.labels))
            if all(
                known[order[label]] == {order[parent] for parent in above}
                for label, above in enumerate(self.parents)
            )
        )

    def renamed(self, mask: int, order: Sequence[int]) -> int:
        """Return a set with other names for its labels."""
        return mask_of([order[label] for label in bits(mask)])

    def extended(self) -> Hierarchy:
        """Return the hierarchy with one more top label, the last."""
        return Hierarchy.of([*self.parents, ()])


@cache
def _hierarchy(parents: Parents) -> Hierarchy:
    return Hierarchy(parents)


@lru_cache(maxsize=1 << 15)
def common_ancestors(tree: Hierarchy, gold: int, system: int) -> tuple[int, ...]:
    """Return the nodes of the graphs that lead from gold and system labels to the nearest ones above both sides; of a
    forest."""
    if not (gold and system):
        return 0, 0, 0
    sides = tree.specific(gold), tree.specific(system)
    graphs: list[set[int]] = [set(), set()]
    for place, own in enumerate(sides):
        others = tree.closure(sides[1 - place])
        for label in bits(own):
            top = tree.nearest(label, others)
            graphs[place] |= tree.path(label, top)
            graphs[1 - place].add(top)
    return len(graphs[0] & graphs[1]), len(graphs[0]), len(graphs[1])


@lru_cache(maxsize=1 << 15)
def recursion(tree: Hierarchy, counts: tuple[int, ...], mask: int) -> dict[int, int]:
    """Return how often the recursion adds the information of each label of a set: of a first label, of the others, and
    less that of the nearest labels above the first and each other one."""
    if not mask:
        return {}
    first, *rest = bits(mask)
    found = {first: 1}
    tops = {_nearest(tree, counts, first, other) for other in rest} - {ROOT}
    for sign, part in ((1, mask & (mask - 1)), (-1, sum(1 << top for top in tops))):
        for label, times in recursion(tree, counts, part).items():
            found[label] = found.get(label, 0) + sign * times
    return found


def _nearest(tree: Hierarchy, counts: tuple[int, ...], one: int, other: int) -> int:
    """Return the deepest label above two; of several the one with the most information, then the first."""
    common = bits(tree.ancestors[one] & tree.ancestors[other])
    return min(common, key=lambda label: (-tree.depth[label], max(counts[label], 1), label), default=ROOT)
