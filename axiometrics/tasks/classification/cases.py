"""All cases of a constraint up to a size as one batch: the ordinal task's, of the size of their larger matrix."""

from __future__ import annotations

from functools import partial

import numpy as np

from axiometrics.tasks.classification.matrices import MatrixBatch
from axiometrics.tasks.ordinal import cases
from axiometrics.tasks.ordinal.cases import CaseBatch, Kind

__all__ = ["KIND", "CaseBatch", "batch_of_cases", "case_of", "sweep"]

KIND = Kind(MatrixBatch, np.max)
case_of = KIND.case_of
batch_of_cases = partial(cases.batch_of_cases, kind=KIND)
sweep = partial(cases.sweep, kind=KIND)
