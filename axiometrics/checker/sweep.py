"""The sweep: every case up to a size, and structured larger ones, for one metric at a time on shared batches."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Positive, Zero
from axiometrics.checker.scheduling.processes import making
from axiometrics.checker.scores import NO_MARGIN, UNDEFINED, Scores, Source, bounded_signs, scorers
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.formulas.arithmetics.bounded import UNDECIDED
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.cases import Blocks, CaseBatch

if TYPE_CHECKING:
    from axiometrics.formulas.arithmetics.signs import Sign


@dataclass(frozen=True)
class Sweep:
    """What one metric does on one batch of cases.

    ``signs`` are those of the margins: -1, 0, 1, `UNDECIDED` or `NO_MARGIN`; ``inside`` masks the cases that meet the
    premises, and ``undefined`` names the first case in which an output has no score. A sign that is not decided is
    neither a tie nor an inversion, and nothing that holds either.
    """

    cases: CaseBatch
    strict: bool
    signs: NDArray[Any]
    inside: NDArray[np.bool_]
    undefined: tuple[int, str] | None
    clear: frozenset[int] = frozenset()
    """The signs that floats tell."""
    inverted: bool = False
    """Whether floats tell of an inversion."""
    later: NDArray[Any] | None = None
    """The signs where an earlier inversion is clear, if these are others and if they were asked for."""
    lacks_margin: bool = False
    """Whether what is undefined is the margin of a case in which every output has a score."""

    @property
    def tried(self) -> int:
        """How many cases meet the premises, and are not undecided."""
        return int((self.inside & ~self.unknown).sum())

    @property
    def missing(self) -> NDArray[np.bool_]:
        """Where an output has no score."""
        return np.asarray(self.inside & (self.signs == NO_MARGIN))

    @property
    def unknown(self) -> NDArray[np.bool_]:
        """Where the sign is not decided."""
        return np.asarray(self.inside & (self.signs == UNDECIDED))

    @property
    def defined(self) -> NDArray[np.bool_]:
        """Where there is a margin whose sign is known."""
        return self.inside & ~self.missing & ~self.unknown

    @property
    def ties(self) -> NDArray[np.bool_]:
        """Where a difference is demanded and there is none."""
        return np.asarray(self.inside & (self.signs == 0) & self.strict)

    @property
    def inversions(self) -> NDArray[np.bool_]:
        """Where the margin goes against the demand."""
        against = np.abs(self.signs) == 1 if not self.strict else self.signs == -1
        return np.asarray(self.inside & against)

    @property
    def applicable(self) -> int:
        """How many cases have a margin of known sign."""
        return int(self.defined.sum())

    def first(self, mask: NDArray[np.bool_]) -> int | None:
        """Return the first case of a mask: the smallest, since cases come in size order."""
        found = np.flatnonzero(mask)
        return int(found[0]) if len(found) else None


SAMPLED = 60
"""Different margins that are decided exactly where the verdict does not hang on each of them."""
_PROVED = {"positive": 1, "zero": 0, "negative": -1}


@lru_cache(maxsize=64)
@making
def blocks_of(constraint: Constraint, size: int) -> Blocks:
    """Return every case of a constraint up to a size in blocks; one of all where the task has no others."""
    found: Blocks = get_task(constraint.task).blocks(constraint.bound_generator, constraint.outputs, size)
    return found


@lru_cache(maxsize=64)
@making
def sweep_cases(constraint: Constraint, size: int) -> Any:
    """Return every case of a constraint up to a size; see the task for how the size is counted."""
    found = blocks_of(constraint, size)
    if len(found) == 1:
        return found.make(0)
    return get_task(constraint.task).sweep(constraint.bound_generator, constraint.outputs, size)


_BLOCK: dict[tuple[Constraint, int, int], Any] = {}
"""The block of several that was made last."""


@making
def _made_block(constraint: Constraint, size: int, place: int) -> Any:
    return blocks_of(constraint, size).make(place)


def block_of(constraint: Constraint, size: int, place: int) -> Any:
    """Return one block of a constraint's cases; of several only the last is kept, and let go before the next one."""
    if len(blocks_of(constraint, size)) == 1:
        return sweep_cases(constraint, size)
    asked = constraint, size, place
    if asked not in _BLOCK:
        if _BLOCK:
            _BLOCK.clear()
            gc.collect()  # rows and the outputs that they are of refer to each other
        _BLOCK[asked] = _made_block(*asked)
    return _BLOCK[asked]


