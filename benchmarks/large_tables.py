"""(c) Ten million items in a hundred thousand clusters, against scikit-learn's V-measure.

The system output is the gold with a tenth of the items put anywhere, as integer arrays; scikit-learn gets the same.
"""

from __future__ import annotations

from benchmarks.measuring import Result, seconds

ITEMS, CATEGORIES, NOISE = 10**7, 10**5, 0.1


def measure() -> list[Result]:
    import numpy as np
    from sklearn.metrics import v_measure_score

    from axiometrics.metrics import metrics
    from axiometrics.tasks.clustering.reading import read

    random = np.random.default_rng(0)
    gold = random.integers(0, CATEGORIES, ITEMS)
    system = np.where(random.random(ITEMS) < NOISE, random.integers(0, CATEGORIES, ITEMS), gold)
    cells = len(read(gold, system).n)
    metric = metrics("clustering")
    assert abs(metric["v_measure"](gold, system) - v_measure_score(gold, system)) < 1e-12
    theirs = seconds(lambda: v_measure_score(gold, system), 2)
    found = []
    for key in ("bcubed_f", "v_measure"):
        ours = seconds(lambda key=key: metric[key](gold, system), 5)  # type: ignore[misc]
        claim = f"{key} on {ITEMS:,} items, {CATEGORIES:,} clusters, {cells:,} non-empty cells, against v_measure_score"
        found.append(Result(claim, f"{ours:.2f} s", f"{theirs:.1f} s", theirs / ours, "x", 10))
    return found
