"""Running many cells: rows from the cache or computed, one after another or in several processes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, as_completed
from contextlib import nullcontext, suppress
from dataclasses import replace
from itertools import islice
from multiprocessing import get_all_start_methods
from typing import Any

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Implies, OfACase, SomeCase
from axiometrics.checker.apart import forgiven
from axiometrics.checker.cache import CellKey, cell_keys, load_cell, save_cell
from axiometrics.checker.cells import failed_cell, unsuited_cell
from axiometrics.checker.conditions.engine import with_condition
from axiometrics.checker.demands import build_cell, first_cases, prepare_cases
from axiometrics.checker.options import Options
from axiometrics.checker.processes import process_pool, untouched_by_collection
from axiometrics.checker.recheck.signs import CertificateError
from axiometrics.checker.regions.engine import with_regions
from axiometrics.checker.regions.recheck import RegionError
from axiometrics.checker.scores import Source
from axiometrics.checker.search import drawn_cases, keep_drawn
from axiometrics.checker.sources.foreign import (
    ForeignSource,
    NoScoreError,
    NoticesFormError,
    UnrepeatableMetricError,
    UnusableMetricError,
)
from axiometrics.checker.sources.relations import RELATION, RelationSource
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.verdict import Cell
from axiometrics.errors import AxiometricsError, EngineDisagreementError, NotSymbolicError, TargetError
from axiometrics.foreign.replies import describe
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["Progress", "prepared", "rows"]


Progress = Callable[[str, int, int], None]
Row = tuple[Metric, list[Cell]]
Place = tuple[Metric, Constraint]
Asked = tuple[Metric, Mapping[Constraint, Cell | None]]
"""A metric with the constraints that it is asked about; a cell is the answer but for regions."""


def rows(
    metrics: Sequence[Metric],
    constraints: Sequence[Constraint],
    options: Options,
    *,
    jobs: int,
    cache: bool,
    recompute: bool,
    progress: Progress | None,
) -> Iterator[Row]:
    """Yield each metric with its cells as they are finished; the order follows the work, not the metrics.

    Cells are read from the ``cache``, unless ``recompute``, and written to it.
    """
    keys = cell_keys(metrics, constraints, options) if cache else {}
    known, begun = ({}, {}) if recompute else _stored(keys, metrics, constraints, options)
    open_ = {
        metric: {
            constraint: begun.get((metric, constraint))
            for constraint in constraints
            if (metric, constraint) not in known
        }
        for metric in metrics
    }
    steps = _Steps(progress, len(metrics) * len(constraints))
    for metric, lacking in open_.items():
        steps.skip(len(constraints) - len(lacking))
        if not lacking:
            yield metric, [known[metric, constraint] for constraint in constraints]
    work = [(metric, lacking) for metric, lacking in open_.items() if lacking]
    parallel = jobs > 1 and len(work) > 1 and "fork" in get_all_start_methods()
    for metric, cells in (_parallel if parallel else _serial)(work, options, jobs, steps):
        lasting = metric.trusted or not any(
            cell.error for cell in cells
        )  # else the next run may have more time
        for constraint, cell in zip(open_[metric], cells, strict=True):
            if lasting:
                save_cell(keys.get((metric, constraint)), cell)
            known[metric, constraint] = cell
        yield metric, [known[metric, constraint] for constraint in constraints]


def _stored(
    keys: Mapping[Place, CellKey],
    metrics: Sequence[Metric],
    constraints: Sequence[Constraint],
    options: Options,
) -> tuple[dict[Place, Cell], dict[Place, Cell]]:
    """Return the cells that are stored as they are wanted, and those that lack regions alone.

    A cell with regions is one without, too.
    """
    loaded = {place: load_cell(key) for place, key in keys.items()}
    known = {place: cell for place, cell in loaded.items() if cell is not None}
    begun: dict[Place, Cell] = {}
    if len(known) < len(keys):
        others = cell_keys(metrics, constraints, replace(options, regions=not options.regions))
        for place in keys.keys() - known.keys():
            cell = load_cell(others.get(place))
            if cell is not None and cell.strict.outcome != "error":
                found = begun if options.regions and place[0].trusted else known
                found[place] = replace(cell, region=None, regions=())
    return known, begun


class _Steps:
    """Counts finished cells for the progress callback."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self.progress = progress
        self.total = total
        self.done = 0

    def show(self, name: str) -> None:
        if self.progress:
            self.progress(name, self.done, self.total)

    def skip(self, count: int) -> None:
        self.done += count
        self.show("")


