"""The cells that claims are about: what is registered of them, computed once, and whether they show it.

Where a claim's own readings do not support it, kinder ones are tried, also several at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from inspect import signature
from itertools import combinations, product
from typing import Any

from axiometrics import checker
from axiometrics.axioms import CONSTRAINTS, Constraint
from axiometrics.axioms.demands import Implies, OfACase
from axiometrics.checker.verdict import Cell, Matrix
from axiometrics.claims.files import Cells, Expects, Reading, Tried, named
from axiometrics.errors import AxiometricsError, UnknownKeyError
from axiometrics.metrics import METRICS, Metric
from axiometrics.parameters import Value, split_key
from axiometrics.reports.words import phrase
from axiometrics.tasks import get_task

Watch = Callable[[str], AbstractContextManager[Any]]
"""Gives a context with the progress callback of one task's run, or None."""


def metric_of(task: str, label: str) -> Metric:
    """Return a registered metric with the parameters that its label gives."""
    key, given = split_key(label)
    return METRICS.get(key, task, plugins=False).with_parameters(**given)


def constraint_of(task: str, label: str) -> Constraint:
    """Return a registered constraint with the parameters that its label gives."""
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

    @property
    def takes_published(self) -> bool:
        """Whether the options leave everything as it was published: effort, seed and sizes, and nothing recomputed."""
        usual = signature(checker.matrix).parameters
        free = {"jobs", "timeout", "plugins", "progress", "dask"}
        return all(value == usual[name].default for name, value in self.options.items() if name not in free)

    def fetch(self, readings: Iterable[Reading], *, regions: bool = False) -> None:
        """Compute the cells that are not there yet: those of a constraint in one run, which makes its cases once."""
        known = self.regions if regions else self.cells
        wanted: dict[tuple[str, str], list[str]] = defaultdict(list)
        for reading in dict.fromkeys(readings):
            if reading not in known and not missing(reading.task, [reading.metric], [reading.constraint]):
                wanted[reading.task, reading.constraint].append(reading.metric)
        groups: dict[tuple[str, tuple[str, ...]], list[str]] = defaultdict(list)
        for (task, constraint), metrics in wanted.items():
            groups[task, tuple(sorted(metrics))].append(constraint)
        for (task, asked), constraints in groups.items():
            self._run(task, asked, constraints, regions=regions)

    def cell(self, reading: Reading) -> Cell | None:
        """Return a computed cell."""
        return self.cells.get(reading)

    def is_known(self, reading: Reading) -> bool:
        """Whether a cell is computed, or speaks of what is not registered, so that there is none."""
        return reading in self.cells or bool(missing(reading.task, [reading.metric], [reading.constraint]))

    def _run(self, task: str, metrics: Sequence[str], constraints: Sequence[str], *, regions: bool) -> None:
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
                self.cells[reading] = _ordered(found.cell(metric.label, demand.label), demand)
                if regions:
                    self.regions.add(reading)


def _ordered(cell: Cell, constraint: Constraint) -> Cell:
    """Return a cell whose witness has its outputs in the constraint's order, which published cells do not keep."""
    if cell.witness is None:
        return replace(cell)
    outputs, scores = (
        {name: values[name] for name in dict.fromkeys((*constraint.outputs, *values)) if name in values}
        for values in (cell.witness.outputs, cell.witness.scores)
    )
    return replace(cell, witness=replace(cell.witness, outputs=outputs, scores=scores))


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


def _weakly_holds(cell: Cell, constraint: Constraint) -> bool:
    """Whether the metric satisfies the demand if ties are allowed, and does not tie in every case."""
    ties = cell.strict.outcome == "blind" and not always_ties(cell)
    return isinstance(constraint.demand, OfACase | Implies) and ties and cell.weak.outcome == "holds"


def _conditions(cell: Cell) -> list[str]:
    """Say under which conditions on cases or parameters a cell that fails would hold."""
    if cell.strict.outcome not in _FAILED:
        return []
    told = [
        f"except when {' or '.join(name.replace('_', ' ') for name in cell.except_when)}, as far as tried"
    ]
    return (told if cell.except_when else []) + _region(cell)


def _region(cell: Cell) -> list[str]:
    return [f"for {cell.region}"] if cell.region and not cell.region.startswith("no ") else []


def is_settled(cell: Cell) -> bool:
    """Whether the verdict rests on a proof or on a case, so that no case beyond those tried can change it."""
    return cell.strict.evidence in ("proof", "witness") or cell.strict.outcome in _FAILED


