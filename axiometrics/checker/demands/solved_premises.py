"""Cases that meet premises of equality because they are solved for, where grids would meet them by luck alone.

Levels that occur in one premise only are unknowns, one for each premise; the others are drawn. A solution is where the
premise's linear form changes its sign: it stands alone or is one of a whole interval of solutions, both ends of which
are found by floats. Solutions that are simple fractions make cases; around others there are intervals. What is built on
them is decided exactly, or checked by intervals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Positive
from axiometrics.checker.cells import witness
from axiometrics.checker.prove import Proof
from axiometrics.checker.prove.certificate import Enclosure, Unknown
from axiometrics.checker.prove.confirmation import confirm_enclosure
from axiometrics.checker.recheck import CertificateError
from axiometrics.checker.scores import Source, totals_of
from axiometrics.checker.sweep import sweep
from axiometrics.checker.verdict import Cell, Verdict
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.cases import CaseBatch

HALVINGS = 46
CHORDS = 40
MARGIN = Fraction(1, 2**42)
"""What is added on both sides of where a sign changes by floats, so that the solution is inside."""
PARTS = 8
"""Parts of the domain at whose ends the sign of a premise is looked at."""
ROUNDING = 1e-15
NEAR, NARROW = 2.0**-12, 2.0**-44
"""How far from a zero others are looked for, and when two values are taken for one."""
MOST_ENDS = 3
"""Ends of intervals of solutions that are kept, of one premise in one draw."""


@dataclass(frozen=True)
class Bracket:
    """Two values of an unknown, next to each other: from one to the other its premise changes its sign."""

    low: Fraction
    high: Fraction

    @property
    def middle(self) -> Fraction:
        """The value between."""
        return (self.low + self.high) / 2

    @property
    def simplest(self) -> Fraction | None:
        """The fraction between the two with a small denominator, if there is one."""
        for most in (10, 100, 1_000, 10_000, 100_000):
            found = self.middle.limit_denominator(most)
            if self.low <= found <= self.high:
                return found
        return None


@dataclass(frozen=True)
class Premise:
    """One premise in all draws, each with its unknown."""

    metric: Metric
    constraint: Constraint
    source: Source
    form: Mapping[str, int]
    draws: Sequence[Mapping[str, Any]]
    unknowns: Sequence[str]

    def values(self, places: Sequence[tuple[int, float]]) -> Any:
        """Return the premise's form in some draws, each with a value of its unknown; 0 where it is rounding."""
        if not places:
            return np.zeros(0)
        task, outputs = get_task(self.metric.task), tuple(self.form)
        place = task.placed
        made = [{**self.draws[number], self.unknowns[number]: Fraction(value)} for number, value in places]
        cases = [place(self.constraint.bound_generator, outputs, chosen, 0) for chosen in made]
        batch = task.batch_of_cases(outputs, cases)
        known = {name: self.source.scores(batch.outputs[name]).values for name in outputs}
        (total,) = totals_of(self.metric, self.constraint.about(Positive(self.form)), known)
        found = np.nan_to_num(np.asarray(total, dtype=float))
        return np.where(np.abs(found) <= ROUNDING, 0.0, found)

    def brackets(self, domain: tuple[Fraction, Fraction]) -> list[list[Bracket]]:
        """Return the solutions in every draw, both ends where they are a whole interval."""
        low, high = map(float, domain)
        levels = [low + (high - low) * place / PARTS for place in range(PARTS + 1)]
        places = [(number, level) for number in range(len(self.draws)) for level in levels]
        values = dict(zip(places, self.values(places).tolist(), strict=True))
        ways: list[_Way] = []
        for number in range(len(self.draws)):
            for first, last in pairwise(levels):
                ends = values[number, first], values[number, last]
                if np.sign(ends[0]) != np.sign(ends[1]):
                    ways.append(_Way(number, [first, last], list(ends)))
        self._cross([way for way in ways if way.ends[0] * way.ends[1] < 0])
        return self._ends(ways)

    def _cross(self, ways: Sequence[_Way]) -> None:
        """Find a zero on every way, by chords between values of opposite sign."""
        for turn in range(CHORDS):
            left = [way for way in ways if way.zero is None]
            for way, value in zip(
                left, self.values([(way.number, way.chord(turn)) for way in left]), strict=True
            ):
                way.narrow(way.chord(turn), float(value))

    def _ends(self, ways: Sequence[_Way]) -> list[list[Bracket]]:
        """Return the ends of the zeros of every draw: a zero alone, or where zeros end to either side."""
        found: list[list[Bracket]] = [[] for _ in self.draws]
        asked = [(way.number, way.zero, side) for way in ways if way.zero is not None for side in (-1, 1)]
        asked = [each for each in asked if 0 <= each[1] + each[2] * NEAR <= 1]
        near = self.values([(number, zero + side * NEAR) for number, zero, side in asked])
        for (number, zero, side), value in zip(asked, near.tolist(), strict=True):
            end = zero if value else self._end(number, zero, side)
            bracket = Bracket(
                max(Fraction(end) - MARGIN, Fraction(0)), min(Fraction(end) + MARGIN, Fraction(1))
            )
            if len(found[number]) < MOST_ENDS and not any(
                bracket.low <= each.middle <= bracket.high for each in found[number]
            ):
                found[number].append(bracket)
        return found

    def _end(self, number: int, zero: float, side: int) -> float:
        """Halve the way from a zero to what is none, within one part of the domain."""
        inside, outside = zero, min(max(zero + side / PARTS, 0.0), 1.0)
        for _ in range(HALVINGS):
            middle = (inside + outside) / 2
            (value,) = self.values([(number, middle)])
            inside, outside = (middle, outside) if value == 0 else (inside, middle)
        return inside


