"""Precision and recall: how much of the list is relevant, how much of what is relevant is in the list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axiometrics.formulas import UNDEFINED, ratio
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from axiometrics.tasks.ranking.view import ListView

__all__ = ["precision", "precision_at", "r_precision", "recall", "recall_at"]

FAMILY = "precision and recall"


def found(listing: ListView, upto: Quantity | None = None) -> Quantity:
    """Count the relevant documents among the first ranks."""
    return listing.ranks(lambda at: at.b, upto)


@metric(
    task="ranking",
    family=FAMILY,
    cites="manning2008",
    parameters=[Parameter("k", default=10, above=0, whole=True)],
    aliases=("P@{k}", "P_{k}", "precision@{k}"),
)
def precision_at(listing: ListView, *, k: Quantity) -> Quantity:
    """Share of the first k ranks that hold a relevant document.

    Range [0, 1], best 1. Divides by k even where the list is shorter; with less than k relevant documents in the
    collection 1 is out of reach. Never undefined.

    >>> precision_at("r - r | r")
    0.2
    """
    return found(listing, k) / k


@metric(task="ranking", family=FAMILY, cites="manning2008", aliases=("SetP", "set_P"))
def precision(listing: ListView) -> Quantity:
    """Share of the listed documents that are relevant.

    Range [0, 1], best 1; the order of the list does not matter. Undefined for an empty list.

    >>> precision("r - r -")
    0.5
    """
    return ratio(found(listing), listing.listed, UNDEFINED)


@metric(task="ranking", family=FAMILY, cites="manning2008", aliases=("SetR", "set_recall"))
def recall(listing: ListView) -> Quantity:
    """Share of the relevant documents that are listed.

    Range [0, 1], best 1; the order of the list does not matter. Undefined where nothing is relevant (R = 0).

    >>> recall("r - r | r r")
    0.5
    """
    return ratio(found(listing), listing.relevant, UNDEFINED)


@metric(
    task="ranking",
    family=FAMILY,
    cites="manning2008",
    parameters=[Parameter("k", default=10, above=0, whole=True)],
    aliases=("R@{k}", "recall@{k}", "recall_{k}"),
)
def recall_at(listing: ListView, *, k: Quantity) -> Quantity:
    """Share of the relevant documents that are among the first k ranks.

    Range [0, 1], best 1. Undefined where nothing is relevant (R = 0).

    >>> recall_at.with_parameters(k=2)("r - r")
    0.5
    """
    return ratio(found(listing, k), listing.relevant, UNDEFINED)


@metric(task="ranking", family=FAMILY, cites="manning2008", aliases=("Rprec", "R_prec"))
def r_precision(listing: ListView) -> Quantity:
    """Precision at rank R, the number of relevant documents: there precision and recall are equal (break-even point).

    Range [0, 1], best 1. Undefined where nothing is relevant (R = 0).

    >>> r_precision("r - r")
    0.5
    """
    return ratio(found(listing, listing.relevant), listing.relevant, UNDEFINED)
