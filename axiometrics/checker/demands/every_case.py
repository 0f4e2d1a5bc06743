"""Demands of every case: replay, proof, sweep and search put together into strict and weak verdicts."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial, reduce
from importlib.resources import files
from itertools import combinations
from operator import or_
from typing import Any

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Zero
from axiometrics.checker.cells import (
    compared,
    counts_of,
    equivalent_cases,
    equivalent_cell,
    no_verdict,
    prove_equivalent,
    undecided,
    witness,
)
from axiometrics.checker.demands.solved_premises import with_solutions
from axiometrics.checker.hunt import hunt
from axiometrics.checker.options import Options
from axiometrics.checker.prove import Proof
from axiometrics.checker.prove.confirmation import confirm, spoken_of
from axiometrics.checker.scheduling.metering import making
from axiometrics.checker.scores import UNDEFINED, Scores, Source
from axiometrics.checker.search import Search, drawn_cases, furthest_for, search
from axiometrics.checker.sweep import Sweep, clear_signs, families, scored, sweep, sweep_cases
from axiometrics.checker.verdict import Cell, Verdict, Witness
from axiometrics.errors import EngineDisagreementError, UndecidedError
from axiometrics.metrics import Metric
from axiometrics.tasks import Task, get_task
from axiometrics.tasks.cases import CaseBatch

__all__ = ["every_case_cell", "replay_cases", "stored"]


@dataclass(frozen=True)
class _Findings:
    """What the engines found: sweeps in the order small to large, and the random search."""

    metric: Metric
    constraint: Constraint
    source: Source
    proof: Proof | None
    sweeps: tuple[Sweep, ...]
    search: Search

    @property
    def cases(self) -> int:
        return sum(part.tried for part in self.sweeps) + self.search.cases

    @property
    def applicable(self) -> int:
        return sum(part.applicable for part in self.sweeps) + self.search.applicable

    @property
    def unknown(self) -> int:
        return sum(int(part.unknown.sum()) for part in self.sweeps)

    @property
    def bound(self) -> int | None:
        bound: int | None = self.sweeps[0].cases.complete_up_to if self.sweeps else None
        return bound


def every_case_cell(metric: Metric, constraint: Constraint, source: Source, options: Options) -> Cell:
    """Check one metric against a demand of every case, or of every one in which premises hold.

    Raises EngineDisagreementError when engines contradict each other.
    """
    cases = sweep_cases(constraint, options.sweep_size(metric.trusted, get_task(metric.task).sweep_sizes))
    scores = scored(metric, constraint, source, cases)
    proof = None
    uniform = bool(constraint.premises) or not clear_signs(metric, constraint, scores) >= {1, -1}
    if uniform:  # else no sign is that of every case
        proof = prove_equivalent(metric, constraint)
        proof = _confirmed(proof, metric, constraint, cases) if proof else None
    sweeps = _swept(metric, constraint, source, cases, scores, proof)
    found = _Findings(metric, constraint, source, proof, sweeps, Search(0, 0, None))
    if proof is None:
        found = replace(found, search=_searched(found, options))
    elif proof.scope:  # of the cases that it does not speak of, others may fail
        drawn = drawn_cases(constraint, options.examples, options.seed)
        found = replace(found, sweeps=(*sweeps, sweep(metric, constraint, source, drawn)))
    return with_solutions(_verdict(_agreed(found)), metric, constraint, source)


def _confirmed(proof: Proof, metric: Metric, constraint: Constraint, cases: CaseBatch) -> Proof | None:
    """Return a proof whose certificate agrees with concrete cases; None where nothing tells whether it does."""
    batches = cases, families(constraint, wide=metric.trusted)
    compared(metric, constraint, *batches)
    inner, inside = equivalent_cell(metric, constraint), [equivalent_cases(batch) for batch in batches]
    try:
        confirm(proof, *inner, *inside)
    except UndecidedError:
        return None
    return proof


def _swept(
    metric: Metric,
    constraint: Constraint,
    source: Source,
    cases: CaseBatch,
    scores: Mapping[str, Scores],
    proof: Proof | None,
) -> tuple[Sweep, ...]:
    """Sweep every case up to a size, whose scores are known, and larger ones."""
    settled = proof.sign if proof else None
    larger = (
        families(constraint, wide=metric.trusted),
        *(() if metric.trusted else (replay_cases(constraint),)),
    )
    first = (sweep(metric, constraint, source, cases, settled, scores=scores),) if len(cases) else ()
    return first + tuple(sweep(metric, constraint, source, batch, settled) for batch in larger if len(batch))


def _searched(found: _Findings, options: Options) -> Search:
    """Look for an inversion among larger cases, or for a tie too while the sweeps saw none."""
    if any(part.inversions.any() for part in found.sweeps):
        return Search(0, 0, None)
    tied = any(part.ties.any() for part in found.sweeps)
    zero = isinstance(found.constraint.of_a_case, Zero)
    fails: Callable[[int], bool] = (
        (lambda sign: sign != 0) if zero else (lambda sign: sign < 0) if tied else (lambda sign: sign <= 0)
    )
    looked = partial(search, found.metric, found.constraint, found.source, fails, database=options.database)
    if options.database is not None:
        again = looked(4 * options.examples, options.seed, phases=("reuse",))
        if again.found is not None:
            return again
    drawn = drawn_cases(found.constraint, options.examples, options.seed, furthest_for(found.metric))
    if not len(drawn):
        return Search(0, 0, None)
    part = sweep(found.metric, found.constraint, found.source, drawn)
    failing = part.inversions if tied or zero else part.inversions | part.ties
    if not failing.any():
        return _hunted(found, Search(part.tried, part.applicable, None), fails, options)
    smallest = looked(4 * options.examples, options.seed)
    if smallest.found is None:
        smallest = _hunted(found, smallest, fails, options)
    if smallest.found is not None:
        return smallest
    return replace(smallest, hunted="", found=drawn.case(int(np.flatnonzero(failing)[0])))


def _hunted(found: _Findings, drawn: Search, fails: Callable[[int], bool], options: Options) -> Search:
    """Let an optimiser look where no drawn case fails, for formulas, whose margins change little by little."""
    if found.metric.reads is not None or found.constraint.premises or not options.rounds:
        return drawn
    more = hunt(
        found.metric,
        found.constraint,
        found.source,
        fails,
        starts=options.examples,
        rounds=options.rounds,
        seed=options.seed,
    )
    return replace(more, cases=drawn.cases + more.cases, applicable=drawn.applicable + more.applicable)


def _agreed(found: _Findings) -> _Findings:
    """Return what engines agree on: without a proof where cases that it does not speak of have other signs.

    Raises EngineDisagreementError, with both sides, where a case that it speaks of has.
    """
    if found.proof is None:
        return found
    allowed, outside = _ALLOWED[found.proof.sign], False
    inner = equivalent_cell(found.metric, found.constraint)
    for part in found.sweeps:
        against = part.defined & ~np.isin(part.signs, allowed)
        if not against.any():
            continue
        outside = True
        place = part.first(against & spoken_of(found.proof, *inner, equivalent_cases(part.cases)))
        if place is not None:
            case = part.cases.case(place)
            judged = found.source.judge(found.constraint, case.outputs)
            raise EngineDisagreementError(
                f"a proof says that the margin of {found.metric.label} on {found.constraint.label} is "
                f"{found.proof.sign}, "
                f"but on {get_task(found.metric.task).notation(case.outputs)[1]} it is {judged.margin}"
            )
    return replace(found, proof=None) if outside else found


_ALLOWED = {"positive": [1], "nonnegative": [0, 1], "zero": [0], "nonpositive": [-1, 0], "negative": [-1]}


def _verdict(found: _Findings) -> Cell:
    zero = isinstance(found.constraint.of_a_case, Zero)
    inverted = _first(found, lambda part: part.inversions, lambda sign: sign < 0 or zero)
    tied = _first(found, lambda part: part.ties, lambda sign: sign == 0)
    missing = _missing(found)
    first = found.sweeps[0].cases if found.sweeps else None
    counts = counts_of(first, found.cases, found.applicable)
    if inverted is not None:
        always = _always(found, *(("positive", "negative") if zero else ("negative",)))
        strict = Verdict("contradicted", "proof" if always else "witness", always=always, **counts)
        cell = _cell(found, strict, strict, inverted)
    elif tied is not None:
        always = _always(found, "zero")
        weak = _holding(found, ("positive", "nonnegative", "zero"), counts)
        cell = _cell(
            found, Verdict("blind", "proof" if always else "witness", always=always, **counts), weak, tied
        )
    elif (without := no_verdict(found.metric, found.constraint, counts, missing, found.unknown)) is not None:
        cell = without
    else:
        strict = _holding(found, (found.constraint.of_a_case.sign,), counts)
        cell = _cell(found, strict, _holding(found, ("positive", "nonnegative", "zero"), counts), None)
    return replace(cell, error=missing or _undecided(found))


def _undecided(found: _Findings) -> str | None:
    """Say how many margins of the sweep have a sign that nothing decides."""
    count = sum(int(part.unknown.sum()) for part in found.sweeps[:1] if part.cases.complete_up_to is not None)
    few = found.search.found is None and not any(part.inversions.any() for part in found.sweeps)
    return undecided(count) if few else None


def _missing(found: _Findings) -> str | None:
    """Say why a case has no margin, on what, and how many there are; failures before values that are just missing."""
    reasons = [part.undefined[1] for part in found.sweeps if part.undefined]
    if not reasons:
        return None
    first = min(reasons, key=lambda reason: reason.startswith(UNDEFINED))
    return f"{first} ({found.cases - found.applicable} of {found.cases} cases)"


def _always(found: _Findings, *signs: str) -> bool:
    return found.proof is not None and found.proof.sign in signs


def _holding(found: _Findings, signs: tuple[str, ...], counts: dict[str, Any]) -> Verdict:
    """A verdict that holds, on the best evidence there is."""
    if found.proof is not None and found.proof.sign in signs:
        return Verdict("holds", "proof", **counts)
    first = found.sweeps[0] if found.bound is not None else None
    complete = first is not None and first.applicable and not first.unknown.any()
    return Verdict("holds", "sweep" if complete else "search", **counts, hunted=found.search.hunted)


def _first(found: _Findings, mask: Callable[[Sweep], Any], sign: Callable[[int], bool]) -> Witness | None:
    """Return the smallest failing case as a witness: the sweep's, else the families', else the search's."""
    for part in found.sweeps:
        place = part.first(mask(part))
        if place is not None:
            case = part.cases.case(place)
            minimal = part.cases.complete_up_to is not None and not part.unknown[:place].any()
            return witness(found.metric, found.constraint, found.source, case, minimal=minimal)
    drawn = found.search.found
    if drawn is not None and sign(found.source.quick(found.constraint, drawn.outputs)):
        return witness(found.metric, found.constraint, found.source, drawn, minimal=False)
    return None


