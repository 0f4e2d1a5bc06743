"""Cases checked per second and core: our sweep, and what one would write instead, on one constraint and metric.

All check homogeneity of the V-measure: splitting a cluster that mixes two categories must not lower the score. The
sweep reads all cases of up to 9 items from one batch; every run gets new arrays, so that no reduction is remembered.
Two loops draw their own cases with Hypothesis, for scikit-learn's function and for one that costs nothing; one loop
calls our metric on the sweep's cases; and NumPy, written by hand for this metric alone, reads the sweep's arrays.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace
from statistics import median
from typing import Any

from benchmarks.measuring import RUNS, Result, amount, durations, of_runs, seconds

SIZE = 9
EXAMPLES = 200
CALLED = 500
"""Cases, spread over all, on which our metric is called one by one."""


def measure() -> list[Result]:
    from sklearn.metrics import v_measure_score

    from axiometrics.axioms import constraints
    from axiometrics.checker.prove import prove
    from axiometrics.checker.sources.trusted import TrustedSource
    from axiometrics.checker.sweep import sweep, sweep_cases
    from axiometrics.metrics import metrics

    metric, constraint = metrics("clustering")["v_measure"], constraints("clustering")["homogeneity"]
    building = seconds(lambda: sweep_cases(constraint, SIZE), 1)  # kept from then on
    cases, source, proof = sweep_cases(constraint, SIZE), TrustedSource(metric), prove(metric, constraint)
    settled = proof.sign if proof else None
    batches: list[Any] = []
    swept = durations(
        lambda: sweep(metric, constraint, source, batches[-1], settled),
        RUNS,
        prepare=lambda: batches.append(anew(cases)),
    )
    count, readers = len(cases), len(metrics("clustering"))
    sweeping = median(swept)
    some = range(0, count, count // CALLED)
    pairs = [[cases.outputs[name].table(place) for name in constraint.outputs] for place in some]
    by_hand = [hand_written(cases.outputs[name]) for name in constraint.outputs]
    for place, tables in zip(some, pairs, strict=True):
        assert all(
            abs(metric(table) - found[place]) < 1e-12 for table, found in zip(tables, by_hand, strict=True)
        )
    alone = [
        ("a sweep", [count / each for each in swept]),
        (
            f"the same, with a share of 1/{readers} in building them",
            [count / (sweeping + building / readers)],
        ),
        ("the same, with building all of them for this metric", [count / (sweeping + building)]),
    ]
    others = [
        (
            "NumPy by hand on the same arrays, signs of floats",
            count,
            lambda: signs_by_hand(cases, constraint.outputs),
        ),
        ("a loop of calls of our metric, cases at hand", len(pairs), lambda: called(metric, pairs)),
        ("Hypothesis, a metric that costs nothing", EXAMPLES, lambda: hypothesis_loop(EXAMPLES, free)),
        ("Hypothesis, scikit-learn's function", EXAMPLES, lambda: hypothesis_loop(EXAMPLES, v_measure_score)),
    ]
    found = [
        of_runs(f"{claim}: v_measure on homogeneity, {count:,} cases of up to {SIZE} items", rates, "cases/s")
        for claim, rates in alone
    ]
    for claim, checked, run in others:
        rates = [checked / each for each in durations(run, RUNS)]
        found.append(
            of_runs(
                f"the sweep beside {claim}",
                [count / sweeping / rate for rate in rates],
                "x",
                ours=amount(count / sweeping, "cases/s"),
                theirs=amount(median(rates), "cases/s"),
            )
        )
    return found


def free(gold: Any, system: Any) -> float:
    """A metric that costs nothing."""
    return 0.0


def called(metric: Any, pairs: Any) -> bool:
    """Check the demand case by case."""
    return all(metric(better) >= metric(worse) - 1e-12 for worse, better in pairs)


def signs_by_hand(cases: Any, outputs: Any) -> Any:
    """Return which cases meet the demand as floats have it."""
    worse, better = (hand_written(cases.outputs[name]) for name in outputs)
    return better > worse


def hand_written(batch: Any) -> Any:
    """Return the V-measure of every clustering of a batch, from its arrays."""
    import numpy as np

    n, a, b = batch.n.astype(float), batch.a.astype(float), batch.b.astype(float)
    items = np.add.reduceat(n, batch.cell_start)

    def entropy(sizes: Any, starts: Any) -> Any:
        return np.log(items) - np.add.reduceat(sizes * np.log(sizes), starts) / items

    clusters, categories = entropy(a, batch.cluster_start), entropy(b, batch.category_start)
    shared = clusters + categories - entropy(n, batch.cell_start)
    with np.errstate(all="ignore"):
        homogeneity = np.where(categories > 1e-12, shared / categories, 1.0)
        completeness = np.where(clusters > 1e-12, shared / clusters, 1.0)
        both = homogeneity + completeness
        return np.where(both > 1e-12, 2 * homogeneity * completeness / both, 0.0)


def anew(cases: Any) -> Any:
    """Return the same cases in batches that have computed nothing yet."""
    from axiometrics.tasks.clustering.batch import TableBatch

    def copy(batch: TableBatch) -> TableBatch:
        starts = batch.cell_start, batch.cluster_start, batch.category_start
        return TableBatch(batch.n, batch.cluster, batch.category, starts, (batch.a, batch.b))

    return replace(cases, outputs={name: copy(batch) for name, batch in cases.outputs.items()})


def hypothesis_loop(examples: int, score: Callable[[Any, Any], float]) -> None:
    """Check the demand on random clusterings, as a user would without this package."""
    from hypothesis import HealthCheck, given, settings
    from hypothesis import strategies as st

    few = st.integers(1, 3)
    rest = st.lists(st.tuples(st.integers(2, 5), st.integers(0, 4)), max_size=SIZE - 2)

    @settings(
        max_examples=examples,
        database=None,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(few, few, rest)
    def splitting_does_not_hurt(x: int, y: int, others: list[tuple[int, int]]) -> None:
        gold = [0] * x + [1] * y + [category for _, category in others]
        outside = [cluster for cluster, _ in others]
        worse = score(gold, [0] * (x + y) + outside)
        better = score(gold, [0] * x + [1] * y + outside)
        assert better >= worse - 1e-12

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        splitting_does_not_hurt()
