"""Properties that make clusterings comparable as by a distance, for scores and errors alike.

How far a system is from its gold is what its score lacks of that of the gold itself: d(C, L) = Q(L, L) - Q(C, L).
For an error whose best value is 0 that is the error.
"""

from __future__ import annotations

from functools import partial
from types import MappingProxyType

from axiometrics.axioms.clustering import DEGENERATE
from axiometrics.axioms.demands import Nonnegative, Zero
from axiometrics.axioms.registry import constraint
from axiometrics.tasks.clustering.table import Table
from axiometrics.tasks.clustering.wholes import Judged, Whole, WholeChooser, judged

__all__ = [
    "collinearity",
    "convex_additivity",
    "join_improvement",
    "locality",
    "n_invariance",
    "symmetry",
    "triangle_inequality",
]

SAME = MappingProxyType({"original": 1, "changed": -1})
_property = partial(constraint, task="clustering", primary=False, cites="meila2003", section="properties")
"""A property of distances between clusterings, checked on demand."""


@_property(
    demand=Zero(SAME),
    latex=r"Q(C, L) = Q(L, C)",
)
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


@_property(
    demand=Zero(SAME),
    latex=r"Q(t\,C, t\,L) = Q(C, L),\quad t > 1",
)
def n_invariance(choose: WholeChooser) -> Judged:
    """Every item t times instead of once must not change the score: only relative sizes count."""
    whole = choose.clustering()
    return judged(original=whole, changed=whole.repeated(choose.times("times")))


@_property(
    demand=Zero({"one_gold": 1, "one_split": -1, "many_gold": -1, "many_split": 1}),
    latex=r"d(\{A^s\}\{A^t\}\{B^{u+v}\}, L) = d(\{A^s\}\{A^t\}\{B^u\}\{C^v\}, L')",
)
def locality(choose: WholeChooser) -> Judged:
    """What it costs to split one category must not depend on how the other items are grouped.

    A category of s + t items is split, all others are perfect; they are one category of u + v items, or two. Meila's
    property says besides by which function of the sizes the cost is given.
    """
    s, t, u, v = (choose.size(name) for name in "stuv")
    one, many = (_blocks(s + t, rest) for rest in ((u + v,), (u, v)))
    return judged(
        one_gold=one,
        many_gold=many,
        one_split=_blocks(s + t, (u + v,), cut=s),
        many_split=_blocks(s + t, (u, v), cut=s),
    )


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
        original=whole,
        join_as_system=whole.refined(),
        join_as_gold=as_gold,
        join_itself=as_gold.perfect(),
    )


@_property(
    preconditions=DEGENERATE,
    latex=r"Q(C, L) < Q(C \times L, L)",
)
def join_improvement(choose: WholeChooser) -> Judged:
    """Splitting every cluster by category must raise the score, where some cluster mixes categories.

    Meila's property is the weak form: the join is never farther from the gold.
    """
    whole = choose.clustering()
    choose.require(not whole.is_pure)
    return judged(worse=whole, better=whole.refined())


def _blocks(first: int, others: tuple[int, ...], cut: int = 0) -> Whole:
    """Return a perfect clustering of categories of these sizes, but the first one cut in two where wanted."""
    sizes = (first, *others)
    cells = [(j, j, size) for j, size in enumerate(sizes)]
    if cut:
        cells[:1] = [(len(sizes), 0, cut), (0, 0, first - cut)]
    return Whole(Table(tuple(sorted(cells))))
