"""Proofs about one growing size n: the sign of the margin for every n from some n1 on.

* `engine`: the prover and its proof as plain data; `asymptotic_signs` is its arithmetic, `bounds` what it knows of sums
* `recheck`: the independent check, with bounds of its own for the sums, and the comparison with cases
"""

from axiometrics.checker.series.engine import SeriesProof, confirm_series, prove_series, ranges, series_proof
from axiometrics.checker.series.recheck import LEAST_TRIED

__all__ = ["LEAST_TRIED", "SeriesProof", "confirm_series", "prove_series", "ranges", "series_proof"]