def _cell(found: _Findings, strict: Verdict, weak: Verdict, shown: Witness | None) -> Cell:
    return Cell(
        metric=found.metric.label,
        constraint=found.constraint.label,
        strict=strict,
        weak=weak,
        witness=shown,
        except_when=_exceptions(found, strict),
        proof=found.proof.to_dict() if found.proof else None,
    )


def _exceptions(found: _Findings, strict: Verdict) -> tuple[str, ...]:
    """Return the fewest named preconditions outside which no swept case fails or lacks a value, and some succeeds.

    Where no preconditions cover both, those that cover the failing cases.
    """
    if found.search.found is not None or strict.outcome not in ("holds", "blind", "contradicted"):
        return ()
    lacking = [part.missing for part in found.sweeps]
    if strict.outcome == "holds" or strict.always:
        return _covering(found, lacking)
    failing = [part.ties | part.inversions for part in found.sweeps]
    both = [fails | lacks for fails, lacks in zip(failing, lacking, strict=True)]
    return _covering(found, both) or _covering(found, failing)


def _covering(found: _Findings, masks: Sequence[Any]) -> tuple[str, ...]:
    if not any(mask.any() for mask in masks):
        return ()
    names = found.constraint.preconditions
    met = [_met(names, part.cases, get_task(found.metric.task)) for part in found.sweeps]
    failing, defined = _kinds(met, masks), _kinds(met, [part.defined for part in found.sweeps])
    for count in range(1, len(names) + 1):
        for chosen in combinations(range(len(names)), count):
            some = sum(1 << place for place in chosen)
            if all(kind & some for kind in failing) and not all(kind & some for kind in defined):
                return tuple(names[place] for place in chosen)
    return ()


