"""Which metrics and constraints a run is about: keys, globs, and instances with other parameters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from axiometrics.axioms import CONSTRAINTS, Constraint
from axiometrics.errors import InputError, UnknownKeyError, nearest
from axiometrics.metrics import METRICS, Metric, key_of
from axiometrics.parameters import is_key, split_key
from axiometrics.registry import Registry
from axiometrics.tasks import tasks

__all__ = ["select_constraints", "select_metrics", "task_of_keys"]


def select_metrics(
    task: str, patterns: Sequence[str | Metric] | str | None = None, *, plugins: bool = True
) -> list[Metric]:
    """Return the chosen metrics, all by default, sorted by family and key; records stand for themselves.

    One pattern may be given as it is, and a name that others use for a key.
    Raises UnknownKeyError for other keys, InputError for a record of another task.
    """
    records = METRICS.view(task, plugins=plugins)
    if patterns is not None:
        listed = [patterns] if isinstance(patterns, str) else patterns
        patterns = [key_of(each, task, plugins=plugins) if isinstance(each, str) else each for each in listed]
    chosen: list[Metric] = (
        list(records.values()) if patterns is None else _matching("metric", task, records, patterns)
    )
    return sorted(chosen, key=lambda metric: (metric.family, metric.label))


def select_constraints(
    task: str,
    patterns: Sequence[str | Constraint] | str | None = None,
    *,
    variants: bool = False,
    plugins: bool = True,
) -> list[Constraint]:
    """Return the chosen constraints: the primary ones by default, with their variants and the others on demand.

    Records stand for themselves; one pattern may be given as it is. Raises UnknownKeyError for other keys,
    InputError for a record of another task.
    """
    records = CONSTRAINTS.view(task, plugins=plugins)
    if patterns is not None:
        known = dict(records)
        known |= {label: variant for label, variant in _variants(records).items() if label not in records}
        return _matching("constraint", task, known, patterns, order=list(records))
    if not variants:
        return [record for record in records.values() if record.primary]
    return [*(record for record in records.values()), *_variants(records).values()]


def task_of_keys(metric: str, constraints: Iterable[Any], *, plugins: bool = True) -> str | None:
    """Return the only task that has a metric and all constraints; None where none or several have.

    Keys count with the parameters that they give. What is no key, a glob or a record, tells nothing.

    >>> task_of_keys("purity", ["rag_bag", "*"])
    'clustering'
    """
    keys = [each for each in constraints if isinstance(each, str) and not set("*?[") & set(each)]
    named = {task: key_of(metric, task, plugins=plugins) for task in tasks(plugins=plugins)}
    able = [task for task, key in named.items() if is_key(key) and _has(METRICS, key, task, plugins)]
    common = [task for task in able if all(_has(CONSTRAINTS, key, task, plugins) for key in keys)]
    return common[0] if len(common) == 1 else None


def _has(registry: Registry[Any], key: str, task: str, plugins: bool) -> bool:
    base, given = split_key(key)
    found = registry.find(base, task, plugins=plugins)
    return found is not None and given.keys() <= {parameter.name for parameter in found.parameters}


def _variants(records: Mapping[str, Any]) -> dict[str, Any]:
    found = {}
    for record in records.values():
        for values in record.variants:
            variant = record.with_parameters(**values)
            found[variant.label] = variant
    return found


def _matching(
    kind: str, task: str, records: Mapping[str, Any], patterns: Sequence[Any], order: Sequence[str] = ()
) -> list[Any]:
    found: dict[str, Any] = {}
    for pattern in [patterns] if isinstance(patterns, str) else patterns:
        matches = _one(kind, task, records, pattern)
        found.update((record.label, record) for record in matches)
    places = {key: place for place, key in enumerate(order)}
    return sorted(found.values(), key=lambda record: places.get(record.key, 0))


def _with_values(records: Mapping[str, Any], pattern: str) -> list[Any]:
    """Return what ``*(name=value)`` means: every matching record with these parameters, where it has them."""
    glob, bracket, values = pattern.partition("(")
    if not bracket:
        return []
    _, given = split_key(f"any({values}")
    return [
        record.with_parameters(**given)
        for key, record in records.items()
        if fnmatchcase(key, glob)
        and key == record.key
        and given.keys() <= {each.name for each in record.parameters}
    ]


def _given(kind: str, task: str, record: object) -> Metric | Constraint:
    """Return a record that was given itself, if it is one of the task."""
    expected: type[Any] = Metric if kind == "metric" else Constraint
    if not isinstance(record, expected):
        raise InputError(f"{record!r} is no {kind}; give a {kind} of {task} or its key")
    found: Metric | Constraint = record
    if found.task != task:
        raise InputError(f"{kind} {found.label!r} belongs to {found.task}, but this run is about {task}")
    return found


def _one(kind: str, task: str, records: Mapping[str, Any], pattern: object) -> list[Any]:
    if not isinstance(pattern, str):
        return [_given(kind, task, pattern)]
    if pattern in records:
        return [records[pattern]]
    if any(sign in pattern for sign in "*?["):
        matches = [record for key, record in records.items() if fnmatchcase(key, pattern)]
        matches = matches or _with_values(records, pattern)
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
