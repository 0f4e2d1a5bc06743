"""Ranks weighed for reliability: what each weighs, what lies below the list weighs, and which priorities are right.

Rank i has the weight w(i) = c/((c + i - 1)(c + i)), so that the first n ranks weigh w together with c = n(1 - w)/w;
everything below a list of m documents weighs T = c/(c + m).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axiometrics.formulas import ratio
from axiometrics.parameters import Combined

__all__ = ["SPREAD", "predicted", "spread", "weight"]


def spread(n: Any, w: Any) -> Any:
    """The constant c of the weights.

    >>> from fractions import Fraction
    >>> spread(30, Fraction(4, 5))
    Fraction(15, 2)
    """
    return n * (1 - w) / w


SPREAD = Combined("c", "n(1 - w)/w", of=spread, parameter="n", at=(("w", Fraction(1, 2)),))
"""The parameters n and w matter only through c; with w = 1/2 it is n."""


def weight(c: Any, rank: Any) -> Any:
    """The weight of a rank."""
    return c / ((c + rank - 1) * (c + rank))


def odds(c: Any, rank: Any) -> Any:
    """w(i)/(1 - w(i))."""
    return c / ((c + rank - 1) * (c + rank) - c)


def predicted(listing: Any, c: Any, tail: str) -> Any:
    """Share of the list's priorities that a gold of one level has, weighted by rank.

    The priorities over what is not listed count in both readings. Those of a listed relevant document over a listed
    non-relevant one, which the gold leaves in its tail, count when the tail is open.
    """
    below = c / (c + listing.listed)
    over_tail = listing.ranks(lambda at: at.b * weight(c, at.i)) * ratio(c, listing.listed, 0)
    unlisted = below * listing.ranks(lambda at: at.b * odds(c, at.i)) + over_tail
    if tail == "closed":
        return unlisted
    inside = listing.pairs(
        lambda at, low: (
            at.b * (1 - low.e) * (odds(c, at.i) * weight(c, low.j) + odds(c, low.j) * weight(c, at.i))
        )
    )
    return inside + unlisted
