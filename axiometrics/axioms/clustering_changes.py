"""What a change of a clustering costs: whatever the rest is like, and less for a smaller change."""

from __future__ import annotations

from typing import Any

from axiometrics.axioms.demands import Zero
from axiometrics.axioms.registry import constraint
from axiometrics.parameters import Parameter
from axiometrics.tasks.clustering.partitions.chooser import Judged, Whole, WholeChooser, judged
from axiometrics.tasks.clustering.table import Table


@constraint(
    task="clustering",
    primary=False,
    cites="meila2003",
    section="properties",
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


def _blocks(first: int, others: tuple[int, ...], cut: int = 0) -> Whole:
    """Return a perfect clustering of categories of these sizes, but the first one cut in two where wanted."""
    sizes = (first, *others)
    cells = [(j, j, size) for j, size in enumerate(sizes)]
    if cut:
        cells[:1] = [(len(sizes), 0, cut), (0, 0, first - cut)]
    return Whole(Table(tuple(sorted(cells))))


@constraint(
    task="clustering",
    parameters=[Parameter("outside", default="other", choices=("other", "same"))],
    variants=[{"outside": "same"}],
    primary=False,
    cites="amigo2009",
    section="5.2",
    demand=Zero({"split": 1, "merged": -1, "split_elsewhere": -1, "merged_elsewhere": 1}),
    latex=r"Q(\{A^p\}\{A^q B^r\}\{C^{u+v}\}) - Q(\{A^{p+q} B^r\}\{C^{u+v}\}) = "
    r"Q(\{A^p\}\{A^q B^r\}\{C^u\}\{C^v\}) - Q(\{A^{p+q} B^r\}\{C^u\}\{C^v\})",
)
def merge_locality(choose: WholeChooser, *, outside: str) -> Judged:
    """What merging two clusters changes must not depend on how the items outside of them are grouped.

    One cluster has a category's items, the other more of them and those of a second category. Outside u + v items are
    one cluster, or two: they are of a third category, or (``outside=same``) of the first one.
    """
    p, q, r, u, v = (choose.size(name) for name in "pqruv")
    category = 2 if outside == "other" else 0
    one, two = ([(category, size) for size in sizes] for sizes in ((u + v,), (u, v)))
    return judged(
        split=_inside(p, q, r, one, merged=False),
        merged=_inside(p, q, r, one, merged=True),
        split_elsewhere=_inside(p, q, r, two, merged=False),
        merged_elsewhere=_inside(p, q, r, two, merged=True),
    )


def _inside(p: Any, q: Any, r: Any, outside: list[tuple[int, Any]], *, merged: bool) -> Whole:
    """Return clusters of p and q + r items, or one of both, and a cluster for each category and size outside."""
    cells = [(0, 0, p + q), (0, 1, r)] if merged else [(0, 0, p), (1, 0, q), (1, 1, r)]
    first = 1 if merged else 2
    return Whole(
        Table((*cells, *((first + k, category, size) for k, (category, size) in enumerate(outside))))
    )


@constraint(
    task="clustering",
    parameters=[Parameter("change", default="split", choices=("split", "merge"))],
    variants=[{"change": "merge"}],
    primary=False,
    cites="amigo2009",
    section="5.2",
    latex=r"Q(\text{large parts split, or merged}) < Q(\text{small parts split, or merged})",
)
def smaller_change(choose: WholeChooser, *, change: str) -> Judged:
    """Splitting or merging smaller clusters must cost less than doing the same to larger ones.

    The larger ones are several times their size, and all else is perfect.
    """
    first, second, times = choose.size("first"), choose.size("second"), choose.times("times")
    small, large = (first, second), (first * times, second * times)
    parted = change == "split"
    return judged(better=_changed(small, large, parted=parted), worse=_changed(large, small, parted=parted))


def _changed(those: tuple[Any, Any], rest: tuple[Any, Any], *, parted: bool) -> Whole:
    """Return a clustering in which one category is cut in two, or two are in one cluster; the rest is perfect."""
    if parted:
        return Whole(Table(((0, 0, those[0]), (1, 0, those[1]), (2, 1, rest[0] + rest[1]))))
    return Whole(Table(((0, 0, those[0]), (0, 1, those[1]), (1, 2, rest[0]), (2, 3, rest[1]))))
