"""What a run is about: metrics and constraints, by keys, globs, and instances with other parameters, and how much work.

The same options give the same verdicts, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from fnmatch import fnmatchcase
from typing import Any

from axiometrics.axioms import CONSTRAINTS, Constraint
from axiometrics.errors import InputError, UnknownKeyError, nearest
from axiometrics.metrics import METRICS, Metric, key_of
from axiometrics.parameters import is_key, split_key, whole
from axiometrics.registry import Registry
from axiometrics.tasks import get_task, tasks


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
                f"no {kind} of {task} matches {pattern!r}; `axiometrics list {kind}s --task {task}` shows all"
            )
        return matches
    key, given = split_key(pattern)
    if key not in records:
        raise UnknownKeyError(
            f"{task} has no {kind} {key!r}; {nearest(key, records)} (`axiometrics list {kind}s` shows all)"
        )
    return [records[key].with_parameters(**given)]


Progress = Callable[[str, int, int], None]
"""Told what is being done, and how many cells of how many are finished."""

EFFORTS = {"quick": 50, "normal": 200, "thorough": 1000}
"""The number of random examples; the sizes of sweeps are the task's."""
HUNTS = {"quick": 0, "normal": 15, "thorough": 100}
"""How often an optimiser moves the cases with the least margins; 0 is no hunt."""

BOUNDS = {"size": (1, 1000), "max_examples": (0, 10**6), "hunt": (0, 10**5), "seed": (-(2**63), 2**63)}
LONGEST = 24 * 60 * 60
"""Seconds that a batch of calls may be given."""

MOST_PROCESSES = 1024

SERIES = {
    "quick": (*range(1, 41), 60, 100),
    "normal": (*range(1, 61), 80, 100, 150, 200),
    "thorough": (*range(1, 201), 300, 500, 1000),
}
"""Values of the one size of a constraint that is demanded for some n, or for all n from some n0 on."""


def largest_size(task: str) -> int:
    """Return the size up to which a sweep may be asked for: twice that of a thorough one, which takes very long."""
    ours, _ = get_task(task).sweep_sizes["thorough"]
    return 2 * int(ours)


@dataclass(frozen=True)
class Options:
    """``size``, ``max_examples`` and ``hunt`` override the effort's; ``timeout`` is in seconds per batch of calls.

    ``regions`` asks for which values of its parameters a metric satisfies each constraint. ``database`` is a folder in
    which searches keep what they find, and look first.
    """

    effort: str = "normal"
    size: int | None = None
    max_examples: int | None = None
    seed: int = 0
    timeout: float = 10.0
    regions: bool = False
    hunt: int | None = None
    database: str | None = None

    def __post_init__(self) -> None:
        if self.effort not in EFFORTS:
            raise InputError(f"effort={self.effort!r} is not possible; give one of {', '.join(EFFORTS)}")
        for name, (least, most) in BOUNDS.items():
            if (value := getattr(self, name)) is not None or name == "seed":
                whole(name, value, least, most)
        if not isinstance(self.database, str | None):
            raise InputError(f"database={self.database!r} is not a text; give the path of a folder")
        if isinstance(self.timeout, bool) or not isinstance(self.timeout, int | float):
            raise InputError(f"timeout={self.timeout!r} is not a number; give seconds, more than 0")
        if not 0 < self.timeout <= LONGEST:
            raise InputError(
                f"timeout={self.timeout} is not possible; give seconds, more than 0 and at most {LONGEST} (a day)"
            )

    def sweep_size(self, trusted: bool, sizes: Mapping[str, tuple[int, int]]) -> int:
        """Return the size up to which every case is tried: the one given, or the task's for the effort."""
        if self.size is not None:
            return self.size
        ours, foreign = sizes[self.effort]
        return ours if trusted else foreign

    @property
    def examples(self) -> int:
        """Return the number of random examples of a search."""
        return EFFORTS[self.effort] if self.max_examples is None else self.max_examples

    @property
    def rounds(self) -> int:
        """Return how often an optimiser moves cases."""
        return HUNTS[self.effort] if self.hunt is None else self.hunt

    @property
    def series(self) -> tuple[int, ...]:
        """Return the values of n that are tried where a constraint is demanded for some n or from some n on."""
        return SERIES[self.effort]

    def to_dict(self) -> dict[str, Any]:
        """Return the options as plain data."""
        found = asdict(self)
        if self.database is None:
            del found["database"]
        return found
