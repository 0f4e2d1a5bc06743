"""One engine for each kind of demand: it checks one metric against one constraint.

`every_case` demands of every case, which are swept block by block, with premises that
`solved_premises` meets; `some_case` of some case,
or a value between two others; `sizes` of some size, or of all from some size on; `equal_maxima` equal largest values.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from axiometrics.axioms import Constraint
from axiometrics.axioms.demands import (
    AllSizesFrom,
    Between,
    Demand,
    EqualMaxima,
    EqualMinima,
    OfACase,
    SomeCase,
    SomeSize,
)
from axiometrics.checker.cells import unsuited_cell
from axiometrics.checker.demands.equal_maxima import equal_maxima_cell
from axiometrics.checker.demands.every_case import every_case_cell, replay_cases
from axiometrics.checker.demands.sizes import quantified_cell, series_of
from axiometrics.checker.demands.some_case import between_cell, some_case_cell
from axiometrics.checker.hunt import forget_starts, starting_points
from axiometrics.checker.scores import Source
from axiometrics.checker.search import drawn_cases
from axiometrics.checker.selection import Options
from axiometrics.checker.sources.relations import RELATION
from axiometrics.checker.sweep import blocks_of, far, forget_swept, larger_cases, sweep_cases
from axiometrics.checker.tally import Swept
from axiometrics.checker.verdict import Cell
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["block_count", "build_cell", "first_cases", "forget_cases", "prepare_cases"]

_ENGINES: dict[type[Demand], Callable[[Metric, Constraint, Source, Options], Cell]] = {
    SomeCase: some_case_cell,
    Between: between_cell,
    EqualMaxima: equal_maxima_cell,
    EqualMinima: equal_maxima_cell,
    SomeSize: quantified_cell,
    AllSizesFrom: quantified_cell,
}
"""Who checks a demand that is not made of every case."""


def build_cell(
    metric: Metric, constraint: Constraint, source: Source, options: Options, swept: Swept | None = None
) -> Cell:
    """Check one metric against one constraint. Raises EngineDisagreementError when engines contradict each other.

    ``swept`` is what sweeping all blocks gave, where a demand of every case was swept before.
    """
    of_values = isinstance(constraint.demand, Between | EqualMaxima) or constraint.of_a_case.continuous
    if metric.reads == RELATION and of_values:
        return unsuited_cell(metric, constraint)
    engine = _ENGINES.get(type(constraint.demand))
    if engine is None:
        return every_case_cell(metric, constraint, source, options, swept)
    return engine(metric, constraint, source, options)


def block_count(constraint: Constraint, options: Options) -> int:
    """Return how many blocks metrics of ours are swept in, one after another or anywhere."""
    if type(constraint.demand) in _ENGINES:
        return 1
    return len(blocks_of(constraint, options.sweep_size(True, get_task(constraint.task).sweep_sizes)))


def prepare_cases(constraint: Constraint, options: Options) -> tuple[Any, ...]:
    """Make the cases that every metric of ours is tried on, so that processes forked from this one have them.

    All but the random ones, see `drawn_cases`.
    """
    if constraint.demand.by_size:
        return (series_of(constraint, options.series),)
    if isinstance(constraint.demand, OfACase) and options.rounds and options.examples:
        starting_points(constraint, options.examples, options.seed)
    size = options.sweep_size(True, get_task(constraint.task).sweep_sizes)
    if block_count(constraint, options) > 1:
        return (larger_cases(constraint, wide=True),)
    return sweep_cases(constraint, size), larger_cases(constraint, wide=True)


def forget_cases() -> None:
    """Let all made cases go, with everything that was computed of them."""
    for made in (larger_cases, far, drawn_cases, replay_cases, series_of):
        made.cache_clear()
    forget_starts()
    forget_swept()
    _give_back()


def _give_back() -> None:
    """Give memory that is free inside this process back to the system, where the library of C is one that can."""
    import ctypes  # which few processes need

    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


def first_cases(constraint: Constraint) -> Any:
    """Return a few small cases of a constraint."""
    if constraint.demand.by_size:
        return series_of(constraint, tuple(range(1, 7)))
    return sweep_cases(constraint, 5)
