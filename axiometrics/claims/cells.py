"""The cells that claims are about: what is registered of them, computed once, and whether they show it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any

from axiometrics import checker
from axiometrics.axioms import CONSTRAINTS, Constraint
from axiometrics.axioms.demands import Implies, OfACase
from axiometrics.checker.verdict import Cell, Matrix
from axiometrics.claims.constraints import stated
from axiometrics.claims.files import Expects, Reading
from axiometrics.errors import AxiometricsError, UnknownKeyError
from axiometrics.metrics import METRICS, Metric
from axiometrics.parameters import split_key
from axiometrics.tasks import get_task

__all__ = [
    "Store",
    "conditions",
    "constraint_of",
    "is_settled",
    "metric_of",
    "missing",
    "satisfies",
    "tells_apart",
    "weakly_holds",
]

Watch = Callable[[str], AbstractContextManager[Any]]
"""Gives a context with the progress callback of one task's run, or None."""


def metric_of(task: str, label: str) -> Metric:
    """Return a registered metric with the parameters that its label gives."""
    key, given = split_key(label)
    return METRICS.get(key, task, plugins=False).with_parameters(**given)


def constraint_of(task: str, label: str) -> Constraint:
    """Return a constraint that a publication states, or a registered one, with the parameters that its label gives."""
    if found := stated(task, label):
        return found
    key, given = split_key(label)
    return CONSTRAINTS.get(key, task, plugins=False).with_parameters(**given)


def missing(task: str, metrics: Iterable[str] = (), constraints: Iterable[str] = ()) -> str:
    """Say what is not registered of the things that a claim speaks of; "" when all are.

    >>> missing("clustering", ["purity"]), missing("knitting")
    ('', 'task knitting is not registered')
    """
    try:
        get_task(task)
    except UnknownKeyError:
        return f"task {task} is not registered"
    kinds: tuple[tuple[str, Iterable[str], Callable[[str, str], object]], ...] = (
        ("metric", metrics, metric_of),
        ("constraint", constraints, constraint_of),
    )
    for kind, labels, find in kinds:
        for label in labels:
            try:
                find(task, label)
            except UnknownKeyError:
                return f"{kind} {label} of {task} is not registered"
            except AxiometricsError as error:
                return str(error)
    return ""


@dataclass
class Store:
    """Computed cells by reading; ``options`` go to the checker, ``watch`` shows how far a run is.

    ``runs`` are the matrices that were computed, and whether regions were asked for.
    """

    options: Mapping[str, Any] = field(default_factory=dict)
    watch: Watch = lambda title: nullcontext()
    cells: dict[Reading, Cell] = field(default_factory=dict)
    regions: set[Reading] = field(default_factory=set)
    runs: list[tuple[Matrix, bool]] = field(default_factory=list)

    def fetch(self, readings: Iterable[Reading], *, regions: bool = False) -> None:
        """Compute the cells that are not there yet: those of metrics with equal constraints in one run."""
        known = self.regions if regions else self.cells
        wanted: dict[tuple[str, str], list[str]] = defaultdict(list)
        for reading in dict.fromkeys(readings):
            if reading not in known and not missing(reading.task, [reading.metric], [reading.constraint]):
                wanted[reading.task, reading.metric].append(reading.constraint)
        groups: dict[tuple[str, tuple[str, ...]], list[str]] = defaultdict(list)
        for (task, metric), constraints in wanted.items():
            groups[task, tuple(sorted(constraints))].append(metric)
        for (task, asked), metrics in groups.items():
            self._run(task, metrics, asked, regions=regions)

    def cell(self, reading: Reading) -> Cell | None:
        """Return a computed cell."""
        return self.cells.get(reading)

    def is_known(self, reading: Reading) -> bool:
        """Whether a cell is computed, or speaks of what is not registered, so that there is none."""
        return reading in self.cells or bool(missing(reading.task, [reading.metric], [reading.constraint]))

    def _run(self, task: str, metrics: list[str], constraints: tuple[str, ...], *, regions: bool) -> None:
        records = {label: metric_of(task, label) for label in metrics}
        demands = {label: constraint_of(task, label) for label in constraints}
        chosen: dict[str, Any] = {
            "metrics": list(records.values()),
            "constraints": list(demands.values()),
            "regions": regions,
        }
        try:
            with self.watch(task) as progress:
                found = checker.matrix(task, plugins=False, progress=progress, **chosen, **self.options)
        except checker.Interrupted as stop:
            self._keep(stop.partial, records, demands, regions=regions)
            raise
        self._keep(found, records, demands, regions=regions)
        self.runs.append((found, regions))

    def _keep(
        self,
        found: Matrix,
        metrics: Mapping[str, Metric],
        constraints: Mapping[str, Constraint],
        *,
        regions: bool,
    ) -> None:
        finished = {metric.key for metric in found.metrics}
        for label, metric in metrics.items():
            for name, demand in constraints.items() if metric.label in finished else ():
                reading = Reading(found.task, label, name)
                self.cells[reading] = replace(found.cell(metric.label, demand.label))
                if regions:
                    self.regions.add(reading)


_FAILED = ("blind", "contradicted")


def satisfies(cell: Cell, expects: Expects, for_n: str | None = None) -> bool | None:
    """Whether the strict verdict is what is expected; None where the cell has no verdict.

    >>> from axiometrics.checker.verdict import Verdict
    >>> cell = Cell("m", "c", Verdict("blind", "witness"), Verdict("holds", "proof"))
    >>> satisfies(cell, "holds"), satisfies(cell, "fails"), satisfies(cell, "ties")
    (False, True, False)
    """
    if for_n is not None:
        return None if cell.threshold is None else cell.threshold["holds_for"] == for_n
    if cell.strict.outcome not in ("holds", *_FAILED):
        return None
    if expects == "ties":
        return always_ties(cell)
    return (cell.strict.outcome == "holds") == (expects == "holds")


def always_ties(cell: Cell) -> bool:
    """Whether every case ties, by a proof or as far as every case was tried."""
    return cell.strict.outcome == "blind" and (cell.strict.always or cell.strict.evidence == "sweep")


def tells_apart(cell: Cell) -> bool:
    """Whether some case is known not to tie."""
    return cell.strict.outcome in ("holds", "contradicted")


def weakly_holds(cell: Cell, constraint: Constraint) -> bool:
    """Whether the metric satisfies the demand if ties are allowed, and does not tie in every case."""
    ties = cell.strict.outcome == "blind" and not always_ties(cell)
    return isinstance(constraint.demand, OfACase | Implies) and ties and cell.weak.outcome == "holds"


def conditions(cell: Cell) -> list[str]:
    """Say under which conditions on cases or parameters a cell that fails would hold."""
    if cell.strict.outcome not in _FAILED:
        return []
    told = [f"except when {' or '.join(name.replace('_', ' ') for name in cell.except_when)}"]
    return (told if cell.except_when else []) + _region(cell)


def _region(cell: Cell) -> list[str]:
    return [f"for {cell.region}"] if cell.region and not cell.region.startswith("no ") else []


def is_settled(cell: Cell) -> bool:
    """Whether the verdict rests on a proof or on a case, so that no case beyond those tried can change it."""
    return cell.strict.evidence in ("proof", "witness") or cell.strict.outcome in _FAILED
