"""What Dom, and Rosenberg and Hirschberg, demand of a metric as errors of one kind grow and all others stay.

A system has useful clusters, which are matched with the useful categories, and noise clusters; the gold has noise
categories besides. See `axiometrics.tasks.clustering.partitions.error_kinds` for how items are shared out. The grid
has 5 useful categories, up to 11 useful clusters, up to 6 noise clusters and noise categories each, e1 up to 1/10 in
thirtieths, and e2 and e3 up to 1/5 in fifteenths; consecutive values are compared. The sources speak of shares: a
table has the most items up to 1000 for which all counts are whole, or as few above as it takes; cases with more than
2000 are left out unless the effort is thorough.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from axiometrics.axioms.registry import constraint
from axiometrics.parameters import Parameter
from axiometrics.tasks.clustering.partitions.chooser import Judged, WholeChooser, shared_out
from axiometrics.tasks.clustering.partitions.error_kinds import CATEGORIES, Quantity

CLUSTERS = Parameter("clusters", default="several", choices=("several", "any"))
"""Whether there are at least two useful clusters, or one, to which all useful categories go, is tried too."""

_LEAST = {"several": 2, "any": 1}
Generator = Callable[..., Judged]


def _demand(key: str, latex: str, *, cites: str = "dom2001") -> Callable[[Generator], Any]:
    """Return the decorator that registers one of the seven."""
    return constraint(
        task="clustering",
        key=f"dom_{key.lower()}",
        parameters=[CLUSTERS],
        judging="shares",
        primary=False,
        cites=cites,
        section=key,
        latex=latex,
    )


def _fewer_is_better(choose: WholeChooser, quantity: Quantity, clusters: str) -> Judged:
    less, more = choose.error_shares(quantity, _LEAST[clusters])
    return shared_out(worse=more, better=less)


@_demand("P1", r"Q(K_u) < Q(K_u + 1),\quad K_u < C_u")
def dom_p1(choose: WholeChooser, *, clusters: str) -> Judged:
    """With fewer useful clusters than useful categories, one more useful cluster must raise the score."""
    less, more = choose.error_shares("useful_clusters", _LEAST[clusters])
    choose.require(less.useful_clusters < CATEGORIES)
    return shared_out(worse=less, better=more)


@_demand("P2", r"Q(K_u + 1) < Q(K_u),\quad K_u \ge C_u")
def dom_p2(choose: WholeChooser, *, clusters: str) -> Judged:
    """With at least as many useful clusters as useful categories, one more useful cluster must lower the score."""
    less, more = choose.error_shares("useful_clusters", _LEAST[clusters])
    choose.require(less.useful_clusters >= CATEGORIES)
    return shared_out(worse=more, better=less)


@_demand("P3", r"Q(K_n + 1) < Q(K_n),\quad e_2 > 0")
def dom_p3(choose: WholeChooser, *, clusters: str) -> Judged:
    """The same items of useful categories, spread over one more noise cluster, must lower the score."""
    return _fewer_is_better(choose, "noise_clusters", clusters)


@_demand("P4", r"e_1 < e_1' \Rightarrow Q(e_1') < Q(e_1),\quad K_u > 1")
def dom_p4(choose: WholeChooser, *, clusters: str) -> Judged:
    """More items of useful categories in useful clusters that do not match must lower the score."""
    return _fewer_is_better(choose, "e1", clusters)


@_demand("P5", r"e_2 < e_2' \Rightarrow Q(e_2') < Q(e_2),\quad K_n > 0")
def dom_p5(choose: WholeChooser, *, clusters: str) -> Judged:
    """More items of useful categories in noise clusters must lower the score."""
    return _fewer_is_better(choose, "e2", clusters)


@_demand("P6", r"Q(C_n + 1) < Q(C_n),\quad e_3 > 0", cites="rosenberg2007")
def dom_p6(choose: WholeChooser, *, clusters: str) -> Judged:
    """The same noise in useful clusters, of one more noise category, must lower the score."""
    return _fewer_is_better(choose, "noise_categories", clusters)


@_demand("P7", r"e_3 < e_3' \Rightarrow Q(e_3') < Q(e_3),\quad C_n > 0", cites="rosenberg2007")
def dom_p7(choose: WholeChooser, *, clusters: str) -> Judged:
    """More items of noise categories in useful clusters must lower the score."""
    return _fewer_is_better(choose, "e3", clusters)
