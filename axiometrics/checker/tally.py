"""What a sweep amounts to: all that verdicts ask of it, so that the cases of one block can go before others come.

Tallies of blocks that follow each other are joined to that of all their cases, as if these had been swept together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

import numpy as np
from numpy.typing import NDArray

from axiometrics.axioms import Constraint
from axiometrics.checker.scores import UNDEFINED
from axiometrics.checker.sweep import Sweep
from axiometrics.tasks import get_task
from axiometrics.tasks.cases import Case, CaseBatch

__all__ = ["Tally", "tally"]

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
    bits, reason = _met(constraint, part.cases), None if part.undefined is None else part.undefined[1]
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


def _met(constraint: Constraint, cases: CaseBatch) -> NDArray[np.int64]:
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
