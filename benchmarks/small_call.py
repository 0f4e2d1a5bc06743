"""(d) One call on eight items, after the first one has traced and compiled the formula.

This target is an absolute time, so processor time is measured: waiting for other processes does not count.
"""

from __future__ import annotations

from time import process_time

from benchmarks.measuring import Result, seconds

CALLS = 200


def measure() -> list[Result]:
    from sklearn.metrics import v_measure_score

    from axiometrics.metrics import metrics

    bcubed_f = metrics("clustering")["bcubed_f"]
    gold, system = list("aaabbccc"), list("xxyyyzzz")
    bcubed_f(gold, system)
    v_measure_score(gold, system)
    ours = (
        seconds(lambda: [bcubed_f(gold, system) for _ in range(CALLS)], 101, clock=process_time) / CALLS * 1e6
    )
    theirs = seconds(lambda: v_measure_score(gold, system), 101, clock=process_time) * 1e6
    claim = "one call of bcubed_f on lists of 8 labels (scikit-learn: v_measure_score)"
    return [Result(claim, f"{ours:.0f} µs", f"{theirs:,.0f} µs", ours, "µs", 50, most=True)]
