"""A matrix as plain answers, families of metrics that answer alike, and the fewest cases that tell metrics apart.

And formulas near a metric: its parameters' other values, other conventions for 0/0, and what it makes with others.

For any two metrics there is some case that they order, or tie, differently.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from itertools import combinations
from operator import add, mul
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from axiometrics.errors import AxiometricsError
from axiometrics.formulas import ratio
from axiometrics.formulas.graph import Node, Quantity, as_node
from axiometrics.metrics import Metric
from axiometrics.metrics.registry import build
from axiometrics.parameters import Parameter

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


How = Literal["itself", "convention", "product", "mean", "harmonic mean"]


@dataclass(frozen=True)
class Formula:
    """Metrics put together: their product with ``weights`` as powers, or their mean with these weights.

    A ``convention`` is one metric that states another value than it did wherever something is 0/0.

    >>> from axiometrics.metrics import metrics
    >>> known = metrics("clustering")
    >>> found = Formula("mean", (known["purity"], known["rand"]), (3, 1))
    >>> found.text, found.size
    ('(3 purity + rand)/4', 3)
    """

    how: How
    metrics: tuple[Metric, ...]
    weights: tuple[int, ...] = (1,)

    @property
    def size(self) -> int:
        """How many metrics it has, and 1 for each weight that is not 1."""
        return len(self.metrics) + sum(weight != 1 for weight in self.weights)

    @property
    def text(self) -> str:
        """The formula in the metrics' keys."""
        names = [metric.label for metric in self.metrics]
        if self.how == "harmonic mean":
            return f"harmonic mean of {' and '.join(names)}"
        if self.how == "mean":
            terms = [
                name if weight == 1 else f"{weight} {name}"
                for name, weight in zip(names, self.weights, strict=True)
            ]
            return f"({' + '.join(terms)})/{sum(self.weights)}"
        factors = zip(names, self.weights, strict=True)
        return " * ".join(name if weight == 1 else f"{name}^{weight}" for name, weight in factors)

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        """What the number means."""
        return f"{self.text[0].upper()}{self.text[1:]}, a formula that was put together."

    def __call__(self, view: Any) -> Any:
        """Return the value over a task's view, as the metrics' own formulas have theirs."""
        parts = [metric.function(view, **metric.arguments) for metric in self.metrics]
        return self.of(parts, lambda top, bottom: ratio(top, bottom, 0), lambda number: number)

    def of(self, parts: Sequence[Any], quotient: Callable[..., Any], number: Callable[..., Any]) -> Any:
        """Return the value from those of the metrics, in any arithmetic; 0/0 is 0."""
        if self.how == "harmonic mean":
            return quotient(number(Fraction(2)) * reduce(mul, parts), reduce(add, parts))
        if self.how == "mean":
            whole = sum(self.weights)
            weighted = zip(parts, self.weights, strict=True)
            return reduce(add, (part * number(Fraction(weight, whole)) for part, weight in weighted))
        powers = [part for part, power in zip(parts, self.weights, strict=True) for _ in range(power)]
        return reduce(mul, powers)

    def as_metric(self) -> Metric:
        """Return the formula as a metric, which can be checked, scored and written as LaTeX."""
        first = self.metrics[0]
        if self.how in ("itself", "convention"):
            return first
        made = build(
            self, task=first.task, family="repair", error=first.orientation == "error", key=self.text
        )
        return replace(made, trusted=True)


def formulas(metric: Metric, others: Sequence[Metric], largest: int) -> Iterator[Formula]:
    """Yield the metric, its parameters' other values, and what it makes with up to ``largest - 1`` other metrics."""
    for own in (metric, *_other_values(metric)):
        yield Formula("itself", (own,))
    for stated in (Fraction(0), Fraction(1)):
        yield from (Formula("convention", (own,)) for own in _other_convention(metric, stated))
    if largest > 1:
        for other in others:
            yield from (Formula("product", (metric, other), powers) for powers in ((1, 1), (1, 2), (2, 1)))
            yield from (Formula("mean", (metric, other), weights) for weights in ((1, 1), (1, 3), (3, 1)))
            yield Formula("harmonic mean", (metric, other), (1, 1))
    if largest > 2:
        for pair in combinations(others, 2):
            yield Formula("product", (metric, *pair), (1, 1, 1))
            yield Formula("mean", (metric, *pair), (1, 1, 1))


def _other_convention(metric: Metric, stated: Fraction) -> Iterator[Metric]:
    """Yield the metric with a number wherever it states one, or no value, for 0/0, if that is another formula."""

    def change(before: Node) -> Node:
        return as_node(stated) if before.kind in ("number", "undefined", "infinite") else before

    def other(view: Any, **values: Any) -> Any:
        return Quantity(as_node(metric.function(view, **values)).restated(change))

    if metric.formula.graph.restated(change) is not metric.formula.graph:
        yield replace(metric, function=other, key=f"{metric.key} with 0/0 = {stated}")


def _other_values(metric: Metric) -> Iterator[Metric]:
    """Yield the metric with one parameter changed: to each other word, or to some numbers inside its range."""
    for parameter in (each for each in metric.parameters if not each.of_reading):
        for value in parameter.choices or _numbers(parameter):
            try:
                changed = metric.with_parameters(**{parameter.name: value})
            except AxiometricsError:
                continue
            if changed.label != metric.label:
                yield changed


def _numbers(parameter: Parameter) -> Iterable[Fraction]:
    default = Fraction(parameter.default)
    if parameter.whole:
        return [default + step for step in (-1, 1)] + [2 * default]
    return [Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(9, 10), Fraction(1), Fraction(2)]
