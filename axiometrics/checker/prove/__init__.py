"""Proofs: the sign of a margin for every size and every context, with a certificate.

* `engine`: the prover; `attempt` is one try on one parametric case
* `algebra`, `comparing`: arithmetic with signs and its case distinctions, and the margin of one branch
* `elimination`, `lines`: demands under premises, and continuity or definedness along lines
* `certificate`, `parts`: proofs as plain data, made of several where one will not do
* `confirmation`: a proof beside the sweep, whose certificate `axiometrics.checker.recheck` checks
"""

from axiometrics.checker.prove.engine import Proof, prove

__all__ = ["Proof", "prove"]
