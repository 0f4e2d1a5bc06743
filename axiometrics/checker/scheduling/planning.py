"""What a matrix would cost, told before anything is computed: from measured costs, else from a small trial on the spot.

How many cases there are at a size, and what they take, is carried over from smaller sizes, of which a trial makes some
in a process of its own.
"""

from __future__ import annotations

import math
import tracemalloc
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from statistics import fmean

from axiometrics.axioms import Constraint
from axiometrics.checker.cache import cell_keys, load_cell
from axiometrics.checker.demands import build_cell
from axiometrics.checker.isolation import forgiven
from axiometrics.checker.scheduling.processes import CostBook, free_memory, metered, peak_memory, process_pool
from axiometrics.checker.selection import Options
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.sweep import scored
from axiometrics.errors import AxiometricsError, InputError
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

TRIAL = 0.1
"""Seconds that the cases of a size take, after which a trial makes no larger ones, of `GROWTH` sizes that have some."""
GROWTH = 3
"""Sizes with cases that tell how their number grows."""
TRIED, CHECKED = 3, 1.5
"""Metrics that a trial scores, and so many that it checks, unless the first ones take longer than these seconds."""
NUMBER = 60
"""Bytes that a case of another block takes: the numbers of what it is made of."""
MANY = 8
"""Constraints up to which the cases of all of them are kept."""


@dataclass(frozen=True)
class PlannedCell:
    """What a cell is expected to take: seconds of a processor, those of making its cases once, bytes, and cases.

    ``basis`` is ``stored`` for what need not be computed, ``measured``, ``carried over`` from measurements with other
    options, ``tried`` on the spot, or ``unknown``; what is not known is None.
    """

    task: str
    metric: str
    constraint: str
    basis: str
    cases: int | None = None
    seconds: float | None = None
    making: float = 0.0
    memory: int | None = None
    held: int = 0
    """Bytes of the cases, with what is computed of them, as far as they were not measured."""
    in_blocks: bool = False
    """Whether its cases are made in several blocks, by all processes."""


@dataclass(frozen=True)
class Plan:
    """The cells of a task, what they are expected to take together, and up to which size all cases are tried."""

    task: str
    size: int
    jobs: int
    cells: tuple[PlannedCell, ...]

    @property
    def open(self) -> tuple[PlannedCell, ...]:
        """The cells that must be computed."""
        return tuple(cell for cell in self.cells if cell.basis != "stored")

    @property
    def known(self) -> tuple[PlannedCell, ...]:
        """Those of them of which something is known."""
        return tuple(cell for cell in self.open if cell.seconds is not None)

    @property
    def constraints(self) -> dict[str, list[PlannedCell]]:
        """The known cells by constraint."""
        return {
            key: [cell for cell in self.known if cell.constraint == key] for key in dict.fromkeys(self._keys)
        }

    @property
    def _keys(self) -> list[str]:
        return [cell.constraint for cell in self.known]

    @property
    def cases(self) -> int:
        """The cases that are made, each once for all metrics."""
        return sum(max(cell.cases or 0 for cell in cells) for cells in self.constraints.values())

    @property
    def making(self) -> float:
        """Seconds of making the cases of every constraint once."""
        return sum(max(cell.making for cell in cells) for cells in self.constraints.values())

    @property
    def seconds(self) -> float | None:
        """Seconds of all processors together; None where nothing is known, or where there is nothing to do."""
        scoring = sum(cell.seconds or 0.0 for cell in self.known)
        return self.making + scoring if self.known or not self.open else None

    @property
    def elapsed(self) -> float | None:
        """Seconds until it is done, if every process has a processor and work to the end.

        Of few constraints cases are made before anything is shared, but not blocks; of many each is made by one.
        """
        if self.seconds is None:
            return None
        count = len(self.constraints)
        if count > MANY:
            return self.seconds / min(self.jobs, count)
        parts = [cells for cells in self.constraints.values() if not cells[0].in_blocks]
        before = sum(max(cell.making for cell in cells) for cells in parts)
        return before + (self.seconds - before) / self.jobs

    @property
    def together(self) -> int | None:
        """Bytes of all processes at once: of many constraints each process holds the cases of another one."""
        if self.memory is None or len(self.constraints) <= MANY:
            return self.memory
        most = sorted(max(cell.memory or 0 for cell in cells) for cells in self.constraints.values())
        return max(self.memory, sum(most[-self.jobs :]))

    @property
    def memory(self) -> int | None:
        """Bytes of the largest process here: the cases of few constraints are kept at the same time."""
        held = [max(cell.held for cell in cells) for cells in self.constraints.values()]
        if self.largest is None or len(held) > MANY:
            return self.largest
        return max(
            self.largest, min(cell.memory - cell.held for cell in self.known if cell.memory) + sum(held)
        )

    @property
    def largest(self) -> int | None:
        """Bytes of the largest worker of a cluster, which keeps the cases of one constraint at a time."""
        return max((cell.memory for cell in self.known if cell.memory), default=None)

    @property
    def basis(self) -> str:
        """What it rests on, in words: how many cells on what."""
        counts = {name: sum(cell.basis == name for cell in self.cells) for name in _BASES}
        return ", ".join(f"{count} {_BASES[name]}" for name, count in counts.items() if count)


