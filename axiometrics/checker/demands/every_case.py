"""Demands of every case: replay, proof, sweep and search put together into strict and weak verdicts."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from importlib.resources import files
from itertools import combinations
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Zero
from axiometrics.axioms.registry import CONSTRAINTS
from axiometrics.checker.cells import (
    counts_of,
    no_verdict,
    undecided,
    witness,
)
from axiometrics.checker.demands.solved_premises import with_solutions
from axiometrics.checker.hunt import MORE, hunt, starting_cases
from axiometrics.checker.prove import Proof
from axiometrics.checker.scheduling.processes import making
from axiometrics.checker.scores import UNDEFINED, Source
from axiometrics.checker.search import Search, drawn_cases, furthest_for, search, singly
from axiometrics.checker.selection import Options
from axiometrics.checker.sweep import larger_cases, sweep
from axiometrics.checker.tally import Swept, Tally, met, swept_up_to, tallied, tally_of
from axiometrics.checker.verdict import Cell, Outcome, Verdict, Witness
from axiometrics.errors import EngineDisagreementError
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.cases import Case, CaseBatch


@dataclass(frozen=True)
class _Findings:
    """What the engines found: sweeps in the order small to large, and the random search.

    ``at_random`` are drawn cases, and many more of a metric that is not called in another process.
    """

    metric: Metric
    constraint: Constraint
    source: Source
    options: Options
    proof: Proof | None
    sweeps: tuple[Tally, ...]
    at_random: tuple[_AtRandom, ...]
    search: Search

    @property
    def cases(self) -> int:
        return sum(part.tried for part in self.sweeps) + self.search.cases

    @property
    def applicable(self) -> int:
        return sum(part.applicable for part in self.sweeps) + self.search.applicable

    @property
    def unknown(self) -> int:
        return sum(part.unknown for part in self.sweeps)

    @property
    def bound(self) -> int | None:
        return self.sweeps[0].complete_up_to if self.sweeps else None


def every_case_cell(
    metric: Metric, constraint: Constraint, source: Source, options: Options, swept: Swept | None = None
) -> Cell:
    """Check one metric against a demand of every case, or of every one in which premises hold.

    ``swept`` is what `swept_up_to` gives, where it is known. Raises EngineDisagreementError when engines contradict
    each other.
    """
    size = options.sweep_size(metric.trusted, get_task(metric.task).sweep_sizes)
    swept = swept or swept_up_to(metric, constraint, source, size)
    proof, first = swept.proof, () if swept.first is None else (swept.first,)
    larger: tuple[CaseBatch, ...] = (larger_cases(constraint, wide=metric.trusted), replay_cases(constraint))
    if source.sparing and swept.first is not None and swept.first.inversion is not None:
        larger = ()  # no larger case changes the outcome, or is the witness
    sweeps = first + tuple(
        tallied(metric, constraint, source, batch, proof) for batch in larger if len(batch)
    )
    at_random = _at_random(metric, constraint, source, proof, options)
    found = _Findings(metric, constraint, source, options, proof, sweeps, at_random, Search(0, 0, None))
    if proof is None or proof.sign in _LEAVE_TIES:
        found = replace(found, search=_searched(found))
    untried = not any(part.applicable for part in sweeps)
    if proof is not None and (proof.scope or untried):  # of cases that it does not speak of, others may fail
        found = replace(found, sweeps=(*sweeps, *filter(None, [at_random[0].tally])))
    return with_solutions(_verdict(_agreed(found)), metric, constraint, source)


@dataclass(frozen=True)
class _AtRandom:
    """Random cases, made and swept when they are asked for.

    Their signs are not taken from a proof, which need not speak of all of them.
    """

    metric: Metric
    constraint: Constraint
    source: Source
    proof: Proof | None
    made: Callable[[], CaseBatch]

    @cached_property
    def tally(self) -> Tally | None:
        """What they amount to; None where there are none."""
        return self._swept(self.made())

    def _swept(self, cases: CaseBatch, among: NDArray[np.bool_] | None = None) -> Tally | None:
        if not len(cases):
            return None
        plain = sweep(self.metric, self.constraint, self.source, cases, among=among)
        return tally_of(plain, self.metric, self.constraint, self.proof)

    def beyond(self, chosen: int) -> Tally | None:
        """Return what those amount to that meet none of the chosen conditions, perhaps with others.

        No other margin is decided, and a function of ours is called for no other case.
        """
        if "tally" in vars(self) or self.constraint.premises or not self.metric.trusted:
            return self.tally
        cases = self.made()
        elsewhere = met(self.constraint, cases) & chosen == 0
        if not elsewhere.any():
            return None
        if self.metric.reads is None:  # reductions of all cases are known from other metrics
            return self._swept(cases, elsewhere)
        places = np.flatnonzero(elsewhere).tolist()
        asked = "beyond", tuple(self.constraint.preconditions), chosen
        return self._swept(cases.once(asked, lambda: singly(self.constraint, list(map(cases.case, places)))))


def _at_random(
    metric: Metric, constraint: Constraint, source: Source, proof: Proof | None, options: Options
) -> tuple[_AtRandom, ...]:
    drawn = partial(drawn_cases, constraint, options.examples, options.seed, furthest_for(metric))
    starts = partial(starting_cases, constraint, MORE * options.examples, options.seed)
    batches = (drawn, starts) if metric.trusted else (drawn,)
    return tuple(_AtRandom(metric, constraint, source, proof, made) for made in batches)


_LEAVE_TIES = ("nonnegative", "nonpositive")
"""What a proof may say of a margin that leaves open whether larger cases tie."""


def _searched(found: _Findings) -> Search:
    """Look for an inversion among larger cases, or for a tie too while the sweeps saw none."""
    tied = any(part.tie for part in found.sweeps)
    if any(part.inversion for part in found.sweeps) or (tied and found.proof is not None):
        return Search(0, 0, None)
    zero = isinstance(found.constraint.of_a_case, Zero)
    fails: Callable[[int], bool] = (
        (lambda sign: sign != 0) if zero else (lambda sign: sign < 0) if tied else (lambda sign: sign <= 0)
    )
    options = found.options
    looked = partial(search, found.metric, found.constraint, found.source, fails, database=options.database)
    if options.database is not None:
        again = looked(4 * options.examples, options.seed, phases=("reuse",))
        if again.found is not None:
            return again
    part = found.at_random[0].tally
    if part is None:
        return Search(0, 0, None)
    failing = part.inversion if tied or zero else part.inversion or part.tie
    if failing is None:
        return _hunted(found, Search(part.tried, part.applicable, None), fails)
    smallest = looked(4 * options.examples, options.seed)
    if smallest.found is None:
        smallest = _hunted(found, smallest, fails)
    if smallest.found is not None:
        return smallest
    return replace(smallest, hunted="", found=failing[0])


def _hunted(found: _Findings, drawn: Search, fails: Callable[[int], bool]) -> Search:
    """Let an optimiser look where no drawn case fails."""
    more = hunt(found.metric, found.constraint, found.source, fails, found.options)
    if more is None:
        return drawn
    return replace(more, cases=drawn.cases + more.cases, applicable=drawn.applicable + more.applicable)


def _agreed(found: _Findings) -> _Findings:
    """Return what engines agree on: without a proof where cases that it does not speak of have other signs.

    Raises EngineDisagreementError, with both sides, where a case that it speaks of has.
    """
    if found.proof is None:
        return found
    drawn = () if found.search.found is None else (_tallied_alone(found, found.search.found),)
    case = next((part.against for part in (*drawn, *found.sweeps) if part.against is not None), None)
    if case is not None:
        judged = found.source.judge(found.constraint, case.outputs)
        raise EngineDisagreementError(
            f"a proof says that the margin of {found.metric.label} on {found.constraint.label} is "
            f"{found.proof.sign}, "
            f"but on {get_task(found.metric.task).notation(case.outputs)[1]} it is {judged.margin}"
        )
    return replace(found, proof=None) if any(part.outside for part in found.sweeps) else found


def _tallied_alone(found: _Findings, case: Case) -> Tally:
    return tallied(
        found.metric, found.constraint, found.source, singly(found.constraint, [case]), found.proof
    )


def _verdict(found: _Findings) -> Cell:
    zero = isinstance(found.constraint.of_a_case, Zero)
    inverted = _first(found, lambda part: part.inversion, lambda sign: sign < 0 or zero)
    tied = _first(found, lambda part: part.tie, lambda sign: sign == 0)
    missing = _missing(found)
    first = found.sweeps[0] if found.sweeps else None
    counts = counts_of(first, found.cases, found.applicable)
    if inverted is not None:
        always = _always(found, *(("positive", "negative") if zero else ("negative",)))
        strict = _against(found, "contradicted", always, counts)
        cell = _cell(found, strict, strict, inverted)
    elif tied is not None:
        always = _always(found, "zero")
        weak = _holding(found, ("positive", "nonnegative", "zero"), counts)
        cell = _cell(found, _against(found, "blind", always, counts), weak, tied)
    elif (without := no_verdict(found.metric, found.constraint, counts, missing, found.unknown)) is not None:
        cell = without
    else:
        strict = _holding(found, (found.constraint.of_a_case.sign,), counts)
        cell = _cell(found, strict, _holding(found, ("positive", "nonnegative", "zero"), counts), None)
    return replace(cell, error=missing or _undecided(found))


def _undecided(found: _Findings) -> str | None:
    """Say how many margins of the sweep have a sign that nothing decides."""
    count = sum(part.unknown for part in found.sweeps[:1] if part.complete_up_to is not None)
    few = found.search.found is None and not any(part.inversion for part in found.sweeps)
    return undecided(count) if few else None


def _missing(found: _Findings) -> str | None:
    """Say why a case has no margin, on what, and how many there are; failures before values that are just missing."""
    reasons = [part.undefined for part in found.sweeps if part.undefined is not None]
    if not reasons:
        return None
    first = min(reasons, key=lambda reason: reason.startswith(UNDEFINED))
    return f"{first} ({found.cases - found.applicable} of {found.cases} cases)"


def _always(found: _Findings, *signs: str) -> bool:
    return found.proof is not None and found.proof.sign in signs


def _against(found: _Findings, outcome: Outcome, always: bool, counts: dict[str, Any]) -> Verdict:
    """A verdict on cases that go against the constraint: some, or all by a proof."""
    if always:
        return Verdict(outcome, "proof", always=True, **counts, valued=_speaks_of_valued(found))
    return Verdict(outcome, "witness", **counts)


def _speaks_of_valued(found: _Findings) -> bool:
    return found.proof is not None and not found.proof.total


def _holding(found: _Findings, signs: tuple[str, ...], counts: dict[str, Any]) -> Verdict:
    """A verdict that holds, on the best evidence there is."""
    if found.proof is not None and found.proof.sign in signs:
        return Verdict("holds", "proof", **counts, valued=_speaks_of_valued(found))
    first = found.sweeps[0] if found.bound is not None else None
    complete = first is not None and first.applicable and not first.unknown
    return Verdict("holds", "sweep" if complete else "search", **counts, hunted=found.search.hunted)


def _first(
    found: _Findings, of: Callable[[Tally], tuple[Case, bool] | None], sign: Callable[[int], bool]
) -> Witness | None:
    """Return the smallest failing case as a witness: the sweep's, else one of the larger cases, else the search's."""
    for part in found.sweeps:
        if (failing := of(part)) is not None:
            case, minimal = failing
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
    """Return the fewest named preconditions outside which no tried case fails or lacks a value, and some succeeds.

    Where no preconditions cover both, those that cover the failing cases. What small cases suggest is told only if many
    drawn ones do not refute it, nor an optimiser that looks outside.
    """
    if found.search.found is not None or strict.outcome not in ("holds", "blind", "contradicted"):
        return ()
    if strict.outcome == "holds" or strict.always:
        return _outside(found, lambda part: part.missing)
    if found.constraint.premises:  # of which random cases are few
        return ()
    told = _outside(found, lambda part: part.failing | part.missing) or _outside(found, _FAILING)
    return () if told and _fails_elsewhere(found, told) else told


def _fails_elsewhere(found: _Findings, names: Sequence[str]) -> bool:
    """Whether an optimiser finds a failing case outside the named preconditions."""
    zero, task = isinstance(found.constraint.of_a_case, Zero), get_task(found.constraint.task)

    def others(batch: CaseBatch, _: object) -> NDArray[np.bool_]:
        return np.asarray(~np.any([task.condition(name, batch) for name in names], axis=0))

    def fails(sign: int) -> bool:
        return sign != 0 if zero else sign <= 0

    looked = hunt(
        found.metric,
        found.constraint,
        found.source,
        fails,
        found.options,
        times=MORE,
        among=others,
        smallest=False,
    )
    return looked is not None and looked.found is not None


_FAILING = attrgetter("failing")


def _outside(found: _Findings, kinds: Callable[[Tally], frozenset[int]]) -> tuple[str, ...]:
    """Return the fewest preconditions of which each set of a kind has one, in the sweeps and in many drawn cases."""
    names = tuple(found.constraint.preconditions)
    defined = frozenset().union(*(part.defined for part in found.sweeps))
    told = _fewest(names, frozenset().union(*map(kinds, found.sweeps)), defined)
    if not told:
        return ()
    chosen = sum(1 << names.index(name) for name in told)
    drawn = (part for part in (each.beyond(chosen) for each in found.at_random) if part is not None)
    return told if all(kind & chosen for part in drawn for kind in kinds(part)) else ()


def _fewest(names: Sequence[str], kinds: Collection[int], defined: Collection[int]) -> tuple[str, ...]:
    """Return the fewest conditions of which each of these sets has one, and not each set that cases succeed with."""
    names = names if kinds else ()
    for count in range(1, len(names) + 1):
        for places in combinations(range(len(names)), count):
            chosen = sum(1 << place for place in places)
            if all(kind & chosen for kind in kinds) and not all(kind & chosen for kind in defined):
                return tuple(names[place] for place in places)
    return ()


@lru_cache(maxsize=8)
def stored(task: str) -> dict[str, list[dict[str, str]]]:
    """Return the stored cases of a task: for each constraint, outputs in the task's notation."""
    place = files("axiometrics.checker").joinpath("corpus", f"{task}.json")
    found: dict[str, list[dict[str, str]]] = json.loads(place.read_text("utf-8")) if place.is_file() else {}
    return found


@lru_cache(maxsize=64)
@making
def replay_cases(constraint: Constraint) -> Any:
    """Return the stored cases of a constraint as a batch, smallest first; empty when there are none.

    They are cases of the registered generator: one that makes other cases has none, whatever its key.
    """
    known = CONSTRAINTS.find(constraint.key, constraint.task, plugins=False)
    own = known is not None and known.generator is constraint.generator
    kept = stored(constraint.task).get(constraint.label, []) if own else []
    return get_task(constraint.task).batch_of(constraint.outputs, kept)
