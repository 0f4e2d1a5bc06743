"""Cases that meet premises of equality because they are solved for, where grids would meet them by luck alone.

Levels that occur in one premise only are unknowns, one for each premise; the others are drawn. Solutions that are
simple fractions make cases; around others there are intervals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.checker.prove.enclosure import Enclosure, Unknown
from axiometrics.checker.scores import Source
from axiometrics.checker.solutions import Bracket, Premise
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["LEAST_MARGIN", "Solved", "cases_of", "enclosures", "equalities", "solved"]

BASES = 48
"""Draws of the levels that are no unknowns."""
LEAST_MARGIN, SHY = 1e-6, Fraction(99, 100)
"""The least margin at solutions that are not exact which counts, and the share of it that is claimed."""
MOST_ENCLOSED = 24
"""Solutions around which intervals are tried."""


@dataclass(frozen=True)
class Solved:
    """Drawn levels, and for every premise its unknown and the brackets of its solutions."""

    chosen: Mapping[str, Any]
    brackets: tuple[tuple[str, tuple[Bracket, ...]], ...]

    def assignments(self, *, exact: bool) -> Iterator[dict[str, Any]]:
        """Yield every choice of solutions as simple fractions, those without left out; if not ``exact`` rounded."""
        names = [name for name, _ in self.brackets]
        each = [
            [bracket.simplest or (None if exact else bracket.middle) for bracket in found]
            for _, found in self.brackets
        ]
        for values in product(*each):
            if None not in values:
                yield {**self.chosen, **dict(zip(names, values, strict=True))}


def equalities(constraint: Constraint) -> list[Mapping[str, int]]:
    """Return the linear forms that must be zero for the demand to be made; none where a premise is of another kind."""
    kinds = {kind for _, kind in constraint.premises}
    return [form for form, _ in constraint.premises] if kinds == {"zero"} else []


def solved(metric: Metric, constraint: Constraint, source: Source) -> list[Solved]:
    """Return draws of levels with the solutions of all premises; those without any are left out.

    Cost: draws times halvings values of the metric, for each premise.
    """
    task, forms = get_task(metric.task), equalities(constraint)
    if not forms:
        return []
    domain, single, draws = task.draws(constraint.bound_generator, BASES)
    systems = _systems(constraint, forms, single, draws[0]) if draws else []
    if not systems:
        return []
    found: list[dict[str, list[Bracket]]] = [{} for _ in draws]
    for place, form in enumerate(forms):
        unknowns = [systems[number % len(systems)][place] for number in range(len(draws))]
        look = Premise(metric, constraint, source, form, draws, unknowns)
        for number, brackets in enumerate(look.brackets(domain)):
            found[number][unknowns[number]] = brackets
    whole = [
        Solved(chosen, tuple((name, tuple(each)) for name, each in brackets.items()))
        for chosen, brackets in zip(draws, found, strict=True)
    ]
    return [each for each in whole if all(brackets for _, brackets in each.brackets)]


def enclosures(
    metric: Metric, constraint: Constraint, source: Source, found: Sequence[Solved]
) -> Iterator[Enclosure]:
    """Yield refutations by intervals around solutions, those with large margins first; each is to be checked."""
    task, forms = get_task(metric.task), equalities(constraint)
    boxes = [
        (each.chosen, dict(zip((name for name, _ in each.brackets), chosen, strict=True)))
        for each in found
        for chosen in product(*(brackets for _, brackets in each.brackets))
    ]
    cases = [
        task.placed(
            constraint.bound_generator,
            constraint.outputs,
            {**chosen, **{name: bracket.middle for name, bracket in box.items()}},
            0,
        )
        for chosen, box in boxes
    ]
    batch = task.batch_of_cases(constraint.outputs, cases)
    values = {name: source.scores(batch.outputs[name]).values for name in constraint.margin}
    margins = np.nan_to_num(sum(weight * values[name] for name, weight in constraint.margin.items()))
    for place in np.argsort(-np.abs(margins), kind="stable")[:MOST_ENCLOSED].tolist():
        if abs(margins[place]) >= LEAST_MARGIN:
            yield _enclosure(constraint, forms, boxes[place], float(margins[place]))


def _enclosure(
    constraint: Constraint,
    forms: Sequence[Mapping[str, int]],
    solution: tuple[Mapping[str, Any], Mapping[str, Bracket]],
    margin: float,
) -> Enclosure:
    chosen, box = solution
    low, high = sorted(Fraction(margin).limit_denominator(10**9) * share for share in (SHY, 2 - SHY))
    unknowns = tuple(
        Unknown(name, dict(form), bracket.low, bracket.high)
        for form, (name, bracket) in zip(forms, box.items(), strict=True)
    )
    return Enclosure(chosen, unknowns, dict(constraint.margin), (str(low), str(high)))


def _systems(
    constraint: Constraint,
    forms: Sequence[Mapping[str, int]],
    single: Sequence[str],
    chosen: Mapping[str, Any],
) -> list[tuple[str, ...]]:
    """Return every choice of unknowns: a level for each premise which none of the others depends on."""
    task = get_task(constraint.task)
    before = task.placed(constraint.bound_generator, constraint.outputs, chosen).outputs
    depends: dict[str, set[str]] = {}
    for name in single:
        other = {**chosen, name: chosen[name] / 2 + Fraction(1, 7)}
        after = task.placed(constraint.bound_generator, constraint.outputs, other).outputs
        depends[name] = {output for output in before if before[output] != after[output]}
    options = [
        [
            name
            for name in single
            if depends[name] & set(form)
            and not any(depends[name] & set(other) for other in forms if other != form)
        ]
        for form in forms
    ]
    return list(product(*options))


def cases_of(constraint: Constraint, assigned: Sequence[Mapping[str, Any]]) -> Any:
    """Return the cases of some assignments of levels as a batch, simple fractions first."""
    task = get_task(constraint.task)
    place = task.placed
    cases = [place(constraint.bound_generator, constraint.outputs, chosen) for chosen in assigned]
    return task.batch_of_cases(constraint.outputs, cases)