_BASES = {
    "stored": "stored",
    "measured": "measured",
    "carried over": "carried over from other options",
    "tried": "tried with a few metrics",
    "unknown": "without measurement",
}


def planned_cells(
    task: str,
    metrics: Sequence[Metric],
    constraints: Sequence[Constraint],
    options: Options,
    jobs: int,
    *,
    cache: bool,
) -> Plan:
    """Return what a matrix would take. Cost: reading what is stored, and a trial of what was never measured."""
    keys = cell_keys(metrics, constraints, options) if cache else {}
    stored = {pair for pair, key in keys.items() if load_cell(key) is not None}
    book = CostBook.read(task)
    asked = CostBook.asked(task, options)
    exact = book.entries.get(asked, {})
    cells: list[PlannedCell] = []
    for constraint in constraints:
        open_ = [metric for metric in metrics if (metric, constraint) not in stored]
        lacking = [metric for metric in open_ if metric.label not in exact.get(constraint.label, {})]
        trial = _tried(constraint, tuple(lacking), options) if lacking else None
        for metric in metrics:
            cell = PlannedCell(task, metric.label, constraint.label, "unknown")
            if metric not in open_:
                cell = replace(cell, basis="stored")
            elif metric not in lacking:
                cell = _measured(cell, exact[constraint.label][metric.label], "measured")
            elif trial is not None and metric.trusted:
                cell = _carried(cell, book, asked, trial)
            cells.append(cell)
    return Plan(task, asked[0], jobs, tuple(cells))


def _measured(cell: PlannedCell, cost: Mapping[str, float], basis: str) -> PlannedCell:
    return replace(
        cell,
        basis=basis,
        cases=int(cost["cases"]),
        seconds=cost["seconds"],
        making=cost["making"],
        memory=int(cost["memory"]),
    )


@dataclass(frozen=True)
class _Trial:
    """What a trial found: cases by size, and of the largest size seconds of making and of sweeping by one metric.

    ``fixed`` are the seconds of a cell whatever the size is: for proofs, searches and random cases. ``empty`` are the
    bytes of a process without cases, ``each`` those of a case, of which at most ``most`` are held.
    """

    counts: Mapping[int, int]
    making: float
    fixed: float
    sweeping: float
    empty: int
    each: float
    most: int | None = None

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


@lru_cache(maxsize=256)
def _tried(constraint: Constraint, metrics: tuple[Metric, ...], options: Options) -> _Trial | None:
    """Try small sizes in a process of its own; None where it cannot be forked, or where somebody's code fails."""
    _TRIALS[:] = [(constraint, metrics, options)]
    with forgiven(), process_pool(1) as pool:
        found: _Trial | None = pool.submit(_try).result()
        return found
    return None


_TRIALS: list[tuple[Constraint, Sequence[Metric], Options]] = []
"""What a forked process tries: functions cannot be sent to it, but are inherited."""


def _try() -> _Trial:
    constraint, metrics, options = _TRIALS[0]
    task, wanted = get_task(constraint.task), CostBook.asked(constraint.task, options)[0]
    some = [metric for metric in metrics if metric.trusted]
    if constraint.demand.by_size:
        fixed, _ = _checked(constraint, some, options, {wanted: 0})
        return _Trial({wanted: len(options.series)}, 0.0, fixed, 0.0, peak_memory(), 0.0)
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
    fixed, one = _checked(constraint, some, options, counts)
    return _Trial(counts, spent[-1], fixed, one * counts[size], empty, each, most)