def _met(names: Sequence[str], cases: CaseBatch, task: Task) -> Any:
    """Return which named preconditions every case meets, as the bits of a number: the same for all metrics."""

    def made() -> Any:
        bits = (task.condition(name, cases).astype(np.int64) << place for place, name in enumerate(names))
        return reduce(or_, bits, np.zeros(len(cases), dtype=np.int64))

    return cases.once(("met", tuple(names)), made)


def _kinds(met: Sequence[Any], masks: Sequence[Any]) -> set[int]:
    """Return the different numbers of `_met` of the cases in some masks."""
    return {kind for each, mask in zip(met, masks, strict=True) for kind in np.unique(each[mask]).tolist()}


@lru_cache(maxsize=8)
def stored(task: str) -> dict[str, list[dict[str, str]]]:
    """Return the stored cases of a task: for each constraint, outputs in the task's notation."""
    place = files("axiometrics.checker").joinpath("corpus", f"{task}.json")
    found: dict[str, list[dict[str, str]]] = json.loads(place.read_text("utf-8")) if place.is_file() else {}
    return found


@lru_cache(maxsize=64)
@making
def replay_cases(constraint: Constraint) -> Any:
    """Return the stored cases of a constraint as a batch, smallest first; empty when there are none."""
    return get_task(constraint.task).batch_of(
        constraint.outputs, stored(constraint.task).get(constraint.label, [])
    )
