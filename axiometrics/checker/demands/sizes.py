"""Constraints over one growing size n: demanded for some n, or for all n from some n0 on.

Every value of n is one case; what counts is the set of n for which the margin is positive.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import SomeSize
from axiometrics.checker.cells import (
    compared,
    equivalent_cases,
    equivalent_cell,
    no_verdict,
    undecided,
    undecided_cell,
    witness,
)
from axiometrics.checker.scheduling.processes import making
from axiometrics.checker.scores import Source
from axiometrics.checker.selection import Options
from axiometrics.checker.series import (
    LEAST_TRIED,
    SeriesProof,
    confirm_series,
    prove_series,
    ranges,
    series_proof,
)
from axiometrics.checker.sweep import Sweep, sweep
from axiometrics.checker.verdict import Cell, Evidence, Outcome, Verdict
from axiometrics.errors import EngineDisagreementError
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task
from axiometrics.tasks.cases import CaseBatch

__all__ = ["Series", "quantified_cell", "ranges", "series_of"]

_PROVED = {"positive": 1, "zero": 0, "negative": -1}
MOST_TRIED = 300
"""The largest last value of n up to which every n is tried."""
MOST_ITEMS = 1_500_000
"""Items of all the cases that are tried for the sake of a proof."""


@dataclass(frozen=True)
class Series:
    """The sign of the margin for every n that was tried and has one; every n up to ``unbroken`` was tried.

    Of the ``open`` n nothing decides the sign.
    """

    signs: dict[int, int]
    unbroken: int
    open: frozenset[int] = frozenset()

    def where(self, holds: Callable[[int], bool]) -> list[int]:
        """Return the n whose sign satisfies a condition."""
        return [n for n, sign in self.signs.items() if holds(sign)]

    def start(self, holds: Callable[[int], bool]) -> int | None:
        """Return the least n0 from which on every n that was tried satisfies a condition; None when the last fails."""
        found = None
        for n in sorted({*self.signs, *self.open}, reverse=True):
            if n in self.open or not holds(self.signs[n]):
                break
            found = n
        return found


@lru_cache(maxsize=64)
@making
def series_of(constraint: Constraint, values: tuple[int, ...]) -> Any:
    """Return one case for every value of the constraint's size, as a batch."""
    return get_task(constraint.task).series(constraint.bound_generator, constraint.outputs, values)


def quantified_cell(metric: Metric, constraint: Constraint, source: Source, options: Options) -> Cell:
    """Check one metric against a constraint with a quantifier over n. Cost O(items of all cases).

    "Some n" holds on the evidence of one case, which is shown; where it fails, every n that was tried fails. "All n
    from n0 on" holds as far as n was tried: on the evidence of a sweep where n0 lies among the unbroken values, else of
    samples. Where it fails, the shown case is the first of those that all fail. With a proof of the margin's sign from
    some n1 on, or where n has a last value and every n was tried, the evidence is a proof.
    """
    own = equivalent_cell(metric, constraint)
    last = _last(own[1])
    proof = _proof(*own) if last is None else None
    values = _values(options, proof, last)
    usual = proof is None or set(values) == set(options.series)
    cases = (series_of if usual else series_of.__wrapped__)(constraint, values)  # unusual ones can be large
    found = sweep(metric, constraint, source, cases, every=True)
    open_ = frozenset(n for n, unknown in zip(_places(found), found.unknown.tolist(), strict=True) if unknown)
    open_ -= {n for n in open_ if proof is not None and n >= proof.start}
    unbroken = _unbroken(sorted(_places(found)))
    series = Series(
        _signs(found, proof), min(unbroken, *(n - 1 for n in open_)) if open_ else unbroken, open_
    )
    if proof is not None:
        _confirm(proof, metric, constraint, cases, found)
    known = _Known(proof, last if source.exact and series.unbroken == last else None, series.unbroken)
    counts: dict[str, Any] = {"cases": found.tried, "applicable": found.applicable, "size": series.unbroken}
    reason = found.undefined[1] if found.undefined else None
    if (without := no_verdict(metric, constraint, counts, reason, len(open_))) is not None:
        return without
    if _hangs_on(open_, series, constraint):
        return undecided_cell(metric, constraint, counts, len(open_))
    strict, weak, shown = _verdicts(series, known, constraint, counts)
    case = cases.case(_places(found).index(shown)) if shown in _places(found) else None
    return Cell(
        metric=metric.label,
        constraint=constraint.label,
        strict=strict,
        weak=weak,
        witness=witness(metric, constraint, source, case, minimal=True) if case else None,
        threshold={"holds_for": _holds_for(series, known), **({"open": known.open} if known.open else {})},
        proof=_record(known, series, get_task(own[0].task).words) if strict.evidence == "proof" else None,
        error=reason or undecided(len(open_)),
    )


