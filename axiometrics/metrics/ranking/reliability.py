"""Reliability and sensitivity of binary rankings: do the list's and the gold's priorities predict each other?

Rank i has the weight w(i) = c/((c + i - 1)(c + i)) with c = n(1 - w)/w, so that the first n ranks weigh w together;
everything below a list of m documents weighs T = c/(c + m). One level per document, one gold level.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axiometrics.formulas import UNDEFINED, guarded, ratio
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

__all__ = ["reliability", "rs_f", "sensitivity"]

FAMILY = "reliability and sensitivity"
WEIGHTS = [
    Parameter("n", default=10, above=0),
    Parameter("w", default=Fraction(4, 5), above=0, below=1),
    Parameter("tail", default="open", choices=("open", "closed")),
]


def spread(n: Any, w: Any) -> Any:
    """The constant c of the weights."""
    return n * (1 - w) / w


def weight(c: Any, rank: Any) -> Any:
    """The weight of a rank."""
    return c / ((c + rank - 1) * (c + rank))


def odds(c: Any, rank: Any) -> Any:
    """w(i)/(1 - w(i))."""
    return c / ((c + rank - 1) * (c + rank) - c)


def predicted(listing: Any, n: Any, w: Any, tail: str) -> Any:
    """Share of the list's priorities that the gold has, weighted by rank.

    The priorities over what is not listed count in both readings. Those of a listed relevant document over a listed
    non-relevant one, which the gold leaves in its tail, count when the tail is open.
    """
    c = spread(n, w)
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


@metric(task="ranking", family=FAMILY, cites="amigo2013", parameters=WEIGHTS)
def reliability(listing: Any, *, n: Any, w: Any, tail: str) -> Any:
    """Probability that a priority relation of the list, drawn by rank weights, is one of the gold.

    Range [0, 1), more is better; a strict order of two relevant documents is no priority of the gold, so 1 is out of
    reach. ``tail=open``: a relevant document has priority over every other one, ``closed``: only over those that
    neither side lists. Undefined for an empty list.

    >>> round(reliability("r - r"), 6)
    0.672561
    """
    return guarded(predicted(listing, n, w, tail), listing.listed, UNDEFINED)


@metric(task="ranking", family=FAMILY, cites="amigo2013", parameters=WEIGHTS)
def sensitivity(listing: Any, *, n: Any, w: Any, tail: str) -> Any:
    """Probability that a priority relation of the gold is one of the list.

    The gold has one level, all of whose documents weigh the same, so for binary rankings this is recall whatever the
    parameters. Range [0, 1], best 1. Undefined where nothing is relevant (R = 0).

    >>> sensitivity("r - r | r r")
    0.5
    """
    return ratio(listing.ranks(lambda at: at.b), listing.relevant, UNDEFINED)


@metric(task="ranking", family=FAMILY, cites="amigo2013", parameters=WEIGHTS)
def rs_f(listing: Any, *, n: Any, w: Any, tail: str) -> Any:
    """Harmonic mean of reliability and sensitivity (R*S).

    Range [0, 1), more is better; 0 where the list has nothing relevant, also where it is empty. Undefined where
    nothing is relevant (R = 0).

    >>> round(rs_f("r - r | r"), 6)
    0.669601
    """
    trust = predicted(listing, n, w, tail)
    share = ratio(listing.ranks(lambda at: at.b), listing.relevant, UNDEFINED)
    return ratio(2 * trust * share, trust + share, 0)
