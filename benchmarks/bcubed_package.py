"""(b) BCubed F of two label lists against the ``bcubed`` package, which compares all pairs of items."""

from __future__ import annotations

from benchmarks.measuring import Result, seconds

ITEMS, CATEGORIES = 2000, 50


def measure() -> list[Result]:
    import bcubed
    import numpy as np

    from axiometrics.metrics import metrics

    bcubed_f = metrics("clustering")["bcubed_f"]
    random = np.random.default_rng(0)
    gold = random.integers(0, CATEGORIES, ITEMS)
    system = np.where(random.random(ITEMS) < 0.8, gold, random.integers(0, CATEGORIES, ITEMS)).tolist()
    gold = gold.tolist()
    sets = [{item: {label} for item, label in enumerate(labels)} for labels in (system, gold)]

    def package() -> float:
        return float(bcubed.fscore(bcubed.precision(*sets), bcubed.recall(*sets)))

    assert abs(package() - bcubed_f(gold, system)) < 1e-12
    ours, theirs = seconds(lambda: bcubed_f(gold, system), 51), seconds(package, 3)
    claim = f"bcubed_f on lists of {ITEMS:,} labels against the bcubed package"
    return [Result(claim, f"{ours * 1e3:.2f} ms", f"{theirs:.2f} s", theirs / ours, "x", 500)]
