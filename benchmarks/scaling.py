"""How cost grows with the size of a sweep, with metrics, items and processes, for every task, with fitted exponents.

``python -m benchmarks scaling`` writes the table into docs/large-sweeps.md; it is no part of the other benchmarks.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Mapping, Sequence
from math import log
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from axiometrics.writing import write_file

__all__ = ["exponent", "growth", "measured", "write"]

PAGE = Path(__file__).resolve().parents[1] / "docs" / "large-sweeps.md"
MARKS = "<!-- scaling -->\n", "<!-- /scaling -->"
LONGEST = 1.0
"""Seconds of one measurement, after which nothing larger is measured."""
LEAST = 0.002
"""Seconds below which a measurement says too little to fit anything."""
ITEMS = (20_000, 100_000, 500_000)
LABELLED = {"clustering": (50, {}), "classification": (5, {}), "ordinal": (5, {"classes": 5})}
"""Tasks whose metrics score two lists of labels: how many different ones these have here, and what else is said."""


def exponent(points: Mapping[int, float]) -> float | None:
    """Return by which power of the first the second grows: the slope of the logarithms, by least squares.

    >>> exponent({10: 1.0, 100: 100.0})
    2.0
    """
    return _slope([(log(size), log(cost)) for size, cost in points.items() if cost > LEAST])


def growth(points: Mapping[int, float]) -> float | None:
    """Return by which factor the second grows when the first grows by one.

    >>> round(growth({3: 1.0, 4: 4.0, 5: 16.0}), 6)
    4.0
    """
    slope = _slope([(float(size), log(cost)) for size, cost in points.items() if cost > LEAST])
    return None if slope is None else 2.718281828459045**slope


def _slope(points: Sequence[tuple[float, float]]) -> float | None:
    if len(points) < 2:
        return None
    middle, height = (sum(each) / len(points) for each in zip(*points, strict=True))
    spread = sum((x - middle) ** 2 for x, _ in points)
    return sum((x - middle) * (y - height) for x, y in points) / spread


def _seconds(work: Callable[[], object]) -> float:
    started = process_time()
    work()
    return process_time() - started


def _sizes(task: str) -> tuple[dict[int, float], dict[int, float], Any]:
    """Return cases and processor time by size for the constraint whose cases grow most, and its largest batch."""
    from axiometrics.axioms import constraints
    from axiometrics.axioms.demands import OfACase
    from axiometrics.tasks import get_task

    known, kind = (
        [each for each in constraints(task).values() if isinstance(each.demand, OfACase)],
        get_task(task),
    )
    known = [each for each in known if each.primary and not each.demand.by_size] or known
    most = kind.sweep_sizes["normal"][0]

    def made(constraint: Any, size: int) -> Any:
        return kind.sweep(constraint.bound_generator, constraint.outputs, size)

    chosen = max(known, key=lambda each: len(made(each, max(3, most // 2))) - len(made(each, 2)))
    counts, spent, batch = {}, {}, None
    for size in range(2, 2 * most):
        found: list[Any] = []
        spent[size] = _seconds(lambda at=size, into=found: into.append(made(chosen, at)))
        counts[size], batch = float(len(found[0])), found[0]
        if spent[size] > LONGEST:
            break
    return counts, spent, (chosen, batch)


def _metrics(task: str, constraint: Any, batch: Any) -> dict[int, float]:
    """Return the processor time of the float scores of 1, 2, 4, ... metrics on the same new cases."""
    from axiometrics.checker.sources.trusted import TrustedSource
    from axiometrics.checker.sweep import scored
    from axiometrics.metrics import metrics
    from axiometrics.tasks import get_task

    some = [each for each in metrics(task).values() if each.reads is None]
    spent, number = {}, 1
    cases = [batch.case(place) for place in range(min(len(batch), 20_000))]
    for each in some:  # what a metric takes the first time is no part of it
        scored(
            each,
            constraint,
            TrustedSource(each),
            get_task(task).batch_of_cases(constraint.outputs, cases[:9]),
        )
    while number <= len(some):
        fresh = get_task(task).batch_of_cases(constraint.outputs, cases)
        chosen = some[:: max(1, len(some) // number)][:number]
        spent[number] = _seconds(
            lambda these=chosen, on=fresh: [
                scored(each, constraint, TrustedSource(each), on) for each in these
            ]
        )
        number *= 2
    return spent


def _items(task: str) -> dict[int, float]:
    """Return the processor time of a call on so many labels."""
    from axiometrics.metrics import metrics

    if task not in LABELLED:
        return {}
    (number, said), draw = LABELLED[task], random.Random(0)
    metric = next(each for each in metrics(task).values() if each.reads is None)
    spent = {}
    for items in ITEMS:
        gold, system = ([draw.randrange(number) + 1 for _ in range(items)] for _ in range(2))
        spent[items] = min(
            _seconds(lambda a=gold, b=system: metric(gold=a, system=b, **said)) for _ in range(3)
        )
    return spent


def _jobs(task: str) -> dict[int, float]:
    """Return the seconds on the clock of a quick matrix with one and with two processes."""
    from axiometrics.checker.api import matrix

    spent = {}
    for jobs in (1, 2):
        started = perf_counter()
        matrix(task, effort="quick", jobs=jobs, cache=False)
        spent[jobs] = perf_counter() - started
    return spent


def measured(task: str, *, jobs: bool = True) -> str:
    """Return one row of the table."""
    counts, spent, (constraint, batch) = _sizes(task)
    size = max(spent)
    by_metrics, by_items = _metrics(task, constraint, batch), _items(task)
    clock = _jobs(task) if jobs else {}
    shared = f"{clock[1] / clock[2]:.1f}" if clock else ""
    cells = [
        task, constraint.label, f"{size}", f"{counts[size]:,.0f}", f"{spent[size]:.2f} s", _text(growth(counts)),
        _text(growth(spent)), _text(exponent(by_metrics)), _text(exponent(by_items)), shared,
    ]  # fmt: skip
    return f"| {' | '.join(cells)} |"


def _text(number: float | None) -> str:
    """Write a growth; costs that fall do not grow by a law, and were made up of something else."""
    return "" if number is None or number < 0 else f"{number:.2f}"


def write(tasks: Sequence[str] = (), *, jobs: bool = True) -> str:
    """Measure all tasks, or those given, and return the table; of all it is written into the page."""
    from axiometrics.tasks import tasks as known

    names = tasks or sorted(known())
    load = os.getloadavg()[0] / (os.cpu_count() or 1)
    busy = " The machine was busy, so that times on the clock say little." if load > 0.5 else ""
    head = (
        "Processor time of making the cases of the constraint whose cases grow most, up to the first size that takes\n"
        f"a second, and how cost grows; `python -m benchmarks scaling` measures it.{busy}\n\n"
        "| task | constraint | size | cases | making | cases: factor for each size | making: factor for each size "
        "| scoring: power of the metrics | a call: power of the items | quick matrix: 2 processes are faster by |\n"
        "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|\n"
    )
    table = head + "\n".join(measured(name, jobs=jobs) for name in names) + "\n"
    if not tasks:
        text = PAGE.read_text("utf-8")
        (before, rest), (_, after) = text.split(MARKS[0]), text.split(MARKS[1])
        del rest
        write_file(PAGE, f"{before}{MARKS[0]}{table}{MARKS[1]}{after}")
    return table
