"""Finished rows on disk: one small file per row, written whole, so that parallel runs cannot harm each other.

The key holds everything a row depends on: the sources of axiometrics, of the metric and of the constraints, the traced
formula or what the functions have closed over, parameters, options, and the versions of Python, NumPy and SymPy.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import fields
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

from axiometrics.axioms import Constraint
from axiometrics.checker.options import Options
from axiometrics.checker.pinned import pinned, source_of
from axiometrics.checker.verdict import Cell
from axiometrics.errors import NotSymbolicError
from axiometrics.metrics import Metric, metrics
from axiometrics.writing import write_file

__all__ = ["folder", "load_row", "row_key", "save_row"]


def folder() -> Path:
    """Return the cache folder: ``AXIOMETRICS_CACHE``, or the user's cache directory."""
    from platformdirs import user_cache_dir

    return Path(os.environ.get("AXIOMETRICS_CACHE") or user_cache_dir("axiometrics", appauthor=False))


def row_key(metric: Metric, constraints: Sequence[Constraint], options: Options) -> str | None:
    """Return the key of a row, or None when the code cannot be pinned down (foreign functions, closed-over objects)."""
    if not metric.trusted:
        return None
    try:
        definitions = [_definition(metric), *(pinned(constraint.generator) for constraint in constraints)]
        definitions += [_definition(scorer) for constraint in constraints for scorer in _scorers(constraint)]
    except (OSError, TypeError, NotSymbolicError):
        return None
    parts = [
        _own_sources(),
        _versions(),
        *definitions,
        metric.task,
        metric.label,
        metric.orientation,
        *map(_demand, constraints),
    ]
    parts.append(json.dumps(options.to_dict(), sort_keys=True))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def load_row(key: str | None, asked: Sequence[tuple[str, str]] | None = None) -> list[Cell] | None:
    """Return the stored cells; a missing or damaged file counts as nothing stored.

    So do cells of other metrics and constraints than the labels that were ``asked``, in their order.
    """
    if key is None:
        return None
    try:
        stored = json.loads((folder() / f"{key}.json").read_text("utf-8"))
        cells = [Cell.from_dict(cell) for cell in stored]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    found = [(cell.metric, cell.constraint) for cell in cells]
    return cells if found and found == list(asked or found) else None


def save_row(key: str | None, cells: Sequence[Cell]) -> None:
    """Store cells; a folder that cannot be written is no reason to fail."""
    if key is None:
        return
    try:
        stored = [cell.to_dict() | {"regions": list(cell.regions)} for cell in cells]
        write_file(folder() / f"{key}.json", json.dumps(stored))
    except OSError:
        return


def _definition(metric: Metric) -> str:
    """What a metric computes: its traced formula, or the function with its second, exact definition."""
    if metric.formula is not None:
        return source_of(metric.function) + repr(metric.formula.expression)
    return pinned(metric.function) + (pinned(metric.exact) if metric.exact else "")


_PINNED = ("generator", "parameters", "margin_of", "scored_by_of")
"""Fields that are functions, whose results or sources are in the key."""


def _demand(constraint: Constraint) -> str:
    """What a constraint demands of the cases that its generator makes, and how it is described."""
    shown = {
        item.name: getattr(constraint, item.name) for item in fields(constraint) if item.name not in _PINNED
    }
    return repr((constraint.label, constraint.forms, sorted(constraint.scored_by.items()), shown))


def _scorers(constraint: Constraint) -> list[Metric]:
    """The metrics that score outputs in place of the judged one."""
    return [metrics(task)[key] for _, (task, key) in sorted(constraint.scored_by.items())]


_TELLING = frozenset({"assessors", "claims", "cli", "files", "lessons", "libraries", "reports", "studies"})
"""Rooms that the checker imports nothing from: they tell and use verdicts."""


@lru_cache(maxsize=1)
def _own_sources() -> str:
    """Return a digest of all sources that a verdict can depend on."""
    digest = hashlib.sha256()
    home = Path(__file__).parent.parent
    for path in sorted(home.rglob("*.py")) + sorted(home.rglob("*.json")):
        if path.relative_to(home).parts[0] in _TELLING:
            continue
        digest.update(str(path.relative_to(home)).encode() + path.read_bytes())
    return digest.hexdigest()


@lru_cache(maxsize=1)
def _versions() -> str:
    return " ".join(
        [sys.version, *(f"{name} {version(name)}" for name in ("numpy", "scipy", "sympy", "hypothesis"))]
    )
