"""(a) Cases checked per second and core: the sweep against a Hypothesis loop around scikit-learn's V-measure.

Both check homogeneity: splitting a cluster that mixes two categories must not lower the score. The sweep reads all
cases of up to 9 items from one batch; every run gets new arrays, so that no reduction is remembered.
"""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

from benchmarks.measuring import Result, seconds

SIZE = 9
EXAMPLES = 200


def measure() -> list[Result]:
    from axiometrics.axioms import constraints
    from axiometrics.checker.prove import prove
    from axiometrics.checker.sources.trusted import TrustedSource
    from axiometrics.checker.sweep import sweep, sweep_cases
    from axiometrics.metrics import metrics

    metric, constraint = metrics("clustering")["v_measure"], constraints("clustering")["homogeneity"]
    building = seconds(lambda: sweep_cases(constraint, SIZE), 1)
    cases, source, proof = sweep_cases(constraint, SIZE), TrustedSource(metric), prove(metric, constraint)
    settled = proof.sign if proof else None
    batches: list[Any] = []
    sweeping = seconds(
        lambda: sweep(metric, constraint, source, batches[-1], settled),
        15,
        prepare=lambda: batches.append(anew(cases)),
    )
    count, readers = len(cases), len(metrics("clustering"))
    theirs = EXAMPLES / seconds(lambda: hypothesis_loop(EXAMPLES), 3)
    loop = f"{theirs:,.0f} cases/s"

    def row(claim: str, spent: float, target: float | None = None) -> Result:
        rate = count / spent
        return Result(claim, f"{rate:,.0f} cases/s", loop, rate / theirs, "x", target)

    return [
        row(f"sweep of v_measure on homogeneity, {count:,} cases of up to {SIZE} items", sweeping, 3000),
        row(f"the same, with a share of 1/{readers} in building the cases", sweeping + building / readers),
        row("the same, with building all cases for this metric alone", sweeping + building),
    ]


def anew(cases: Any) -> Any:
    """Return the same cases in batches that have computed nothing yet."""
    from axiometrics.tasks.clustering.batch import TableBatch

    def copy(batch: TableBatch) -> TableBatch:
        starts = batch.cell_start, batch.cluster_start, batch.category_start
        return TableBatch(batch.n, batch.cluster, batch.category, starts, (batch.a, batch.b))

    return replace(cases, outputs={name: copy(batch) for name, batch in cases.outputs.items()})


def hypothesis_loop(examples: int) -> None:
    """Check the demand on random clusterings, as a user would without this package."""
    from hypothesis import HealthCheck, given, settings
    from hypothesis import strategies as st
    from sklearn.metrics import v_measure_score

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
        worse = v_measure_score(gold, [0] * (x + y) + outside)
        better = v_measure_score(gold, [0] * x + [1] * y + outside)
        assert better >= worse - 1e-12

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        splitting_does_not_hurt()