def forget_swept() -> None:
    """Let all swept cases go; of those in blocks also what was there before, which takes time to find."""
    generation = 2 if _BLOCK else 1
    _BLOCK.clear()
    for made in (blocks_of, sweep_cases):
        made.cache_clear()
    gc.collect(generation)


@lru_cache(maxsize=64)
@making
def larger_cases(constraint: Constraint, *, wide: bool) -> Any:
    """Return larger cases with few items outside the focal parts: some violations live only there.

    ``wide`` ones suit metrics that are evaluated in batches, the others functions that are called case by case.
    """
    return get_task(constraint.task).larger(constraint.bound_generator, constraint.outputs, wide=wide)


@lru_cache(maxsize=64)
@making
def far(constraint: Constraint) -> Any:
    """Return a few cases of thousands of items or more: what grows without end shows itself only there."""
    return get_task(constraint.task).far(constraint.bound_generator, constraint.outputs)


def scored(metric: Metric, constraint: Constraint, source: Source, cases: CaseBatch) -> dict[str, Scores]:
    """Return the scores of every output of a batch of cases."""
    return {
        name: source.scores(batch) if scorer is metric else TrustedSource(scorer).scores(batch)
        for name, (_, scorer, batch) in scorers(metric, constraint, cases.outputs).items()
    }


def clear_signs(metric: Metric, constraint: Constraint, scores: Mapping[str, Scores]) -> set[int]:
    """Return the signs of the margins that are clear of zero."""
    if not scores:
        return set()
    found = bounded_signs(metric, constraint, scores)
    return set(found[(found != UNDECIDED) & (found != NO_MARGIN)].tolist())


FIRST = 8
"""Margins that floats leave open of which the smallest cases are asked whether they are ties, before a proof."""


def some_ties_and_some_not(
    metric: Metric, constraint: Constraint, source: Source, cases: CaseBatch, scores: Mapping[str, Scores]
) -> bool:
    """Whether floats tell that some margins differ from zero, and one of the first that they leave open is zero."""
    if not isinstance(constraint.demand, Positive | Zero) or constraint.premises or not scores:
        return False
    found = bounded_signs(metric, constraint, scores)
    open_ = np.flatnonzero(found == UNDECIDED)[:FIRST]
    if not len(open_) or not np.isin(found, (-1, 1)).any():
        return False
    return bool((source.signs(constraint, cases, open_) == 0).any())


def signs(metric: Metric, constraint: Constraint, source: Source, cases: CaseBatch) -> NDArray[Any]:
    """Return the sign of every case's margin, exact; `UNDECIDED` where there is none."""
    found = sweep(metric, constraint.about(Positive(constraint.margin)), source, cases, every=True).signs
    return np.where(found == NO_MARGIN, UNDECIDED, found)


def sweep(
    metric: Metric,
    constraint: Constraint,
    source: Source,
    cases: CaseBatch,
    settled: Sign | None = None,
    *,
    every: bool = False,
    scores: Mapping[str, Scores] | None = None,
    after: bool | None = None,
    among: NDArray[np.bool_] | None = None,
) -> Sweep:
    """Score all cases, and decide exactly the margins whose floats leave the sign open, where the verdict hangs on it.

    With a clear inversion only those before it are decided, unless the sign of ``every`` case is wanted. With a proof
    of the sign (``settled``), and in batches that claim no completeness, a sample of the different ones is decided;
    what a proof says of the others stands. ``scores`` are those of the cases, where they are known. ``after`` says of
    one block of several whether there is a clear inversion in an earlier one; what would be where there is is told,
    too, where there is none so far. Of cases that are not ``among`` those of interest none is decided. Cost O(rows)
    per new reduction.
    """
    scores = scored(metric, constraint, source, cases) if scores is None else scores
    found = bounded_signs(metric, constraint, scores)
    clear = frozenset(found[(found != UNDECIDED) & (found != NO_MARGIN)].tolist()) if scores else frozenset()
    inside, doubtful = _premises_hold(metric, constraint, source, cases, scores)
    found[doubtful] = UNDECIDED
    part = Sweep(
        cases, not isinstance(constraint.of_a_case, Zero), found, inside, _first_failure(scores), clear
    )
    asked = part.unknown & ~doubtful
    open_ = np.flatnonzero(asked if among is None else asked & among)
    failing = np.flatnonzero(part.inversions)
    part, before = replace(part, inverted=len(failing) > 0), found.copy() if after is False else None
    if (after or len(failing)) and not every:
        last = 0 if after else failing[0]
        open_ = open_[(open_ < last) | _may_lack_values(scores, settled)[open_]]
    hangs = every or (cases.complete_up_to is not None and settled in (None, "nonnegative", "nonpositive"))
    if settled in _PROVED:
        open_ = open_[_spread(len(open_)) | _may_lack_values(scores, settled)[open_]]
    if len(open_):
        found[open_] = source.signs(constraint, cases, open_, most=None if hangs else SAMPLED)
    if settled in _PROVED:
        found[found == UNDECIDED] = _PROVED[settled]
    elif before is not None:
        always = open_[_may_lack_values(scores, settled)[open_]]
        before[always] = found[always]
        part = replace(part, later=None if np.array_equal(before, found) else before)
    return _with_reason(part, metric, constraint, scores)


