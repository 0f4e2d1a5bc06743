"""Metrics of overlapping clusterings straight from their definitions, on lists of sets, with fractions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

Sets = Sequence[frozenset[int]]


def together(family: Sets, one: int, other: int) -> int:
    return sum(one in part and other in part for part in family)


def mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def share(judged: Sets, other: Sets, one: int, item: int) -> Fraction:
    own = together(judged, one, item)
    return Fraction(min(own, together(other, one, item)), own)


def by_items(judged: Sets, other: Sets) -> Fraction:
    """Extended BCubed precision of the judged family: every item, then everything it shares a set with."""
    items = sorted(frozenset().union(*judged))
    return mean([mean([share(judged, other, e, f) for f in items if together(judged, e, f)]) for e in items])


def by_occurrences(judged: Sets, other: Sets) -> Fraction:
    """Reliability of the judged family: every occurrence of an item, then the set in which it occurs."""
    return mean(
        [mean([share(judged, other, e, f) for f in sorted(part)]) for part in judged for e in sorted(part)]
    )


def pure(judged: Sets, other: Sets) -> Fraction:
    return Fraction(
        sum(max(len(part & category) for category in other) for part in judged), sum(map(len, judged))
    )


def harmonic(one: Fraction, other: Fraction) -> Fraction:
    return 2 * one * other / (one + other)


def naive(key: str, gold: Sets, system: Sets) -> Fraction:
    kinds = {
        "bcubed_extended": (by_items, ("precision", "recall", "f")),
        "clustering": (by_occurrences, ("reliability", "sensitivity", "rs")),
        "purity": (pure, ("purity", "inverse", "f")),
    }
    words = key.removesuffix("_f").split("_")
    kind = next(name for name in kinds if all(part in key for part in name.split("_")))
    count, (forward, backward, _) = kinds[kind]
    if key == "purity" or (forward in words and kind != "purity"):
        return count(system, gold)
    if backward in words:
        return count(gold, system)
    return harmonic(count(system, gold), count(gold, system))


def random_family(shuffle: random.Random, items: int, sets: int) -> list[frozenset[int]]:
    """Sets of items; those that are in none get one together."""
    family = [frozenset(e for e in range(items) if shuffle.random() < 0.4) for _ in range(sets)]
    left = frozenset(range(items)).difference(*family)
    return [part for part in (*family, left) if part]
