"""Certificates as Coq theorems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from axiometrics.recheck.expressions import NotCoveredError

__all__ = ["theorems"]


def theorems(document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the names and the texts of the theorems of a certificate."""
    raise NotCoveredError("no theorem is written yet")
