"""Cascades: a reader goes down the list and stops at a document that satisfies them."""

from __future__ import annotations

from typing import Any

from axiometrics.formulas import UNDEFINED, guarded, maximum, power
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

__all__ = ["err", "reciprocal_rank"]

FAMILY = "cascade"


@metric(task="ranking", family=FAMILY, cites="voorhees1999")
def reciprocal_rank(listing: Any) -> Any:
    """One over the rank of the first relevant document, 0 if there is none.

    Range [0, 1], best 1. Never undefined. Over several topics its mean is MRR.

    >>> reciprocal_rank("- r r")
    0.5
    """
    return listing.cascade(lambda at: 1 / at.i, lambda at: at.b)


@metric(
    task="ranking",
    family=FAMILY,
    cites="chapelle2009",
    parameters=[Parameter("gmax", default=1, above=0, whole=True, most=100)],
)
def err(listing: Any, *, gmax: Any) -> Any:
    """Expected reciprocal rank of the document where a reader stops, who stops at grade x with (2^x - 1)/2^gmax.

    Range [0, 1), more is better. Undefined where a document of the collection has a grade above gmax.

    >>> err("r - r")
    0.5833333333333334
    """
    stopped = listing.cascade(lambda at: 1 / at.i, lambda at: (power(2, at.x) - 1) / 2**gmax)
    room = maximum(gmax + 1 - listing.top_grade, 0)
    return guarded(stopped, room, UNDEFINED)
