"""Proofs about one growing size n: the sign of the margin for every n from some n1 on."""

from axiometrics.checker.series.agreement import LEAST_TRIED
from axiometrics.checker.series.concrete import confirm_series
from axiometrics.checker.series.engine import SeriesProof, prove_series
from axiometrics.checker.series.record import ranges, series_proof

__all__ = ["LEAST_TRIED", "SeriesProof", "confirm_series", "prove_series", "ranges", "series_proof"]
