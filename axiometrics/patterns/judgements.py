"""A matrix as plain answers, and the families of metrics that answer alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from axiometrics.checker.verdict import Cell, Matrix

Answer = Literal["holds", "fails", "undecided"]

RANKS: Mapping[str, int] = MappingProxyType({"": 0, "search": 1, "sweep": 2, "witness": 3, "proof": 3})
"""How much a kind of evidence says: a sample, every case up to a size, every case (or one case, where one will do)."""

_FAILS = frozenset({"blind", "contradicted"})


@dataclass(frozen=True)
class Judgements:
    """Whether each metric satisfies each constraint.

    ``answers`` and ``evidence`` are by (metric, constraint). A cell without a value, or with an error, is undecided.

    >>> answers = {("m", "c"): "holds", ("k", "c"): "fails"}
    >>> found = Judgements("toy", ("m", "k"), ("c",), answers)
    >>> found.holding("c"), found.failed("k")
    (('m',), ('c',))
    """

    task: str
    metrics: tuple[str, ...]
    constraints: tuple[str, ...]
    answers: Mapping[tuple[str, str], Answer]
    evidence: Mapping[tuple[str, str], str] = field(default_factory=dict)
    families: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of_matrix(cls, matrix: Matrix, *, weak: bool = False) -> Judgements:
        """Read a matrix; with ``weak`` a tie satisfies a constraint."""
        cells = {(cell.metric, cell.constraint): cell for cell in matrix.cells}
        return cls(
            matrix.task,
            tuple(metric.key for metric in matrix.metrics),
            tuple(constraint.key for constraint in matrix.constraints),
            {place: _answer(cell, weak) for place, cell in cells.items()},
            {place: (cell.weak if weak else cell.strict).evidence or "" for place, cell in cells.items()},
            {metric.key: metric.family for metric in matrix.metrics},
        )

    def holding(self, constraint: str) -> tuple[str, ...]:
        """Return the metrics that satisfy a constraint."""
        return tuple(metric for metric in self.metrics if self.answers[metric, constraint] == "holds")

    def failed(self, metric: str) -> tuple[str, ...]:
        """Return the constraints that a metric fails."""
        return tuple(name for name in self.constraints if self.answers[metric, name] == "fails")

    def undecided(self, metric: str) -> tuple[str, ...]:
        """Return the constraints of which nothing is known for a metric."""
        return tuple(name for name in self.constraints if self.answers[metric, name] == "undecided")

    def rank(self, metric: str, constraint: str) -> int:
        """Return how much the evidence of a cell says; more is more."""
        return RANKS[self.evidence.get((metric, constraint), "")]


def _answer(cell: Cell, weak: bool) -> Answer:
    verdict = cell.weak if weak else cell.strict
    if verdict.outcome == "holds":
        return "holds"
    return "fails" if verdict.outcome in _FAILS else "undecided"


@dataclass(frozen=True)
class Families:
    """``groups`` of metrics with equal rows, large ones first; ``apart`` are metrics with an undecided cell.

    ``profiles`` has the constraints that each group satisfies.
    """

    groups: tuple[tuple[str, ...], ...]
    profiles: tuple[tuple[str, ...], ...]
    apart: tuple[str, ...]


def families(found: Judgements) -> Families:
    """Group the metrics by the constraints that they satisfy.

    >>> answers = {("m", "c"): "holds", ("k", "c"): "fails", ("o", "c"): "holds"}
    >>> families(Judgements("toy", ("m", "k", "o"), ("c",), answers)).groups
    (('m', 'o'), ('k',))
    """
    groups: dict[tuple[str, ...], list[str]] = {}
    apart = tuple(metric for metric in found.metrics if found.undecided(metric))
    for metric in found.metrics:
        if metric not in apart:
            profile = tuple(name for name in found.constraints if found.answers[metric, name] == "holds")
            groups.setdefault(profile, []).append(metric)
    ordered = sorted(groups.items(), key=lambda item: -len(item[1]))
    return Families(
        tuple(tuple(members) for _, members in ordered), tuple(profile for profile, _ in ordered), apart
    )
