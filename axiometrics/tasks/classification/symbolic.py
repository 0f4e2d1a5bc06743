"""The parametric cases of a constraint: those of the ordinal task, with the quantities that only classification has."""

from __future__ import annotations

from functools import partial

from axiometrics.tasks.classification.matrices import Shared
from axiometrics.tasks.ordinal import symbolic

__all__ = ["parametric_cases"]

parametric_cases = partial(symbolic.parametric_cases, totals=Shared)
