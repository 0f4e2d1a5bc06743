"""A small trial of what was never measured: how many cases there are at a size, and what they and cells take.

It makes the cases of small sizes in a process of its own, and checks a few metrics in full.
"""

from __future__ import annotations

import math
import tracemalloc
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from statistics import fmean

from axiometrics.axioms import Constraint
from axiometrics.checker.isolation import forgiven
from axiometrics.checker.scheduling.processes import CostBook, metered, peak_memory, process_pool
from axiometrics.checker.selection import Options
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.sweep import scored
from axiometrics.errors import AxiometricsError
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

TRIAL = 0.1
"""Seconds that the cases of a size take, after which a trial makes no larger ones, of `GROWTH` sizes that have some."""
GROWTH = 3
"""Sizes with cases that tell how their number grows."""
TRIED, CHECKED = 3, 4.0
"""Metrics that a trial scores and checks, and seconds of checks after which a plan makes no more of them."""
NUMBER = 60
"""Bytes that a case of another block takes: the numbers of what it is made of."""


@dataclass(frozen=True)
class Trial:
    """What a trial found: cases by size, and seconds of making those of the largest size.

    ``empty`` are the bytes of a process without cases, ``each`` those of a case, of which at most ``most`` are held.
    ``fixed`` are the seconds of a cell whatever the size is, for proofs, searches and random cases, ``each_case`` those
    that a case takes; both are known where cells were ``checked``, which took so many seconds.
    """

    counts: Mapping[int, int]
    making: float
    empty: int
    each: float
    most: int | None = None
    fixed: float = 0.0
    each_case: float = 0.0
    checked: float | None = None

    @property
    def sweeping(self) -> float:
        """Seconds that the cases up to the largest size take by one metric."""
        return self.each_case * self.counts[max(self.counts)]

    def held(self, cases: int) -> int:
        """Return the bytes that so many cases take, and the numbers of those that are not held."""
        whole = cases if self.most is None else min(cases, self.most)
        return round(self.each * whole + NUMBER * (cases - whole))

    def grown(self, size: int) -> float:
        """Return how many times as many cases there are up to a size as up to the largest that was tried."""
        return carried(self.counts, size) / max(1, self.counts[max(self.counts)])


def carried(counts: Mapping[int, int], size: int) -> int:
    """Carry numbers of cases by size over to another one: their growth changes from size to size as it did last.

    >>> carried({3: 10, 4: 20, 5: 40}, 7)
    160
    >>> carried({1: 1, 2: 4, 3: 9}, 3)
    9
    """
    if size in counts:
        return counts[size]
    known = [(at, math.log(count)) for at, count in sorted(counts.items()) if count]
    if len(known) < 2 or size < known[-1][0]:
        return max((count for at, count in counts.items() if at <= size), default=0)
    (_, before), (last, value) = known[-2:]
    growth = value - before
    change = growth - (before - known[-3][1]) if len(known) > 2 else 0.0
    for _ in range(size - last):
        growth = max(growth + change, 0.0)
        change *= 0.8
        value += growth
    return round(math.exp(min(value, 60.0)))


def trials_of(lacking: Mapping[Constraint, tuple[Metric, ...]], options: Options) -> dict[Constraint, Trial]:
    """Return the trials of what was never measured; what is not checked is taken to cost the mean of what is."""
    found: dict[Constraint, Trial] = {}
    spent = 0.0
    for constraint, metrics in lacking.items():
        trial = _tried(constraint, metrics, options, spent < CHECKED) if metrics else None
        if trial is not None:
            found[constraint] = trial
            spent += trial.checked or 0.0
    known = [trial for trial in found.values() if trial.checked is not None]
    fixed, each = (
        fmean(getattr(trial, name) for trial in known or [_NOTHING]) for name in ("fixed", "each_case")
    )
    return {
        constraint: trial if trial.checked is not None else replace(trial, fixed=fixed, each_case=each)
        for constraint, trial in found.items()
    }


