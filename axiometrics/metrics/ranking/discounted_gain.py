"""Gain by rank, discounted: by a logarithm of the rank, or as a reader goes down the list who stops somewhere."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from axiometrics.formulas import UNDEFINED, guarded, inverse_log2, log2, maximum, power, ratio
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from axiometrics.tasks.ranking.view import ListView

DISCOUNTED_GAIN = "discounted gain"
GAIN = Parameter("gain", default="linear", choices=("linear", "exponential"))


def gained(grade: Quantity, gain: str) -> Quantity:
    """The gain of a grade x: x, or 2^x - 1."""
    return grade if gain == "linear" else power(2, grade) - 1


def discounted(fold: Callable[..., Quantity], gain: str, upto: Quantity | None = None) -> Quantity:
    """Sum of gain / log2(rank + 1) over a list."""
    return fold(lambda at: gained(at.x, gain) * inverse_log2(at.i + 1), upto)


@metric(task="ranking", family=DISCOUNTED_GAIN, cites="jarvelin2002", parameters=[GAIN])
def dcg(listing: ListView, *, gain: str) -> Quantity:
    """Sum of the gains of the listed documents, each divided by log2(rank + 1).

    The gain of grade x is x, or 2^x - 1 with ``gain=exponential``. Range [0, inf), more is better. Never undefined.

    >>> dcg("2 - 1")
    2.5
    """
    return discounted(listing.ranks, gain)


@metric(
    task="ranking", family=DISCOUNTED_GAIN, cites="jarvelin2002", parameters=[GAIN], aliases=("ndcg_score",)
)
def ndcg(listing: ListView, *, gain: str) -> Quantity:
    """Discounted gain as a share of what the ideal list of all relevant documents has.

    Range [0, 1], best 1. Undefined where nothing is relevant (R = 0).

    >>> round(ndcg("1 - 2"), 6)
    0.760188
    """
    return ratio(discounted(listing.ranks, gain), discounted(listing.ideal, gain), UNDEFINED)


@metric(
    task="ranking",
    family=DISCOUNTED_GAIN,
    cites="jarvelin2002",
    parameters=[Parameter("k", default=5, above=0, whole=True), GAIN],
    aliases=("nDCG@{k}", "ndcg_cut_{k}"),
)
def ndcg_at(listing: ListView, *, k: Quantity, gain: str) -> Quantity:
    """Discounted gain of the first k ranks as a share of what the first k ranks of the ideal list have.

    Range [0, 1], best 1. Undefined where nothing is relevant (R = 0).

    >>> ndcg_at.with_parameters(k=1)("1 - 2")
    0.5
    """
    return ratio(discounted(listing.ranks, gain, k), discounted(listing.ideal, gain, k), UNDEFINED)


@metric(
    task="ranking",
    family=DISCOUNTED_GAIN,
    cites="jarvelin2002",
    parameters=[Parameter("b", default=2, above=1, whole=True), GAIN],
)
def dcg_jk(listing: ListView, *, b: Quantity, gain: str) -> Quantity:
    """Sum of the gains of the listed documents, each divided by log_b(rank) from rank b on, and by 1 before.

    The first b ranks are worth the same. Range [0, inf), more is better. Never undefined.

    >>> dcg_jk("2 1 - 1")
    3.5
    """
    return log2(b) * listing.ranks(lambda at: gained(at.x, gain) * inverse_log2(maximum(at.i, b)))


@metric(task="ranking", family=DISCOUNTED_GAIN, cites="ferrante2019")
def linear_discount(listing: ListView) -> Quantity:
    """Share of the weight of all ranks that relevant documents have, where rank i of m weighs m + 1 - i.

    Every step counts the same: a relevant document one rank higher, or one more at the last rank. Range [0, 1], best 1.
    The weights follow from the length of the list, so lists of one length are compared. Undefined for an empty list.

    >>> linear_discount("r - r")
    0.6666666666666666
    """
    m = listing.listed
    weighed = listing.ranks(lambda at: at.b * (m + 1 - at.i))
    return ratio(weighed, m * (m + 1) / 2, UNDEFINED)


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
