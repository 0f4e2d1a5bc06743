"""Metrics of lists whose documents have aspects: how many aspects are found, gain that repeats itself less and less,
averages over aspects, and readers who stop.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from axiometrics.formulas import UNDEFINED, guarded, inverse_log2, maximum, power, ratio
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.ranking.discounted_gain import gained
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from axiometrics.tasks.diversity.view import AspectView

__all__ = [
    "alpha_dcg",
    "alpha_dcg_at",
    "alpha_ndcg",
    "alpha_ndcg_at",
    "average_precision_ia",
    "cpr_at",
    "d_ndcg",
    "d_ndcg_at",
    "d_sharp_ndcg",
    "d_sharp_ndcg_at",
    "err_ia",
    "expected_utility",
    "ndcg_ia",
    "nerr_ia",
    "nnrbp",
    "nrbp",
    "precision_ia_at",
    "rbp_ia",
    "rbu",
    "reciprocal_rank_ia",
    "subtopic_precision",
    "subtopic_recall",
    "subtopic_recall_at",
    "subtopic_reciprocal_rank",
    "u_ia",
]

K = Parameter("k", default=5, above=0, whole=True, most=1000)
ALPHA = Parameter("alpha", default=Fraction(1, 2), least=0, below=1)
WEIGHTS = Parameter("weights", default="none", choices=("none", "given"))
IDEAL = Parameter("ideal", default="exact", choices=("exact", "greedy"))
GMAX = Parameter("gmax", default=1, above=0, whole=True, most=100)
STOP = Parameter("stop", default="exponential", choices=("exponential", "linear"))
P = Parameter("p", default=Fraction(4, 5), above=0, below=1)

COVERAGE = "aspects found"


def _found(listing: AspectView, upto: Any = None) -> Quantity:
    """Count the aspects that a document of the list is relevant to."""
    return listing.pairs(lambda at: at.b * maximum(2 - at.c, 0), upto)


@metric(task="diversity", family=COVERAGE, cites="zhai2003", aliases=("S-recall", "I-rec", "strec"))
def subtopic_recall(listing: AspectView) -> Quantity:
    """Share of the aspects that some listed document is relevant to.

    Range [0, 1], best 1. Undefined where nothing is relevant.

    >>> subtopic_recall("a a - | b")
    0.5
    """
    return ratio(_found(listing), listing.aspects_number, UNDEFINED)


@metric(
    task="diversity", family=COVERAGE, cites="zhai2003", parameters=[K], aliases=("StRecall@{k}", "I-rec@{k}")
)
def subtopic_recall_at(listing: AspectView, *, k: Quantity) -> Quantity:
    """Share of the aspects that one of the first k documents is relevant to.

    Range [0, 1], best 1. Undefined where nothing is relevant.

    >>> subtopic_recall_at.with_parameters(k=1)("a b")
    0.5
    """
    return ratio(_found(listing, k), listing.aspects_number, UNDEFINED)


def _complete(listing: AspectView) -> Quantity:
    """One over the rank at which the last aspect is covered, 0 if one never is."""
    return listing.ranks(lambda at: at.o / at.i)


@metric(task="diversity", family=COVERAGE, cites="zhai2003")
def subtopic_reciprocal_rank(listing: AspectView) -> Quantity:
    """One over the first rank at which every aspect is covered, 0 if one never is.

    Range [0, 1], best 1. Undefined where nothing is relevant.

    >>> subtopic_reciprocal_rank("a - b")
    0.3333333333333333
    """
    return guarded(_complete(listing), listing.aspects_number, UNDEFINED)


@metric(task="diversity", family=COVERAGE, cites="zhai2003")
def subtopic_precision(listing: AspectView) -> Quantity:
    """Length of the shortest list of the collection that covers every aspect, by the rank at which the list does.

    0 if it never does. Range [0, 1], best 1. Undefined where nothing is relevant.

    >>> subtopic_precision("a b | ab")
    0.5
    """
    return guarded(listing.cover * _complete(listing), listing.aspects_number, UNDEFINED)


NOVELTY = "gain of novelty"


def _weight(at: Any, weights: str) -> Any:
    return at.w if weights == "given" else 1


def _novelty(at: Any, alpha: Quantity, weights: str) -> Quantity:
    """What a document adds to an aspect that relevant documents have served before."""
    found: Quantity = _weight(at, weights) * at.b * power(1 - alpha, maximum(at.c - 1, 0))
    return found


def _alpha_dcg(listing: AspectView, alpha: Quantity, weights: str, upto: Any = None) -> Quantity:
    return listing.pairs(lambda at: _novelty(at, alpha, weights) * inverse_log2(at.i + 1), upto)


@metric(
    task="diversity", family=NOVELTY, cites="clarke2008", parameters=[ALPHA, WEIGHTS], aliases=("alpha_DCG",)
)
def alpha_dcg(listing: AspectView, *, alpha: Quantity, weights: str) -> Quantity:
    """Sum, over ranks and aspects, of (1 - alpha)^(relevant documents above) / log2(rank + 1).

    With ``weights=given`` each aspect counts by its weight, else as 1. Range [0, inf), more is better. Never undefined.

    >>> alpha_dcg("ab")
    2.0
    """
    return _alpha_dcg(listing, alpha, weights)


@metric(
    task="diversity", family=NOVELTY, cites="clarke2008", parameters=[K, ALPHA], aliases=("alpha_DCG@{k}",)
)
def alpha_dcg_at(listing: AspectView, *, k: Quantity, alpha: Quantity) -> Quantity:
    """alpha-DCG of the first k ranks as a share of what k documents with every aspect would have.

    Range [0, 1], more is better; 1 only where such documents exist. Undefined where nothing is relevant.

    >>> alpha_dcg_at.with_parameters(k=1)("a | b")
    0.5
    """
    most = listing.padded(lambda at: power(1 - alpha, at.i - 1) * inverse_log2(at.i + 1), k)
    return ratio(_alpha_dcg(listing, alpha, "none", k), most, UNDEFINED)


def _alpha_ndcg(listing: AspectView, alpha: Quantity, weights: str, ideal: str, upto: Any = None) -> Quantity:
    best = listing.best(
        lambda rank: inverse_log2(rank + 1), ("alpha", alpha, weights), ideal=ideal, upto=upto
    )
    return ratio(_alpha_dcg(listing, alpha, weights, upto), best, UNDEFINED)


@metric(
    task="diversity",
    family=NOVELTY,
    cites="clarke2008",
    parameters=[ALPHA, WEIGHTS, IDEAL],
    aliases=("alpha_nDCG",),
)
def alpha_ndcg(listing: AspectView, *, alpha: Quantity, weights: str, ideal: str) -> Quantity:
    """alpha-DCG as a share of that of the best list of the collection.

    ``ideal=greedy`` takes at each rank the document of highest gain, of several the one whose grades are greatest in
    dictionary order: that list need not be the best, so that the value may exceed 1. Range [0, 1], best 1. Undefined
    where nothing is relevant.

    >>> alpha_ndcg("ab | a")
    0.8637585838477496
    """
    return _alpha_ndcg(listing, alpha, weights, ideal)


@metric(
    task="diversity",
    family=NOVELTY,
    cites="clarke2008",
    parameters=[K, ALPHA, WEIGHTS, IDEAL],
    aliases=("alpha_nDCG@{k}",),
)
def alpha_ndcg_at(listing: AspectView, *, k: Quantity, alpha: Quantity, weights: str, ideal: str) -> Quantity:
    """alpha-DCG of the first k ranks as a share of that of the best list of k documents of the collection.

    Range [0, 1], best 1. Undefined where nothing is relevant.

    >>> alpha_ndcg_at.with_parameters(k=1)("a | ab")
    0.5
    """
    return _alpha_ndcg(listing, alpha, weights, ideal, k)


BETA = Parameter("beta", default=Fraction(1, 2), above=0, below=1)


def _nrbp(listing: AspectView, alpha: Quantity, beta: Quantity) -> Quantity:
    return listing.pairs(lambda at: _novelty(at, alpha, "none") * power(beta, at.i - 1))


@metric(task="diversity", family=NOVELTY, cites="clarke2009", parameters=[ALPHA, BETA], aliases=("NRBP",))
def nrbp(listing: AspectView, *, alpha: Quantity, beta: Quantity) -> Quantity:
    """Novelty- and rank-biased precision: gain by aspects, of a reader who goes on with beta.

    (1 - (1 - alpha) beta)/m times the sum of beta^(rank - 1) (1 - alpha)^(relevant documents above). Range [0, 1], more
    is better. Undefined where nothing is relevant.

    >>> nrbp("ab"), nrbp("a | b")
    (0.75, 0.375)
    """
    return (1 - (1 - alpha) * beta) * ratio(_nrbp(listing, alpha, beta), listing.aspects_number, UNDEFINED)


@metric(
    task="diversity", family=NOVELTY, cites="clarke2009", parameters=[ALPHA, BETA, IDEAL], aliases=("nNRBP",)
)
def nnrbp(listing: AspectView, *, alpha: Quantity, beta: Quantity, ideal: str) -> Quantity:
    """Novelty- and rank-biased precision as a share of that of the best list of the collection.

    ``ideal=greedy`` as for `alpha_ndcg`. Range [0, 1], best 1. Undefined where nothing is relevant.

    >>> nnrbp("a | ab")
    0.4
    """
    best = listing.best(lambda rank: power(beta, rank - 1), ("alpha", alpha, "none"), ideal=ideal)
    return ratio(_nrbp(listing, alpha, beta), best, UNDEFINED)


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
    0.53125
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
        Parameter("gamma", default=Fraction(1, 2), least=0, most=1),
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
    found, best = (
        fold(lambda at: at.g * inverse_log2(at.i + 1), upto) for fold in (listing.ranks, listing.ideal)
    )
    return ratio(found, best, UNDEFINED)


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


SHARE = Parameter("gamma", default=Fraction(1, 2), least=0, most=1)


@metric(task="diversity", family=GLOBAL, cites="sakai2011", parameters=[SHARE], aliases=("D#-nDCG",))
def d_sharp_ndcg(listing: AspectView, *, gamma: Quantity) -> Quantity:
    """gamma times the share of aspects found, and 1 - gamma times D-nDCG.

    Range [0, 1], best 1. Undefined where nothing is relevant.

    >>> d_sharp_ndcg("ab a b")
    1.0
    """
    share = ratio(_found(listing), listing.aspects_number, UNDEFINED)
    return gamma * share + (1 - gamma) * _d_ndcg(listing)


@metric(task="diversity", family=GLOBAL, cites="sakai2011", parameters=[K, SHARE], aliases=("D#-nDCG@{k}",))
def d_sharp_ndcg_at(listing: AspectView, *, k: Quantity, gamma: Quantity) -> Quantity:
    """gamma times the share of aspects found, and 1 - gamma times D-nDCG, both of the first k ranks.

    Range [0, 1], best 1. Undefined where nothing is relevant.

    >>> d_sharp_ndcg_at.with_parameters(k=1)("a | ab")
    0.5
    """
    share = ratio(_found(listing, k), listing.aspects_number, UNDEFINED)
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
