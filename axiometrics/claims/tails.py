"""Reliability and sensitivity of priorities in further readings of what is said of the unlimited tail.

The formulas of 2013 leave open how a document's priority over the tail is found on the other side: in the share of the
document's occurrences that are organized there, or always, since the tail is unlimited and whatever is not organized is
a part of it that does not count. They have two such terms, one of the document's priorities over the tail, and one of
the tail's relations to documents. Weights and all else are those of the registered metrics.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from axiometrics.parameters import split_key
from axiometrics.tasks.organization.distribution import Distribution
from axiometrics.tasks.organization.organization import Organization
from axiometrics.tasks.organization.weighting import Weighting, weighting

__all__ = ["readings"]


@dataclass(frozen=True)
class _Side:
    """The occurrences of one side as (document, level), what each weighs, and the weight of the tail."""

    occurrences: tuple[tuple[str, int], ...]
    weights: tuple[Fraction, ...]
    tail: Fraction

    @property
    def documents(self) -> Counter[str]:
        """How often each document occurs."""
        return Counter(name for name, _ in self.occurrences)

    @property
    def priorities(self) -> Counter[tuple[str, str]]:
        """How often each document is in a higher level than another one."""
        return Counter((a, b) for a, i in self.occurrences for b, j in self.occurrences if i < j)


def readings(label: str, output: str) -> Iterator[tuple[str, Fraction]]:
    """Yield the further readings of a metric of priorities, and the exact value of an output in each.

    >>> dict(readings("reliability_priority(tail=closed)", "[d1] [d3] | [d1] [d2]"))["over the tail always, closed"]
    Fraction(1523, 2226)
    """
    key, given = split_key(label)
    if not key.endswith("_priority"):
        return
    weights = weighting(**given)
    sides = _sides(output, weights)
    one, other = sides if key.startswith("reliability") else sides[::-1]
    names = {
        "over the tail always": (True, False),
        "under the tail always": (False, True),
        "both always": (True, True),
    }
    for name, (over, under) in names.items():
        yield (
            f"{name}, {weights.tail}",
            _share(one, other, over=over, under=under, closed=weights.tail == "closed"),
        )


def _sides(output: str, weights: Weighting) -> tuple[_Side, _Side]:
    """Return system and gold of an output."""
    found = Organization.from_notation(output)
    return _side(found.system, weights.c), _side(found.gold, weights.c)


def _side(levels: Distribution, c: Fraction) -> _Side:
    occurrences: list[tuple[str, int]] = []
    shares: list[Fraction] = []
    for place, level in enumerate(levels):
        names = [str(name) for cluster in level for name in cluster]
        above = len(occurrences)
        whole = c / (c + above) - c / (c + above + len(names))
        occurrences += [(name, place) for name in names]
        shares += [whole / len(names)] * len(names)
    return _Side(tuple(occurrences), tuple(shares), c / (c + len(occurrences)))


def _share(one: _Side, other: _Side, *, over: bool, under: bool, closed: bool) -> Fraction:
    """Return the share of one side's priorities that the other side has, weighted."""
    level: dict[int, Fraction] = {}
    for (_, place), weight in zip(one.occurrences, one.weights, strict=True):
        level[place] = level.get(place, Fraction(0)) + weight
    total = Fraction(0)
    for (name, place), weight in zip(one.occurrences, one.weights, strict=True):
        found = Fraction(min(one.documents[name], other.documents[name]), one.documents[name])
        inside = sum(
            _right(one, other, pair=(name, low) if place < below else (low, name), closed=closed) * share
            for (low, below), share in zip(one.occurrences, one.weights, strict=True)
            if below != place
        )
        total += weight / (1 - level[place]) * (inside + (1 if over else found) * one.tail)
        total += (1 if under else found) * weight * one.tail / (1 - one.tail)
    return total


def _right(one: _Side, other: _Side, *, pair: tuple[str, str], closed: bool) -> Fraction:
    """Return the share of a priority's occurrences that the other side has; open, also over what it leaves out."""
    there = other.priorities[pair]
    if not closed and not other.documents[pair[1]]:
        there = other.documents[pair[0]]
    return Fraction(min(there, one.priorities[pair]), one.priorities[pair])
