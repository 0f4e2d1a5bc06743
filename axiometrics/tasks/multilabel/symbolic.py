"""The parametric cases of a constraint."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from axiometrics.errors import NotSymbolicError
from axiometrics.formulas.formula import Formula

__all__ = ["parametric_cases"]


def parametric_cases(generator: Any, formula: Formula) -> Sequence[Any]:
    """Return the values of a formula's symbols in every output of a generator. Raises NotSymbolicError."""
    raise NotSymbolicError("swept only")
