"""The Unanimous Improvement Ratio of all pairs, its bootstrap, and Tukey's test."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np

from axiometrics.studies.discrimination import tukey_hsd
from axiometrics.studies.unanimity import relations
from axiometrics.studies.unanimity.pair_tests import bootstrap_intervals
from benchmarks.measuring import RUNS, Result, durations, of_runs


def measure() -> list[Result]:
    return [matrix(1000, 300, 2, 1500), matrix(300, 300, 5, 300), bootstrap(), tukey()]


def matrix(systems: int, cases: int, metrics: int, target: int) -> Result:
    scores = np.random.default_rng(0).random((metrics, systems, cases))
    claim = f"UIR matrix, {systems} systems x {cases} cases x {metrics} metrics (processor time)"
    return timed(claim, lambda: relations(scores).ratio, target)


def bootstrap() -> Result:
    scores = np.random.default_rng(0).random((2, 80, 100))
    pairs = np.triu_indices(80, 1)
    claim = "1000 bootstraps of 3,160 pairs, 100 cases (processor time)"
    return timed(claim, lambda: bootstrap_intervals(scores, *pairs), 500)


def tukey() -> Result:
    scores = np.random.default_rng(0).random((300, 22))
    claim = "Tukey HSD, 300 cases x 22 systems, 5,000 permutations (processor time)"
    return timed(claim, lambda: tukey_hsd(scores, permutations=5000), 3000)


def timed(claim: str, run: Callable[[], Any], target: int) -> Result:
    took = [1000 * each for each in durations(run, RUNS, clock=process_time)]
    return of_runs(claim, took, "ms", target)
