"""How many aspects a list finds, and gain that repeats itself less and less: alpha-nDCG and its relatives."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from axiometrics.formulas import UNDEFINED, guarded, inverse_log2, maximum, power, ratio
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from axiometrics.tasks.diversity.view import AspectView

K = Parameter("k", default=5, above=0, whole=True, most=1000)
ALPHA = Parameter("alpha", default=Fraction(1, 2), least=0, below=1)
WEIGHTS = Parameter("weights", default="none", choices=("none", "given"))
IDEAL = Parameter("ideal", default="exact", choices=("exact", "greedy"))
P = Parameter("p", default=Fraction(4, 5), above=0, below=1)

COVERAGE = "aspects found"


def found(listing: AspectView, upto: Any = None) -> Quantity:
    """Count the aspects that a document of the list is relevant to."""
    return listing.pairs(lambda at: at.b * maximum(2 - at.c, 0), upto)


@metric(task="diversity", family=COVERAGE, cites="zhai2003", aliases=("S-recall", "I-rec", "strec"))
def subtopic_recall(listing: AspectView) -> Quantity:
    """Share of the aspects that some listed document is relevant to.

    Range [0, 1], best 1. Undefined where nothing is relevant.

    >>> subtopic_recall("a a - | b")
    0.5
    """
    return ratio(found(listing), listing.aspects_number, UNDEFINED)


@metric(
    task="diversity", family=COVERAGE, cites="zhai2003", parameters=[K], aliases=("StRecall@{k}", "I-rec@{k}")
)
def subtopic_recall_at(listing: AspectView, *, k: Quantity) -> Quantity:
    """Share of the aspects that one of the first k documents is relevant to.

    Range [0, 1], best 1. Undefined where nothing is relevant.

    >>> subtopic_recall_at.with_parameters(k=1)("a b")
    0.5
    """
    return ratio(found(listing, k), listing.aspects_number, UNDEFINED)


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
    0.8637574337885663
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
    0.4444444444444444
    """
    best = listing.best(lambda rank: power(beta, rank - 1), ("alpha", alpha, "none"), ideal=ideal)
    return ratio(_nrbp(listing, alpha, beta), best, UNDEFINED)
