"""Which metrics and constraints a run is about: keys, globs, and instances with other parameters."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Any

from axiometrics.axioms import CONSTRAINTS, Constraint
from axiometrics.errors import UnknownKeyError, nearest
from axiometrics.metrics import METRICS, Metric
from axiometrics.parameters import split_key

__all__ = ["select_constraints", "select_metrics"]


def select_metrics(task: str, patterns: Sequence[str] | None = None, *, plugins: bool = True) -> list[Metric]:
    """Return the chosen metrics, all by default, sorted by family and key; raises UnknownKeyError."""
    records = METRICS.view(task, plugins=plugins)
    chosen: list[Metric] = (
        list(records.values()) if patterns is None else _matching("metric", task, records, patterns)
    )
    return sorted(chosen, key=lambda metric: (metric.family, metric.label))


def select_constraints(
    task: str, patterns: Sequence[str] | None = None, *, variants: bool = False, plugins: bool = True
) -> list[Constraint]:
    """Return the chosen constraints: the primary ones by default, with their variants and the others on demand."""
    records = CONSTRAINTS.view(task, plugins=plugins)
    if patterns is not None:
        return _matching("constraint", task, {**_variants(records), **records}, patterns, order=list(records))
    if not variants:
        return [record for record in records.values() if record.primary]
    return [*(record for record in records.values()), *_variants(records).values()]


def _variants(records: Any) -> dict[str, Any]:
    found = {}
    for record in records.values():
        for values in record.variants:
            variant = record.with_parameters(**values)
            found[variant.label] = variant
    return found


def _matching(
    kind: str, task: str, records: Any, patterns: Sequence[str], order: Sequence[str] = ()
) -> list[Any]:
    found: dict[str, Any] = {}
    for pattern in patterns:
        matches = _one(kind, task, records, pattern)
        found.update((record.label, record) for record in matches)
    places = {key: place for place, key in enumerate(order)}
    return sorted(found.values(), key=lambda record: places.get(record.key, 0))


def _one(kind: str, task: str, records: Any, pattern: str) -> list[Any]:
    if pattern in records:
        return [records[pattern]]
    if any(sign in pattern for sign in "*?["):
        matches = [record for key, record in records.items() if fnmatchcase(key, pattern)]
        if not matches:
            raise UnknownKeyError(
                f"no {kind} of {task} matches {pattern!r}; {kind}s of {task}: {', '.join(records)}"
            )
        return matches
    key, given = split_key(pattern)
    if key not in records:
        raise UnknownKeyError(
            f"{task} has no {kind} {key!r}; {nearest(key, records)} (`axiometrics list {kind}s` shows all)"
        )
    return [records[key].with_parameters(**given)]
