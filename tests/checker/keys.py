"""The key of the cells of one metric, for tests of what it must hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from axiometrics.checker.cache import CellKey, cell_keys


def row_key(metric: Any, constraints: Sequence[Any], options: Any) -> tuple[CellKey, ...] | None:
    """Return the keys of one metric's cells, or None where one of them cannot be pinned down."""
    found = cell_keys([metric], constraints, options)
    return tuple(found.values()) if len(found) == len(constraints) else None