def _verdicts(
    series: Series, known: _Known, constraint: Constraint, counts: Mapping[str, Any]
) -> tuple[Verdict, Verdict, int | None]:
    """Return the strict and the weak verdict, and the n whose case is shown, if any."""
    settled = _some if isinstance(constraint.demand, SomeSize) else _all_from_some
    strict, weak = (settled(series, sign) for sign in (_positive, _not_negative))
    outcome: Outcome = "holds" if strict.holds else "blind" if weak.holds else "contradicted"
    proved = known.every or (known.proof is not None and not isinstance(constraint.demand, SomeSize))
    always = known.every and set(series.signs.values()) == {{"blind": 0, "contradicted": -1}.get(outcome)}
    return (
        Verdict(outcome, "proof" if proved else strict.evidence, always=always, **counts),
        Verdict(
            "holds" if weak.holds else "contradicted",
            "proof" if proved else weak.evidence,
            always=always and outcome == "contradicted",
            **counts,
        ),
        weak.shown if outcome == "contradicted" else strict.shown,
    )


def _hangs_on(open_: Collection[int], series: Series, constraint: Constraint) -> bool:
    """Whether the verdict hangs on an n whose sign nothing decides: the last one, or any where none has the sign."""
    if isinstance(constraint.demand, SomeSize):
        return bool(open_) and not series.where(_positive)
    return max(open_, default=0) > max(series.signs)


def _confirm(
    proof: SeriesProof, metric: Metric, constraint: Constraint, cases: CaseBatch, found: Sweep
) -> None:
    """Compare a proof with the cases that were tried. Raises EngineDisagreementError where they differ."""
    compared(metric, constraint, cases, smallest=LEAST_TRIED)
    confirm_series(proof, *equivalent_cell(metric, constraint), equivalent_cases(cases))
    _agree(proof, metric, constraint, found)


def _last(constraint: Constraint) -> int | None:
    """Return the last value of the constraint's size; None where there is none, or it is not known."""
    last = get_task(constraint.task).last_size(constraint.bound_generator)
    return last if last is not None and last <= MOST_TRIED else None


def _proof(metric: Metric, constraint: Constraint) -> SeriesProof | None:
    """Return a proof for large n, if there are cases small enough to compare it with."""
    proof = prove_series(metric, constraint)
    return proof if proof and proof.effort(_compared(proof)) <= MOST_ITEMS else None


def _compared(proof: SeriesProof) -> range:
    valid = proof.certificate.valid
    return range(valid, valid + LEAST_TRIED)


def _values(options: Options, proof: SeriesProof | None, last: int | None) -> tuple[int, ...]:
    """Return the n to try: the effort's, those that a proof is compared with, its start, and those that it leaves open.

    None of the latter if there are too many.
    """
    found = {*options.series, *range(1, (last or 0) + 1)}
    if proof is not None:
        left = set(range(1, proof.start)) - found
        for wanted in (_compared(proof), [proof.start], left):
            found.update(wanted if proof.effort(wanted) <= MOST_ITEMS else ())
    return tuple(sorted(found))


