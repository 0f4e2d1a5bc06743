"""Averages over aspects, global gain, proportions, and readers who stop where they are satisfied."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from axiometrics.formulas import UNDEFINED, guarded, inverse_log2, maximum, power, ratio
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.diversity.novelty import K, P, found
from axiometrics.metrics.ranking.discounted_gain import gained
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from axiometrics.tasks.diversity.view import AspectView

GMAX = Parameter("gmax", default=1, above=0, whole=True, most=100)
STOP = Parameter("stop", default="exponential", choices=("exponential", "linear"))
SATISFACTION = "readers who stop"


def _room(listing: AspectView, gmax: Quantity) -> Quantity:
    return maximum(gmax + 1 - listing.top_grade, 0)


def _err(listing: AspectView, gmax: Quantity, stop: str) -> Quantity:
    return listing.seen(lambda at: at.w / at.i, gmax, stop)


@metric(
    task="diversity", family=SATISFACTION, cites="chapelle2011", parameters=[GMAX, STOP], aliases=("ERR_IA",)
)
def err_ia(listing: AspectView, *, gmax: Quantity, stop: str) -> Quantity:
    """Mean, over aspects by weight, of the expected reciprocal rank at which a reader is satisfied.

    Grade x satisfies with (2^x - 1)/2^gmax, or x/gmax with ``stop=linear``. Range [0, 1], more is better. Undefined
    where a document has a grade above gmax.

    >>> err_ia("ab a")
    0.5625
    """
    return guarded(_err(listing, gmax, stop), _room(listing, gmax), UNDEFINED)


@metric(
    task="diversity", family=SATISFACTION, cites="chapelle2011", parameters=[GMAX, STOP], aliases=("nERR_IA",)
)
def nerr_ia(listing: AspectView, *, gmax: Quantity, stop: str) -> Quantity:
    """Intent-aware expected reciprocal rank as a share of its maximum over the lists of the collection.

    Range [0, 1], best 1. Undefined where nothing is relevant, or a document has a grade above gmax.

    >>> nerr_ia("a | ab")
    0.4444444444444444
    """
    best = listing.best(lambda rank: 1 / rank, (stop, gmax, "given"), ideal="exact")
    return guarded(ratio(_err(listing, gmax, stop), best, UNDEFINED), _room(listing, gmax), UNDEFINED)


@metric(
    task="diversity",
    family=SATISFACTION,
    cites="yang2009",
    parameters=[
        P,
        Parameter("gamma", default=Fraction(1, 2), least=0, below=1),
        Parameter("a", default=Fraction(1, 20), least=0),
    ],
)
def expected_utility(listing: AspectView, *, p: Quantity, gamma: Quantity, a: Quantity) -> Quantity:
    """Gain of a reader who goes on with p, less the cost a of each document that is read.

    Aspects gain by weight, and by gamma less with every relevant document above. Range (-inf, inf), more is better.
    Never undefined.

    >>> expected_utility("ab -")
    0.91
    """
    gain = listing.pairs(lambda at: at.w * at.b * power(gamma, maximum(at.c - 1, 0)) * power(p, at.i - 1))
    return gain - a * listing.ranks(lambda at: power(p, at.i - 1))


@metric(
    task="diversity",
    family=SATISFACTION,
    cites="amigo2018",
    parameters=[
        P,
        Parameter("e", default=Fraction(3, 100), least=0),
        GMAX,
        Parameter("top", default="scale", choices=("scale", "aspect")),
        STOP,
    ],
    aliases=("RBU", "rank_biased_utility"),
)
def rbu(listing: AspectView, *, p: Quantity, e: Quantity, gmax: Quantity, top: str, stop: str) -> Quantity:
    """Rank-biased utility: what satisfies a reader who goes on with p, less the effort e of each document that is read.

    Grade x satisfies with (2^x - 1)/2^gmax, where gmax is that of the scale, or with ``top=aspect`` the highest grade
    that a document of the collection has for the aspect. Range (-inf, inf), more is better. Undefined where a document
    has a grade above the scale.

    >>> round(rbu("a"), 6)
    0.094
    """
    highest = "aspect" if top == "aspect" else gmax
    utility = listing.seen(lambda at: at.w * power(p, at.i - 1), highest, stop)
    found = (1 - p) * (utility - e * listing.ranks(lambda at: power(p, at.i - 1)))
    return found if top == "aspect" else guarded(found, _room(listing, gmax), UNDEFINED)


INTENT = "intent-aware averages"


@metric(task="diversity", family=INTENT, cites="agrawal2009", parameters=[K], aliases=("P_IA@{k}",))
def precision_ia_at(listing: AspectView, *, k: Quantity) -> Quantity:
    """Mean, over aspects by weight, of the share of the first k documents that are relevant.

    Range [0, 1], best 1. Never undefined.

    >>> precision_ia_at.with_parameters(k=2)("a -")
    0.5
    """
    return listing.pairs(lambda at: at.w * at.b, k) / k


@metric(task="diversity", family=INTENT, cites="agrawal2009", aliases=("AP_IA", "MAP_IA"))
def average_precision_ia(listing: AspectView) -> Quantity:
    """Mean, over aspects by weight, of average precision.

    Range [0, 1], best 1. Undefined where nothing is relevant.

    >>> average_precision_ia("a b")
    0.75
    """
    found = listing.pairs(lambda at: at.w * at.b * at.c / (at.i * at.r))
    return guarded(found, listing.aspects_number, UNDEFINED)


@metric(task="diversity", family=INTENT, cites="agrawal2009")
def reciprocal_rank_ia(listing: AspectView) -> Quantity:
    """Mean, over aspects by weight, of one over the rank of the first relevant document, 0 if there is none.

    Range [0, 1], best 1. Never undefined.

    >>> reciprocal_rank_ia("a b")
    0.75
    """
    return listing.pairs(lambda at: at.w * at.b * maximum(2 - at.c, 0) / at.i)


GAIN = Parameter("gain", default="linear", choices=("linear", "exponential"))


@metric(task="diversity", family=INTENT, cites="agrawal2009", parameters=[GAIN])
def ndcg_ia(listing: AspectView, *, gain: str) -> Quantity:
    """Mean, over aspects by weight, of discounted gain as a share of what the aspect's own ideal list has.

    The gain of grade x is x, or 2^x - 1 with ``gain=exponential``. Range [0, 1], best 1. Undefined where nothing is
    relevant.

    >>> round(ndcg_ia("a b"), 6)
    0.815465
    """

    def share(at: Any) -> Quantity:
        ideal = at.q if gain == "linear" else at.e
        found: Quantity = at.w * gained(at.x, gain) * inverse_log2(at.i + 1) / ideal
        return found

    return guarded(listing.pairs(share), listing.aspects_number, UNDEFINED)


@metric(task="diversity", family=INTENT, cites="agrawal2009", parameters=[P, GMAX])
def rbp_ia(listing: AspectView, *, p: Quantity, gmax: Quantity) -> Quantity:
    """Mean, over aspects by weight, of rank-biased precision.

    (1 - p) times the sum of p^(rank - 1) times the weighted grades by gmax. Range [0, 1] for grades up to gmax, more is
    better. Never undefined.

    >>> round(rbp_ia("a b"), 6)
    0.18
    """
    return (1 - p) / gmax * listing.pairs(lambda at: at.w * at.x * power(p, at.i - 1))


@metric(
    task="diversity",
    family=INTENT,
    cites="sakai2013",
    parameters=[Parameter("l", default=20, above=0, whole=True), GMAX],
)
def u_ia(listing: AspectView, *, l: Quantity, gmax: Quantity) -> Quantity:
    """Mean, over aspects by weight, of the U-measure, of documents that take one unit of reading each.

    The value of reading falls linearly from 1 to 0 after l units. Range [0, inf), more is better. Never undefined.

    >>> round(u_ia("a b"), 6)
    0.925
    """
    return listing.pairs(lambda at: at.w * at.x / gmax * maximum(0, 1 - at.i / l))


GLOBAL = "global gain"


def _d_ndcg(listing: AspectView, upto: Any = None) -> Quantity:
    gain, best = (
        fold(lambda at: at.g * inverse_log2(at.i + 1), upto) for fold in (listing.ranks, listing.ideal)
    )
    return ratio(gain, best, UNDEFINED)


@metric(task="diversity", family=GLOBAL, cites="sakai2011", aliases=("D-nDCG",))
def d_ndcg(listing: AspectView) -> Quantity:
    """nDCG whose gain is the sum of a document's grades by the weights of the aspects.

    Range [0, 1], best 1. Undefined where nothing is relevant.

    >>> d_ndcg("ab a b")
    1.0
    """
    return _d_ndcg(listing)


@metric(task="diversity", family=GLOBAL, cites="sakai2011", parameters=[K], aliases=("D-nDCG@{k}",))
def d_ndcg_at(listing: AspectView, *, k: Quantity) -> Quantity:
    """nDCG of the first k ranks, with the sum of a document's grades by the weights of the aspects as gain.

    Range [0, 1], best 1. Undefined where nothing is relevant.

    >>> d_ndcg_at.with_parameters(k=1)("a | ab")
    0.5
    """
    return _d_ndcg(listing, k)


SHARE = Parameter("gamma", default=Fraction(1, 2), least=0, below=1)


@metric(task="diversity", family=GLOBAL, cites="sakai2011", parameters=[SHARE], aliases=("D#-nDCG",))
def d_sharp_ndcg(listing: AspectView, *, gamma: Quantity) -> Quantity:
    """gamma times the share of aspects found, and 1 - gamma times D-nDCG.

    Range [0, 1], best 1. Undefined where nothing is relevant.

    >>> d_sharp_ndcg("ab a b")
    1.0
    """
    share = ratio(found(listing), listing.aspects_number, UNDEFINED)
    return gamma * share + (1 - gamma) * _d_ndcg(listing)


@metric(task="diversity", family=GLOBAL, cites="sakai2011", parameters=[K, SHARE], aliases=("D#-nDCG@{k}",))
def d_sharp_ndcg_at(listing: AspectView, *, k: Quantity, gamma: Quantity) -> Quantity:
    """gamma times the share of aspects found, and 1 - gamma times D-nDCG, both of the first k ranks.

    Range [0, 1], best 1. Undefined where nothing is relevant.

    >>> d_sharp_ndcg_at.with_parameters(k=1)("a | ab")
    0.5
    """
    share = ratio(found(listing, k), listing.aspects_number, UNDEFINED)
    return gamma * share + (1 - gamma) * _d_ndcg(listing, k)


@metric(task="diversity", family="proportions", cites="dang2012", parameters=[K], aliases=("CPR@{k}",))
def cpr_at(listing: AspectView, *, k: Quantity) -> Quantity:
    """Cumulative proportionality: how close the shares of the aspects among the first i documents are to the weights.

    Mean over i = 1 to k of 1 - DP(i)/DP0(i): DP(i) is the sum of max(0, w i - c)^2 and half the square of the number of
    documents relevant to nothing, DP0(i) the same of nothing relevant. Range [0, 1], best 1. Undefined where nothing is
    relevant.

    >>> cpr_at.with_parameters(k=1)("ab")
    1.0
    """
    lacking = listing.padded(lambda at: maximum(0, at.w - at.c / at.i) ** 2, k)
    useless = listing.padded_ranks(lambda at: (at.u / at.i) ** 2, k) / 2
    worst = listing.aspects(lambda at: at.w**2) + Fraction(1, 2)
    return guarded(1 - (lacking + useless) / (k * worst), listing.aspects_number, UNDEFINED)