@dataclass
class _Way:
    """Two values of an unknown between which a premise's form changes its sign, and the form there."""

    number: int
    places: list[float]
    ends: list[float]

    @property
    def zero(self) -> float | None:
        """Where the form is zero, as far as floats tell; None where that is not known."""
        for place, value in zip(self.places, self.ends, strict=True):
            if value == 0:
                return place
        return sum(self.places) / 2 if abs(self.places[1] - self.places[0]) < NARROW else None

    def chord(self, turn: int) -> float:
        """Return where the chord is zero; every third turn the middle."""
        (first, last), (one, other) = self.places, self.ends
        return (first + last) / 2 if turn % 3 == 2 else first + (last - first) * one / (one - other)

    def narrow(self, place: float, value: float) -> None:
        """Keep the part in which the sign changes."""
        side = 0 if value * self.ends[0] > 0 else 1
        self.places[side], self.ends[side] = place, value


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


_INSIDE = (Fraction(1, 3), Fraction(2, 3))


def _systems(
    constraint: Constraint,
    forms: Sequence[Mapping[str, int]],
    single: Sequence[str],
    chosen: Mapping[str, Any],
) -> list[tuple[str, ...]]:
    """Return every choice of unknowns: a level for each premise which none of the others depends on.

    What depends on a level is seen by moving it.
    """
    task = get_task(constraint.task)
    before = task.placed(constraint.bound_generator, constraint.outputs, chosen).outputs
    depends: dict[str, set[str]] = {}
    for name in single:
        other = {**chosen, name: next(each for each in _INSIDE if each != chosen[name])}
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


def with_solutions(cell: Cell, metric: Metric, constraint: Constraint, source: Source) -> Cell:
    """Return a cell that was neither proved nor refuted with what cases say that meet its premises by solving them.

    A case with simple fractions is a witness. Else intervals around solutions may prove that there is a case that
    contradicts the demand, though none can be written down.
    """
    open_ = cell.strict.outcome in ("holds", "not_applicable") and cell.strict.evidence != "proof"
    if not open_ or not equalities(constraint):
        return cell
    found = solved(metric, constraint, source)
    assigned = [each for one in found for each in one.assignments(exact=source.exact)]
    if assigned:
        cell = _tried(cell, metric, constraint, source, cases_of(constraint, assigned))
    if cell.strict.outcome != "contradicted" and metric.reads is None and found:
        cell = _enclosed(cell, metric, constraint, source, found)
    return cell


def _tried(cell: Cell, metric: Metric, constraint: Constraint, source: Source, cases: CaseBatch) -> Cell:
    """Return the cell with the cases counted; contradicted where one of them does."""
    part = sweep(metric, constraint, source, cases)
    failing = part.inversions
    if not source.exact:  # solutions are rounded, and so are margins
        scores = {name: source.scores(cases.outputs[name]).values for name in constraint.margin}
        failing = failing & (np.abs(totals_of(metric, constraint, scores)[0]) > LEAST_MARGIN)
    verdict = replace(
        cell.strict,
        cases=cell.strict.cases + part.tried,
        applicable=cell.strict.applicable + part.applicable,
    )
    if not failing.any():
        if verdict.outcome == "not_applicable" and part.applicable:
            verdict = replace(verdict, outcome="holds", evidence="search", size=None)
        return replace(cell, strict=verdict, weak=verdict)
    bad = replace(verdict, outcome="contradicted", evidence="witness")
    shown = witness(metric, constraint, source, cases.case(int(np.flatnonzero(failing)[0])), minimal=False)
    return replace(cell, strict=bad, weak=bad, witness=shown)


def _enclosed(
    cell: Cell, metric: Metric, constraint: Constraint, source: Source, found: list[Solved]
) -> Cell:
    """Return the cell as refuted by the first argument with intervals that stands its check."""
    for each in enclosures(metric, constraint, source, found):
        try:
            confirm_enclosure(each, metric, constraint)
        except CertificateError:  # floats had suggested it
            continue
        bad: Verdict = replace(cell.strict, outcome="contradicted", evidence="proof")
        proof = Proof("negative", "intervals around solutions", each)
        return replace(cell, strict=bad, weak=bad, proof=proof.to_dict())
    return cell
