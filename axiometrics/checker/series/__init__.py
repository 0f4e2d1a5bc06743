"""Proofs about one growing size n: the sign of the margin for every n from some n1 on.

* `engine`: the prover; `asymptotic_signs` is its arithmetic, `bounds` what it knows of sums
* `certificate`: the proof as plain data
* `recheck`: the independent check, with `rebound` for the sums, and the comparison `on_cases`
"""

from axiometrics.checker.series.engine import SeriesProof, confirm_series, prove_series, ranges, series_proof
from axiometrics.checker.series.on_cases import LEAST_TRIED

__all__ = ["LEAST_TRIED", "SeriesProof", "confirm_series", "prove_series", "ranges", "series_proof"]
