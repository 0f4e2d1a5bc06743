"""A condition on a case under which a metric meets a demand that it fails elsewhere, as the tried cases tell it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.axioms import Constraint
from axiometrics.checker.conditions.certificate import BoundProof
from axiometrics.checker.recheck.cases import Concrete
from axiometrics.checker.scores import Scores, Source
from axiometrics.checker.sweep import Sweep, scored, sweep
from axiometrics.metrics import Metric
from axiometrics.tasks.cases import Case

__all__ = ["Condition", "Side", "Tried", "beyond", "side_of", "tried", "within"]


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
    case: Case
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
    with np.errstate(invalid="ignore"):  # an infinite score is not beyond an infinite bound
        return sum(
            int((part.valued & (turn * (scores.values - bound) > 2 * scores.radius)).sum())
            for part in found
            for scores in [part.scores[output]]
        )


@dataclass(frozen=True)
class Condition:
    """The demand is met wherever an output scores beyond a bound: proved, or as far as cases were tried.

    ``nearest`` is the exact score of the failing case that is nearest to the bound, or beyond which none fails, with
    the case in notation. ``met`` of the ``applicable`` cases that were tried and have a margin are beyond the bound.
    """

    side: Side
    nearest: str
    notation: str
    met: int
    proof: BoundProof | None = None

    @property
    def quantity(self) -> str:
        """What is bounded."""
        return f"Q({self.side.output})"

    @property
    def text(self) -> str:
        """The condition in words that never overstate.

        >>> from axiometrics.checker.conditions.condition import Side
        >>> Condition(Side("worse", 1, 0.5, None, 3, 4), "1/2", "worse [1]", 3).text
        'Q(worse) > 1/2, as far as tried'
        """
        if self.proof is None:
            return f"{self._beyond(self.nearest)}, as far as tried"
        return self._beyond(self.proof.bound) + (f" with {self.proof.scope}" if self.proof.scope else "")

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, in the form of a parameter's region."""
        return {
            "parameter": self.quantity,
            "text": self.text,
            "proved": self.proof is not None,
            "condition": True,
            "splits": True,
            "bounds": [{"text": self.nearest if self.proof is None else str(self.proof.bound)}],
            "argument": list(self._argument()),
        }

    def _beyond(self, bound: object) -> str:
        return f"{self.quantity} {'>' if self.side.turn > 0 else '<'} {bound}"

    def _argument(self) -> Iterator[str]:
        if self.proof is not None:
            yield from self._proved(self.proof)
        yield f"It is so in {self.met} of the {self.side.applicable} cases with a margin that were tried."
        furthest = "largest" if self.side.turn > 0 else "smallest"
        yield f"The {furthest} {self.quantity} of a failing case among them is {self.nearest}: {self.notation}."

    def _proved(self, proof: BoundProof) -> Iterator[str]:
        excess = "exceeds" if proof.more else "falls short of"
        where = f"in each of {len(proof.parts)} parts, " if len(proof.parts) > 1 else ""
        yield (
            f"Proof: {where}a positive multiple of the margin is what {self.quantity} {excess} the bound by, "
            "times a positive quantity, plus a sum without negative terms."
        )
        yield from self._by_size(proof)

    def _by_size(self, proof: BoundProof) -> Iterator[str]:
        """Tell the bounds of the parts, by their first size, where they differ."""
        found: dict[str, list[Fraction]] = {}
        for part in proof.parts:
            for name, value in list(part.where.items())[:1]:
                if part.bound is not None:
                    found.setdefault(f"{name} = {value}", []).append(part.bound)
        best = {
            place: max(bounds, key=lambda bound: self.side.turn * bound) for place, bounds in found.items()
        }
        if len(set(best.values())) > 1:
            told = (f"{self._beyond(bound)} is enough for {place}" for place, bound in best.items())
            yield f"{'; '.join(told)}."
