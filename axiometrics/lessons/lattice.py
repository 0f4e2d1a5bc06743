"""Which constraints imply which others among the metrics of a matrix, and which metric shows that one does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from axiometrics.lessons.judgements import Judgements

__all__ = ["Lattice", "lattice"]

Pair = tuple[int, int]

_ORDER = {"fails": 0, "undecided": 1, "holds": 2}


@dataclass(frozen=True)
class Lattice:
    """Classes of constraints that the same metrics satisfy, ordered by implication.

    ``implied`` are all pairs of classes (stronger, weaker), ``covers`` those of the Hasse diagram, its transitive
    reduction. ``refuted`` has a metric that satisfies the first class and fails the second; ``undecided`` the metrics
    that keep a pair open. ``unsatisfied`` are constraints that no metric is known to satisfy: they would imply
    everything, which teaches nothing, so they stand apart.
    """

    classes: tuple[tuple[str, ...], ...]
    holding: tuple[tuple[str, ...], ...]
    implied: frozenset[Pair]
    covers: tuple[Pair, ...]
    refuted: Mapping[Pair, str]
    undecided: Mapping[Pair, tuple[str, ...]]
    unsatisfied: tuple[str, ...]


def lattice(found: Judgements) -> Lattice:
    """Return the order of the constraints by implication over the metrics.

    One constraint implies another when every metric that satisfies it satisfies the other, and no metric for which it
    is undecided fails the other: answers are compared as fails < undecided < holds, so that what is undecided never
    counts as evidence for an implication, and the relation is transitive. Cost O(constraints^2 metrics).
    """
    satisfied = [name for name in found.constraints if found.holding(name)]
    classes = _classes(found, satisfied)
    ranks = [_ranks(found, members[0]) for members in classes]
    pairs = [(i, j) for i in range(len(classes)) for j in range(len(classes)) if i != j]
    implied = frozenset((i, j) for i, j in pairs if all(map(_at_most, ranks[i], ranks[j])))
    refuted = {
        (i, j): shown
        for i, j in pairs
        if (shown := _counterexample(found, classes[i], ranks[i], ranks[j])) is not None
    }
    undecided = {
        pair: _between(found, ranks[pair[0]], ranks[pair[1]])
        for pair in pairs
        if pair not in implied and pair not in refuted
    }
    return Lattice(
        classes=classes,
        holding=tuple(found.holding(members[0]) for members in classes),
        implied=implied,
        covers=_reduced(len(classes), implied),
        refuted=refuted,
        undecided=undecided,
        unsatisfied=tuple(name for name in found.constraints if name not in satisfied),
    )


def _classes(found: Judgements, constraints: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Join the constraints with equal columns."""
    groups: dict[Any, list[str]] = {}
    for name in constraints:
        groups.setdefault(tuple(_ranks(found, name)), []).append(name)
    return tuple(map(tuple, groups.values()))


def _ranks(found: Judgements, constraint: str) -> list[int]:
    return [_ORDER[found.answers[metric, constraint]] for metric in found.metrics]


def _at_most(one: int, other: int) -> bool:
    return one <= other


def _counterexample(
    found: Judgements, members: Sequence[str], premise: Sequence[int], conclusion: Sequence[int]
) -> str | None:
    """Return the metric that satisfies the premise, on the best evidence, and fails the conclusion."""
    shown = [
        metric
        for metric, one, other in zip(found.metrics, premise, conclusion, strict=True)
        if one == _ORDER["holds"] and other == _ORDER["fails"]
    ]
    return max(shown, key=lambda metric: max(found.rank(metric, name) for name in members), default=None)


def _between(found: Judgements, premise: Sequence[int], conclusion: Sequence[int]) -> tuple[str, ...]:
    ranked = zip(found.metrics, premise, conclusion, strict=True)
    return tuple(metric for metric, one, other in ranked if one > other)


def _reduced(classes: int, implied: frozenset[Pair]) -> tuple[Pair, ...]:
    """Return the implications that do not follow from others."""
    import networkx

    graph = networkx.DiGraph()
    graph.add_nodes_from(range(classes))
    graph.add_edges_from(implied)
    return tuple(sorted(networkx.transitive_reduction(graph).edges))
