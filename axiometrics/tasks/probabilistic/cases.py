"""The cases of a constraint as batches of tables, smallest first: all on small grids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

import numpy as np

from axiometrics.tasks.cases import Case, CaseBatch, columns, require_outputs
from axiometrics.tasks.choosing import GeneratorKey, each_choice
from axiometrics.tasks.probabilistic.batch import ForecastsBatch
from axiometrics.tasks.probabilistic.chooser import Generator, Swept, Table, Template, finest
from axiometrics.tasks.probabilistic.forecasts import Forecasts
from axiometrics.tasks.shared_tables import Repeated

__all__ = ["batch_of_cases", "case_of", "classes_of", "made_of", "sweep"]


def case_of(outputs: Mapping[str, Forecasts], sizes: Mapping[str, Any]) -> Case:
    """Return a case; its size is the number of items of its largest table."""
    return Case(outputs, sizes, max(len(table.items) for table in outputs.values()))


def batch_of_cases(
    outputs: Sequence[str], given: Iterable[Case], complete_up_to: int | None = None
) -> CaseBatch:
    """Return given cases as a batch, by items, denominator, distinct forecasts and numerators; each once."""
    ordered = sorted(_different(outputs, given), key=lambda case: _order(outputs, case))
    known: dict[Forecasts, int] = {}
    which = {name: [known.setdefault(case.outputs[name], len(known)) for case in ordered] for name in outputs}
    shared = ForecastsBatch.from_tables(list(known))
    size = np.array([case.size for case in ordered], dtype=np.int64)
    batches = {name: Repeated(shared, np.array(places, dtype=np.int64)) for name, places in which.items()}
    return CaseBatch(
        batches if ordered else {}, size, columns([case.sizes for case in ordered]), complete_up_to
    )


def _different(outputs: Sequence[str], given: Iterable[Case]) -> Iterator[Case]:
    seen: set[tuple[Forecasts, ...]] = set()
    for case in given:
        require_outputs(case.outputs, outputs)
        place = tuple(case.outputs[name] for name in outputs)
        if place not in seen:
            seen.add(place)
            yield case


def _order(outputs: Sequence[str], case: Case) -> tuple[object, ...]:
    orders = [case.outputs[name].order for name in outputs]
    return (case.size, max(order[1] for order in orders), *orders)


def made_of(template: Template) -> dict[str, Forecasts]:
    """Return the outputs of a template."""
    return {name: _table(table) for name, table in template.outputs.items()}


def _table(table: Table) -> Forecasts:
    return _known(tuple(table))


@lru_cache(maxsize=1 << 16)
def _known(entries: tuple[Any, ...]) -> Forecasts:
    return Forecasts.of((forecast, outcome) for forecast, outcome, times in entries for _ in range(times))


def sweep(generator: Generator, outputs: Sequence[str], size: int) -> CaseBatch:
    """Return every case of a generator on the grids of tables of up to ``size`` items, smallest first."""
    made = each_choice(generator, partial(Swept, size=size))
    found = batch_of_cases(outputs, (case_of(made_of(template), {}) for _, template in made), size)
    return replace(found, grid=_grid_text(found, size))


def _grid_text(found: CaseBatch, size: int) -> str:
    """Say what was swept: how many items there are, and the largest denominators of their probabilities."""
    classes = max((batch.table(0).classes for batch in found.outputs.values()), default=2)
    return (
        f"tables of {classes} classes and up to {int(found.size.max(initial=0))} items with forecasts on small grids "
        f"(denominators up to {finest(classes, 1)}, smaller ones for more than {min(size, 2)} items)"
    )


def classes_of(generator: Generator) -> int:
    """Return the most classes of a generator's tables."""
    return _classes(GeneratorKey(generator))


@lru_cache(maxsize=256)
def _classes(key: GeneratorKey) -> int:
    made = next(each_choice(key.generator, partial(Swept, size=2)))[1]
    return max(len(table[0][0]) for table in made.outputs.values())
