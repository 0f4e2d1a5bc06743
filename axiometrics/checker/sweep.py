"""The sweep: every case up to a size, and structured larger ones, for one metric at a time on shared batches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from axiometrics.axioms import Constraint
from axiometrics.checker.scores import (
    CLOSE,
    UNDECIDED,
    Scores,
    Source,
    agreement,
    first_failure,
    margins,
    scorers,
)
from axiometrics.checker.trusted import TrustedSource
from axiometrics.errors import UndecidedError
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["Sweep", "clear_signs", "families", "scored", "signs", "sweep", "sweep_cases"]


Sign = Literal["positive", "nonnegative", "zero", "nonpositive", "negative"]


@dataclass(frozen=True)
class Sweep:
    """What one metric does on one batch of cases.

    ``ties`` and ``inversions`` are masks over the cases; margins within rounding of zero are decided exactly, or count
    as ties where a proof or an inversion elsewhere has settled the verdict. ``missing`` masks the cases in which an
    output has no score, and ``undefined`` names the first of them.
    """

    cases: Any
    strict: bool
    tried: int
    defined: NDArray[np.bool_]
    ties: NDArray[np.bool_]
    inversions: NDArray[np.bool_]
    missing: NDArray[np.bool_]
    undefined: tuple[int, str] | None

    @property
    def applicable(self) -> int:
        """How many cases have scores."""
        return int(self.defined.sum())

    def first(self, mask: NDArray[np.bool_]) -> int | None:
        """Return the first case of a mask: the smallest, since cases come in size order."""
        found = np.flatnonzero(mask)
        return int(found[0]) if len(found) else None


DIGITS = 40
"""Binary digits of a quantity that cases must share to be decided together."""
MOST_DECISIONS = 40


@lru_cache(maxsize=64)
def sweep_cases(constraint: Constraint, size: int) -> Any:
    """Return every case of a constraint up to a size; see the task for how the size is counted."""
    return get_task(constraint.task).sweep(constraint.bound_generator, constraint.outputs, size)


@lru_cache(maxsize=64)
def families(constraint: Constraint, *, wide: bool) -> Any:
    """Return larger cases with few items outside the focal parts: some violations live only there.

    ``wide`` families suit metrics that are evaluated in batches, the others functions that are called case by case.
    """
    return get_task(constraint.task).families(constraint.bound_generator, constraint.outputs, wide=wide)


def scored(metric: Metric, constraint: Constraint, source: Source, cases: Any) -> dict[str, Scores]:
    """Return the scores of every output of a batch of cases."""
    return {
        name: source.scores(batch) if scorer is metric else TrustedSource(scorer).scores(batch)
        for name, (_, scorer, batch) in scorers(metric, constraint, cases.outputs).items()
    }


def clear_signs(metric: Metric, constraint: Constraint, scores: Mapping[str, Scores]) -> set[int]:
    """Return the signs of the margins that are clear of zero."""
    if not scores:
        return set()
    signs, close, missing = _by_floats(metric, constraint, scores)
    return set(signs[~close & ~missing].tolist())


def signs(metric: Metric, constraint: Constraint, source: Source, cases: Any) -> NDArray[Any]:
    """Return the sign of every case's margin, exact where it is close to zero; `UNDECIDED` where there is none."""
    scores = scored(metric, constraint, source, cases)
    found, close, missing = _by_floats(metric, constraint, scores)
    places = np.flatnonzero(close)
    if len(places):
        found[places] = _decide(metric, constraint, source, cases, places, scores)
    found[missing] = UNDECIDED
    return found


def sweep(
    metric: Metric,
    constraint: Constraint,
    source: Source,
    cases: Any,
    settled: Sign | None = None,
    *,
    every: bool = False,
    scores: Mapping[str, Scores] | None = None,
) -> Sweep:
    """Score all cases and decide the margins that are close to zero, as far as the verdict hangs on them.

    With a proof of the sign (``settled``) close margins count as ties and are decided only where the proof forbids
    ties; with a clear inversion only those before it are decided, unless the sign of ``every`` case is wanted. In
    batches that claim no completeness only the first few dozen different ones are decided; the others do not count.
    ``scores`` are those of the cases, where they are known. Cost O(cells of all cases) per new reduction.
    """
    scores = scored(metric, constraint, source, cases) if scores is None else scores
    signs, close, missing = _by_floats(metric, constraint, scores)
    inside = _premises_hold(metric, constraint, source, cases, scores)
    close, missing = close & inside, missing & inside
    signs[missing] = -1 if constraint.total else 0
    defined = inside if constraint.total else inside & ~missing
    skipped = np.zeros(0, dtype=int)
    failing = (signs != 0 if constraint.demand == "zero" else signs < 0) & defined
    open_ = np.flatnonzero(close)
    if failing.any() and not every:
        open_ = open_[open_ < np.flatnonzero(failing)[0]]
    if settled in (None, "positive") and len(open_):
        decided = _decide(metric, constraint, source, cases, open_, scores)
        signs[open_] = np.where(decided == UNDECIDED, 0, decided)
        skipped = open_[decided == UNDECIDED]
        defined[skipped] = False
        failing = (signs != 0 if constraint.demand == "zero" else signs < 0) & defined
    ties = (signs == 0) & defined & (constraint.demand == "positive")
    return Sweep(
        cases,
        constraint.demand != "zero",
        int(inside.sum()) - len(skipped),
        defined,
        ties,
        failing,
        missing & ~defined,
        None if constraint.total else first_failure(scores),
    )