def _with_reason(part: Sweep, metric: Metric, constraint: Constraint, scores: Mapping[str, Scores]) -> Sweep:
    """Return a sweep with why the first case lacks a margin, where all outputs have scores."""
    if constraint.of_a_case.total:
        for signs_ in (part.signs, part.later):
            if signs_ is not None:
                signs_[signs_ == NO_MARGIN] = -1
        return replace(part, undefined=None)
    infinite = np.any(
        [np.isinf(each.values) for each in scores.values()], axis=0
    )  # less infinity is no margin
    place = part.first(part.missing & ~infinite) if part.undefined is None else None
    if place is None:
        return part
    return replace(part, undefined=(place, _without_value(metric, part.cases, place)), lacks_margin=True)


def _first_failure(scores: Mapping[str, Scores]) -> tuple[int, str] | None:
    """Return the first case in which an output has no score, with the reason; failures before missing values."""
    found = [_first_of(part.failures) for part in scores.values() if part.failures]
    return min(found, key=lambda item: (item[1].startswith(UNDEFINED), *item), default=None)


def _first_of(failures: Mapping[int, str]) -> tuple[int, str]:
    """Return the first of the failures of an output; there may be a million of them, with few reasons."""
    real = {reason for reason in set(failures.values()) if not reason.startswith(UNDEFINED)}
    place = min(failures if not real else (index for index, reason in failures.items() if reason in real))
    return place, failures[place]


def _spread(count: int) -> NDArray[np.bool_]:
    """Return which of so many cases a sample of the different ones is taken from, small and large ones."""
    found = np.zeros(count, dtype=bool)
    found[np.linspace(0, count - 1, min(count, 8 * SAMPLED)).astype(int)] = True
    return found


def _may_lack_values(scores: Mapping[str, Scores], settled: Sign | None) -> NDArray[np.bool_]:
    """Return where floats leave open whether there is a margin, of which a proof of its sign says nothing."""
    found = np.any([~np.isfinite(each.radius) for each in scores.values()], axis=0)
    return np.asarray(found & (settled is not None))


def _without_value(metric: Metric, cases: CaseBatch, place: int) -> str:
    """Say on which case exact arithmetic has found that an output has no value."""
    shown = get_task(metric.task).notation(cases.case(place).outputs)[1]
    return f"{UNDEFINED}: no value on {' or '.join(dict.fromkeys(shown.values()))}"


def _premises_hold(
    metric: Metric, constraint: Constraint, source: Source, cases: CaseBatch, scores: Mapping[str, Scores]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return in which cases every premise holds or may hold, decided exactly, and of which of these it is not known."""
    inside, doubtful = np.ones(len(cases), dtype=bool), np.zeros(len(cases), dtype=bool)
    for form, kind in constraint.premises:
        part = sweep(metric, constraint.about(Positive(form)), source, cases, every=True, scores=scores)
        holds = part.defined & (part.ties if kind == "zero" else ~part.inversions)
        inside &= holds | part.unknown
        doubtful |= part.unknown
    return inside, doubtful & inside
