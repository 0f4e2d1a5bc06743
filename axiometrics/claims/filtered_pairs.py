"""Reliability and sensitivity of a filtered collection, averaged over documents, beside the printed products."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from axiometrics.claims.files import Compared, Stated

__all__ = ["comparisons"]

_DOCUMENTS = 7
Counts = tuple[int, ...]
"""Relevant and irrelevant documents that are selected, then those that are not."""


def comparisons() -> Iterator[Stated]:
    """Compare both for every table with documents on both sides of system and gold.

    >>> [each.about.agrees for each in comparisons()]
    [True, True]
    """
    tables = [
        each
        for each in product(range(_DOCUMENTS + 1), repeat=4)
        if sum(each) <= _DOCUMENTS
        and all(side for pair in (_sides(each), _sides(_exchanged(each))) for side in pair)
    ]
    for name, turned in (("reliability", False), ("sensitivity", True)):
        found = [_exchanged(each) if turned else each for each in tables]
        against = [each for each in found if _average(each) != _product(each)]
        told = (
            f"{against[0]}" if against else f"equal for {len(found)} tables of up to {_DOCUMENTS} documents"
        )
        yield Stated(name, Compared("equal", told, not against))


def _sides(counts: Counts) -> tuple[int, int]:
    """Return how many documents are selected, and how many are not."""
    return counts[0] + counts[1], counts[2] + counts[3]


def _exchanged(counts: Counts) -> Counts:
    """Return the table with system and gold exchanged."""
    return counts[0], counts[2], counts[1], counts[3]


def _average(counts: Counts) -> Fraction:
    """Return the mean, over documents, of the share of its priorities that the other side has.

    A document that is selected has priority over all that are not, and the other side has those of relevant ones over
    irrelevant ones.
    """
    above_right, above_wrong, below_right, below_wrong = counts
    above, below = above_right + above_wrong, below_right + below_wrong
    shares = [Fraction(below_wrong, below)] * above_right + [Fraction(0)] * above_wrong
    shares += [Fraction(0)] * below_right + [Fraction(above_right, above)] * below_wrong
    return sum(shares, Fraction(0)) / len(shares)


def _product(counts: Counts) -> Fraction:
    """Return the product of the precisions of both sides."""
    above_right, above_wrong, below_right, below_wrong = counts
    return Fraction(above_right, above_right + above_wrong) * Fraction(below_wrong, below_right + below_wrong)
