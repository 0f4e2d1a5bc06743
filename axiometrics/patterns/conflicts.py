"""Combinations of constraints that no metric of a matrix satisfies, and those that no metric at all could."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Nonnegative, Positive, Zero
from axiometrics.checker.sweep import sweep_cases
from axiometrics.patterns.judgements import Judgements
from axiometrics.tasks.abilities import Output

__all__ = ["LARGEST", "Circle", "Conflict", "Step", "circle", "conflicts", "demands", "same_output"]

LARGEST = 4
"""Combinations of more constraints are not looked for."""


@dataclass(frozen=True)
class Conflict:
    """Constraints that every metric of the matrix fails one of, while any fewer of them leave a metric.

    ``proof`` shows that no metric at all can satisfy them, where such a proof was found: cases in a circle, or cases
    whose inequalities add up to 0 > 0.
    """

    constraints: tuple[str, ...]
    proof: Any = None


def conflicts(
    found: Judgements,
    *,
    largest: int = LARGEST,
    prove: Callable[[tuple[str, ...]], object] | None = None,
) -> tuple[Conflict, ...]:
    """Return the minimal combinations, small ones first; a metric that is undecided on one is no evidence.

    ``prove`` looks for a proof that no metric at all satisfies a combination.

    >>> answers = {("m", "c"): "holds", ("m", "d"): "fails", ("k", "c"): "fails", ("k", "d"): "holds"}
    >>> [each.constraints for each in conflicts(Judgements("toy", ("m", "k"), ("c", "d"), answers))]
    [('c', 'd')]
    """
    places = {name: place for place, name in enumerate(found.constraints)}
    failed = {frozenset(places[name] for name in found.failed(metric)) for metric in found.metrics}
    needed = [each for each in failed if not any(other < each for other in failed)]
    hitting = sorted(map(sorted, _transversals(needed, largest)), key=lambda each: (len(each), each))
    named = [tuple(found.constraints[place] for place in each) for each in hitting]
    return tuple(Conflict(names, prove(names) if prove else None) for names in named)


def _transversals(edges: Iterable[frozenset[int]], largest: int) -> set[frozenset[int]]:
    """Return the minimal sets of at most ``largest`` members that meet every edge (Berge's algorithm)."""
    found: set[frozenset[int]] = {frozenset()}
    for edge in sorted(edges, key=lambda each: (len(each), sorted(each))):
        meeting = {each for each in found if each & edge}
        grown = {each | {member} for each in found - meeting for member in edge if len(each) < largest}
        found = meeting | {each for each in grown if not any(other <= each for other in meeting)}
    return found


@dataclass(frozen=True)
class Step:
    """One case: the constraint demands that ``better`` scores more than ``worse``, or no less if not strict.

    ``place`` is the case's among those of the constraint; ``backwards`` tells the second direction of an equality.
    """

    constraint: str
    worse: Any
    better: Any
    strict: bool
    place: int = 0
    backwards: bool = False


@dataclass(frozen=True)
class Circle:
    """Cases of which each one's better output is the next one's worse output, and the last one's the first one's.

    At least one is strict, so no function of the outputs meets all of them.
    """

    steps: tuple[Step, ...]


def circle(steps: Iterable[Step]) -> Circle | None:
    """Return a shortest circle of demands with a strict one among them, or None.

    >>> found = circle([Step("c", "x", "y", True), Step("d", "y", "x", False)])
    >>> [step.constraint for step in found.steps]
    ['c', 'd']
    """
    places: dict[Any, int] = {}
    known: dict[tuple[int, int], Step] = {}
    for step in steps:
        pair = places.setdefault(step.worse, len(places)), places.setdefault(step.better, len(places))
        if pair not in known or (step.strict and not known[pair].strict):
            known[pair] = step
    inner = _in_circles(list(known), len(places))
    after: dict[int, list[int]] = {}
    for worse, better in inner:
        after.setdefault(worse, []).append(better)
    found: list[int] = []
    for worse, better in (pair for pair in inner if known[pair].strict):
        way = _way(after, better, worse, len(found) - 1 if found else len(places) + 1)
        if way is not None:
            found = [worse, *way]
        if 0 < len(found) <= 3:  # two cases against each other
            break
    return Circle(tuple(known[pair] for pair in pairwise(found))) if found else None


def _in_circles(pairs: Sequence[tuple[int, int]], count: int) -> list[tuple[int, int]]:
    """Return the pairs of a relation that are part of some circle."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    if not pairs:
        return []
    ends = np.array(pairs).T
    relation = csr_array((np.ones(len(pairs)), (ends[0], ends[1])), shape=(count, count))
    _, part = connected_components(relation, connection="strong")
    return [pair for pair, inside in zip(pairs, part[ends[0]] == part[ends[1]], strict=True) if inside]


def _way(after: Mapping[int, Sequence[int]], start: int, end: int, most: int) -> list[int] | None:
    """Return a shortest way of less than ``most`` places, both ends counted; None where there is none."""
    before = {start: start}
    layer = [start]
    for _ in range(most - 1):
        if end in before:
            way = [end]
            while way[-1] != start:
                way.append(before[way[-1]])
            return way[::-1]
        reached = [(place, further) for place in layer for further in after.get(place, ())]
        layer = []
        for place, further in reached:
            if further not in before:
                before[further] = place
                layer.append(further)
    return None


def demands(constraint: Constraint, size: int, places: Iterable[int] | None = None) -> Iterator[Step]:
    """Yield what a constraint demands of two outputs, in its cases up to a size; nothing for other kinds of constraint.

    ``places`` are the cases to look at, by default all.

    A demand of equality is one in both directions. Demands that are made under premises, or by what a metric states of
    itself, depend on the metric and are left out, and so is that two outputs be comparable.
    Outputs are compared up to the names of labels and the order of items.
    """
    names = constraint.compared
    known = isinstance(constraint.demand, Positive | Zero | Nonnegative)
    if names is None or not known or constraint.premises or constraint.demand_of_metric:
        return
    worse, better = names
    cases = sweep_cases(constraint, size)
    label, strict = constraint.label, isinstance(constraint.demand, Positive)
    for place in range(len(cases)) if places is None else places:
        outputs = cases.case(place).outputs
        low, high = same_output(outputs[worse]), same_output(outputs[better])
        yield Step(label, low, high, strict, place)
        if isinstance(constraint.demand, Zero):
            yield Step(label, high, low, strict, place, backwards=True)


def same_output(output: object) -> Hashable:
    """Return one output for all that differ only in names and order."""
    found: Hashable = output.canonical() if isinstance(output, Output) else output
    return found
