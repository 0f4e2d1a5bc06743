"""Concrete cases for the re-check of a bound."""

from __future__ import annotations

from typing import Any

from axiometrics.axioms import Constraint
from axiometrics.checker.conditions.certificate import BoundProof
from axiometrics.checker.conditions.recheck import recheck_bound
from axiometrics.checker.prove.cases import Concrete
from axiometrics.metrics import Metric

__all__ = ["confirm_bound"]


def confirm_bound(proof: BoundProof, metric: Metric, constraint: Constraint, *batches: Any) -> int:
    """Re-check a proof on concrete cases; return their number. Raises CertificateError."""
    found = [Concrete.of(metric, constraint.margin, batch) for batch in batches if len(batch)]
    return recheck_bound(proof.to_dict(), proof.output, *found)