def _premises_hold(
    metric: Metric, constraint: Constraint, source: Source, cases: Any, scores: Mapping[str, Scores]
) -> NDArray[np.bool_]:
    """Return in which cases every premise holds, decided exactly."""
    inside = np.ones(len(cases), dtype=bool)
    for form, kind in constraint.premises:
        part = sweep(metric, constraint.about(form), source, cases, every=True, scores=scores)
        inside &= part.defined & ((part.ties) if kind == "zero" else ~part.inversions)
    return inside


def _by_floats(
    metric: Metric, constraint: Constraint, scores: Mapping[str, Scores]
) -> tuple[NDArray[Any], NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the sign of every case (0 for now where it is close), where it is close, and where a score is missing."""
    parts = [margins(metric, constraint, scores, form) for form in constraint.forms]
    missing = np.any([np.isnan(found) for found, _ in parts], axis=0)
    near = [np.abs(np.nan_to_num(found)) <= CLOSE * np.nan_to_num(scale) for found, scale in parts]
    close = ~missing & np.any(near, axis=0)
    signs = agreement(constraint, [np.sign(np.nan_to_num(found)).astype(int) for found, _ in parts])
    signs[close] = 0 if constraint.demand == "zero" or constraint.knows_ties else 1
    return signs, close, missing


def _decide(
    metric: Metric,
    constraint: Constraint,
    source: Source,
    cases: Any,
    close: NDArray[Any],
    scores: Mapping[str, Scores],
) -> NDArray[Any]:
    """Return the signs of close margins: of all at once where the source can, else of each different one."""
    signs = np.array(source.signs(constraint, cases, close), dtype=int)
    rest = np.flatnonzero(signs == UNDECIDED)
    if len(rest):
        signs[rest] = _decide_singly(metric, constraint, source, cases, close[rest], scores)
    return signs


def _decide_singly(
    metric: Metric,
    constraint: Constraint,
    source: Source,
    cases: Any,
    close: NDArray[Any],
    scores: Mapping[str, Scores],
) -> NDArray[Any]:
    """Decide cases one by one; those in which every reduction has the same value are decided once."""
    marks = [cases.size[close]] + [
        column
        for name, batch in cases.outputs.items()
        for column in _marks(metric, constraint, name, batch, scores[name], close)
    ]
    _, first, group = np.unique(np.stack(marks), axis=1, return_index=True, return_inverse=True)
    signs = np.full(len(first), UNDECIDED)
    order = np.argsort(first, kind="stable")
    complete = cases.bound is not None or not source.exact
    for place in order if complete else order[:MOST_DECISIONS]:
        try:
            signs[place] = _sign(constraint, source, cases, int(close[first[place]]))
        except UndecidedError:
            if complete:
                raise
    return signs[group.reshape(-1)]


def _marks(
    metric: Metric, constraint: Constraint, name: str, batch: Any, scores: Scores, close: NDArray[Any]
) -> Iterable[NDArray[Any]]:
    """Return what a score is computed from, without the last digits; of functions whose score is all there is, that."""
    own = name not in constraint.scored_by
    signature = get_task(metric.task).signature(metric, batch) if own else []
    if signature or (metric.trusted and own):
        return [_without_last_digits(column[close]) for column in signature or [scores.values]]
    return [scores.values[close]]


def _without_last_digits(values: NDArray[Any]) -> NDArray[Any]:
    """Round to a share of the value: equal numbers that were computed in different ways are equal then."""
    mantissa, exponent = np.frexp(values.astype(float))
    found: NDArray[Any] = np.ldexp(np.round(np.ldexp(mantissa, DIGITS)), exponent - DIGITS)
    return found


def _sign(constraint: Constraint, source: Source, cases: Any, index: int) -> int:
    return source.sign(constraint, cases.case(index).outputs)