def _serial(work: Sequence[Asked], options: Options, jobs: int, steps: _Steps) -> Iterator[Row]:
    for metric, constraints in work:
        yield metric, _row(metric, constraints, options, steps)


def _row(
    metric: Metric, constraints: Mapping[Constraint, Cell | None], options: Options, steps: _Steps
) -> list[Cell]:
    """Return one metric's cells; whatever its code does ends up in its own cells."""
    cells: list[Cell] = []
    try:
        with _source(metric, options) as source:
            noticed = _prepare(metric, constraints, source)
            for constraint, begun in constraints.items():
                steps.show(f"{metric.label} x {constraint.label}")
                unfit = noticed is not None and constraint.judging != "forms"
                cells.append(
                    failed_cell(metric, constraint, str(noticed))
                    if unfit
                    else _cell(metric, constraint, source, options, begun)
                )
                steps.done += 1
            if noticed is None and not metric.trusted:
                source.confirm()
    except (UnusableMetricError, TargetError) as error:
        steps.skip(len(constraints) - len(cells))
        kept = [] if isinstance(error, UnrepeatableMetricError) else cells
        return [
            *kept,
            *(failed_cell(metric, constraint, str(error)) for constraint in [*constraints][len(kept) :]),
        ]
    return cells


def _source(metric: Metric, options: Options) -> Any:
    if metric.reads == RELATION:
        return RelationSource(metric, options)
    return nullcontext(TrustedSource(metric)) if metric.trusted else ForeignSource(metric, options)


def _prepare(metric: Metric, constraints: Iterable[Constraint], source: Source) -> NoticesFormError | None:
    """Trace a formula, or probe a foreign function on small cases, before any cell; return what it wrongly notices."""
    if metric.trusted:
        try:
            assert metric.reads is not None or metric.formula
        except NotSymbolicError as error:
            raise UnusableMetricError(str(error)) from error
        return None
    if metric.reads == RELATION:
        return None
    outputs = [
        table
        for constraint in islice(constraints, 2)
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
    metric: Metric, constraint: Constraint, source: Source, options: Options, begun: Cell | None
) -> Cell:
    """Return one cell, of which regions may be all that is lacking.

    What goes wrong in somebody's metric or constraint is its content, in ours it is raised.
    """
    try:
        own = get_task(metric.task).suited(metric, constraint)
        if own is None:
            return unsuited_cell(metric, constraint)
        source = source if own is metric else TrustedSource(own)
        cell = begun or build_cell(own, constraint, source, options)
        return _with_regions(cell, own, constraint, source, options) if options.regions else cell
    except (UnusableMetricError, TargetError):
        raise
    except (EngineDisagreementError, CertificateError, RegionError) as error:
        return failed_cell(metric, constraint, f"{type(error).__name__.removesuffix('Error')}: {error}")
    except NoScoreError as error:
        return failed_cell(metric, constraint, str(error))
    except AxiometricsError as error:
        return failed_cell(metric, constraint, f"{type(error).__name__.removesuffix('Error')}: {error}")
    except BaseException as error:  # a third party's code may raise anything, also what asks Python to leave
        if _ours(metric, constraint) or isinstance(error, KeyboardInterrupt):
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
        if _ours(metric, constraint) or isinstance(error, KeyboardInterrupt):
            raise
        return cell


def _ours(*records: Metric | Constraint) -> bool:
    return all(record.origin.startswith("axiometrics.") for record in records)


