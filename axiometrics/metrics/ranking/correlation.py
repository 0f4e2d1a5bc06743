"""Agreement of the list with the order of the grades: over all pairs of judged documents, and as priorities that the
list and the gold predict of each other.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from axiometrics.formulas import UNDEFINED, guarded, maximum, minimum, named, ratio, sqrt
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter
from axiometrics.tasks.organization.distribution import SPREAD, predicted, spread

if TYPE_CHECKING:
    from axiometrics.tasks.ranking.view import ListView

CORRELATION = "correlation"


@metric(task="ranking", family=CORRELATION, cites="hanley1982", aliases=("roc_auc_score", "roc_auc"))
def auc(listing: ListView) -> Quantity:
    """Share of the pairs of a relevant and a non-relevant document in which the relevant one is above.

    Over all judged documents; those that the list misses are tied at the bottom, and a tie counts half. Unjudged ones
    are skipped. Range [0, 1], best 1. Undefined where nothing is relevant or nothing non-relevant (R N = 0).

    >>> auc("r - r | -")
    0.75
    """
    found, wrong = listing.ranks(lambda at: at.b), listing.ranks(lambda at: at.z)
    above = listing.ranks(lambda at: at.z * at.c)
    missed, spared = listing.relevant - found, listing.nonrelevant - wrong
    return ratio(
        above + found * spared + missed * spared / 2, listing.relevant * listing.nonrelevant, UNDEFINED
    )


def _agreement(listing: ListView) -> Quantity:
    """Concordant less discordant pairs: grades are whole numbers, so their difference cut to -1..1 is its sign.

    Pairs with an unjudged document are left out.
    """

    def order(at: Any, below: Any) -> Quantity:
        return maximum(-1, minimum(1, (at.b + at.z) * (below.e + below.f) * (at.x - below.y)))

    return named(listing.pairs(order) + listing.missed(order), "C - D")


def _pairs(documents: Quantity) -> Quantity:
    return documents * (documents - 1) / 2


def _all_pairs(listing: ListView) -> Quantity:
    return named(_pairs(listing.relevant + listing.nonrelevant), "n_0")


@metric(task="ranking", family=CORRELATION, cites="kendall1945")
def kendall_tau_a(listing: ListView) -> Quantity:
    """Pairs of documents in the order of their grades, less those in the opposite one, as a share of all pairs.

    Over all judged documents; those that the list misses are tied at the bottom. Range [-1, 1], more is better; ties
    keep it from 1, and where all grades are equal it is 0. Undefined of fewer than two documents.

    >>> kendall_tau_a("2 - 1")
    0.3333333333333333
    """
    return ratio(_agreement(listing), _all_pairs(listing), UNDEFINED)


@metric(task="ranking", family=CORRELATION, cites="kendall1945", aliases=("kendalltau",))
def kendall_tau_b(listing: ListView) -> Quantity:
    """Kendall's tau-a with the pairs taken out of the total that are tied in the grades or in the list.

    (C - D)/sqrt((n0 - n1)(n0 - n2)) with n0 pairs, n1 of equal grades, n2 of documents that the list misses. Range
    [-1, 1], best 1. Undefined where all judged documents have the same grade, or none but one at most is listed last.

    >>> round(kendall_tau_b("2 - 1"), 6)
    0.333333
    """
    judged = listing.relevant + listing.nonrelevant
    ranked = listing.ranks(lambda at: at.b + at.z)
    unlisted = named(_pairs(judged - ranked), "n_2")
    graded, ordered = _all_pairs(listing) - listing.equal_pairs, _all_pairs(listing) - unlisted
    return ratio(_agreement(listing), sqrt(graded * ordered), UNDEFINED)


RELIABILITY = "reliability and sensitivity"
WEIGHTS = [
    Parameter("n", default=10, above=0),
    Parameter("w", default=Fraction(4, 5), above=0, below=1),
    Parameter("tail", default="open", choices=("open", "closed")),
]


@metric(task="ranking", family=RELIABILITY, cites="amigo2013", parameters=WEIGHTS, combined=SPREAD)
def reliability(listing: ListView, *, n: Quantity, w: Quantity, tail: str) -> Quantity:
    """Probability that a priority relation of the list, drawn by rank weights, is one of the gold.

    Range [0, 1), more is better; a strict order of two relevant documents is no priority of the gold, so 1 is out of
    reach. ``tail=open``: a relevant document has priority over every other one, ``closed``: only over those that
    neither side lists. Undefined for an empty list.

    >>> round(reliability("r - r"), 6)
    0.672561
    """
    return guarded(predicted(listing, spread(n, w), tail), listing.listed, UNDEFINED)


@metric(task="ranking", family=RELIABILITY, cites="amigo2013", parameters=WEIGHTS, combined=SPREAD)
def sensitivity(listing: ListView, *, n: Quantity, w: Quantity, tail: str) -> Quantity:
    """Probability that a priority relation of the gold is one of the list.

    The gold has one level, all of whose documents weigh the same, so for binary rankings this is recall whatever the
    parameters. Range [0, 1], best 1. Undefined where nothing is relevant (R = 0). Grades are read as relevant or not;
    a gold with a level for each grade is an organization.

    >>> sensitivity("r - r | r r")
    0.5
    >>> sensitivity("1 | 2")  # sensitivity_priority("[a]", "[b] [a]"), of two levels, is 225/742
    0.5
    """
    return ratio(listing.ranks(lambda at: at.b), listing.relevant, UNDEFINED)


@metric(task="ranking", family=RELIABILITY, cites="amigo2013", parameters=WEIGHTS, combined=SPREAD)
def rs_f(listing: ListView, *, n: Quantity, w: Quantity, tail: str) -> Quantity:
    """Harmonic mean of reliability and sensitivity (R*S).

    Range [0, 1), more is better; 0 where the list has nothing relevant, also where it is empty. Undefined where
    nothing is relevant (R = 0).

    >>> round(rs_f("r - r | r"), 6)
    0.669601
    """
    trust = predicted(listing, spread(n, w), tail)
    share = named(ratio(listing.ranks(lambda at: at.b), listing.relevant, UNDEFINED), r"\mathrm{sen}")
    return ratio(2 * trust * share, trust + share, 0)
