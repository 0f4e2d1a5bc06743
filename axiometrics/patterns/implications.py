"""Whether one constraint implies another for every metric, and combinations of constraints that no metric satisfies.

What a constraint demands of two outputs is an arrow from the worse to the better one. A case of another constraint
follows for every metric where a chain of these arrows leads from its worse output to its better one, with a strict one
among them if it is strict. Where none does, there are scores of the outputs that meet all arrows and not this case:
a counter-metric, on the outputs up to the size that was looked at. Combinations are those that no metric of a matrix
satisfies, and those that no metric at all could.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Nonnegative, Positive, Zero
from axiometrics.checker.sweep import sweep_cases
from axiometrics.patterns.judgements import Judgements
from axiometrics.tasks.abilities import Output

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
    found: Judgements, *, largest: int = LARGEST, prove: Callable[[tuple[str, ...]], object] | None = None
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
