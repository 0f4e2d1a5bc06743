"""Extended BCubed of families of sets against the ``bcubed`` package, and of 100,000 items in 1000 clusters."""

from __future__ import annotations

import random
from time import process_time

from benchmarks.measuring import RUNS, Result, beside, durations, of_runs

ITEMS, SETS = 1000, 40
LARGE, MANY = 100_000, 1000

Labels = dict[int, set[int]]


def measure() -> list[Result]:
    import bcubed

    from axiometrics.metrics import metrics

    precision = metrics("overlapping")["bcubed_extended_precision"]
    gold, system = families(ITEMS, SETS)
    assert abs(bcubed.precision(system, gold) - precision(gold, system)) < 1e-12
    ours, theirs, factors = beside(
        lambda: fresh(precision, gold, system), lambda: bcubed.precision(system, gold), clock=process_time
    )
    claim = f"extended BCubed precision of {ITEMS:,} items in {SETS} sets against the bcubed package"
    given = families(LARGE, MANY)
    large = durations(lambda: fresh(precision, *given), RUNS, clock=process_time)
    return [
        of_runs(claim, factors, "x", 0.1, ours=f"{ours * 1e3:.1f} ms", theirs=f"{theirs:.2f} s"),
        of_runs(f"the same of {LARGE:,} items in {MANY:,} sets", large, "s", 30),
    ]


def fresh(metric: object, gold: Labels, system: Labels) -> object:
    """Call a metric on families that it has not seen."""
    from axiometrics.tasks.overlapping import occurrences, view

    view.single.cache_clear()
    occurrences._Signatures.of.cache_clear()
    return metric(gold, system)  # type: ignore[operator]


def families(items: int, sets: int) -> tuple[Labels, Labels]:
    """One to three categories an item, at random; each is kept with probability 7/10, else another cluster taken."""
    shuffle = random.Random(0)
    gold = {item: set(shuffle.sample(range(sets), shuffle.choice([1, 1, 2, 3]))) for item in range(items)}
    system = {
        item: {label if shuffle.random() < 0.7 else shuffle.randrange(sets) for label in sorted(labels)}
        for item, labels in gold.items()
    }
    return gold, system
