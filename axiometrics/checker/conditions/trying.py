"""What the cases that were tried say of bounds on a score: beyond which score of an output no case fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.axioms import Constraint
from axiometrics.checker.prove.cases import Concrete
from axiometrics.checker.scores import Scores, Source
from axiometrics.checker.sweep import Sweep, scored, sweep
from axiometrics.metrics import Metric

__all__ = ["Side", "Tried", "beyond", "side_of", "tried", "within"]

MOST_CONFIRMED = 50
"""Failing cases whose margin is decided exactly, the nearest to a bound first, until one does fail."""


@dataclass(frozen=True)
class Tried:
    """One batch of cases: what the metric does there, and the scores of every output."""

    sweep: Sweep
    scores: Mapping[str, Scores]
    valued: NDArray[np.bool_]
    """The cases that count: those with a margin."""

    @property
    def failing(self) -> NDArray[np.bool_]:
        """The cases that tie or invert."""
        return self.valued & (self.sweep.ties | self.sweep.inversions)


@dataclass(frozen=True)
class Side:
    """All tried cases in which an output scores more (turn 1) or less (-1) than ``bound`` meet the demand.

    The bound is the score of ``case``, which fails.
    """

    output: str
    turn: int
    bound: float
    case: Any
    met: int
    applicable: int

    @property
    def share(self) -> float:
        """The share of the cases with a margin that are beyond the bound."""
        return self.met / self.applicable if self.applicable else 0.0


def tried(metric: Metric, constraint: Constraint, source: Source, batches: Sequence[Any]) -> list[Tried]:
    """Sweep batches of cases."""
    found = []
    for batch in batches:
        if len(batch):
            scores = scored(metric, constraint, source, batch)
            swept = sweep(metric, constraint, source, batch, every=True, scores=scores)
            found.append(Tried(swept, scores, swept.defined))
    return found


def within(metric: Metric, found: Sequence[Tried], places: Sequence[Mapping[str, int]]) -> list[Tried]:
    """Keep the cases whose chosen sizes are those of one of the places."""
    kept = []
    for part in found:
        cases = Concrete.of(metric, {}, part.sweep.cases)
        masks = [cases.inside(where) for where in places]
        kept.append(replace(part, valued=part.valued & np.any(masks, axis=0)))
    return kept


def side_of(
    constraint: Constraint, source: Source, found: Sequence[Tried], output: str, turn: int
) -> Side | None:
    """Return the bound beyond which no case fails, on one side of an output's score; None where that is not settled."""
    places = [
        (turn * float(part.scores[output].values[place]), -number, -int(place))
        for number, part in enumerate(found)
        for place in np.flatnonzero(part.failing)
    ]
    for score, number, place in sorted(places, reverse=True)[:MOST_CONFIRMED]:
        case = found[-number].sweep.cases.case(-place)
        if source.quick(constraint, case.outputs) <= 0:
            bound = turn * score
            applicable = sum(int(part.valued.sum()) for part in found)
            return Side(output, turn, bound, case, beyond(found, output, turn, bound), applicable)
    return None


def beyond(found: Sequence[Tried], output: str, turn: int, bound: float) -> int:
    """Count the cases with a margin in which an output's score is clearly beyond a bound."""
    return sum(
        int((part.valued & (turn * (scores.values - bound) > 2 * scores.radius)).sum())
        for part in found
        for scores in [part.scores[output]]
    )
