"""Reliability and sensitivity of organizations, straight from the definition: a loop over pairs of occurrences.

Nothing here is taken from the package. A distribution is a list of levels, a level a list of clusters, a cluster a list
of documents. Every relation is counted and weighed by itself, in fractions.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import NamedTuple

Levels = list[list[list[Hashable]]]


class Occurrence(NamedTuple):
    document: Hashable
    level: int
    cluster: int


def occurrences(levels: Levels) -> list[Occurrence]:
    found, number = [], 0
    for depth, level in enumerate(levels):
        for cluster in level:
            found += [Occurrence(document, depth, number) for document in cluster]
            number += 1
    return found


def weights(levels: Levels, c: Fraction) -> tuple[list[Fraction], Fraction]:
    """Integrate c/x^2 over each level's positions, and share it; the tail has what is left."""
    found, above = [], 0
    for level in levels:
        size = sum(len(cluster) for cluster in level)
        found.append((c / (c + above) - c / (c + above + size)) / size)
        above += size
    return found, c / (c + above)


def before(side: list[Occurrence], one: Hashable, other: Hashable) -> int:
    return sum(a.document == one and b.document == other and a.level < b.level for a in side for b in side)


def together(side: list[Occurrence], one: Hashable, other: Hashable) -> int:
    def clusters(document: Hashable) -> set[int]:
        return {each.cluster for each in side if each.document == document}

    return len(clusters(one) & clusters(other))


def reliability_of_priorities(system: Levels, gold: Levels, c: Fraction, tail: str) -> Fraction:
    x, g = occurrences(system), occurrences(gold)
    if tail == "none":
        weight, below = [Fraction(1, len(x))] * len(system), Fraction(0)
    else:
        weight, below = weights(system, c)
    named = {each.document for each in g}
    total = Fraction(0)
    for a in x:
        outside = 1 - sum(weight[b.level] for b in x if b.level == a.level)
        for b in x:
            if a.level == b.level:
                continue
            upper, lower = (a, b) if a.level < b.level else (b, a)
            stated = before(x, upper.document, lower.document)
            known = before(g, upper.document, lower.document)
            if tail == "open" and lower.document not in named:
                known = sum(each.document == upper.document for each in g)
            total += weight[a.level] * weight[b.level] / outside * Fraction(min(stated, known), stated)
        if tail != "none":
            have = sum(each.document == a.document for each in x)
            right = Fraction(min(have, sum(each.document == a.document for each in g)), have)
            total += right * weight[a.level] * below / outside
            total += right * weight[a.level] * below / (1 - below)
    return total


def reliability_of_clusters(system: Levels, gold: Levels, c: Fraction, tail: str) -> Fraction:
    x, g = occurrences(system), occurrences(gold)
    if tail == "none":
        weight, total = [Fraction(1, len(x))] * len(system), Fraction(0)
    else:
        weight, total = weights(system, c)
    for a in x:
        fellows = [b for b in x if b.cluster == a.cluster]
        whole = sum(weight[b.level] for b in fellows)
        for b in fellows:
            stated = together(x, a.document, b.document)
            known = together(g, a.document, b.document)
            total += weight[a.level] * weight[b.level] / whole * Fraction(min(stated, known), stated)
    return total


def all_four(system: Levels, gold: Levels, c: Fraction, tail: str) -> tuple[Fraction, ...]:
    """R and S of priorities, R and S of clusters."""
    return (
        reliability_of_priorities(system, gold, c, tail),
        reliability_of_priorities(gold, system, c, tail),
        reliability_of_clusters(system, gold, c, tail),
        reliability_of_clusters(gold, system, c, tail),
    )
