"""Which metrics and constraints have a test of their own: a file that is named like them, with all their tests.

The others are in tables of tests, which say of each that it is there.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

__all__ = ["in_tables"]

HERE = Path(__file__).parent


def in_tables(keys: Iterable[str]) -> list[str]:
    """Return the keys that have no test of their own, in order."""
    own = {path.stem.removeprefix("test_") for path in HERE.glob("*/test_*.py")}
    return [key for key in keys if key not in own]