def variants(reading: Reading) -> tuple[Reading, ...]:
    """Return the metric and its own variants against the constraint and its variants, in every combination."""
    metric = metric_of(reading.task, reading.metric)
    constraint = constraint_of(reading.task, reading.constraint)
    demands = [constraint, *(constraint.with_parameters(**values) for values in _joined(constraint))]
    labels = [metric.label, *_worded(metric)]
    found = [Reading(reading.task, label, demand.label) for label, demand in product(labels, demands)]
    own = Reading(reading.task, metric.label, constraint.label)
    return tuple(dict.fromkeys(other for other in found if other not in (reading, own)))


def _joined(constraint: Constraint) -> Iterator[Mapping[str, Value]]:
    """Yield what the constraint's variants change, and what two do that change different parameters."""
    defaults = {parameter.name: parameter.default for parameter in constraint.parameters}
    changes = [
        {name: value for name, value in each.items() if value != defaults[name]}
        for each in constraint.variants
    ]
    yield from changes
    yield from ({**one, **other} for one, other in combinations(changes, 2) if not one.keys() & other.keys())


def _worded(metric: Metric) -> list[str]:
    """Return the metric with every other word that one of its parameters may take."""
    return [
        metric.with_parameters(**{parameter.name: word}).label
        for parameter in metric.parameters
        if not parameter.of_reading
        for word in parameter.choices
        if metric.values[parameter.name] != word
    ]


def numeric(reading: Reading) -> bool:
    """Whether the metric has a parameter that is a number."""
    return any(not parameter.choices for parameter in metric_of(reading.task, reading.metric).parameters)


@dataclass(frozen=True)
class Favours:
    """In which kinder senses a claim is right, all that were tried, and the variants' cells that show it."""

    found: tuple[str, ...]
    tried: tuple[Tried, ...]
    cells: tuple[tuple[Reading, Cell], ...]


def favours(about: Cells, store: Store) -> Favours:
    """Return what speaks for a claim that none of its own readings supports."""
    known = [reading for reading in about.readings if store.cell(reading) is not None]
    others = [each for reading in known for each in variants(reading) if store.cell(each) is not None]
    tried = [each for reading in known for each in _senses(reading, known, about, store)]
    supporting = []
    for variant in dict.fromkeys(others):
        if variant not in about.readings:
            cell, name = store.cells[variant], named(variant, [*known, *others])
            supported = bool(satisfies(cell, about.expects, about.for_n))
            alone = Tried(name, phrase(cell), supported, f"{name} ({cell.strict.evidence})")
            together = [] if supported else list(_senses(variant, [*known, *others], about, store, name))
            tried += [alone, *together]
            if any(each.supports for each in (alone, *together)):
                supporting.append((variant, cell))
    found = dict.fromkeys(each.sense for each in tried if each.supports)
    return Favours(tuple(found), tuple(dict.fromkeys(tried)), tuple(supporting))


def _senses(
    reading: Reading, among: list[Reading], about: Cells, store: Store, name: str = ""
) -> Iterator[Tried]:
    """Yield the kinder senses that a cell itself answers; with a variant's ``name``, what they are joined to."""
    cell, shown = store.cells[reading], named(reading, among)
    prefix = f"{name}, " if name else f"{shown}, " if len(about.readings) > 1 else ""
    if about.expects == "holds" and about.for_n is None:
        demand = constraint_of(reading.task, reading.constraint)
        asked = reading in store.regions or bool(cell.region)
        for sense, found, condition in _within(cell, demand, asked=asked):
            yield Tried(f"{prefix}{sense}", found, bool(condition), f"{shown} {condition}")
    if about.differs:
        apart = tells_apart(cell)
        yield Tried(
            f"{prefix}{about.differs}", "some case differs" if apart else phrase(cell), apart, about.differs
        )


def _within(cell: Cell, constraint: Constraint, *, asked: bool) -> Iterator[tuple[str, str, str]]:
    """Yield kinder senses, what is found of each, and the condition under which the claim is right, if it is."""
    if isinstance(constraint.demand, OfACase | Implies):
        weak = _weakly_holds(cell, constraint)
        yield "ties allowed", _weakly(cell, weak=weak), "if ties are allowed" if weak else ""
        told = [each for each in _conditions(cell) if each.startswith("except")]
        yield "degenerate cases left out", "; ".join(told) or "others fail too", "; ".join(told)
    if asked:
        told = [each for each in _conditions(cell) if each.startswith("for ")]
        yield "other parameter values", "; ".join(told) or (cell.region or "none is known"), "; ".join(told)


def _weakly(cell: Cell, *, weak: bool) -> str:
    if weak:
        return f"holds ({cell.weak.evidence})"
    return "every case ties" if cell.weak.outcome == "holds" else "a case goes against it"
