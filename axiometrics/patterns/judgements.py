"""A matrix as plain answers, the families of metrics that answer alike, and the fewest cases that tell others apart.

They do so where, for any two metrics, some case is ordered, or tied, differently.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

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


# --- cases that tell metrics apart

UNKNOWN = 2
"""Stands for the sign of a margin that a metric does not have, or that is not decided: it tells nothing apart."""

_SECONDS = 60.0

Pair = tuple[int, int]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Separation:
    """The chosen cases (places among those given), and the pairs of metrics that no case tells apart.

    ``least`` is a number of cases that cannot be undercut; the set is the smallest one when it is as many as chosen.
    """

    chosen: tuple[int, ...]
    least: int
    together: tuple[Pair, ...]

    @property
    def is_smallest(self) -> bool:
        """Whether it is shown that fewer cases cannot do."""
        return self.least == len(self.chosen)


def separating_set(
    signs: object, *, known: tuple[Sequence[int], int] | None = None, seconds: float = _SECONDS
) -> Separation:
    """Choose the fewest rows of ``signs``, shape (cases, metrics), such that any two columns differ in one of them.

    Entries are -1, 0, 1, or `UNKNOWN`. An integer program (SciPy's HiGHS) is solved, of cases with different rows; of
    equal ones the first is taken. Where it is not solved within ``seconds``, the best known set is returned with the
    bound that was reached. Where the chosen rows are ``known``, and how many are needed, nothing is solved.

    >>> separating_set([[1, 1, -1], [1, 0, 0], [1, 0, 0]]).chosen
    (0, 1)
    """
    table = np.asarray(signs, dtype=np.int8)
    rows, first = np.unique(table, axis=0, return_index=True)
    order = np.argsort(first, kind="stable")
    rows, first = rows[order], first[order]
    pairs = list(combinations(range(table.shape[1]), 2))
    apart = _apart(rows, pairs)
    seen: Flags = np.logical_or.reduce(apart, axis=0)
    together = tuple(pair for place, pair in enumerate(pairs) if not seen[place])
    if known is not None:
        return Separation(tuple(known[0]), known[1], together)
    needed = _hardest(apart[:, seen])
    chosen, least = _smallest(needed, seconds) if needed.size else ([], 0)
    return Separation(tuple(int(first[place]) for place in chosen), least, together)


def _apart(rows: Any, pairs: list[Pair]) -> Flags:
    """Return which case tells which pair apart, shape (cases, pairs)."""
    if not pairs or not len(rows):
        return np.zeros((len(rows), len(pairs)), dtype=bool)
    one, other = np.array(pairs).T
    left, right = rows[:, one], rows[:, other]
    found: Flags = (left != right) & (left != UNKNOWN) & (right != UNKNOWN)
    return found


def _hardest(apart: Flags) -> Flags:
    """Keep one of equal pairs, and drop pairs that are told apart wherever some other pair is."""
    columns = np.unique(apart, axis=1).T
    columns = columns[np.argsort(columns.sum(axis=1), kind="stable")]
    kept: list[Any] = []
    for column in columns:
        if not any((known <= column).all() for known in kept):
            kept.append(column)
    return np.array(kept, dtype=bool).T if kept else np.zeros((len(apart), 0), dtype=bool)


def _smallest(apart: Flags, seconds: float) -> tuple[list[int], int]:
    """Return the cases of a least cover, and how many are needed at least."""
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    known = _greedy(apart)
    solved = milp(
        np.ones(len(apart)),
        integrality=np.ones(len(apart), dtype=np.int64),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(csr_array(apart.T.astype(float)), lb=1),
        options={"time_limit": seconds, "mip_rel_gap": 0.0},
    )
    chosen = known if solved.x is None else [int(place) for place in np.flatnonzero(np.round(solved.x))]
    if len(known) <= len(chosen) or not apart[chosen].any(axis=0).all():
        chosen = known
    bound = solved.mip_dual_bound
    least = 1 if bound is None or not np.isfinite(bound) else max(1, int(np.ceil(bound - 1e-6)))
    return chosen, min(least, len(chosen))


def _greedy(apart: Flags) -> list[int]:
    """Take the case that tells most of the remaining pairs apart, again and again."""
    left = np.ones(apart.shape[1], dtype=bool)
    chosen: list[int] = []
    while left.any():
        chosen.append(int(np.argmax(apart[:, left].sum(axis=1))))
        left &= ~apart[chosen[-1]]
    return sorted(chosen)
