"""What a matrix would cost, told before anything is computed: from measured costs, else from a small trial on the spot.

How many cases there are at a size, and what they take, is carried over from smaller sizes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from axiometrics.axioms import Constraint
from axiometrics.checker.cache import cell_keys, load_cell
from axiometrics.checker.scheduling.processes import CostBook, free_memory
from axiometrics.checker.scheduling.trials import Trial, carried, trials_of
from axiometrics.checker.selection import Options
from axiometrics.errors import InputError
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

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
    lacking = {
        constraint: tuple(
            metric
            for metric in metrics
            if (metric, constraint) not in stored and metric.label not in exact.get(constraint.label, {})
        )
        for constraint in constraints
    }
    trials = trials_of(lacking, options)
    cells: list[PlannedCell] = []
    for constraint, metric in product(constraints, metrics):
        cell = PlannedCell(task, metric.label, constraint.label, "unknown")
        if (metric, constraint) in stored:
            cell = replace(cell, basis="stored")
        elif metric not in lacking[constraint]:
            cell = _measured(cell, exact[constraint.label][metric.label], "measured")
        elif constraint in trials and metric.trusted:
            cell = _carried(cell, book, asked, trials[constraint])
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


def _carried(
    cell: PlannedCell, book: CostBook, asked: tuple[int, int, int, bool], trial: Trial
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
