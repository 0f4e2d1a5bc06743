"""Running many cells: from the cache or computed, one constraint after another or in several processes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, as_completed
from contextlib import nullcontext, suppress
from multiprocessing import get_all_start_methods
from typing import Any

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import Implies, OfACase, SomeCase
from axiometrics.checker.apart import forgiven
from axiometrics.checker.cache import cell_keys, save_cell, stored_cells
from axiometrics.checker.cells import failed_cell, unsuited_cell
from axiometrics.checker.conditions.engine import with_condition
from axiometrics.checker.demands import build_cell, first_cases, forget_cases, prepare_cases
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

__all__ = ["Pair", "Progress", "finished_cells", "prepared"]


Progress = Callable[[str, int, int], None]
Pair = tuple[Metric, Constraint]
"""What a cell is about."""
Piece = tuple[Pair, ...]
"""What one process computes at a time: the cells of some metrics on a constraint, or of one function of somebody."""
Begun = Mapping[Pair, Cell]
"""Cells that lack regions alone."""


def finished_cells(
    metrics: Sequence[Metric],
    constraints: Sequence[Constraint],
    options: Options,
    *,
    jobs: int,
    cache: bool,
    recompute: bool,
    progress: Progress | None,
    published_suffices: bool = False,
) -> Iterator[tuple[Pair, Cell]]:
    """Yield cells as they are finished, one constraint after another: its cases are made once, and then let go.

    Cells are read from the ``cache``, unless ``recompute``, and written to it. Where a published cell suffices, it is
    taken as it is, though it has no regions.
    """
    keys = cell_keys(metrics, constraints, options) if cache else {}
    asked = metrics, constraints, options
    known, begun = (
        ({}, {}) if recompute else stored_cells(keys, *asked, published_suffices=published_suffices)
    )
    steps = _Steps(progress, len(metrics) * len(constraints))
    steps.skip(len(known))
    yield from known.items()
    pieces = _pieces(metrics, constraints, known)
    shared = sum(len(_cut(piece, jobs)) for piece in pieces) > 1
    parallel = jobs > 1 and shared and "fork" in get_all_start_methods()
    for piece, cells in (_parallel if parallel else _serial)(pieces, begun, options, jobs, steps):
        ours = piece[0][0].trusted
        lasting = ours or not any(cell.error for cell in cells)  # else the next run may have more time
        for pair, cell in zip(piece, cells, strict=True):
            if lasting:
                save_cell(keys.get(pair), cell)
            yield pair, cell


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


def _pieces(
    metrics: Sequence[Metric], constraints: Sequence[Constraint], known: Collection[Pair]
) -> list[Piece]:
    """Cut what is open by constraint; functions of others by metric: what they say is compared over whole rows."""
    ours = [metric for metric in metrics if metric.trusted]
    cut = [[(metric, constraint) for metric in ours] for constraint in constraints]
    cut += [[(metric, each) for each in constraints] for metric in metrics if not metric.trusted]
    open_ = [tuple(pair for pair in piece if pair not in known) for piece in cut]
    return [piece for piece in open_ if piece]


def _serial(
    pieces: Sequence[Piece], begun: Begun, options: Options, jobs: int, steps: _Steps
) -> Iterator[tuple[Piece, list[Cell]]]:
    for piece in pieces:
        for part in [(pair,) for pair in piece] if piece[0][0].trusted else [piece]:
            yield part, _computed(part, begun, options, steps)
        if len(pieces) > MANY:
            forget_cases()


MANY = 8
"""Pieces up to which the cases of all of them are kept."""


def _computed(piece: Piece, begun: Begun, options: Options, steps: _Steps) -> list[Cell]:
    """Return the cells of a piece; whatever somebody's code does ends up in its own cells."""
    if not piece[0][0].trusted:
        return _row(piece[0][0], [constraint for _, constraint in piece], options, steps)
    return [_own(*pair, options, steps, begun.get(pair)) for pair in piece]


def _own(metric: Metric, constraint: Constraint, options: Options, steps: _Steps, begun: Cell | None) -> Cell:
    """Return a cell of a formula, or of a function of ours."""
    steps.show(f"{metric.label} x {constraint.label}")
    try:
        assert metric.reads is not None or metric.formula
        with _source(metric, options) as source:
            cell = _cell(metric, constraint, source, options, begun)
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
    metric: Metric, constraint: Constraint, source: Source, options: Options, begun: Cell | None = None
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
        cell = begun or build_cell(own, asked, source, options)
        return _with_regions(cell, own, asked, source, options) if options.regions else cell
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


def _parallel(
    pieces: Sequence[Piece], begun: Begun, options: Options, jobs: int, steps: _Steps
) -> Iterator[tuple[Piece, list[Cell]]]:
    """Share the pieces among forked processes, each of which makes the cases of its constraints.

    Where there are few, their cases are made first, so that all processes inherit them, and the pieces are cut further.
    """
    if len(pieces) <= MANY:
        needed = list(dict.fromkeys(pair[1] for piece in pieces for pair in piece if pair not in begun))
        prepared(needed, options, jobs, lambda name: steps.show(f"cases of {name}"))
        pieces = [part for piece in pieces for part in _cut(piece, jobs)]
    _WORK[:] = [(piece, begun, options, len(pieces) > MANY) for piece in pieces]
    with (
        untouched_by_collection(),
        process_pool(min(jobs, len(_WORK))) as pool,
    ):
        waiting = {_submitted(pool, place): place for place in range(len(_WORK))}
        try:
            for future in as_completed(waiting):
                place = waiting[future]
                cells = _cells_of(future, place)
                steps.done += len(cells)
                steps.show(_name(pieces[place]))
                yield pieces[place], cells
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        finally:
            _WORK.clear()


def _name(piece: Piece) -> str:
    """Return what the pairs of a piece have in common."""
    metric, constraint = piece[0]
    return constraint.label if metric.trusted else metric.label


def _cut(piece: Piece, jobs: int) -> list[Piece]:
    """Cut a piece by its metrics, those with the longest formulas first, so that no process waits long for another."""
    if not piece[0][0].trusted:
        return [piece]
    ordered = sorted(piece, key=lambda pair: _work(pair[0]), reverse=True)
    count = min(len(piece), 2 * jobs)
    return [tuple(ordered[place::count]) for place in range(count)]


def _work(metric: Metric) -> int:
    """Return a guess of how long a metric takes: the length of its formula; plain functions take longest."""
    if metric.reads is not None:
        return sys.maxsize
    with suppress(NotSymbolicError):
        return len(str(metric.formula.expression))
    return 0


_WORK: list[tuple[Piece, Begun, Options, bool]] = []
"""What forked processes work on, and whether they let the cases go: functions cannot be sent, but are inherited."""


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
        return [_alone(place, index) for index in range(len(_WORK[place][0]))]


def _alone(place: int, index: int) -> Cell:
    try:
        with process_pool(1) as own:
            return own.submit(_in_process, place, index).result()[0]
    except BrokenExecutor:
        return failed_cell(*_WORK[place][0][index], "crashed: the process that computed the cell has ended")


def _in_process(place: int, index: int | None = None) -> list[Cell]:
    piece, begun, options, forgetting = _WORK[place]
    asked = piece if index is None else piece[index : index + 1]
    cells = _computed(asked, begun, options, _Steps(None, 0))
    if forgetting:
        forget_cases()
    return cells


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
