"""Properties of agreement between clusterings: where it is largest and least, and what must raise it."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from axiometrics.axioms.clustering import DEGENERATE
from axiometrics.axioms.registry import constraint
from axiometrics.tasks.clustering.table import Table
from axiometrics.tasks.clustering.wholes import Judged, Whole, WholeChooser, judged

__all__ = ["consistent_improvement", "maximal_agreement", "minimal_agreement"]


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
    choose.require(not whole.is_perfect)
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
    lowest = (apart, apart.exchanged())[choose.index("way", 2)]
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
    return judged(worse=whole, better=steps[choose.index("step", len(steps))])


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
