"""Reliability and sensitivity of binary rankings: do the list's and the gold's priorities predict each other?

Rank i has the weight w(i) = c/((c + i - 1)(c + i)) with c = n(1 - w)/w, so that the first n ranks weigh w together;
everything below a list of m documents weighs T = c/(c + m). One level per document, one gold level: of a graded gold
every document with a grade is relevant. With a level for each grade the gold is an organization, whose metrics
(`reliability_priority`, `sensitivity_priority`, `rs_priority_f`) judge it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from axiometrics.formulas import UNDEFINED, guarded, named, ratio
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter
from axiometrics.tasks.organization.weighting import SPREAD, predicted, spread

if TYPE_CHECKING:
    from axiometrics.tasks.ranking.view import ListView

__all__ = ["reliability", "rs_f", "sensitivity"]

FAMILY = "reliability and sensitivity"
WEIGHTS = [
    Parameter("n", default=10, above=0),
    Parameter("w", default=Fraction(4, 5), above=0, below=1),
    Parameter("tail", default="open", choices=("open", "closed")),
]


@metric(task="ranking", family=FAMILY, cites="amigo2013", parameters=WEIGHTS, combined=SPREAD)
def reliability(listing: ListView, *, n: Quantity, w: Quantity, tail: str) -> Quantity:
    """Probability that a priority relation of the list, drawn by rank weights, is one of the gold.

    Range [0, 1), more is better; a strict order of two relevant documents is no priority of the gold, so 1 is out of
    reach. ``tail=open``: a relevant document has priority over every other one, ``closed``: only over those that
    neither side lists. Undefined for an empty list.

    >>> round(reliability("r - r"), 6)
    0.672561
    """
    return guarded(predicted(listing, spread(n, w), tail), listing.listed, UNDEFINED)


@metric(task="ranking", family=FAMILY, cites="amigo2013", parameters=WEIGHTS, combined=SPREAD)
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


@metric(task="ranking", family=FAMILY, cites="amigo2013", parameters=WEIGHTS, combined=SPREAD)
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
