"""Running many cells: rows from the cache or computed, one after another or in several processes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, suppress
from multiprocessing import get_all_start_methods, get_context
from typing import Any

from axiometrics.axioms import Constraint
from axiometrics.checker.cache import load_row, row_key, save_row
from axiometrics.checker.cell import (
    EngineDisagreementError,
    build_cell,
    first_cases,
)
from axiometrics.checker.collecting import untouched_by_collection
from axiometrics.checker.conditions.engine import with_condition
from axiometrics.checker.foreign import ForeignSource, NoScoreError, NoticesFormError, UnusableMetricError
from axiometrics.checker.options import Options
from axiometrics.checker.preparing import prepared
from axiometrics.checker.prove.recheck import CertificateError
from axiometrics.checker.regions.engine import with_regions
from axiometrics.checker.regions.recheck import RegionError
from axiometrics.checker.relations import RELATION, RelationSource
from axiometrics.checker.scores import Source
from axiometrics.checker.trusted import TrustedSource
from axiometrics.checker.unjudged import failed_cell, unsuited_cell
from axiometrics.checker.verdict import Cell
from axiometrics.errors import AxiometricsError, NotSymbolicError
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["Progress", "rows"]

Progress = Callable[[str, int, int], None]
Row = tuple[Metric, list[Cell]]


def rows(
    metrics: Sequence[Metric],
    constraints: Sequence[Constraint],
    options: Options,
    *,
    jobs: int,
    cache: bool,
    progress: Progress | None,
) -> Iterator[Row]:
    """Yield each metric with its cells as they are finished; the order follows the work, not the metrics."""
    keys = {metric: row_key(metric, constraints, options) if cache else None for metric in metrics}
    labels = [constraint.label for constraint in constraints]
    known = {
        metric: load_row(key, [(metric.label, label) for label in labels]) for metric, key in keys.items()
    }
    open_ = [metric for metric in metrics if known[metric] is None]
    steps = _Steps(progress, len(metrics) * len(constraints))
    for metric in metrics:
        if known[metric] is not None:
            steps.skip(len(constraints))
            yield metric, known[metric] or []
    parallel = (
        jobs > 1
        and len(open_) > 1
        and all(metric.trusted for metric in open_)
        and "fork" in get_all_start_methods()
    )
    for metric, cells in (_parallel if parallel else _serial)(open_, constraints, options, jobs, steps):
        save_row(keys[metric], cells)
        yield metric, cells


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


def _serial(
    metrics: Sequence[Metric], constraints: Sequence[Constraint], options: Options, jobs: int, steps: _Steps
) -> Iterator[Row]:
    for metric in metrics:
        yield metric, list(_row(metric, constraints, options, steps))


def _row(
    metric: Metric, constraints: Sequence[Constraint], options: Options, steps: _Steps
) -> Iterator[Cell]:
    """Yield one metric's cells; whatever its code does ends up in its own cells."""
    finished = 0
    try:
        with _source(metric, options) as source:
            noticed = _prepare(metric, constraints, source)
            for constraint in constraints:
                steps.show(f"{metric.label} x {constraint.label}")
                unfit = noticed is not None and constraint.judging != "forms"
                yield (
                    failed_cell(metric, constraint, str(noticed))
                    if unfit
                    else _cell(metric, constraint, source, options)
                )
                finished += 1
                steps.done += 1
    except UnusableMetricError as error:
        yield from (failed_cell(metric, constraint, str(error)) for constraint in constraints[finished:])
        steps.skip(len(constraints) - finished)


def _source(metric: Metric, options: Options) -> Any:
    if metric.reads == RELATION:
        return nullcontext(RelationSource(metric))
    return nullcontext(TrustedSource(metric)) if metric.trusted else ForeignSource(metric, options)


def _prepare(metric: Metric, constraints: Sequence[Constraint], source: Source) -> NoticesFormError | None:
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
    with suppress(Exception):
        batch = first_cases(constraint)
        if len(batch):
            yield batch


def _cell(metric: Metric, constraint: Constraint, source: Source, options: Options) -> Cell:
    """Return one cell; what goes wrong in somebody's metric or constraint is its content, in ours it is raised."""
    try:
        judge = getattr(get_task(metric.task), "suited", None)
        own = metric if judge is None else judge(metric, constraint)
        if own is None:
            return unsuited_cell(metric, constraint)
        source = source if own is metric else TrustedSource(own)
        cell = build_cell(own, constraint, source, options)
        return _with_regions(cell, own, constraint, source, options) if options.regions else cell
    except UnusableMetricError:
        raise
    except (EngineDisagreementError, CertificateError, RegionError) as error:
        return failed_cell(metric, constraint, f"{type(error).__name__.removesuffix('Error')}: {error}")
    except NoScoreError as error:
        return failed_cell(metric, constraint, str(error))
    except AxiometricsError as error:
        return failed_cell(metric, constraint, f"{type(error).__name__.removesuffix('Error')}: {error}")
    except Exception as error:  # a third party's code may raise anything
        if _ours(metric, constraint):
            raise
        return failed_cell(metric, constraint, f"{type(error).__name__}: {error}")


def _with_regions(
    cell: Cell, metric: Metric, constraint: Constraint, source: Source, options: Options
) -> Cell:
    """Add what is found about parameters and scores; a verdict stands also where somebody's formula has no regions."""
    try:
        found = with_regions(cell, metric, constraint)
        return with_condition(found, metric, constraint, source, options)
    except (CertificateError, RegionError):
        raise
    except Exception:  # a third party's formula may do anything
        if _ours(metric, constraint):
            raise
        return cell


def _ours(*records: Metric | Constraint) -> bool:
    return all(record.origin.startswith("axiometrics.") for record in records)


def _parallel(
    metrics: Sequence[Metric], constraints: Sequence[Constraint], options: Options, jobs: int, steps: _Steps
) -> Iterator[Row]:
    """Share the rows among forked processes; cases are made first, so that all processes inherit them.

    Few rows are cut into several pieces each, so that no process waits long for another one.
    """
    from concurrent.futures import ProcessPoolExecutor, as_completed

    prepared(metrics, constraints, options, jobs, lambda name: steps.show(f"cases of {name}"))
    metrics = sorted(metrics, key=_work, reverse=True)  # the longest first, so that no process ends alone
    cuts = min(len(constraints), -(-PIECES * jobs // len(metrics)))
    _WORK[:] = [(metric, tuple(constraints[cut::cuts]), options) for metric in metrics for cut in range(cuts)]
    found: dict[Metric, dict[int, list[Cell]]] = {metric: {} for metric in metrics}
    with (
        untouched_by_collection(),
        ProcessPoolExecutor(max_workers=min(jobs, len(_WORK)), mp_context=get_context("fork")) as pool,
    ):
        waiting = {pool.submit(_in_process, place): place for place in range(len(_WORK))}
        try:
            for future in as_completed(waiting):
                metric, cut = metrics[waiting[future] // cuts], waiting[future] % cuts
                found[metric][cut] = future.result()
                steps.done += len(found[metric][cut])
                steps.show(metric.label)
                if len(found[metric]) == cuts:
                    yield metric, [found[metric][place % cuts].pop(0) for place in range(len(constraints))]
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


_WORK: list[tuple[Metric, tuple[Constraint, ...], Options]] = []
"""What forked processes work on: functions cannot be sent to them, but are inherited."""


def _in_process(place: int) -> list[Cell]:
    metric, constraints, options = _WORK[place]
    return list(_row(metric, constraints, options, _Steps(None, 0)))
