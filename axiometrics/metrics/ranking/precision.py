"""Precision and recall: how much of the list is relevant, how much of what is relevant is listed; and on average."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from operator import truediv
from typing import TYPE_CHECKING, Any

from axiometrics.formulas import UNDEFINED, minimum, ratio
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter
from axiometrics.tasks.ranking.task import TIES

if TYPE_CHECKING:
    from axiometrics.tasks.ranking.view import ListView

PRECISION = "precision and recall"


def found(listing: ListView, upto: Quantity | None = None) -> Quantity:
    """Count the relevant documents among the first ranks."""
    return listing.ranks(lambda at: at.b, upto)


@metric(
    task="ranking",
    family=PRECISION,
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


@metric(task="ranking", family=PRECISION, cites="manning2008", aliases=("SetP", "set_P"))
def precision(listing: ListView) -> Quantity:
    """Share of the listed documents that are relevant.

    Range [0, 1], best 1; the order of the list does not matter. Undefined for an empty list.

    >>> precision("r - r -")
    0.5
    """
    return ratio(found(listing), listing.listed, UNDEFINED)


@metric(task="ranking", family=PRECISION, cites="manning2008", aliases=("SetR", "set_recall"))
def recall(listing: ListView) -> Quantity:
    """Share of the relevant documents that are listed.

    Range [0, 1], best 1; the order of the list does not matter. Undefined where nothing is relevant (R = 0).

    >>> recall("r - r | r r")
    0.5
    """
    return ratio(found(listing), listing.relevant, UNDEFINED)


@metric(
    task="ranking",
    family=PRECISION,
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


@metric(task="ranking", family=PRECISION, cites="manning2008", aliases=("Rprec", "R_prec"))
def r_precision(listing: ListView) -> Quantity:
    """Precision at rank R, the number of relevant documents: there precision and recall are equal (break-even point).

    Range [0, 1], best 1. Undefined where nothing is relevant (R = 0).

    >>> r_precision("r - r")
    0.5
    """
    return ratio(found(listing, listing.relevant), listing.relevant, UNDEFINED)


AVERAGE_PRECISION = "average precision"
CUT_TIES = replace(TIES, choices=(*TIES.choices, "threshold"))
"""With the rule by which only the ends of tied places are cut points."""


@metric(
    task="ranking",
    family=AVERAGE_PRECISION,
    cites="buckley2000",
    parameters=[CUT_TIES],
    aliases=("AP", "MAP", "average_precision_score"),
)
def average_precision(listing: ListView) -> Quantity:
    """Mean, over all relevant documents, of the precision at their rank; 0 for those that the list misses.

    Range [0, 1], best 1. Undefined where nothing is relevant (R = 0). Over several topics its mean is MAP. With
    ``ties=threshold`` tied documents all have the rank and the precision of the end of their place.

    >>> average_precision("r - r | r")
    0.5555555555555555
    """
    return ratio(listing.ranks(lambda at: at.b * at.c / at.i), listing.relevant, UNDEFINED)


@metric(
    task="ranking",
    family=AVERAGE_PRECISION,
    cites="sakai2007",
    parameters=[Parameter("beta", default=1, least=0)],
)
def q_measure(listing: ListView, *, beta: Quantity) -> Quantity:
    """Mean, over all relevant documents, of the blended ratio (C + beta G)/(i + beta G*) at their rank i.

    C counts the relevant documents so far, G is their gain, G* that of the ideal list. Range [0, 1], best 1; with
    beta = 0 it is average precision. Undefined where nothing is relevant (R = 0).

    >>> q_measure("1 - 2")
    0.75
    """
    blended = listing.ranks(lambda at: at.b * (at.c + beta * at.g) / (at.i + beta * at.h))
    return ratio(blended, listing.relevant, UNDEFINED)


@metric(task="ranking", family=AVERAGE_PRECISION, cites="buckley2004")
def bpref(listing: ListView) -> Quantity:
    """Mean, over all relevant documents, of the share of judged non-relevant documents that are not above them.

    1/R sum of 1 - min(n, R)/min(R, N) over the listed relevant documents, with n judged non-relevant documents above;
    unjudged documents are skipped. Range [0, 1], best 1. Undefined where nothing is relevant (R = 0).

    >>> bpref("? - r - r")
    0.25
    """
    above = listing.ranks(
        lambda at: (
            at.b
            * (1 - ratio(minimum(at.d, listing.relevant), minimum(listing.relevant, listing.nonrelevant), 0))
        )
    )
    return ratio(above, listing.relevant, UNDEFINED)


FEW = 12
"""Relevant documents of a list up to which what it gives is kept: such lists are asked for again and again."""
Points = tuple[tuple[int, int], ...]


def _interpolated(points: Points, relevant: int, share: Callable[[int, int], Any]) -> Any:
    """The mean, over recall 0, 0.1, ..., 1, of the best precision at that recall or more; None where R = 0.

    For every relevant document ``points`` has the relevant ones down to its cut point, and the rank of that.
    """
    of = _interpolated_anew if len(points) > FEW else _known_interpolated
    return of(points, relevant, share)


def _interpolated_anew(points: Points, relevant: int, share: Callable[[int, int], Any]) -> Any:
    if relevant == 0:
        return None
    best = [share(0, 1)]
    for count, rank in reversed(points):
        best.append(max(best[-1], share(count, rank)))
    needed = [max(-(-tenths * relevant // 10), 1) for tenths in range(11)]
    return sum(best[len(points) + 1 - count] for count in needed if count <= len(points)) / 11


_known_interpolated = lru_cache(maxsize=1 << 14)(_interpolated_anew)


def _eleven_point_exact(ranking: Any, arithmetic: Any) -> Any:
    value = _interpolated(tuple(ranking.cut_points()), ranking.relevant, Fraction)
    return arithmetic.undefined if value is None else arithmetic.number(Fraction(value))


@metric(
    task="ranking",
    family=AVERAGE_PRECISION,
    reads="relevance",
    exact=_eleven_point_exact,
    parameters=[CUT_TIES],
    cites="manning2008",
    undefined_somewhere=True,
    aliases=("11pt_avg",),
)
def eleven_point_precision(grades: Any, ideal: Any) -> float | None:
    """Mean, over the recall levels 0, 0.1, ..., 1, of the highest precision at this or a higher recall.

    0 at levels that the list does not reach. Range [0, 1], best 1. Undefined where nothing is relevant (R = 0).
    trec_eval needs C >= floor(level R + 0.9) instead of C >= level R; in floating point that is less for some R, as for
    R = 3 at level 0.7. With ``ties=threshold`` only the ends of tied places are cut points.

    >>> eleven_point_precision("r - r")
    0.8484848484848484
    """
    ranks = (rank for rank, grade in enumerate(grades, 1) if (grade or 0) > 0)
    points = tuple(enumerate(ranks, 1))
    value: float | None = _interpolated(points, sum(grade > 0 for grade in ideal), truediv)
    return value
