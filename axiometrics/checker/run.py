"""Running many cells: from the cache or computed, one constraint after another or in several processes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext, suppress
from dataclasses import replace
from functools import partial
from multiprocessing import get_all_start_methods
from typing import Any

from axiometrics.axioms import Constraint
from axiometrics.checker.cache import Pair, Stored, save_cell
from axiometrics.checker.cells import failed_cell, unsuited_cell
from axiometrics.checker.conditions.engine import with_condition
from axiometrics.checker.demands import build_cell, first_cases, forget_cases
from axiometrics.checker.isolation import forgiven
from axiometrics.checker.recheck import CertificateError
from axiometrics.checker.regions.engine import with_regions
from axiometrics.checker.regions.recheck import RegionError
from axiometrics.checker.scheduling.crews import (
    Crew,
    DaskCrew,
    Done,
    ForkedCrew,
    Piece,
    Work,
    computed_by,
    connected,
)
from axiometrics.checker.scheduling.planning import MANY
from axiometrics.checker.scheduling.processes import Cost, CostBook, Meter, metered, peak_memory
from axiometrics.checker.scheduling.stages import prepared, staged, swept_in_stages
from axiometrics.checker.scores import Source
from axiometrics.checker.selection import Options, Progress
from axiometrics.checker.sources.foreign import (
    ForeignSource,
    NoScoreError,
    NoticesFormError,
    UnrepeatableMetricError,
    UnusableMetricError,
)
from axiometrics.checker.sources.relations import RELATION, RelationSource
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.tally import Swept
from axiometrics.checker.verdict import Cell
from axiometrics.errors import AxiometricsError, EngineDisagreementError, NotSymbolicError, TargetError
from axiometrics.foreign.replies import describe
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

Begun = Mapping[Pair, Cell]
"""Cells that lack regions alone."""


def computed_cells(
    metrics: Sequence[Metric],
    constraints: Sequence[Constraint],
    options: Options,
    stored: Stored,
    *,
    jobs: int,
    progress: Progress | None = None,
    dask: object = None,
) -> Iterator[tuple[Pair, Cell]]:
    """Yield cells as they are finished, one constraint after another: its cases are made once, and then let go.

    Those that are ``stored`` are left out; where they have keys, the others are kept, with what they have cost.
    ``dask`` is a cluster's address.
    """
    keys, known, begun = stored.keys or {}, stored.known, stored.begun
    steps = _Steps(progress, len(metrics) * len(constraints), len(known))
    costs: list[Cost] = []
    try:
        for work, (cells, spent) in _computed_everywhere(
            _open(metrics, constraints, known), begun, options, jobs, steps, dask
        ):
            costs += spent
            lasting = not any(cell.error for cell in cells)  # else the next run may have more time
            for pair, cell in zip(work.piece, cells, strict=True):
                if cell.strict.outcome != "error" if _ours(work.piece) else lasting:
                    save_cell(keys.get(pair), cell)
                yield pair, cell
    finally:
        if stored.keys is not None and costs:
            CostBook.read(costs[0].task).add(costs, options)


class _Steps:
    """Counts finished cells for the progress callback."""

    def __init__(self, progress: Progress | None, total: int, done: int = 0) -> None:
        self.progress = progress
        self.total = total
        self.done = done

    def show(self, name: str) -> None:
        if self.progress:
            self.progress(name, self.done, self.total)

    def skip(self, count: int) -> None:
        self.done += count
        self.show("")


def _open(
    metrics: Sequence[Metric], constraints: Sequence[Constraint], known: Collection[Pair]
) -> list[Piece]:
    """Cut what is open by constraint; functions of others by metric: what they say is compared over whole rows."""
    ours = [metric for metric in metrics if metric.trusted]
    cut = [[(metric, constraint) for metric in ours] for constraint in constraints]
    cut += [[(metric, each) for each in constraints] for metric in metrics if not metric.trusted]
    open_ = [tuple(pair for pair in piece if pair not in known) for piece in cut]
    return [piece for piece in open_ if piece]


def _shared(pieces: Sequence[Piece], parts: int) -> list[Piece]:
    """Cut few pieces by their metrics too, those with the longest formulas first: no process waits long for another."""
    if len(pieces) > MANY:
        return list(pieces)
    works: dict[Metric, int] = {}
    for metric in {metric for piece in pieces if len(piece) > 1 and _ours(piece) for metric, _ in piece}:
        works[metric] = _work(metric)
    found: list[Piece] = []
    for piece in pieces:
        count = min(len(piece), 2 * parts) if _ours(piece) else 1
        ordered = sorted(piece, key=lambda pair: works.get(pair[0], 0), reverse=True) if count > 1 else piece
        found += [tuple(ordered[place::count]) for place in range(count)]
    return found


def _ours(piece: Piece) -> bool:
    return piece[0][0].trusted


def _work(metric: Metric) -> int:
    """Return a guess of how long a metric takes: the length of its formula; plain functions take longest."""
    if metric.reads is not None:
        return sys.maxsize
    with suppress(NotSymbolicError):
        return len(str(metric.formula.expression))
    return 0


def _computed_everywhere(
    pieces: Sequence[Piece], begun: Begun, options: Options, jobs: int, steps: _Steps, dask: object
) -> Iterator[tuple[Work, Done]]:
    """Compute pieces: here one after another, in forked processes, or on a cluster."""
    if not pieces:
        return
    many = len(pieces) > MANY
    if dask is not None:
        client, ours = connected(dask)
        with closing(client) if ours else nullcontext():
            yield from _by_crew(
                lambda works: DaskCrew(client, works, _computed, close=False),
                max(1, len(client.nthreads())), pieces, begun, options, steps
            )  # fmt: skip
        return
    shared = _shared(pieces, jobs) if jobs > 1 and "fork" in get_all_start_methods() else []
    if len(shared) > 1:
        made: Mapping[str, float] = {}
        if not many:
            needed = list(dict.fromkeys(pair[1] for piece in pieces for pair in piece if pair not in begun))
            made = prepared(needed, options, jobs, lambda name: steps.show(f"cases of {name}"))
        crew = partial(ForkedCrew, compute=_computed, count=jobs)
        for work, (cells, costs) in _by_crew(crew, jobs, pieces, begun, options, steps):
            costs = [replace(cost, making=cost.making or made.get(cost.constraint, 0.0)) for cost in costs]
            yield work, (cells, costs)
        return
    for piece in pieces:
        stages = swept_in_stages(
            [piece], options, list, lambda works: ((each, staged(each)) for each in works)
        )
        for part in [(pair,) for pair in piece] if _ours(piece) else [piece]:
            work = Work(part, begun, options, swept=stages.swept)
            cells, costs = _computed(work, steps)
            yield work, (cells, stages.with_costs(costs))
        if many:
            forget_cases()


def _by_crew(
    crew: Callable[[Sequence[Work]], Crew],
    parts: int,
    pieces: Sequence[Piece],
    begun: Begun,
    options: Options,
    steps: _Steps,
) -> Iterator[tuple[Work, Done]]:
    """Have many processes compute pieces: first, of constraints with many cases, block by block."""
    fresh = [tuple(pair for pair in piece if pair not in begun) for piece in pieces]

    def run(works: Sequence[Work]) -> Iterator[tuple[Work, Done]]:
        for work, done in computed_by(crew(works), works) if works else ():
            steps.show(f"block {work.place} of {work.piece[0][1].label}")
            yield work, done

    stages = swept_in_stages(fresh, options, lambda large: _shared(large, parts), run)
    many = len(pieces) > MANY
    works = [Work(piece, begun, options, many, swept=stages.swept) for piece in _shared(pieces, parts)]
    for work, (cells, costs) in _told(crew(works), works, steps):
        yield work, (cells, stages.with_costs(costs))


def _told(crew: Crew, works: Sequence[Work], steps: _Steps) -> Iterator[tuple[Work, Done]]:
    """Count what a crew has finished."""
    for work, done in computed_by(crew, works):
        metric, constraint = work.piece[0]
        steps.done += len(work.piece)
        steps.show(constraint.label if metric.trusted else metric.label)
        yield work, done


def _computed(work: Work, steps: _Steps | None = None) -> Done:
    """Return the cells of a piece, and their costs; whatever somebody's code does ends up in its own cells."""
    steps = steps or _Steps(None, 0)
    if work.stage != "cells":
        return staged(work)
    if not _ours(work.piece):
        with metered() as meter:
            cells = _row(work.piece[0][0], [constraint for _, constraint in work.piece], work.options, steps)
        return cells, _costs(work.piece, cells, meter)
    found: list[Cell] = []
    costs: list[Cost] = []
    for pair in work.piece:
        with metered() as meter:
            found.append(_own(pair, work, steps))
        costs += _costs((pair,), found[-1:], meter) if pair not in work.begun else []
    if work.forgetting:
        forget_cases()
    return found, costs


