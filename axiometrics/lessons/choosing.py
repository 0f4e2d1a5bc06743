"""Which metric for my needs: the metrics that satisfy given constraints, or come closest to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from axiometrics.lessons.judgements import RANKS, Judgements

if TYPE_CHECKING:
    from axiometrics.checker.verdict import Cell, Matrix

__all__ = ["Choice", "choose"]


@dataclass(frozen=True)
class Choice:
    """One metric with its cells for the required constraints; ``lacking`` are those that it does not satisfy."""

    metric: str
    family: str
    cells: tuple[Cell, ...]
    lacking: tuple[str, ...]

    @property
    def suits(self) -> bool:
        """Whether every requirement is met."""
        return not self.lacking


def choose(
    matrix: Matrix, required: Sequence[str], *, weak: bool = False, evidence: str = "search"
) -> tuple[Choice, ...]:
    """Return every metric of a matrix with what it lacks of the required constraints; the best come first.

    ``weak`` accepts ties; ``evidence`` is the least that counts: search, sweep or proof. Metrics that lack nothing
    are sorted by their weakest evidence, strongest first.
    """
    found = Judgements.of_matrix(matrix, weak=weak)

    def enough(metric: str, name: str) -> bool:
        return found.answers[metric, name] == "holds" and found.rank(metric, name) >= RANKS[evidence]

    choices = [
        Choice(
            metric.key,
            metric.family,
            tuple(matrix.cell(metric.key, name) for name in required),
            tuple(name for name in required if not enough(metric.key, name)),
        )
        for metric in matrix.metrics
    ]

    def weakest(choice: Choice) -> int:
        return min((found.rank(choice.metric, name) for name in required), default=0)

    return tuple(sorted(choices, key=lambda choice: (len(choice.lacking), -weakest(choice))))
