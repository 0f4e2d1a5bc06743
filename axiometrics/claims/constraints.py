"""Constraints that only a publication states: judged like all others, and in no matrix."""

from __future__ import annotations

from typing import Any

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import PAIR, Positive, Zero
from axiometrics.parameters import Parameter, bind, split_key
from axiometrics.tasks.clustering.partitions.chooser import Judged, Whole, WholeChooser, judged
from axiometrics.tasks.clustering.table import Table

__all__ = ["STATED", "stated"]

_CHANGES = Parameter("change", default="split", choices=("split", "merge"))


def surroundings(choose: WholeChooser) -> Judged:
    """What merging two clusters changes must not depend on whether another category is cut.

    One cluster has a category's items, the other more of them and those of a second category. Nothing of these is
    outside, where u + v items of a third category are one cluster, or two.
    """
    p, q, r, u, v = (choose.size(name) for name in "pqruv")
    return judged(
        split=_inside(p, q, r, (u + v,), merged=False),
        merged=_inside(p, q, r, (u + v,), merged=True),
        split_elsewhere=_inside(p, q, r, (u, v), merged=False),
        merged_elsewhere=_inside(p, q, r, (u, v), merged=True),
    )


def _inside(p: Any, q: Any, r: Any, outside: tuple[Any, ...], *, merged: bool) -> Whole:
    """Return clusters of p and q + r items, or one of both, and outside clusters of one more category."""
    cells = [(0, 0, p + q), (0, 1, r)] if merged else [(0, 0, p), (1, 0, q), (1, 1, r)]
    first = 1 if merged else 2
    return Whole(Table((*cells, *((first + k, 2, size) for k, size in enumerate(outside)))))


def smaller_change(choose: WholeChooser, *, change: str) -> Judged:
    """Splitting or merging smaller clusters must cost less than doing the same to clusters several times their size.

    All else is perfect.
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


STATED = {
    "surroundings": Constraint(
        "surroundings",
        "clustering",
        surroundings,
        Zero({"split": 1, "merged": -1, "split_elsewhere": -1, "merged_elsewhere": 1}),
        cites="amigo2009",
        section="5.2",
        origin=__name__,
    ),
    "smaller_change": Constraint(
        "smaller_change",
        "clustering",
        smaller_change,
        Positive(PAIR),
        parameters=(_CHANGES,),
        values=bind("constraint 'smaller_change'", (_CHANGES,), {}),
        cites="amigo2009",
        section="5.2",
        origin=__name__,
    ),
}
"""By key; the claims about them name them as they name registered constraints."""


def stated(task: str, label: str) -> Constraint | None:
    """Return such a constraint of a task with the parameters of its label, None where there is none."""
    key, given = split_key(label)
    found = STATED.get(key)
    return found.with_parameters(**given) if found and found.task == task else None