def _costs(piece: Piece, cells: Sequence[Cell], meter: Meter) -> list[Cost]:
    """Share what was measured among the cells that it was spent on."""
    seconds, made, most = (
        (meter.seconds - meter.making) / len(cells),
        meter.making / len(cells),
        peak_memory(),
    )
    return [
        Cost(metric.task, metric.label, constraint.label, seconds, made, most, cell.strict.cases)
        for (metric, constraint), cell in zip(piece, cells, strict=True)
    ]


def _own(pair: Pair, work: Work, steps: _Steps) -> Cell:
    """Return a cell of a formula, or of a function of ours."""
    (metric, constraint), options = pair, work.options
    steps.show(f"{metric.label} x {constraint.label}")
    try:
        assert metric.reads is not None or metric.formula
        with _source(metric, options) as source:
            cell = _cell(metric, constraint, source, options, work.begun.get(pair), work.swept.get(pair))
    except (NotSymbolicError, UnusableMetricError, TargetError) as error:
        cell = failed_cell(metric, constraint, str(error))
    steps.done += 1
    return cell


def _row(metric: Metric, constraints: Sequence[Constraint], options: Options, steps: _Steps) -> list[Cell]:
    """Return the cells of somebody's function."""
    cells: list[Cell] = []
    try:
        with _source(metric, options) as source:
            noticed = _probed(metric, constraints, source)
            for constraint in constraints:
                steps.show(f"{metric.label} x {constraint.label}")
                unfit = noticed is not None and constraint.judging != "forms"
                cells.append(
                    failed_cell(metric, constraint, str(noticed))
                    if unfit
                    else _cell(metric, constraint, source, options)
                )
                steps.done += 1
            if noticed is None:
                source.confirm()
    except (UnusableMetricError, TargetError) as error:
        steps.skip(len(constraints) - len(cells))
        kept = [] if isinstance(error, UnrepeatableMetricError) else cells
        return [
            *kept,
            *(failed_cell(metric, constraint, str(error)) for constraint in constraints[len(kept) :]),
        ]
    return cells


