"""The condition of one cell: for a metric that fails a demand, the score of an output beyond which it meets it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Positive
from axiometrics.checker.conditions.bounding import confirm_bound, proved_bound
from axiometrics.checker.conditions.certificate import BoundProof
from axiometrics.checker.demands.every_case import replay_cases
from axiometrics.checker.hunt import MORE, hunt, starting_cases
from axiometrics.checker.prove import prove
from axiometrics.checker.prove.confirmation import confirm
from axiometrics.checker.recheck.cases import Concrete
from axiometrics.checker.scores import Scores, Source
from axiometrics.checker.search import drawn_cases, furthest_for
from axiometrics.checker.selection import Options
from axiometrics.checker.sweep import Sweep, larger_cases, scored, sweep, sweep_cases
from axiometrics.checker.verdict import Cell
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.cases import Case, CaseBatch

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
    return sum(int((part.valued & _past(part.scores[output], turn, bound)).sum()) for part in found)


def _past(scores: Scores, turn: int, bound: float) -> NDArray[np.bool_]:
    with np.errstate(invalid="ignore"):  # an infinite score is not beyond an infinite bound
        return np.asarray(turn * (scores.values - bound) > 2 * scores.radius)


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

        >>> from axiometrics.checker.conditions.engine import Side
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


ENOUGH = 0.5
"""The share of the tried cases that a bound without a proof must leave to be told."""


def with_condition(
    cell: Cell, metric: Metric, constraint: Constraint, source: Source, options: Options
) -> Cell:
    """Return a failing cell with the conditions under which the demand is met, where some are found."""
    strict = cell.strict
    if strict.outcome not in ("blind", "contradicted") or strict.always or not metric.trusted:
        return cell
    outside = proved_outside(metric, constraint, cell.except_when, options)
    bounded = condition_of(metric, constraint, source, options, _witnessed(cell, constraint))
    told = [*filter(None, [outside]), *([bounded.to_dict()] if bounded else [])]
    if not told:
        return cell
    texts = [*filter(None, [cell.region]), *(each["text"] for each in told)]
    if bounded and len(texts) > 1:
        texts[-1] = f"in cases with {texts[-1]}"
    return replace(cell, region="; ".join(texts), regions=(*cell.regions, *told))


def _witnessed(cell: Cell, constraint: Constraint) -> tuple[Any, ...]:
    """Return the case that a cell shows, where no sweep of all small cases has it and it is one of the constraint's."""
    if (
        cell.witness is None
        or cell.witness.minimal
        or not set(constraint.outputs) <= set(cell.witness.outputs)
    ):
        return ()
    record = {"gold": cell.witness.gold, **cell.witness.outputs}
    return (get_task(constraint.task).batch_of(constraint.outputs, [record]),)


def condition_of(
    metric: Metric, constraint: Constraint, source: Source, options: Options, further: tuple[Any, ...] = ()
) -> Condition | None:
    """Return the bound beyond which no case fails: a proved one, else one that leaves enough of the tried cases.

    ``further`` cases are tried beside those of the sweeps and some that are drawn.
    """
    if not isinstance(constraint.demand, Positive):
        return None
    size = options.sweep_size(metric.trusted, get_task(metric.task).sweep_sizes)
    batches = sweep_cases(constraint, size), larger_cases(constraint, wide=metric.trusted)
    drawn = [drawn_cases(constraint, options.examples, options.seed, furthest_for(metric))]
    if metric.trusted:
        drawn += [replay_cases(constraint), starting_cases(constraint, MORE * options.examples, options.seed)]
    found = tried(metric, constraint, source, (*batches, *filter(len, drawn), *further))
    sides = [
        side_of(constraint, source, found, output, turn) for output in constraint.outputs for turn in (1, -1)
    ]
    known = sorted((side for side in sides if side and side.met), key=attrgetter("share"), reverse=True)
    for side in known:
        if (proved := _proved(metric, constraint, source, found, side, batches)) is not None:
            return proved
    if not known or known[0].share < ENOUGH or _refuted(metric, constraint, source, known[0], options):
        return None
    return _told(metric, constraint, source, known[0])