_NOTHING = Trial({0: 0}, 0.0, 0, 0.0)


@lru_cache(maxsize=256)
def _tried(
    constraint: Constraint, metrics: tuple[Metric, ...], options: Options, checks: bool
) -> Trial | None:
    """Try small sizes in a process of its own; None where it cannot be forked, or where somebody's code fails."""
    _ASKED[:] = [(constraint, metrics, options, checks)]
    with forgiven(), process_pool(1) as pool:
        found: Trial | None = pool.submit(_try).result()
        return found
    return None


_ASKED: list[tuple[Constraint, Sequence[Metric], Options, bool]] = []
"""What a forked process tries: functions cannot be sent to it, but are inherited."""


def _try() -> Trial:
    constraint, metrics, options, checks = _ASKED[0]
    some = [metric for metric in metrics if metric.trusted]
    found = _made(constraint, some, options)
    return _checked(found, constraint, some, options) if checks else found


def _made(constraint: Constraint, some: Sequence[Metric], options: Options) -> Trial:
    """Make the cases of small sizes, and score those of one by a few metrics: how many there are, and how large."""
    task, wanted = get_task(constraint.task), CostBook.asked(constraint.task, options)[0]
    if constraint.demand.by_size:
        return Trial({wanted: len(options.series)}, 0.0, peak_memory(), 0.0)
    counts: dict[int, int] = {}
    spent = [0.0]
    for size in range(1, wanted + 1):
        with metered() as made:
            cases = task.sweep(constraint.bound_generator, constraint.outputs, size)
        counts[size] = len(cases)
        spent.append(made.seconds)
        if made.seconds > TRIAL and sum(map(bool, counts.values())) >= GROWTH:
            break
    empty = peak_memory()
    tracemalloc.start()
    cases = task.sweep(constraint.bound_generator, constraint.outputs, max(1, size - 1))
    for metric in some[: 2 * TRIED : 2] if len(cases) else ():
        with suppress(AxiometricsError, ArithmeticError):
            scored(metric, constraint, TrustedSource(metric), cases)
    each = tracemalloc.get_traced_memory()[1] / max(1, len(cases))
    tracemalloc.stop()
    most = None if options.regions else task.blocks(constraint.bound_generator, constraint.outputs, 1).most
    return Trial(counts, spent[-1], empty, each, most)


def _checked(trial: Trial, constraint: Constraint, metrics: Sequence[Metric], options: Options) -> Trial:
    """Check a few metrics in full: what a cell takes whatever the size is, and what each case takes.

    The first check has few cases; the second knows the proof, as the third does, which has many. Where the cases are
    hardly more at the larger size, what a case takes is no part of what is told.
    """
    counts = trial.counts
    least, largest = next((size for size in counts if counts[size]), max(counts)), max(counts)
    grows = counts[largest] >= 2 * counts[least] > 0
    found: list[tuple[float, float]] = []
    spent = 0.0
    for metric in metrics[:: max(1, len(metrics) // TRIED)][:TRIED]:
        own = get_task(metric.task).suited(metric, constraint)
        asked = None if own is None else constraint.asked_of(own)
        if own is None or asked is None or spent > CHECKED / TRIED:
            continue
        with suppress(AxiometricsError, ArithmeticError):
            sizes = (least, least, largest) if grows else (least,)
            first, *others = (_seconds(own, asked, replace(options, size=size)) for size in sizes)
            more = max(0.0, others[1] - others[0]) if others else 0.0
            found.append((first, more / max(1, counts[largest] - counts[least])))
            spent += first + sum(others)
    fixed, each = (fmean(column) for column in zip(*found or [(0.0, 0.0)], strict=True))
    return replace(trial, fixed=fixed, each_case=each, checked=spent)


def _seconds(metric: Metric, constraint: Constraint, options: Options) -> float:
    build_cell = import_module("axiometrics.checker.demands").build_cell  # which proves
    with metered() as meter:
        build_cell(metric, constraint, TrustedSource(metric), options)
    return meter.seconds - meter.making