def _checked(
    constraint: Constraint, metrics: Sequence[Metric], options: Options, counts: Mapping[int, int]
) -> tuple[float, float]:
    """Check a few metrics; return the mean seconds of a cell that do not grow with the size, and those of a case.

    The first check has few cases; the second knows the proof, as the third does, which has many.
    """
    least, largest = next((size for size in counts if counts[size]), max(counts)), max(counts)
    found: list[tuple[float, float]] = []
    for metric in metrics[:: max(1, len(metrics) // TRIED)][:TRIED]:
        own = get_task(metric.task).suited(metric, constraint)
        asked = None if own is None else constraint.asked_of(own)
        if own is None or asked is None or sum(first for first, _ in found) > CHECKED:
            continue
        with suppress(AxiometricsError, ArithmeticError):
            sizes = (least, least, largest) if least < largest else (least,)
            first, *others = (_seconds(own, asked, replace(options, size=size)) for size in sizes)
            more = max(0.0, others[1] - others[0]) if others else 0.0
            found.append((first, more / max(1, counts[largest] - counts[least])))
    return fmean(first for first, _ in found or [(0.0, 0)]), fmean(each for _, each in found or [(0, 0.0)])


def _seconds(metric: Metric, constraint: Constraint, options: Options) -> float:
    with metered() as meter:
        build_cell(metric, constraint, TrustedSource(metric), options)
    return meter.seconds - meter.making


def _carried(
    cell: PlannedCell, book: CostBook, asked: tuple[int, int, int, bool], trial: _Trial
) -> PlannedCell:
    """Carry over what was measured with other options, else what was tried."""
    size, grown = asked[0], trial.grown(asked[0])
    cases = carried(trial.counts, size)
    held = trial.held(cases)
    told = replace(
        cell,
        basis="tried",
        cases=cases,
        seconds=trial.fixed + trial.sweeping * grown,
        making=trial.making * grown,
        held=held,
        in_blocks=trial.most is not None and cases > trial.most,
    )
    known = [found for found in book.entries.items() if cell.metric in found[1].get(cell.constraint, {})]
    if known:
        (at, *_), measured = min(known, key=lambda found: (abs(found[0][0] - size), found[0]))
        cost = measured[cell.constraint][cell.metric]
        factor = grown / (trial.grown(at) or 1.0)
        seconds = cost["seconds"] + trial.sweeping * (grown - trial.grown(at))
        told = replace(told, basis="carried over", seconds=max(seconds, 0.0), making=cost["making"] * factor)
        told = replace(told, cases=max(0, int(cost["cases"]) + cases - carried(trial.counts, at)))
    return replace(told, memory=trial.empty + held)


def is_large(task: str, options: Options) -> bool:
    """Whether cases are asked for up to a larger size than a thorough check tries: what may need too much."""
    return options.size is not None and options.size > get_task(task).sweep_sizes["thorough"][0]


def require_room(plan: Plan) -> None:
    """Raise InputError where a plan needs more memory than there is: better before than in the middle."""
    free = free_memory()
    if plan.together is not None and free is not None and plan.together > free:
        raise InputError(
            f"size={plan.size} of {plan.task} would need {told(plan)}, and {amount(free)} are free; give a smaller "
            "size, or one constraint at a time"
        )


def told(plan: Plan) -> str:
    """Say what a plan needs."""
    parts = [amount(plan.together) if plan.together is not None else None, duration(plan.elapsed)]
    return f"about {' and '.join(part for part in parts if part)}"


def amount(size: int) -> str:
    """Write bytes for people.

    >>> amount(5_300_000_000), amount(120_000_000)
    ('5 GB', '120 MB')
    """
    return (
        f"{size / 1e9:.0f} GB"
        if size >= 2e9
        else f"{size / 1e9:.1f} GB"
        if size >= 1e9
        else f"{size / 1e6:.0f} MB"
    )


def duration(seconds: float | None) -> str:
    """Write a time for people.

    >>> duration(250), duration(20), duration(9000), duration(None)
    ('4 minutes', '20 seconds', '2.5 hours', 'an unknown time')
    """
    if seconds is None:
        return "an unknown time"
    if seconds < 100:
        return f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 6000 else f"{seconds / 3600:.1f} hours"
