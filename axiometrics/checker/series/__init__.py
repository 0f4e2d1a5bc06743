"""Proofs about one growing size n: the sign of the margin for every n from some n1 on."""

from axiometrics.checker.series.engine import SeriesProof, prove_series

__all__ = ["SeriesProof", "prove_series"]