def _source(metric: Metric, options: Options) -> Any:
    if metric.reads == RELATION:
        return RelationSource(metric, options)
    return nullcontext(TrustedSource(metric)) if metric.trusted else ForeignSource(metric, options)


def _probed(metric: Metric, constraints: Sequence[Constraint], source: Source) -> NoticesFormError | None:
    """Probe a foreign function on small cases, before any cell; return what it wrongly notices."""
    if metric.reads == RELATION:
        return None
    outputs = [
        table
        for constraint in constraints[:2]
        for batch in _small_cases(constraint)
        for index in range(min(12, len(batch)))
        for table in batch.case(index).outputs.values()
    ]
    try:
        source.probe(list(dict.fromkeys(outputs)))  # type: ignore[attr-defined]
    except NoticesFormError as error:
        return error
    return None


def _small_cases(constraint: Constraint) -> Iterator[Any]:
    """Yield the batch of a constraint's small cases; none for a broken one, whose cells will say what is wrong."""
    with forgiven():
        batch = first_cases(constraint)
        if len(batch):
            yield batch


def _cell(
    metric: Metric,
    constraint: Constraint,
    source: Source,
    options: Options,
    begun: Cell | None = None,
    swept: Swept | None = None,
) -> Cell:
    """Return one cell, of which regions may be all that is lacking.

    What goes wrong in somebody's metric or constraint is its content, in ours it is raised.
    """
    try:
        own = get_task(metric.task).suited(metric, constraint)
        asked = None if own is None else constraint.asked_of(own)
        if asked is None:
            return unsuited_cell(metric, constraint)
        source = source if own is metric else TrustedSource(own)
        cell = begun or build_cell(own, asked, source, options, swept)
        return _with_regions(cell, own, asked, source, options) if options.regions else cell
    except (UnusableMetricError, TargetError):
        raise
    except (EngineDisagreementError, CertificateError, RegionError) as error:
        return failed_cell(metric, constraint, f"{type(error).__name__.removesuffix('Error')}: {error}")
    except NoScoreError as error:
        return failed_cell(metric, constraint, str(error))
    except AxiometricsError as error:
        return failed_cell(metric, constraint, f"{type(error).__name__.removesuffix('Error')}: {error}")
    except ArithmeticError as error:  # also of ours: a parameter may lead to numbers that floats do not have
        return failed_cell(metric, constraint, describe(error))
    except BaseException as error:  # a third party's code may raise anything, also what asks Python to leave
        if _built_in(metric, constraint) or isinstance(error, KeyboardInterrupt):
            raise
        return failed_cell(metric, constraint, describe(error))


def _with_regions(
    cell: Cell, metric: Metric, constraint: Constraint, source: Source, options: Options
) -> Cell:
    """Add what is found about parameters and scores; a verdict stands also where somebody's formula has no regions."""
    try:
        found = with_regions(cell, metric, constraint)
        return with_condition(found, metric, constraint, source, options)
    except (CertificateError, RegionError):
        raise
    except BaseException as error:  # a third party's formula may do anything
        if _built_in(metric, constraint) or isinstance(error, KeyboardInterrupt):
            raise
        return cell


def _built_in(*records: Metric | Constraint) -> bool:
    return all(record.origin.startswith("axiometrics.") for record in records)
