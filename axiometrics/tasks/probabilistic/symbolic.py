"""The parametric cases of a constraint."""

from __future__ import annotations

from typing import Any

from axiometrics.errors import NotSymbolicError

__all__ = ["parametric_cases"]


def parametric_cases(generator: Any, formula: Any) -> Any:
    """Return none yet."""
    raise NotSymbolicError("nothing of forecasts is proved yet")
