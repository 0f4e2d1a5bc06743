"""Whether one constraint implies another for every metric: chains of its cases, or scores made to satisfy it alone.

What a constraint demands of two outputs is an arrow from the worse to the better one. A case of another constraint
follows for every metric where a chain of these arrows leads from its worse output to its better one, with a strict one
among them if it is strict. Where none does, there are scores of the outputs that meet all arrows and not this case:
a counter-metric, on the outputs up to the size that was looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.checker.sweep import sweep_cases
from axiometrics.patterns.conflicts import Step, demands

__all__ = ["MOST_STEPS", "CounterMetric", "Implication", "implication", "implications"]

MOST_STEPS = 400
"""Cases of one constraint; larger ones are left out."""


@dataclass(frozen=True)
class CounterMetric:
    """Scores of outputs that meet every case of the premise that is looked at, and go against one of the conclusion."""

    scores: Mapping[Any, int]
    against: Step

    def is_checked(self, premise: Sequence[Step]) -> bool:
        """Whether the scores do what is said of them."""
        return all(map(self._meets, premise)) and not self._meets(self.against)

    def _meets(self, step: Step) -> bool:
        worse, better = self.scores[step.worse], self.scores[step.better]
        return worse < better or (worse == better and not step.strict)


@dataclass(frozen=True)
class Implication:
    """What is shown of an implication for all metrics, by the cases up to a size.

    ``outcome`` is *follows* where each case of the conclusion follows by a chain (``chain`` is the longest one, and
    ``follows_for`` its case), *refuted* where a ``counter`` metric goes against one.
    """

    premise: str
    conclusion: str
    size: int
    cases: int
    outcome: Literal["follows", "refuted"]
    chain: tuple[Step, ...] = ()
    follows_for: Step | None = None
    counter: CounterMetric | None = None


def implications(
    constraints: Sequence[Constraint], pairs: Sequence[tuple[str, str]], size: int
) -> tuple[Implication, ...]:
    """Return what cases up to a size show of pairs (premise, conclusion); pairs without such cases are left out."""
    records = {constraint.label: constraint for constraint in constraints}
    largest = {name: _largest(records[name], size) for pair in pairs for name in pair}
    known: dict[tuple[str, int], list[Step]] = {}

    def steps(name: str, most: int) -> list[Step]:
        if (name, most) not in known:
            known[name, most] = list(_steps(records[name], size, most))
        return known[name, most]

    found = []
    for premise, conclusion in pairs:
        most = min(largest[premise], largest[conclusion])
        told = implication(steps(premise, most), steps(conclusion, most), most) if most else None
        found += [told] if told else []
    return tuple(found)


def _largest(constraint: Constraint, size: int) -> int:
    """Return up to which size the cases are few enough."""
    if constraint.compared is None or constraint.judging != "outputs" or constraint.premises:
        return 0
    sizes = np.asarray(sweep_cases(constraint, size).size)
    fits = [int(most) for most in np.unique(sizes) if (sizes <= most).sum() <= MOST_STEPS]
    return (size if len(sizes) <= MOST_STEPS else fits[-1]) if fits else 0


def _steps(constraint: Constraint, size: int, most: int) -> Iterator[Step]:
    sizes = np.asarray(sweep_cases(constraint, size).size)
    return demands(constraint, size, np.flatnonzero(sizes <= most).tolist())


def implication(premise: Sequence[Step], conclusion: Sequence[Step], size: int) -> Implication | None:
    """Return whether each demand of a conclusion follows from those of a premise, for every metric.

    None where there is no demand, or where the premise goes against itself.

    >>> one, other = Step("a", "x", "y", True), Step("a", "y", "z", False)
    >>> implication([one, other], [Step("b", "x", "z", True)], 2).outcome
    'follows'
    >>> found = implication([other], [Step("b", "y", "z", True)], 2)
    >>> found.outcome, found.counter.scores["y"] >= found.counter.scores["z"]
    ('refuted', True)
    """
    if not premise or not conclusion or _scores(premise, ()) is None:
        return None
    after: dict[Any, list[Step]] = {}
    for step in premise:
        after.setdefault(step.worse, []).append(step)
    chains: list[tuple[Step, ...]] = []
    start, reached = object(), {}
    ordered = sorted(conclusion, key=lambda each: str(each.worse))
    for step in ordered:
        if step.worse != start:
            start, reached = step.worse, _reached(after, step.worse)
        chain = _chain(reached, step)
        if chain is None:
            return _refuted(premise, conclusion, step, size)
        chains.append(chain)
    longest = max(range(len(chains)), key=lambda place: len(chains[place]))
    names = premise[0].constraint, conclusion[0].constraint
    cases = len({step.place for step in conclusion})
    return Implication(*names, size, cases, "follows", chains[longest], ordered[longest])


Place = tuple[Any, bool]


def _reached(after: Mapping[Any, Sequence[Step]], start: object) -> dict[Place, tuple[Place, Step] | None]:
    """Return how every output is reached from one, first without and then with a strict step on the way."""
    found: dict[Place, tuple[Place, Step] | None] = {(start, False): None}
    layer: list[Place] = [(start, False)]
    while layer:
        grown = []
        for place in layer:
            for step in after.get(place[0], ()):
                further = step.better, place[1] or step.strict
                if further not in found:
                    found[further] = place, step
                    grown.append(further)
        layer = grown
    return found


def _chain(reached: Mapping[Place, tuple[Place, Step] | None], step: Step) -> tuple[Step, ...] | None:
    ends = [(step.better, True)] if step.strict else [(step.better, False), (step.better, True)]
    end = next((each for each in ends if each in reached), None)
    if end is None:
        return None
    way: list[Step] = []
    before = reached[end]
    while before is not None:
        way.append(before[1])
        before = reached[before[0]]
    return tuple(way[::-1])


def _refuted(
    premise: Sequence[Step], conclusion: Sequence[Step], step: Step, size: int
) -> Implication | None:
    """Return scores that meet the premise, and turn one demand of the conclusion round."""
    turned = Step(step.constraint, step.better, step.worse, not step.strict)
    scores = _scores(premise, (turned,))
    counter = None if scores is None else CounterMetric(scores, step)
    if counter is None or not counter.is_checked(premise):
        return None
    names = premise[0].constraint, conclusion[0].constraint
    return Implication(*names, size, len(conclusion), "refuted", counter=counter)


def _scores(steps: Sequence[Step], further: Sequence[Step]) -> dict[Any, int] | None:
    """Return whole numbers that meet all demands; None where they go against each other."""
    import networkx

    graph = networkx.DiGraph()
    for step in (*steps, *further):
        strict = step.strict or graph.get_edge_data(step.worse, step.better, {}).get("strict", False)
        graph.add_edge(step.worse, step.better, strict=strict)
    joined = networkx.condensation(graph)
    part = joined.graph["mapping"]
    if any(strict and part[one] == part[other] for one, other, strict in graph.edges(data="strict")):
        return None
    height: dict[int, int] = dict.fromkeys(joined, 0)
    above: dict[int, list[tuple[int, bool]]] = {}
    for one, other, strict in graph.edges(data="strict"):
        above.setdefault(part[one], []).append((part[other], strict))
    for node in networkx.topological_sort(joined):
        for other, strict in above.get(node, ()):
            if other != node:
                height[other] = max(height[other], height[node] + bool(strict))
    return {output: height[part[output]] for output in graph}
