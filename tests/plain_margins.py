"""Margins in plain floats: what tests compare signs with, away from zero."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from axiometrics.axioms import Constraint
from axiometrics.checker.scores import Scores, totals_of
from axiometrics.metrics import Metric


def margins(metric: Metric, constraint: Constraint, scores: Mapping[str, Scores]) -> tuple[Any, Any]:
    """Return the margins, NaN where a score is missing, and the size of the scores, at least 1."""
    values = {name: part.values for name, part in scores.items()}
    total = totals_of(metric, constraint, values)[0]
    return total, np.maximum(1.0, np.max([np.abs(part) for part in values.values()], axis=0))
