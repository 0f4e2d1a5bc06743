"""Properties of random systems, and of the names that clusters and categories happen to have."""

from __future__ import annotations

from axiometrics.axioms.demands import Zero
from axiometrics.axioms.registry import constraint
from axiometrics.parameters import Parameter
from axiometrics.tasks.clustering.wholes import Judged, WholeChooser, averaged, judged

__all__ = ["constant_baseline", "label_invariance"]


@constraint(
    task="clustering",
    demand=Zero({"first": 1, "second": -1}),
    parameters=[Parameter("varied", default="sizes", choices=("sizes", "gold"))],
    variants=[{"varied": "gold"}],
    judging="means",
    primary=False,
    cites="gosgens2021",
    section="constant baseline",
    latex=r"\mathrm{E}\,Q(C, L) = \mathrm{E}\,Q(C', L),\quad 1 < K < N",
)
def constant_baseline(choose: WholeChooser, *, varied: str) -> Judged:
    """Random systems must score the same on average, whatever the sizes of their clusters.

    The mean is over all systems with clusters of given sizes, each equally often, against a gold with more than one
    category and fewer categories than items. It must not depend on the sizes; with ``varied=gold``, for the same sizes
    of clusters, not on the gold of as many items.
    """
    one = choose.block_sizes("one")
    items = sum(one)
    other, both = choose.block_sizes("other", items), choose.block_sizes("both", items)
    golds = (one, other) if varied == "gold" else (both,)
    choose.require(one > other and all(1 < len(gold) < items for gold in golds))
    if varied == "gold":
        return judged(first=averaged(both, one), second=averaged(both, other))
    return judged(first=averaged(one, both), second=averaged(other, both))


@constraint(
    task="clustering",
    demand=Zero({"original": 1, "changed": -1}),
    parameters=[Parameter("names", default="numbers", choices=("numbers", "words"))],
    judging="forms",
    primary=False,
    cites="gosgens2021",
    section="clusterings as partitions",
    latex=r"Q(\pi(C), \rho(L)) = Q(C, L)",
)
def label_invariance(choose: WholeChooser, *, names: str) -> Judged:
    """Other names of clusters and categories, or another order of the items, must not change the score.

    That a clustering is a partition, of which names are no part, is what every other constraint takes for granted.
    Labels are numbers: they are exchanged and numbered with gaps; items are reversed and moved. With ``names=words``
    the numbers are replaced by words. A formula reads the contingency table, in which there are no names and no order;
    of a function these ways to write every small clustering are tried.
    """
    original, changed = choose.rewritten(words=names == "words")
    return judged(original=original, changed=changed)