def _agree(proof: SeriesProof, metric: Metric, constraint: Constraint, found: Sweep) -> None:
    """Every n from the proof's start on must have the proved sign. Raises EngineDisagreementError."""
    signs = _signs(found)
    decided = [n for n, unknown in zip(_places(found), found.unknown.tolist(), strict=True) if not unknown]
    against = [n for n in decided if n >= proof.start and signs.get(n) != _PROVED[proof.sign]]
    if against:
        raise EngineDisagreementError(
            f"{metric.label} on {constraint.label} is {proof.sign} for every n >= {proof.start}, "
            f"but not for n = {ranges(against)}"
        )


@dataclass(frozen=True)
class _Known:
    """What is certain beyond the n that were tried: a proof for large n, or that n has a last value, which was tried.

    Every n up to ``unbroken`` was tried.
    """

    proof: SeriesProof | None
    last: int | None
    unbroken: int

    @property
    def every(self) -> bool:
        """Whether the sign of every n is settled."""
        return self.last is not None or (self.proof is not None and not self.open)

    @property
    def open(self) -> str:
        """The n before a proof's start of which only some were tried."""
        if self.proof is None or self.proof.start <= self.unbroken + 1:
            return ""
        return f"{self.unbroken + 1}..{self.proof.start - 1}"


def _record(known: _Known, series: Series, words: Mapping[str, str]) -> dict[str, Any]:
    return series_proof(known.proof, series.signs, known.last, words)


@dataclass(frozen=True)
class _Settled:
    """Whether a quantified demand holds, on what evidence, and the n whose case is shown, if any."""

    holds: bool
    evidence: Evidence
    shown: int | None


def _positive(sign: int) -> bool:
    return sign > 0


def _not_negative(sign: int) -> bool:
    return sign >= 0


def _some(series: Series, holds: Callable[[int], bool]) -> _Settled:
    found = series.where(holds)
    shown = found[0] if found else min(series.signs)
    return _Settled(bool(found), "witness", shown)


def _all_from_some(series: Series, holds: Callable[[int], bool]) -> _Settled:
    start = series.start(holds)
    if start is not None:
        return _Settled(True, "sweep" if start <= series.unbroken else "search", None)
    return _Settled(False, "witness", series.start(lambda sign: not holds(sign)))


def _places(found: Sweep) -> list[int]:
    """Return the n of every case."""
    (sizes,) = found.cases.sizes.values()
    return [int(n) for n in sizes]


def _signs(found: Sweep, proof: SeriesProof | None = None) -> dict[int, int]:
    """Return the sign of every n that was tried, and of the first n that a proof speaks of."""
    signs = np.where(found.inversions, -1, np.where(found.ties, 0, 1))
    every = {
        n: int(sign) for n, sign, defined in zip(_places(found), signs, found.defined, strict=True) if defined
    }
    if proof is not None:
        every.setdefault(proof.start, _PROVED[proof.sign])
    return dict(sorted(every.items()))


def _unbroken(tried: Sequence[int]) -> int:
    """Return the n up to which every one was tried."""
    return next((n for n, following in pairwise(tried) if following != n + 1), tried[-1])


def _holds_for(series: Series, known: _Known) -> str:
    """Write the set of n with a positive margin; from n0 on, as far as n was tried, where the last one is in it.

    Where n has a last value there is no such "from n0 on"; where a proof leaves n open, n0 is its start.
    """
    found, start = series.where(_positive), series.start(_positive)
    if not found:
        return "no n"
    if start is None or known.last is not None:
        return f"n = {ranges(found)}"
    if known.open and known.proof:
        start = known.proof.start
    alone = [n for n in found if n < start]
    return (f"n = {ranges(alone)} and " if alone else "") + f"n >= {start}"
