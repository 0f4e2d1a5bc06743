"""A proof for all large n beside the sweep: its certificate is re-checked on every n that was tried."""

from __future__ import annotations

from typing import Any

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.checker.prove.agreement import measure_of
from axiometrics.checker.scores import direction
from axiometrics.checker.series.agreement import Tried
from axiometrics.checker.series.engine import SeriesProof
from axiometrics.checker.series.recheck import recheck_series
from axiometrics.metrics import Metric
from axiometrics.tasks import get_task

__all__ = ["confirm_series"]


def confirm_series(proof: SeriesProof, metric: Metric, constraint: Constraint, cases: Any) -> int:
    """Re-check a proof's certificate on the cases of a series; return how many count. Raises CertificateError."""
    task = get_task(metric.task)
    (sizes,) = cases.sizes.values()
    with np.errstate(all="ignore"):
        values = {name: np.asarray(task.values(metric, batch)) for name, batch in cases.outputs.items()}

        def margins(scores: Any) -> Any:
            total = sum(weight * scores(values[name]) for name, weight in constraint.margin.items())
            return np.asarray(total * direction(metric), dtype=float)

        tried = Tried(
            sizes,
            margins(lambda score: score),
            margins(lambda score: score * np.abs(score)),
            np.max([np.abs(found) for found in values.values()], axis=0),
            measure_of(metric, cases),
        )
        return recheck_series(proof.certificate.to_dict(), tried)
