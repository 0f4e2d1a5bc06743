"""What a sweep amounts to, block by block, so that the cases of one block can go before others come.

Tallies of blocks that follow each other are joined to that of all their cases, as if these had been swept together.
Blocks can be swept in any order and anywhere; a proof is looked for after the first, and compared with every one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

import numpy as np
from numpy.typing import NDArray

from axiometrics.axioms import Constraint
from axiometrics.checker.cells import compared, equivalent_cases, equivalent_cell, prove_equivalent
from axiometrics.checker.prove import Proof
from axiometrics.checker.prove.confirmation import confirm, spoken_of
from axiometrics.checker.prove.parts import Forms, Parts
from axiometrics.checker.scores import UNDEFINED, Scores, Source
from axiometrics.checker.sweep import (
    Sweep,
    block_of,
    blocks_of,
    clear_signs,
    larger_cases,
    scored,
    some_ties_and_some_not,
    sweep,
)
from axiometrics.errors import UndecidedError
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.cases import Case, CaseBatch

Speaks = Callable[[CaseBatch], NDArray[np.bool_]]
"""Says of which cases a proof speaks."""


@dataclass(frozen=True)
class Tally:
    """What one metric does on one batch of cases, in numbers and single cases.

    ``tried``, ``applicable`` and ``unknown`` count cases. ``inversion`` and ``tie`` are the first such cases, each with
    whether all before it are decided. ``failure`` says why the first output has no score, ``lacking`` why the first
    case has no margin though all have scores. ``failing``, ``missing`` and ``defined`` say which sets of named
    conditions are met together by cases that fail, that have no margin, and that have one: a bit for each condition.
    ``clear`` are the signs that floats tell. Where a proof is known, ``outside`` says whether signs are not its own,
    and ``against`` is the first such case that it speaks of. ``later`` is the same tally for the case that an earlier
    inversion is clear, after which fewer signs are decided; None where it is no other.
    """

    tried: int
    applicable: int
    unknown: int
    inversion: tuple[Case, bool] | None
    tie: tuple[Case, bool] | None
    failure: str | None
    lacking: str | None
    failing: frozenset[int]
    missing: frozenset[int]
    defined: frozenset[int]
    clear: frozenset[int]
    inverted: bool
    outside: bool
    against: Case | None
    complete_up_to: int | None
    grid: str
    later: Tally | None = None

    @property
    def undefined(self) -> str | None:
        """Why the first case without a score or a margin has none."""
        return self.failure if self.failure is not None else self.lacking

    def then(self, other: Tally) -> Tally:
        """Return the tally of all cases, where those of the other one follow."""
        if self.inverted and other.later is not None:
            other = other.later
        decided = not self.unknown
        return replace(
            self,
            tried=self.tried + other.tried,
            applicable=self.applicable + other.applicable,
            unknown=self.unknown + other.unknown,
            inversion=_first(self.inversion, other.inversion, decided=decided),
            tie=_first(self.tie, other.tie, decided=decided),
            failure=_reason(self.failure, other.failure),
            lacking=self.lacking if self.lacking is not None else other.lacking,
            failing=self.failing | other.failing,
            missing=self.missing | other.missing,
            defined=self.defined | other.defined,
            clear=self.clear | other.clear,
            inverted=self.inverted or other.inverted,
            outside=self.outside or other.outside,
            against=self.against or other.against,
            later=None,
        )


def _first(
    one: tuple[Case, bool] | None, other: tuple[Case, bool] | None, *, decided: bool
) -> tuple[Case, bool] | None:
    return one or (None if other is None else (other[0], other[1] and decided))


def _reason(one: str | None, other: str | None) -> str | None:
    """Return the first reason; failures go before values that are just missing."""
    reasons = [reason for reason in (one, other) if reason is not None]
    return min(reasons, key=lambda reason: reason.startswith(UNDEFINED), default=None)


def tally(part: Sweep, constraint: Constraint, allowed: Sequence[int] | None, speaks: Speaks) -> Tally:
    """Return what a sweep amounts to; with a proof, ``allowed`` are the signs that it leaves possible."""
    found = _tally(part, constraint, allowed, speaks)
    if part.later is None:
        return found
    return replace(
        found, later=_tally(replace(part, signs=part.later, later=None), constraint, allowed, speaks)
    )


def _tally(part: Sweep, constraint: Constraint, allowed: Sequence[int] | None, speaks: Speaks) -> Tally:
    unknown, defined, missing = part.unknown, part.defined, part.missing
    inversions, ties = part.inversions, part.ties
    bits, reason = met(constraint, part.cases), None if part.undefined is None else part.undefined[1]
    beside = (
        np.zeros(len(part.cases), dtype=bool) if allowed is None else defined & ~np.isin(part.signs, allowed)
    )
    outside = bool(beside.any())
    place = part.first(beside & speaks(part.cases)) if outside else None

    def first(mask: NDArray[np.bool_]) -> tuple[Case, bool] | None:
        at = part.first(mask)
        if at is None:
            return None
        return part.cases.case(at), part.cases.complete_up_to is not None and not unknown[:at].any()

    return Tally(
        tried=part.tried,
        applicable=int(defined.sum()),
        unknown=int(unknown.sum()),
        inversion=first(inversions),
        tie=first(ties),
        failure=None if part.lacks_margin else reason,
        lacking=reason if part.lacks_margin else None,
        failing=_kinds(bits, ties | inversions),
        missing=_kinds(bits, missing),
        defined=_kinds(bits, defined),
        clear=part.clear,
        inverted=part.inverted,
        outside=outside,
        against=None if place is None else part.cases.case(place),
        complete_up_to=part.cases.complete_up_to,
        grid=part.cases.grid,
    )


def met(constraint: Constraint, cases: CaseBatch) -> NDArray[np.int64]:
    """Return which named conditions every case meets, a bit for each: the same for all metrics."""
    names = tuple(constraint.preconditions)

    def made() -> NDArray[np.int64]:
        task, none = get_task(constraint.task), np.zeros(len(cases), dtype=np.int64)
        met = [
            np.asarray(task.condition(name, cases)).astype(np.int64) << place
            for place, name in enumerate(names)
        ]
        return reduce(or_, met, none)

    found: NDArray[np.int64] = cases.once(("met", names), made)
    return found


def _kinds(bits: NDArray[np.int64], mask: NDArray[np.bool_]) -> frozenset[int]:
    return frozenset(np.flatnonzero(np.bincount(bits[mask])).tolist())


@dataclass(frozen=True)
class Swept:
    """What sweeping every case up to a size gave: a proof, which agrees with the cases, and what they amount to.

    ``first`` is None where there is no case.
    """

    proof: Proof | None
    first: Tally | None


def swept_up_to(metric: Metric, constraint: Constraint, source: Source, size: int) -> Swept:
    """Sweep every case up to a size, one block after another."""
    begun = first_swept(metric, constraint, source, size)
    found = _continued(metric, constraint, source, size, begun)
    if found is None:
        begun = without_proof(metric, constraint, source, size)
        found = _continued(metric, constraint, source, size, begun)
    return found or begun


def _continued(
    metric: Metric, constraint: Constraint, source: Source, size: int, begun: Swept
) -> Swept | None:
    count = len(blocks_of(constraint, size))
    parts = [next_tally(metric, constraint, source, size, place, begun) for place in range(1, count)]
    return joined(constraint, begun, parts)


def first_swept(metric: Metric, constraint: Constraint, source: Source, size: int) -> Swept:
    """Look for a proof where no two cases of the first block have different signs, and sweep that block.

    Where some tie and others do not, a proof that is not strict is all that there can be.
    """
    cases = block_of(constraint, size, 0)
    scores = scored(metric, constraint, source, cases)
    proof = None
    if _uniform(constraint, clear_signs(metric, constraint, scores)):
        weak = some_ties_and_some_not(metric, constraint, source, cases, scores)
        proof = prove_equivalent(metric, constraint, weak=weak)
        proof = proof if proof and _confirmed(proof, metric, constraint, cases) else None
    if not len(cases):
        return Swept(proof, None)
    return Swept(proof, tallied(metric, constraint, source, cases, proof, scores=scores))


def without_proof(metric: Metric, constraint: Constraint, source: Source, size: int) -> Swept:
    """Sweep the first block where no proof stands."""
    cases = block_of(constraint, size, 0)
    return Swept(None, tallied(metric, constraint, source, cases, None))


def next_tally(
    metric: Metric, constraint: Constraint, source: Source, size: int, place: int, begun: Swept
) -> Tally | None:
    """Sweep a later block; None where nothing tells whether the proof agrees with it."""
    cases = block_of(constraint, size, place)
    in_parts = isinstance(begun.proof and begun.proof.certificate, Parts | Forms)  # each part needs some case
    if begun.proof and not _confirmed(begun.proof, metric, constraint, cases, larger=in_parts):
        return None
    after = begun.first is not None and begun.first.inverted
    return tallied(metric, constraint, source, cases, begun.proof, after=after)


def joined(constraint: Constraint, begun: Swept, parts: Sequence[Tally | None]) -> Swept | None:
    """Return what all blocks amount to; None where there is a proof that would not have been looked for, or not stand.

    So it is where two cases of all blocks have different signs, or where nothing tells whether it agrees with a block.
    """
    if begun.first is None or not parts:
        return begun
    known = [part for part in parts if part is not None]
    whole = reduce(Tally.then, known, begun.first)
    stands = len(known) == len(parts) and _uniform(constraint, whole.clear)
    return Swept(begun.proof, whole) if begun.proof is None or stands else None


def _uniform(constraint: Constraint, signs: Collection[int]) -> bool:
    """Whether a sign can be that of every case, as far as clear signs tell."""
    return bool(constraint.premises) or not {1, -1} <= set(signs)


def _confirmed(
    proof: Proof, metric: Metric, constraint: Constraint, cases: CaseBatch, *, larger: bool = True
) -> bool:
    """Whether a proof's certificate agrees with concrete cases, and ``larger`` ones; not where nothing tells."""
    batches = (cases, larger_cases(constraint, wide=metric.trusted)) if larger else (cases,)
    compared(metric, constraint, *batches)
    inner, inside = equivalent_cell(metric, constraint), [equivalent_cases(batch) for batch in batches]
    try:
        confirm(proof, *inner, *inside)
    except UndecidedError:
        return False
    return True


def tallied(
    metric: Metric,
    constraint: Constraint,
    source: Source,
    cases: CaseBatch,
    proof: Proof | None,
    *,
    scores: Mapping[str, Scores] | None = None,
    after: bool | None = None,
) -> Tally:
    """Sweep a batch of cases beside a proof."""
    settled = proof.sign if proof else None
    part = sweep(metric, constraint, source, cases, settled, scores=scores, after=after)
    return tally_of(part, metric, constraint, proof)


def tally_of(part: Sweep, metric: Metric, constraint: Constraint, proof: Proof | None) -> Tally:
    """Return what a sweep beside a proof amounts to."""
    if proof is None:
        return tally(part, constraint, None, lambda cases: np.ones(len(cases), dtype=bool))
    inner = equivalent_cell(metric, constraint)
    return tally(
        part,
        constraint,
        ALLOWED[proof.sign],
        lambda cases: spoken_of(proof, *inner, equivalent_cases(cases)),
    )


ALLOWED = {"positive": [1], "nonnegative": [0, 1], "zero": [0], "nonpositive": [-1, 0], "negative": [-1]}
