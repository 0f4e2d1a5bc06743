"""How similar two rankings are: rank-biased overlap, average overlap, and correlations of the orders of items."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from axiometrics.formulas import UNDEFINED, log, power, ratio, sqrt
from axiometrics.formulas.graph import Quantity
from axiometrics.metrics.registry import metric
from axiometrics.parameters import Parameter

if TYPE_CHECKING:
    from axiometrics.tasks.rank_similarity.view import ListsView

OVERLAP, ORDERS = "overlap", "orders of pairs"
TIES = Parameter("ties", default="a", choices=("a", "b", "w"))


def _agreement(ties: str) -> Callable[..., Quantity]:
    """Return the share of items at a depth that both lists have, by what counts of tied items."""

    def of(d: Quantity, x: Quantity, z: Quantity, g: Quantity, h: Quantity, e: Quantity) -> Quantity:
        whole = {"a": d, "b": sqrt(g * h), "w": (g + h) / 2}
        return x / whole[ties]

    return of


def _least(lists: ListsView, p: Quantity) -> Quantity:
    """The lower bound over all continuations of both lists: nothing further is shared."""
    rest = lists.depths(lambda d, x, z, g, h, e: (z - lists.common) * power(p, d) / d)
    found: Quantity = (1 - p) / p * (rest - lists.common * log(1 - p))
    return found


def _most(lists: ListsView, p: Quantity) -> Quantity:
    """The upper bound: every further item is shared as soon as it can be."""
    listed = lists.depths(lambda d, x, z, g, h, e: (z + e) * power(p, d) / d)
    further = lists.beyond(lambda d, y: y * power(p, d) / d)
    found: Quantity = (1 - p) / p * (listed + further) + power(p, lists.full)
    return found


@metric(
    task="rank_similarity",
    family=OVERLAP,
    cites="webber2010",
    parameters=[
        Parameter("p", default=Fraction(9, 10), above=0, below=1),
        Parameter("form", default="extrapolated", choices=("extrapolated", "truncated", "min", "residual")),
        TIES,
    ],
    aliases=("rank_biased_overlap", "RBO"),
)
def rbo(lists: ListsView, *, p: Quantity, form: str, ties: str) -> Quantity:
    """Rank-biased overlap: the mean share of common items at a depth, which a reader reaches who goes on with p.

    (1 - p) times the sum of p^(d - 1) A_d, where A_d is the share of common items at depth d. ``form=extrapolated`` is
    equation 32: what follows agrees as the last depth does; ``truncated`` leaves that out, and ends with the shorter
    list; ``min`` is the least value that any continuation gives, and ``residual`` by how much the greatest one is above
    it. Tied items share a depth in proportion to their orders (``ties=a``, the mean over all of these), also as seen by
    each list itself, so that a list with ties equals itself (``b``), or count from their first rank on (``w``).
    Range [0, 1]. Never undefined. ``min`` and ``residual`` bound ``ties=a``, whatever is given.

    >>> round(rbo("gold=b a d system=a b c"), 6)
    0.63
    >>> round(rbo.with_parameters(form="truncated")("gold=b a d system=a b c"), 6)
    0.144
    """
    if form in ("min", "residual"):
        least = _least(lists, p)
        return least if form == "min" else _most(lists, p) - least
    share = _agreement(ties)

    def seen(d: Quantity, *rest: Quantity) -> Quantity:
        return power(p, d - 1) * share(d, *rest)

    if form == "truncated":
        return (1 - p) * lists.shared_depths(seen, ties)
    depths = lists.depths(seen, ties)
    return (1 - p) * depths + lists.end(share, ties) * power(p, lists.longer)


@metric(
    task="rank_similarity",
    family=OVERLAP,
    cites="webber2010",
    parameters=[TIES],
    aliases=("average_accuracy",),
)
def average_overlap(lists: ListsView, *, ties: str) -> Quantity:
    """Mean, over the depths that both lists reach, of the share of common items.

    Ties as in rank-biased overlap. Range [0, 1]. Never undefined.

    >>> average_overlap("gold=b a d system=a b c")
    0.5555555555555555
    """
    return lists.shared_depths(_agreement(ties), ties) / lists.shorter


@metric(task="rank_similarity", family=ORDERS, cites="kendall1945")
def rank_tau(lists: ListsView) -> Quantity:
    """Kendall's tau-a: pairs of items that both lists have in one order, less those in two, as a share of all pairs.

    A pair that a list ties counts 0. Range [-1, 1]. Undefined where the lists have not the same items, or only one.

    >>> rank_tau("gold=a b c system=b a c")
    0.3333333333333333
    """
    pairs = lists.longer * (lists.longer - 1) * lists.same_items
    return ratio(2 * lists.same_items * lists.pairs(lambda t: t), pairs, UNDEFINED)


@metric(task="rank_similarity", family=ORDERS, cites="yilmaz2008")
def rank_tau_ap(lists: ListsView) -> Quantity:
    """AP correlation: how often what is above an item in the system's list is above it in gold, upper ranks first.

    2/(k - 1) times the sum, over the ranks i from 2 on, of that share of the i - 1 items above, less 1. Of ties it is
    the mean over their orders. Range [-1, 1]. Undefined where the lists have not the same items, or only one.

    >>> rank_tau_ap("gold=a b c system=b a c"), rank_tau_ap("gold=a b c system=a c b")
    (0.0, 0.5)
    """
    above = lists.items(lambda c: c)
    return ratio(2 * lists.same_items * above, (lists.longer - 1) * lists.same_items, UNDEFINED) - 1
