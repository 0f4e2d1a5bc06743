"""Properties of agreement between whole clusterings: best and worst outputs, distances, chance, and names.

How far a system is from its gold is what its score lacks of that of the gold itself: d(C, L) = Q(L, L) - Q(C, L).
For an error whose best value is 0 that is the error.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations
from types import MappingProxyType
from typing import Any

from axiometrics.axioms.clustering import DEGENERATE
from axiometrics.axioms.demands import Nonnegative, Zero
from axiometrics.axioms.registry import constraint
from axiometrics.parameters import Parameter
from axiometrics.tasks.clustering.partitions.chooser import (
    CATEGORIES,
    Judged,
    Quantity,
    Whole,
    WholeChooser,
    any_errors,
    averaged,
    few_errors,
    judged,
    shared_out,
)
from axiometrics.tasks.clustering.table import Table


@constraint(
    task="clustering",
    primary=False,
    preconditions=DEGENERATE,
    cites="gosgens2021",
    section="maximal agreement",
    latex=r"Q(C, L) < Q(L, L),\quad C \ne L",
)
def maximal_agreement(choose: WholeChooser) -> Judged:
    """The gold itself must score more than every other output.

    The property says besides that its score is the same for every gold.
    """
    whole = choose.clustering()
    choose.require(whole.differs)
    return judged(worse=whole, better=whole.perfect())


@constraint(
    task="clustering",
    primary=False,
    cites="gosgens2021",
    section="minimal agreement",
    latex=r"Q(\{A\}\{B\}\cdots\{Z\}\text{ or one cluster of the opposite gold}) < Q(C, L)",
)
def minimal_agreement(choose: WholeChooser) -> Judged:
    """One cluster of all items against singletons, either way round, must score less than any other output.

    Gold and system then agree on no pair of items. Golds of the same number of items are compared.
    """
    whole = choose.clustering()
    size = whole.items
    apart = Whole(Table(tuple((0, j, 1) for j in range(size))))
    lowest = (apart, apart.exchanged())[choose.place("way", 2)]
    choose.require(size > 1 and not _agrees_on_no_pair(whole))
    return judged(worse=lowest, better=whole)


def _agrees_on_no_pair(whole: Any) -> bool:
    """Whether one side is a single block and the other consists of single items."""
    sides = len(whole.table.cluster_sizes), len(whole.table.category_sizes)
    return sorted(sides) == [1, whole.items]


@constraint(
    task="clustering",
    primary=False,
    preconditions=DEGENERATE,
    cites="gosgens2021",
    section="monotonicity",
    latex=r"Q(C, L) < Q(C', L),\quad C'\text{ a perfect split or a perfect merge of }C",
)
def consistent_improvement(choose: WholeChooser) -> Judged:
    """Splitting a cluster without dividing a category, or joining two clusters of one category, must raise the score.

    Steps of this kind lose no agreement on any pair of items. The property is about golds that are not degenerate.
    """
    whole = choose.clustering()
    steps = _steps(whole)
    return judged(worse=whole, better=steps[choose.place("step", len(steps))])


def _steps(whole: Any) -> list[Any]:
    """Return every perfect split and every perfect merge."""
    clusters = whole.table.clusters()
    splits = [
        whole.split(place, away)
        for place, held in enumerate(clusters)
        for count in range(1, len(held) // 2 + 1)
        for away in combinations(sorted(held), count)
    ]
    merges = [
        whole.merged(one, other)
        for (one, held), (other, more) in combinations(enumerate(clusters), 2)
        if len(held) == len(more) == 1 and set(held) == set(more)
    ]
    return splits + merges


SAME = MappingProxyType({"original": 1, "changed": -1})
_property = partial(constraint, task="clustering", primary=False, cites="meila2003", section="properties")
"""A property of distances between clusterings, checked on demand."""


@_property(demand=Zero(SAME), latex=r"Q(C, L) = Q(L, C)")
def symmetry(choose: WholeChooser) -> Judged:
    """Exchanging gold and system must not change the score."""
    whole = choose.clustering()
    return judged(original=whole, changed=whole.exchanged())


@_property(
    demand=Nonnegative({"middle_itself": 1, "far": 1, "near": -1, "middle": -1}),
    latex=r"d(A, C) \le d(A, B) + d(B, C)",
)
def triangle_inequality(choose: WholeChooser) -> Judged:
    """A detour must not be shorter: A is no farther from C than A from B and B from C together.

    With d as what a score lacks of that of the gold itself, this is Q(B, B) + Q(A, C) >= Q(A, B) + Q(B, C).
    """
    three = choose.partitions()
    return judged(
        near=three.judging(0, 1),
        middle=three.judging(1, 2),
        far=three.judging(0, 2),
        middle_itself=three.judging(1, 1),
    )


@_property(demand=Zero(SAME), latex=r"Q(t\,C, t\,L) = Q(C, L),\quad t > 1")
def n_invariance(choose: WholeChooser) -> Judged:
    """Every item t times instead of once must not change the score: only relative sizes count."""
    whole = choose.clustering()
    return judged(original=whole, changed=whole.repeated(choose.times("times")))


@_property(
    demand=Zero({"both": -2, "both_gold": 2, "left": 1, "left_gold": -1, "right": 1, "right_gold": -1}),
    latex=r"2\,d(C_1 \cup C_2, L_1 \cup L_2) = d(C_1, L_1) + d(C_2, L_2),\quad |C_1| = |C_2|",
)
def convex_additivity(choose: WholeChooser) -> Judged:
    """Of two halves with nothing in common, the distance must be the mean of the distances in each half.

    Meila's property is about parts of any sizes, weighted by their items; here they are equal.
    """
    left = choose.half()
    right = choose.clustering(left.items)
    both = left.beside(right)
    return judged(
        both=both,
        left=left,
        right=right,
        both_gold=both.perfect(),
        left_gold=left.perfect(),
        right_gold=right.perfect(),
    )


@_property(
    demand=Zero({"original": 1, "join_as_system": -1, "join_as_gold": -1, "join_itself": 1}),
    latex=r"d(C, L) = d(C, C \times L) + d(C \times L, L)",
)
def collinearity(choose: WholeChooser) -> Judged:
    """The join of system and gold, in which every cell is a cluster, must lie on the way from one to the other.

    With d as what a score lacks of that of the gold itself, Q(C, L) + Q(J, J) = Q(J, L) + Q(C, J) for the join J.
    """
    whole = choose.clustering()
    as_gold = whole.exchanged().refined().exchanged()
    return judged(
        original=whole, join_as_system=whole.refined(), join_as_gold=as_gold, join_itself=as_gold.perfect()
    )


@_property(preconditions=DEGENERATE, latex=r"Q(C, L) < Q(C \times L, L)")
def join_improvement(choose: WholeChooser) -> Judged:
    """Splitting every cluster by category must raise the score, where some cluster mixes categories.

    Meila's property is the weak form: the join is never farther from the gold.
    """
    whole = choose.clustering()
    choose.require(whole.mixes)
    return judged(worse=whole, better=whole.refined())


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


CLUSTERS = Parameter("clusters", default="several", choices=("several", "any"))
"""Whether there are at least two useful clusters, or one, to which all useful categories go, is tried too."""

ERRORS = Parameter("errors", default="few", choices=("few", "any"))
"""Whether there are few errors, or as many as there can be.

