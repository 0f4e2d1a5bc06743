"""Everything that one matrix teaches, computed together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from axiometrics.axioms import Constraint
from axiometrics.lessons.conflicts import Conflict, conflicts
from axiometrics.lessons.families import Families, families
from axiometrics.lessons.impossible import Circle, Step, circle, demands
from axiometrics.lessons.judgements import Judgements
from axiometrics.lessons.lattice import Lattice, lattice
from axiometrics.lessons.orders import Orders, orders
from axiometrics.lessons.separating import Separation, separating_set
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

if TYPE_CHECKING:
    from axiometrics.checker.verdict import Matrix

__all__ = ["Lessons", "learn"]


@dataclass(frozen=True)
class Lessons:
    """The families, the order of constraints, the conflicts, and the cases that tell the metrics apart."""

    matrix: Matrix
    weak: bool
    judgements: Judgements
    families: Families
    lattice: Lattice
    conflicts: tuple[Conflict, ...]
    orders: Orders
    separation: Separation


def learn(
    matrix: Matrix,
    metrics: Sequence[Metric],
    constraints: Sequence[Constraint],
    *,
    weak: bool = False,
    size: int | None = None,
) -> Lessons:
    """Return what a matrix teaches; ``metrics`` and ``constraints`` are the records of its rows and columns.

    Cases are those of the constraints up to ``size``, by default where the quick sweep of foreign functions ends.
    With ``weak`` a tie satisfies a constraint.
    """
    size = size or get_task(matrix.task).sweep_sizes["quick"][1]
    found = Judgements.of_matrix(matrix, weak=weak)
    ordered = orders(metrics, constraints, size)
    return Lessons(
        matrix,
        weak,
        found,
        families(found),
        lattice(found),
        conflicts(found, prove=None if weak else _prover(constraints, size)),
        ordered,
        separating_set(ordered.signs),
    )


def _prover(constraints: Sequence[Constraint], size: int) -> Callable[[tuple[str, ...]], Circle | None]:
    """Return a search for circles among the cases of constraints, each of which is asked for its cases once."""
    records = {constraint.label: constraint for constraint in constraints}
    known: dict[str, list[Step]] = {}

    def prove(names: tuple[str, ...]) -> Circle | None:
        for name in names:
            if name not in known:
                known[name] = list(demands(records[name], size))
        return circle(step for name in names for step in known[name])

    return prove
