"""Proofs: the sign of a margin for every size and every context, with a certificate."""

from axiometrics.checker.prove.engine import Proof, prove

__all__ = ["Proof", "prove"]
