"""A reader goes down the list and stops: at a document that satisfies them, or at any rank by chance."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from axiometrics.formulas import UNDEFINED, guarded, inverse_log2, maximum, power
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from axiometrics.tasks.ranking.view import ListView

__all__ = ["err", "last_relevant", "rbp", "reciprocal_rank", "time_biased_gain"]

CASCADE = "cascade"


@metric(task="ranking", family=CASCADE, cites="voorhees1999", aliases=("RR", "MRR", "recip_rank"))
def reciprocal_rank(listing: ListView) -> Quantity:
    """One over the rank of the first relevant document, 0 if there is none.

    Range [0, 1], best 1. Never undefined. Over several topics its mean is MRR.

    >>> reciprocal_rank("- r r")
    0.5
    """
    return listing.cascade(lambda at: 1 / at.i, lambda at: at.b)


@metric(
    task="ranking",
    family=CASCADE,
    cites="chapelle2009",
    parameters=[Parameter("gmax", default=1, above=0, whole=True, most=100)],
    aliases=("expected_reciprocal_rank",),
)
def err(listing: ListView, *, gmax: Quantity) -> Quantity:
    """Expected reciprocal rank of the document where a reader stops, who stops at grade x with (2^x - 1)/2^gmax.

    Range [0, 1), more is better. Undefined where a document of the collection has a grade above gmax.

    >>> err("r - r")
    0.5833333333333334
    """
    stopped = listing.cascade(lambda at: 1 / at.i, lambda at: (power(2, at.x) - 1) / 2**gmax)
    room = maximum(gmax + 1 - listing.top_grade, 0)
    return guarded(stopped, room, UNDEFINED)


PERSISTENCE = "persistence"


@metric(
    task="ranking",
    family=PERSISTENCE,
    cites="moffat2008",
    parameters=[
        Parameter("p", default=Fraction(4, 5), above=0, below=1),
        Parameter("gmax", default=1, above=0, whole=True, most=100),
    ],
    aliases=("rank_biased_precision",),
)
def rbp(listing: ListView, *, p: Quantity, gmax: Quantity) -> Quantity:
    """Rank-biased precision: (1 - p) times the sum of x/gmax p^(i - 1) over the documents of grade x at rank i.

    p is the probability that a reader goes on to the next rank. Range [0, 1) for grades up to gmax, more is better.
    Never undefined.

    >>> round(rbp("r - r"), 6)
    0.328
    """
    return (1 - p) / gmax * listing.ranks(lambda at: at.x * power(p, at.i - 1))


@metric(
    task="ranking",
    family=PERSISTENCE,
    cites="smucker2012",
    parameters=[Parameter("q", default=Fraction(9, 10), above=0, below=1)],
    aliases=("TBG",),
)
def time_biased_gain(listing: ListView, *, q: Quantity) -> Quantity:
    """Gain that readers get, of whom the share q is still there after each document: the sum of x q^(i - 1).

    q = 2^(-t/h) for t seconds a document and a half-life of h seconds; 9/10 is 34 seconds at a half-life of 224. The
    form for a constant time per document, which orders lists as rank-biased precision does. Range [0, inf), more is
    better; below 1/(1 - q) for binary grades. Never undefined.

    >>> round(time_biased_gain("r - r"), 6)
    1.81
    """
    return listing.ranks(lambda at: at.x * power(q, at.i - 1))


def _exposed(rank: Quantity, exposure: str, p: Quantity) -> Quantity:
    """How much a rank is looked at."""
    if exposure == "log":
        return inverse_log2(rank + 1)
    return power(p, rank - 1) if exposure == "rbp" else 1 / rank


@metric(
    task="ranking",
    family="last relevant document",
    cites="diaz2023recall",
    parameters=[
        Parameter("exposure", default="reciprocal", choices=("reciprocal", "log", "rbp")),
        Parameter("p", default=Fraction(4, 5), above=0, below=1),
    ],
    aliases=("TSE", "total_search_efficiency"),
)
def last_relevant(listing: ListView, *, exposure: str, p: Quantity) -> Quantity:
    """Total search efficiency: the exposure of the last relevant document's rank, for who needs all of them.

    The exposure of rank i is 1/i, or 1/log2(i + 1) with ``exposure=log``, or p^(i - 1) with ``exposure=rbp``. Judged
    documents that the list misses stand below it, the relevant ones last: so where it misses a relevant document, the
    rank is that of the last judged document of all. Range (0, 1], more is better. Undefined where nothing is relevant
    (R = 0).

    >>> last_relevant("r - r"), last_relevant("r - | r -")
    (0.3333333333333333, 0.25)
    """

    def last(at: Any) -> Quantity:
        """1 for the relevant document after which no other one comes, where none is missed; else 0."""
        found: Quantity = at.b * maximum(at.c + 1 - listing.relevant, 0)
        return found

    unjudged = listing.listed - listing.ranks(lambda at: at.b + at.z)
    everything = maximum(listing.relevant + listing.nonrelevant + unjudged, 1)
    found = listing.ranks(lambda at: last(at) * _exposed(at.i, exposure, p))
    missed = (1 - listing.ranks(last)) * _exposed(everything, exposure, p)
    return guarded(found + missed, listing.relevant, UNDEFINED)
