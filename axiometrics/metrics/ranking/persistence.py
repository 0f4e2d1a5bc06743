"""Persistence: a reader goes on to the next rank with a fixed probability, whatever they have found."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axiometrics.formulas import power
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

__all__ = ["rbp", "time_biased_gain"]

FAMILY = "persistence"


@metric(
    task="ranking",
    family=FAMILY,
    cites="moffat2008",
    parameters=[
        Parameter("p", default=Fraction(4, 5), above=0, below=1),
        Parameter("gmax", default=1, above=0, whole=True, most=100),
    ],
)
def rbp(listing: Any, *, p: Any, gmax: Any) -> Any:
    """Rank-biased precision: (1 - p) times the sum of x/gmax p^(i - 1) over the documents of grade x at rank i.

    p is the probability that a reader goes on to the next rank. Range [0, 1) for grades up to gmax, more is better.
    Never undefined.

    >>> round(rbp("r - r"), 6)
    0.328
    """
    return (1 - p) / gmax * listing.ranks(lambda at: at.x * power(p, at.i - 1))


@metric(
    task="ranking",
    family=FAMILY,
    cites="smucker2012",
    parameters=[Parameter("q", default=Fraction(9, 10), above=0, below=1)],
)
def time_biased_gain(listing: Any, *, q: Any) -> Any:
    """Gain that readers get, of whom the share q is still there after each document: the sum of x q^(i - 1).

    q = 2^(-t/h) for t seconds a document and a half-life of h seconds; 9/10 is 34 seconds at a half-life of 224. The
    form for a constant time per document, which orders lists as rank-biased precision does. Range [0, inf), more is
    better; below 1/(1 - q) for binary grades. Never undefined.

    >>> round(time_biased_gain("r - r"), 6)
    1.81
    """
    return listing.ranks(lambda at: at.x * power(q, at.i - 1))
