"""Cases beyond the sweep: those of the ordinal task, of classes without an order."""

from __future__ import annotations

from functools import partial

from axiometrics.tasks.classification.cases import KIND
from axiometrics.tasks.ordinal import random_cases

__all__ = ["larger", "random_case"]

random_case = partial(random_cases.random_case, kind=KIND)
larger = partial(random_cases.larger, kind=KIND)
