"""The relations between documents: how many of one side's, weighted, are among the other side's.

A side states that a document has priority over another once for every pair of occurrences of which the first is in a
higher level, and that two documents belong together once for every cluster that holds both. A relation that a side
states x times and the other side g times is right with probability min(g, x)/x.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from axiometrics.tasks.organization.kinds import ALONE, Kind, Kinds, Place
from axiometrics.tasks.organization.weighting import Weighting, level_weights

__all__ = ["Shares", "shares"]


class Shares(NamedTuple):
    """What the formulas of this task are made of; a share of nothing is 0.

    ``stated`` and ``demanded`` count the levels of the system and of the gold that have something below them,
    ``listed`` and ``organized`` the occurrences of the system and of the gold.
    """

    priority_reliability: Any
    priority_sensitivity: Any
    clustering_reliability: Any
    clustering_sensitivity: Any
    stated: Any
    demanded: Any
    listed: Any
    organized: Any


def shares(found: Kinds, weights: Weighting, number: Callable[[Fraction], Any] = Fraction) -> Shares:
    """Return the shares of an organization, exact unless ``number`` makes floats. Cost O(kinds^2).

    >>> from axiometrics.tasks.organization.organization import Organization
    >>> half = Organization.from_notation("[d1 d3] | [d1 d2]")
    >>> shares(half.kinds, Weighting(Fraction(1), "open"))[:2]
    (Fraction(1, 2), Fraction(1, 2))
    """
    return Shares(*(share(name, found, weights, number) for name in Shares._fields))


def share(name: str, found: Kinds, weights: Weighting, number: Callable[[Fraction], Any] = Fraction) -> Any:
    """Return one of the shares by name; see `shares`."""
    if name in ("priority_reliability", "clustering_reliability"):
        return (_priority if name.startswith("priority") else _clustering)(found, weights, number)
    if name in ("priority_sensitivity", "clustering_sensitivity"):
        return share(name.replace("sensitivity", "reliability"), found.turned(), weights, number)
    levels = found.system_levels if name in ("stated", "listed") else found.gold_levels
    if name in ("listed", "organized"):
        return sum(levels)
    return max(len(levels) - (weights.tail == "none"), 0)


def _priority(found: Kinds, weights: Weighting, number: Callable[[Fraction], Any]) -> Any:
    """Share of the system's priorities that the gold has.

    An occurrence's relations lead to everything outside its level; each weighs as much of the occurrence's weight as
    its other end weighs there.
    """
    sizes = found.system_levels
    if len(sizes) + (weights.tail != "none") < 2:
        return number(Fraction(0))
    weight, tail = level_weights(sizes, weights, number)
    rest = [1 - each * size for each, size in zip(weight, sizes, strict=True)]
    total = number(Fraction(0))
    for kind in found.kinds:
        if weights.tail != "none":
            total += kind.count * _over_tail(kind, weight, rest, tail)
        for other in found.kinds:
            right = _right(kind, other, weights.tail)
            if right:
                total += number(right) * kind.count * other.count * _linked(kind, other, weight, rest)
    return total


def _over_tail(kind: Kind, weight: list[Any], rest: list[Any], tail: Any) -> Any:
    """The right relations of a document with the tail, seen from both ends."""
    if not kind.system:
        return 0
    right = min(len(kind.gold), len(kind.system))
    ends = sum(weight[level] * (tail / rest[level] + tail / (1 - tail)) for level, _ in kind.system)
    return ends * right / len(kind.system)


def _right(kind: Kind, other: Kind, tail: str) -> Fraction | None:
    """How probably the gold has the priority of one document over another; None where the system states none."""
    stated = _steps(kind.system, other.system)
    if not stated:
        return None
    known = _steps(kind.gold, other.gold)
    if tail == "open" and not other.gold:
        known = len(kind.gold)
    return Fraction(min(stated, known), stated)


def _steps(upper: tuple[Place, ...], lower: tuple[Place, ...]) -> int:
    return sum(one < other for one, _ in upper for other, _ in lower)


def _linked(kind: Kind, other: Kind, weight: list[Any], rest: list[Any]) -> Any:
    """What the pairs of occurrences weigh of which the first is in a higher level, seen from both ends."""
    return sum(
        weight[one] * weight[below] * (1 / rest[one] + 1 / rest[below])
        for one, _ in kind.system
        for below, _ in other.system
        if one < below
    )


def _clustering(found: Kinds, weights: Weighting, number: Callable[[Fraction], Any]) -> Any:
    """Share of the system's clustering relations that the gold has; those in the tail, of which there are none, count.

    Every occurrence in a cluster is related to all documents of the cluster, itself included.
    """
    if not found.system_levels:
        return number(Fraction(int(weights.tail != "none")))
    weight, total = level_weights(found.system_levels, weights, number)
    sizes = found.system_clusters
    for kind in found.kinds:
        if not kind.system:
            continue
        alone = sum(weight[level] / (1 if place == ALONE else sizes[place]) for level, place in kind.system)
        right = Fraction(min(len(kind.gold), len(kind.system)), len(kind.system))
        total += number(right) * kind.count * alone
        for other in found.kinds:
            pairs = kind.count * (other.count - (kind is other))
            shared = _common(kind.system, other.system) if pairs else []
            if shared:
                right = Fraction(min(len(_common(kind.gold, other.gold)), len(shared)), len(shared))
                total += number(right) * pairs * sum(weight[level] / sizes[place] for level, place in shared)
    return total


def _common(one: tuple[Place, ...], other: tuple[Place, ...]) -> list[Place]:
    return [place for place in one if place[1] != ALONE and place in other]
