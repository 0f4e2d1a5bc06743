"""Finished rows on disk: one small file per row, written whole, so that parallel runs cannot harm each other.

The key holds everything a row depends on: the sources of axiometrics, of the metric and of the constraints, parameters,
options, and the versions of Python, NumPy and SymPy.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from axiometrics.axioms import Constraint
from axiometrics.checker.options import Options
from axiometrics.checker.verdict import Cell
from axiometrics.metrics import Metric

__all__ = ["folder", "load_row", "row_key", "save_row"]


def folder() -> Path:
    """Return the cache folder: ``AXIOMETRICS_CACHE``, or the user's cache directory."""
    from platformdirs import user_cache_dir

    return Path(os.environ.get("AXIOMETRICS_CACHE") or user_cache_dir("axiometrics", appauthor=False))


def row_key(metric: Metric, constraints: Sequence[Constraint], options: Options) -> str | None:
    """Return the key of a row, or None when the metric's code cannot be pinned down (foreign functions)."""
    if not metric.trusted:
        return None
    try:
        sources = [
            _module_source(metric.function),
            *(_module_source(constraint.generator) for constraint in constraints),
        ]
    except (OSError, TypeError):
        return None
    parts = [
        _own_sources(),
        _versions(),
        *sources,
        metric.task,
        metric.label,
        metric.orientation,
        *(constraint.label for constraint in constraints),
    ]
    parts.append(json.dumps(options.to_dict(), sort_keys=True))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def load_row(key: str | None) -> list[Cell] | None:
    """Return the stored cells; a missing or damaged file counts as nothing stored."""
    if key is None:
        return None
    try:
        return [Cell.from_dict(cell) for cell in json.loads((folder() / f"{key}.json").read_text("utf-8"))]
    except (OSError, ValueError, KeyError, TypeError):
        return None


def save_row(key: str | None, cells: Sequence[Cell]) -> None:
    """Store cells; a folder that cannot be written is no reason to fail."""
    if key is None:
        return
    try:
        folder().mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=folder(), suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump([cell.to_dict() for cell in cells], file)
        os.replace(name, folder() / f"{key}.json")
    except OSError:
        return


def _module_source(function: Any) -> str:
    """The whole file that defines a function: helpers beside it matter too."""
    inner = inspect.unwrap(getattr(function, "func", function))
    place = inspect.getsourcefile(inner)
    if place is None:
        raise TypeError("no source")
    return Path(place).read_text("utf-8") + str(inner.__qualname__)


@lru_cache(maxsize=1)
def _own_sources() -> str:
    digest = hashlib.sha256()
    home = Path(__file__).parent.parent
    for path in sorted(home.rglob("*.py")) + sorted(home.rglob("*.json")):
        digest.update(str(path.relative_to(home)).encode() + path.read_bytes())
    return digest.hexdigest()


@lru_cache(maxsize=1)
def _versions() -> str:
    return " ".join(
        [sys.version, *(f"{name} {version(name)}" for name in ("numpy", "scipy", "sympy", "hypothesis"))]
    )
