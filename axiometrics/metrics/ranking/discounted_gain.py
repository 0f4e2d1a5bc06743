"""Discounted cumulative gain: every document's gain, divided by a logarithm of its rank."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from axiometrics.formulas import UNDEFINED, inverse_log2, log2, maximum, power, ratio
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from axiometrics.tasks.ranking.view import ListView

__all__ = ["dcg", "dcg_jk", "linear_discount", "ndcg", "ndcg_at"]

FAMILY = "discounted gain"
GAIN = Parameter("gain", default="linear", choices=("linear", "exponential"))


def gained(grade: Quantity, gain: str) -> Quantity:
    """The gain of a grade x: x, or 2^x - 1."""
    return grade if gain == "linear" else power(2, grade) - 1


def discounted(fold: Callable[..., Quantity], gain: str, upto: Quantity | None = None) -> Quantity:
    """Sum of gain / log2(rank + 1) over a list."""
    return fold(lambda at: gained(at.x, gain) * inverse_log2(at.i + 1), upto)


@metric(task="ranking", family=FAMILY, cites="jarvelin2002", parameters=[GAIN])
def dcg(listing: ListView, *, gain: str) -> Quantity:
    """Sum of the gains of the listed documents, each divided by log2(rank + 1).

    The gain of grade x is x, or 2^x - 1 with ``gain=exponential``. Range [0, inf), more is better. Never undefined.

    >>> dcg("2 - 1")
    2.5
    """
    return discounted(listing.ranks, gain)


@metric(task="ranking", family=FAMILY, cites="jarvelin2002", parameters=[GAIN], aliases=("ndcg_score",))
def ndcg(listing: ListView, *, gain: str) -> Quantity:
    """Discounted gain as a share of what the ideal list of all relevant documents has.

    Range [0, 1], best 1. Undefined where nothing is relevant (R = 0).

    >>> round(ndcg("1 - 2"), 6)
    0.760188
    """
    return ratio(discounted(listing.ranks, gain), discounted(listing.ideal, gain), UNDEFINED)


@metric(
    task="ranking",
    family=FAMILY,
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
    family=FAMILY,
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


@metric(task="ranking", family=FAMILY, cites="ferrante2019")
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
