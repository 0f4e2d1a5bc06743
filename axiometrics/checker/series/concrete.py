"""A proof for all large n beside the sweep: its certificate is re-checked on every n that was tried."""

from __future__ import annotations

from typing import Any

from axiometrics.axioms import Constraint
from axiometrics.checker.prove.cases import Concrete
from axiometrics.checker.series.engine import SeriesProof
from axiometrics.checker.series.recheck import recheck_series
from axiometrics.metrics import Metric

__all__ = ["confirm_series"]


def confirm_series(proof: SeriesProof, metric: Metric, constraint: Constraint, cases: Any) -> int:
    """Re-check a proof's certificate on the cases of a series; return how many count. Raises CertificateError."""
    return recheck_series(proof.certificate.to_dict(), Concrete.of(metric, constraint.margin, cases))
