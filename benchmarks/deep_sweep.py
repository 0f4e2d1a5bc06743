"""(e) Every case of up to 11 items of the four primary constraints, for every metric."""

from __future__ import annotations

from os import times
from time import perf_counter

from benchmarks.measuring import Result, of_runs

SIZE = 11


def measure() -> list[Result]:
    import axiometrics as ax

    building, scoring, cases = swept()
    start = perf_counter()
    matrix = ax.matrix("clustering", effort="thorough", cache=False, jobs=2)
    whole = building + perf_counter() - start
    cells = len(matrix.cells)
    spent = f"{whole:.1f} s ({sum(times()[:4]):.0f} s of processor time)"
    return [
        of_runs(f"{cases:,} cases of up to {SIZE} items are built (one process)", [building], "s"),
        of_runs("float scores and signs of all formula metrics on them (one process)", [scoring], "s"),
        of_runs(
            f"thorough matrix, {cells} cells: building, proofs, sweep with exact decisions, search (2 processes)",
            [whole],
            "s",
            90,
            ours=spent,
        ),
    ]


def swept() -> tuple[float, float, int]:
    """Return the seconds that building and float scoring take, and the number of cases."""
    from axiometrics.axioms import constraints
    from axiometrics.checker.scores import bounded_signs
    from axiometrics.checker.sources.trusted import TrustedSource
    from axiometrics.checker.sweep import sweep_cases
    from axiometrics.metrics import metrics

    formulas = [
        metric for metric in metrics("clustering").values() if metric.kind == "formula" and metric.formula
    ]
    building = scoring = 0.0
    cases = 0
    for key in ("homogeneity", "completeness", "rag_bag", "size_vs_quantity"):
        constraint, start = constraints("clustering")[key], perf_counter()
        batch = sweep_cases(constraint, SIZE)
        building += perf_counter() - start
        cases += len(batch)
        start = perf_counter()
        for metric in formulas:
            source = TrustedSource(metric)
            bounded_signs(
                metric, constraint, {name: source.scores(part) for name, part in batch.outputs.items()}
            )
        scoring += perf_counter() - start
    return building, scoring, cases
