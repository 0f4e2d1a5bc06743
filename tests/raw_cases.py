"""Cases made from raw label vectors by the words of a constraint, with nothing of the checker's own machinery."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

Labels = tuple[int, ...]
NEW = 90
"""Names for clusters that a change makes."""


class RawCase(NamedTuple):
    gold: Labels
    worse: Labels
    better: Labels

    @property
    def size(self) -> tuple[int, int, int]:
        """The task's size order: items, then clusters of both outputs, then categories."""
        return len(self.gold), len(set(self.worse)) + len(set(self.better)), len(set(self.gold))


def labellings(items: int) -> Iterator[Labels]:
    """Every label vector, once up to the names of the labels: a new label is the next number."""
    if items == 0:
        yield ()
        return
    for start in labellings(items - 1):
        yield from ((*start, label) for label in range(max(start, default=-1) + 2))


@cache
def raw_cases(constraint: str, most: int) -> tuple[RawCase, ...]:
    """Every case of up to ``most`` items, in no order."""
    change = {"homogeneity": _splits, "completeness": _joins, "rag_bag": _moves}[constraint]
    return tuple(
        case
        for items in range(1, most + 1)
        for gold in labellings(items)
        for system in labellings(items)
        for case in change(gold, system)
    )


def _splits(gold: Labels, system: Labels) -> Iterator[RawCase]:
    """A cluster of exactly two categories falls into its two pure parts."""
    for cluster in set(system):
        held = {g for g, c in zip(gold, system, strict=True) if c == cluster}
        if len(held) == 2:
            split = tuple(
                NEW if c == cluster and g == min(held) else c for g, c in zip(gold, system, strict=True)
            )
            yield RawCase(gold, system, split)


def _joins(gold: Labels, system: Labels) -> Iterator[RawCase]:
    """Two pure clusters of one category become one."""
    held = {c: {g for g, other in zip(gold, system, strict=True) if other == c} for c in set(system)}
    for one in held:
        for other in held:
            if one < other and len(held[one]) == 1 and held[one] == held[other]:
                yield RawCase(gold, system, tuple(one if c == other else c for c in system))


def _moves(gold: Labels, system: Labels) -> Iterator[RawCase]:
    """An item z alone in its category leaves {A^n z} for {u_1 ... u_n}; A is whole, all others are unary."""
    sizes, clusters = Counter(gold), Counter(system)
    for place, category in enumerate(gold):
        if sizes[category] > 1:
            continue
        home = [g for other, g in enumerate(gold) if system[other] == system[place] and other != place]
        if len(home) < 2 or len(set(home)) > 1 or sizes[home[0]] != len(home):
            continue
        for bag in clusters:
            inside = [g for g, c in zip(gold, system, strict=True) if c == bag]
            unary = all(sizes[g] == 1 for g in inside)
            if bag != system[place] and len(inside) == len(home) and unary:
                moved = tuple(bag if other == place else c for other, c in enumerate(system))
                yield RawCase(gold, system, moved)
