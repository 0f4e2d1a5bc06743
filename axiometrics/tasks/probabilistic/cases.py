"""The cases of a constraint as batches of tables, smallest first: all on small grids, and random and larger ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

import numpy as np

from axiometrics.tasks.cases import Case, CaseBatch, columns, require_outputs
from axiometrics.tasks.choosing import GeneratorKey, Spread, each_choice, many_tried
from axiometrics.tasks.probabilistic import Forecasts
from axiometrics.tasks.probabilistic.chooser import Fine, Generator, Random, Swept, Table, Template, finest
from axiometrics.tasks.probabilistic.view import ForecastsBatch
from axiometrics.tasks.shared_tables import Repeated


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
    shared = ForecastsBatch(list(known))
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
    found = next(each_choice(key.generator, partial(Swept, size=2)), None)  # none where nothing is possible
    return max(len(table[0][0]) for table in found[1].outputs.values()) if found else 0


_NAMED: Mapping[str, Callable[[Sequence[Any]], Any]] = {
    "p_1": lambda items: items[0][0][1],
    "p_last": lambda items: items[-1][0][1],
    "y_1": lambda items: items[0][1],
    "changed": len,
    "changed_events": lambda items: sum(happened == 2 for _, happened in items),
    "changed_alike": lambda items: sum(forecast == items[0][0] for forecast, _ in items),
    "share": lambda items: Fraction(sum(happened == 2 for _, happened in items), len(items)),
}
"""What certificates name of the items of an output whose forecasts are not the same in all outputs: the event's
probability of the first and the last, what happened to the first, how many they are, how many of them are events, or
have the forecast of the first, and the share of events."""
_WHERE: Mapping[str, Callable[[Any], int]] = {
    "half": lambda place: (2 * place > 1) - (2 * place < 1),
    "end": lambda place: int(place in (0, 1)),
}


def counted(cases: Any, name: str) -> Any:
    """Return what certificates name of forecasts, of every case; None for other names.

    ``below@worse`` is 1 where the first item of an output has not the largest probability of all outputs' first items,
    ``half_p_1@worse`` the side of one half on which it is, and ``end_p_1@worse`` 1 where it is at an end. ``missed``
    and ``others_missed`` tell whether something happened, of all items or of the others, that had no probability.
    """
    what, _, output = name.partition("@")
    if output not in cases.outputs:
        return None
    if what == "below":
        every = [counted(cases, f"p_1@{each}") for each in cases.outputs]
        return (counted(cases, f"p_1@{output}") < np.max(every, axis=0)).astype(np.int64)
    if what in ("missed", "others_missed"):
        return cases.once(name, lambda: _missed(cases, output, others=what != "missed"))
    asked, _, about = what.partition("_")
    if asked in _WHERE and about in _NAMED:
        found = counted(cases, f"{about}@{output}")
        return cases.once(name, lambda: np.array([_WHERE[asked](each) for each in found], dtype=np.int64))
    return cases.once(name, lambda: _named(cases, _NAMED[what], output)) if what in _NAMED else None


def _missed(cases: Any, output: str, *, others: bool) -> Any:
    every = [each.items for each in cases.outputs[output].each(_tables)]
    changed = cases.once("changed items", lambda: _changed(cases))[output] if others else [[] for _ in every]
    missed = [[sum(q[y - 1] == 0 for q, y in items) for items in some] for some in (every, changed)]
    return np.array([one > other for one, other in zip(*missed, strict=True)], dtype=np.int64)


def _named(cases: Any, of: Callable[[Sequence[Any]], Any], output: str) -> Any:
    found = [of(changed) for changed in cases.once("changed items", lambda: _changed(cases))[output]]
    return np.array(found, dtype=object)


def _changed(cases: Any) -> dict[str, list[Sequence[Any]]]:
    """Return the items of every output whose forecasts are not the same in all; all of them where none is."""
    tables = {name: [each.items for each in batch.each(_tables)] for name, batch in cases.outputs.items()}
    places = []
    for items in zip(*tables.values(), strict=True):
        at = range(min(map(len, items)))
        places.append([place for place in at if len({each[place][0] for each in items}) > 1] or [*at])
    return {
        name: [[items[place] for place in own] for items, own in zip(column, places, strict=True)]
        for name, column in tables.items()
    }


def _tables(batch: Any) -> Any:
    found = np.empty(len(batch), dtype=object)
    found[:] = list(batch.tables())
    return found


# --- random and larger cases

LARGE = 30
"""Items of a drawn table: up to twice as many, unless a constraint asks for more."""


def random_case(generator: Generator, answers: Spread) -> Case:
    """Draw a case; raises Impossible."""
    return case_of(made_of(generator(Random(answers, LARGE))), {})


def larger(generator: Generator, outputs: Sequence[str], *, wide: bool) -> CaseBatch:
    """Return up to 400 cases (40 if not wide), evenly taken from tables in one bin and forecasts on a fine grid."""
    made = [case_of(made_of(template), {}) for _, template in each_choice(generator, partial(Fine, size=4))]
    return batch_of_cases(outputs, made[:: len(made) // (400 if wide else 40) + 1])


def many(generator: Generator, outputs: Sequence[str], count: int, seed: int) -> CaseBatch:
    """Return a hundredth of so many random cases, the same for one seed, of larger tables and finer grids."""
    return batch_of_cases(outputs, many_tried(partial(random_case, generator), count // 100, seed))