def _refuted(metric: Metric, constraint: Constraint, source: Source, side: Side, options: Options) -> bool:
    """Whether an optimiser finds a failing case beyond a bound."""

    def past(_: object, scores: Mapping[str, Scores]) -> NDArray[np.bool_]:
        return _past(scores[side.output], side.turn, side.bound)

    looked = hunt(metric, constraint, source, lambda sign: sign <= 0, options, times=MORE, among=past)
    return looked is not None and looked.found is not None


def _proved(
    metric: Metric, constraint: Constraint, source: Source, found: list[Tried], side: Side, batches: Any
) -> Condition | None:
    """Return the condition with a proof that is confirmed on the tried cases, some of which are beyond the bound."""

    def tells(bound: Fraction) -> bool:
        return beyond(found, side.output, side.turn, float(bound)) > 0

    proof = proved_bound(metric, constraint, side.output, more=side.turn > 0, tells=tells)
    if proof is None:
        return None
    confirm_bound(proof, metric, constraint, *batches)
    covered = within(metric, found, [part.where for part in proof.parts])
    nearest = side_of(constraint, source, covered, side.output, side.turn)
    met = beyond(covered, side.output, side.turn, float(proof.bound))
    return (
        replace(_told(metric, constraint, source, nearest), proof=proof, met=met) if nearest and met else None
    )


def _told(metric: Metric, constraint: Constraint, source: Source, side: Side) -> Condition:
    outputs = side.case.outputs
    exact = source.judge(constraint, outputs).scores[side.output]
    shown = get_task(metric.task).notation(outputs)[1]
    notation = "; ".join(f"{name} {text}" for name, text in shown.items())
    return Condition(side, exact, notation, side.met)


def proved_outside(
    metric: Metric, constraint: Constraint, names: tuple[str, ...], options: Options
) -> dict[str, Any] | None:
    """Return the variant of a constraint that has no case of the named conditions but all others, if it is proved.

    That its cases are those is compared on the sweeps: none of the named ones, and as many as there are others.
    """
    size = options.sweep_size(metric.trusted, get_task(metric.task).sweep_sizes)
    cases = sweep_cases(constraint, size)
    others = int((~_named(cases, constraint, names)).sum()) if names and len(cases) else 0
    for values in constraint.variants:
        variant = constraint.with_parameters(**values)
        swept = sweep_cases(variant, size)
        if not others or len(swept) != others or _named(swept, constraint, names).any():
            continue
        proof = prove(metric, variant)
        if proof is None or proof.sign != variant.of_a_case.sign:
            continue
        confirm(proof, metric, variant, swept, larger_cases(variant, wide=metric.trusted))
        scope = str(proof.certificate.to_dict().get("scope", ""))
        changed = ", ".join(f"{name} = {value}" for name, value in values.items())
        return _told_outside(variant, changed, names, f"{others} of the {len(cases)}", scope)
    return None


def _named(cases: CaseBatch, constraint: Constraint, names: tuple[str, ...]) -> Any:
    task = get_task(constraint.task)
    return np.any([task.condition(name, cases) for name in names], axis=0)


def _told_outside(
    variant: Constraint, changed: str, names: tuple[str, ...], share: str, scope: str
) -> dict[str, Any]:
    """Return plain data, in the form of a parameter's region."""
    left = " or ".join(name.replace("_", " ") for name in names)
    return {
        "parameter": changed,
        "text": f"{changed} with {scope}" if scope else changed,
        "proved": True,
        "splits": True,
        "condition": True,
        "bounds": [],
        "argument": [
            f"Proof: {variant.label} holds. Its cases are those without {left}: {share} that were swept."
        ],
    }
