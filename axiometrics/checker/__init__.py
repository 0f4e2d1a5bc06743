"""How a verdict is reached: replay, proof, sweep and search, and the matrix of verdicts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axiometrics.checker.verdict import Cell, Matrix, Row, Verdict, Witness

if TYPE_CHECKING:
    from axiometrics.checker.api import Interrupted, check, explain, matrix

__all__ = ["Cell", "Interrupted", "Matrix", "Row", "Verdict", "Witness", "check", "explain", "matrix"]


def __getattr__(name: str) -> Any:
    """Load the engines when they are first asked for."""
    if name in ("Interrupted", "check", "explain", "matrix"):
        from axiometrics.checker import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