def _parallel(work: Sequence[Asked], options: Options, jobs: int, steps: _Steps) -> Iterator[Row]:
    """Share the rows among forked processes; cases are made first, so that all processes inherit them.

    Few rows are cut into several pieces each, so that no process waits long for another one.
    """
    needed = list(
        dict.fromkeys(
            constraint
            for _, constraints in work
            for constraint, begun in constraints.items()
            if begun is None
        )
    )
    prepared(needed, options, jobs, lambda name: steps.show(f"cases of {name}"))
    # the longest first, so that no process ends alone; what others say is compared over whole rows
    rows = dict(sorted(work, key=lambda asked: _work(asked[0]), reverse=True))
    most = -(-PIECES * jobs // len(rows)) if all(metric.trusted for metric in rows) else 1
    cuts = {metric: min(len(constraints), most) for metric, constraints in rows.items()}
    pieces = [(metric, cut) for metric in rows for cut in range(cuts[metric])]
    _WORK[:] = [
        (metric, dict(islice(rows[metric].items(), cut, None, cuts[metric])), options)
        for metric, cut in pieces
    ]
    found: dict[Metric, dict[int, list[Cell]]] = {metric: {} for metric in rows}
    with (
        untouched_by_collection(),
        process_pool(min(jobs, len(_WORK))) as pool,
    ):
        waiting = {_submitted(pool, place): place for place in range(len(_WORK))}
        try:
            for future in as_completed(waiting):
                metric, cut = pieces[waiting[future]]
                found[metric][cut] = _cells_of(future, waiting[future])
                steps.done += len(found[metric][cut])
                steps.show(metric.label)
                if len(found[metric]) == cuts[metric]:
                    count = range(len(rows[metric]))
                    yield metric, [found[metric][place % cuts[metric]].pop(0) for place in count]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        finally:
            _WORK.clear()


PIECES = 12
"""Pieces of work for every process, at least."""


def _work(metric: Metric) -> int:
    """Return a guess of how long a metric takes: the length of its formula; plain functions take longest."""
    if metric.reads is not None:
        return sys.maxsize
    with suppress(NotSymbolicError):
        return len(str(metric.formula.expression))
    return 0


_WORK: list[tuple[Metric, Mapping[Constraint, Cell | None], Options]] = []
"""What forked processes work on: functions cannot be sent to them, but are inherited."""


def _submitted(pool: ProcessPoolExecutor, place: int) -> Future[list[Cell]]:
    try:
        return pool.submit(_in_process, place)
    except BrokenExecutor as error:
        lost: Future[list[Cell]] = Future()
        lost.set_exception(error)
        return lost


def _cells_of(future: Future[list[Cell]], place: int) -> list[Cell]:
    """Return the cells of a piece; where a process of the pool has died, each is computed in one of its own."""
    try:
        return future.result()
    except BrokenExecutor:
        return [_alone(place, index) for index in range(len(_WORK[place][1]))]


def _alone(place: int, index: int) -> Cell:
    try:
        with process_pool(1) as own:
            return own.submit(_in_process, place, index).result()[0]
    except BrokenExecutor:
        metric, constraints, _ = _WORK[place]
        return failed_cell(
            metric, [*constraints][index], "crashed: the process that computed the cell has ended"
        )


def _in_process(place: int, index: int | None = None) -> list[Cell]:
    metric, constraints, options = _WORK[place]
    asked = constraints if index is None else dict(islice(constraints.items(), index, index + 1))
    return _row(metric, asked, options, _Steps(None, 0))


def prepared(
    constraints: Sequence[Constraint],
    options: Options,
    jobs: int,
    show: Callable[[str], None],
) -> None:
    """Make all cases, so that processes forked from this one inherit them.

    What goes wrong with a constraint is left out here: its cells will say what it is.
    """
    drawing = [one for one in constraints if isinstance(one.demand, OfACase | Implies | SomeCase)]
    _DRAWING[:] = [(constraint, options.examples, options.seed) for constraint in drawing]
    with process_pool(jobs) as pool:
        waiting = []
        try:
            with forgiven():  # a generator that ends its process breaks the pool
                for place in range(len(_DRAWING)):
                    waiting.append(pool.submit(_drawn_in_process, place))
            for constraint in constraints:
                show(constraint.label)
                with forgiven():
                    prepare_cases(constraint, options)
            for asked, future in zip(_DRAWING, waiting, strict=False):
                with forgiven():
                    keep_drawn(*asked, future.result())
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        finally:
            _DRAWING.clear()


_DRAWING: list[tuple[Constraint, int, int]] = []
"""What forked processes draw: generators cannot be sent to them, but are inherited."""


def _drawn_in_process(place: int) -> Any:
    return drawn_cases(*_DRAWING[place])
