"""Finished rows on disk: one small file per row, written whole, so that parallel runs cannot harm each other.

The key holds everything a row depends on: the sources of axiometrics, what the functions of the metric and of the
constraints can reach, traced formulas, parameters, options, and the versions of Python and of the libraries. What
cannot be pinned down is not stored. Every cell has a checksum: a file that was edited counts as nothing stored.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

from sympy import srepr

from axiometrics.axioms import Constraint
from axiometrics.checker.apart import Timed
from axiometrics.checker.options import Options
from axiometrics.checker.source_digest import TELLING, UnpinnedError, distribution_text, pinned
from axiometrics.checker.verdict import Cell, Evidence, Outcome
from axiometrics.metrics import Metric, metrics
from axiometrics.tasks import get_task
from axiometrics.writing import write_file

__all__ = ["folder", "load_row", "row_key", "save_row"]

LIBRARIES = ("hypothesis", "mpmath", "networkx", "numpy", "python-flint", "scipy", "sympy")
"""Distributions that verdicts are computed with."""


def folder() -> Path:
    """Return the cache folder: ``AXIOMETRICS_CACHE``, or the user's cache directory."""
    from platformdirs import user_cache_dir  # not needed where the variable is set

    return Path(os.environ.get("AXIOMETRICS_CACHE") or user_cache_dir("axiometrics", appauthor=False))


def row_key(metric: Metric, constraints: Sequence[Constraint], options: Options) -> str | None:
    """Return the key of a row, or None when the code cannot be pinned down (files, compiled code, objects)."""
    try:
        parts = [_own_sources(), _versions(), *_definitions(metric, constraints)]
    except Exception:  # objects of users may raise anything where they are looked at
        return None
    parts.append(json.dumps(options.to_dict(), sort_keys=True))
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def load_row(key: str | None, asked: Sequence[tuple[str, str]] | None = None) -> list[Cell] | None:
    """Return the stored cells; a missing, damaged or edited file counts as nothing stored.

    So do cells of other metrics and constraints than the labels that were ``asked``, in their order.
    """
    if key is None:
        return None
    try:
        stored = json.loads((folder() / f"{key}.json").read_text("utf-8"))
        cells = [_read(cell, key) for cell in stored]
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    found = [(cell.metric, cell.constraint) for cell in cells]
    return cells if found and found == list(asked or found) else None


def save_row(key: str | None, cells: Sequence[Cell]) -> None:
    """Store cells; a folder that cannot be written is no reason to fail."""
    if key is None:
        return
    try:
        stored = [_written(cell, key) for cell in cells]
        write_file(folder() / f"{key}.json", json.dumps(stored))
    except (OSError, ValueError, TypeError):
        return


def _written(cell: Cell, key: str) -> dict[str, Any]:
    plain = cell.to_dict() | {"regions": list(cell.regions)}
    return plain | {"checksum": _checksum(plain, key)}


def _checksum(plain: Mapping[str, Any], key: str) -> str:
    """Return what a cell of this row must have beside it."""
    return hashlib.sha256(f"{key}\0{json.dumps(plain, sort_keys=True)}".encode()).hexdigest()


def _read(stored: Mapping[str, Any], key: str) -> Cell:
    """Read a cell; raises ValueError for one that was not written so, or says what no cell says."""
    plain = {name: value for name, value in stored.items() if name != "checksum"}
    if stored["checksum"] != _checksum(plain, key):
        raise ValueError("the cell has been edited")
    cell = Cell.from_dict(plain)
    for verdict in (cell.strict, cell.weak):
        if verdict.outcome not in get_args(Outcome) or verdict.evidence not in (*get_args(Evidence), None):
            raise ValueError(f"{verdict!r} is no verdict")
    return cell


def _definitions(metric: Metric, constraints: Sequence[Constraint]) -> Iterator[str]:
    """Yield what the metric, the constraints and the metrics that these compare with compute."""
    if not type(get_task(metric.task)).__module__.startswith("axiometrics."):
        raise UnpinnedError(f"the task {metric.task} is somebody's code")
    yield from _definition(metric)
    for constraint in constraints:
        own = constraint.generator
        yield from (_demand(constraint), pinned(own.function if isinstance(own, Timed) else own))
        for scorer in _scorers(constraint):
            yield from _definition(scorer)


def _definition(metric: Metric) -> Iterator[str]:
    """Yield what a metric computes: its function, its traced formula, or its second, exact definition."""
    yield from (metric.task, metric.label, metric.orientation, metric.origin)
    yield repr((metric.reads, metric.undefined_somewhere, metric.trusted, metric.parameters))
    yield repr(sorted(metric.values.items()))
    combined = metric.combined.of if metric.combined else None
    functions = (metric.function, metric.exact, combined)
    yield from (pinned(function) for function in functions if function is not None)
    if metric.formula is not None:
        yield from (repr(metric.formula.expression), srepr(metric.formula.expression))


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


@lru_cache(maxsize=1)
def _own_sources() -> str:
    """Return a digest of all sources that a verdict can depend on."""
    digest = hashlib.sha256()
    home = Path(__file__).parent.parent
    for path in sorted(home.rglob("*.py")) + sorted(home.rglob("*.json")):
        if path.relative_to(home).parts[0] in TELLING:
            continue
        digest.update(str(path.relative_to(home)).encode() + path.read_bytes())
    return digest.hexdigest()


@lru_cache(maxsize=1)
def _versions() -> str:
    return "\0".join((sys.version, *map(distribution_text, LIBRARIES)))