Few are at most 11 useful clusters, 6 noise clusters and 6 noise categories, with at most a tenth of the items in e1,
and a fifth in e2 and in e3.
"""

_LEAST = {"several": 2, "any": 1}
_LIMITS = {"few": few_errors, "any": any_errors}
Generator = Callable[..., Judged]


def _demand(key: str, latex: str, *, cites: str = "dom2001") -> Callable[[Generator], Any]:
    """Return the decorator that registers one of the seven."""
    return constraint(
        task="clustering",
        key=f"dom_{key.lower()}",
        parameters=[CLUSTERS, ERRORS],
        judging="shares",
        primary=False,
        cites=cites,
        section=key,
        latex=latex,
    )


def _fewer_is_better(choose: WholeChooser, quantity: Quantity, clusters: str, errors: str) -> Judged:
    less, more = choose.error_shares(quantity, _LIMITS[errors](_LEAST[clusters]))
    return shared_out(worse=more, better=less)


@_demand("P1", r"Q(K_u) < Q(K_u + 1),\quad K_u < C_u")
def dom_p1(choose: WholeChooser, *, clusters: str, errors: str) -> Judged:
    """With fewer useful clusters than useful categories, one more useful cluster must raise the score.

    With ``errors=any`` there may be as many errors as there can be.
    """
    less, more = choose.error_shares("useful_clusters", _LIMITS[errors](_LEAST[clusters]))
    choose.require(less.useful_clusters < CATEGORIES)
    return shared_out(worse=less, better=more)


@_demand("P2", r"Q(K_u + 1) < Q(K_u),\quad K_u \ge C_u")
def dom_p2(choose: WholeChooser, *, clusters: str, errors: str) -> Judged:
    """With at least as many useful clusters as useful categories, one more useful cluster must lower the score.

    With ``errors=any`` there may be as many errors as there can be.
    """
    less, more = choose.error_shares("useful_clusters", _LIMITS[errors](_LEAST[clusters]))
    choose.require(less.useful_clusters >= CATEGORIES)
    return shared_out(worse=more, better=less)


@_demand("P3", r"Q(K_n + 1) < Q(K_n),\quad e_2 > 0")
def dom_p3(choose: WholeChooser, *, clusters: str, errors: str) -> Judged:
    """The same items of useful categories, spread over one more noise cluster, must lower the score.

    With ``errors=any`` there may be as many errors as there can be.
    """
    return _fewer_is_better(choose, "noise_clusters", clusters, errors)


@_demand("P4", r"e_1 < e_1' \Rightarrow Q(e_1') < Q(e_1),\quad K_u > 1")
def dom_p4(choose: WholeChooser, *, clusters: str, errors: str) -> Judged:
    """More items of useful categories in useful clusters that do not match must lower the score.

    With ``errors=any`` there may be as many errors as there can be.
    """
    return _fewer_is_better(choose, "e1", clusters, errors)


@_demand("P5", r"e_2 < e_2' \Rightarrow Q(e_2') < Q(e_2),\quad K_n > 0")
def dom_p5(choose: WholeChooser, *, clusters: str, errors: str) -> Judged:
    """More items of useful categories in noise clusters must lower the score.

    With ``errors=any`` there may be as many errors as there can be.
    """
    return _fewer_is_better(choose, "e2", clusters, errors)


@_demand("P6", r"Q(C_n + 1) < Q(C_n),\quad e_3 > 0", cites="rosenberg2007")
def dom_p6(choose: WholeChooser, *, clusters: str, errors: str) -> Judged:
    """The same noise in useful clusters, of one more noise category, must lower the score.

    With ``errors=any`` there may be as many errors as there can be.
    """
    return _fewer_is_better(choose, "noise_categories", clusters, errors)


@_demand("P7", r"e_3 < e_3' \Rightarrow Q(e_3') < Q(e_3),\quad C_n > 0", cites="rosenberg2007")
def dom_p7(choose: WholeChooser, *, clusters: str, errors: str) -> Judged:
    """More items of noise categories in useful clusters must lower the score.

    With ``errors=any`` there may be as many errors as there can be.
    """
    return _fewer_is_better(choose, "e3", clusters, errors)
