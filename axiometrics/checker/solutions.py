"""Solutions of a premise of equality in one unknown level: where its linear form changes its sign.

A solution stands alone or is one of a whole interval of solutions, both ends of which are found. All of this is done by
floats: what is built on it is decided exactly, or checked by intervals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Positive
from axiometrics.checker.scores import Source, totals_of
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["Bracket", "Premise"]

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
        place = task.placed  # type: ignore[attr-defined]
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
