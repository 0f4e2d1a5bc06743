"""The checker's engines, called one by one on one metric and one constraint."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np
from plain_margins import margins

from axiometrics.axioms import Constraint
from axiometrics.checker.prove import Proof, prove
from axiometrics.checker.search import search
from axiometrics.checker.selection import Options, select_constraints, select_metrics
from axiometrics.checker.sources.foreign import ForeignSource
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.sweep import Sweep, larger_cases, sweep, sweep_cases
from axiometrics.metrics import Metric

SIZE = {True: 7, False: 5}
"""How far the quick sweep goes for formulas, and for functions that run in a worker."""

EXAMPLES = 400
"""How many random cases a search may draw."""

METRICS = {metric.label: metric for metric in select_metrics("clustering", plugins=False)}
CONSTRAINTS = {
    constraint.label: constraint
    for constraint in select_constraints("clustering", variants=True, plugins=False)
}


@contextmanager
def source_of(metric: Metric) -> Iterator[Any]:
    if metric.trusted:
        yield TrustedSource(metric)
    else:
        with ForeignSource(metric, Options()) as source:
            yield source


def small_cases(metric: Metric, constraint: Constraint) -> Sweep:
    with source_of(metric) as source:
        return sweep(metric, constraint, source, sweep_cases(constraint, SIZE[metric.trusted]))


def structured_cases(metric: Metric, constraint: Constraint) -> Sweep:
    with source_of(metric) as source:
        return sweep(metric, constraint, source, larger_cases(constraint, wide=metric.trusted))


def random_case(metric: Metric, constraint: Constraint) -> Any:
    with source_of(metric) as source:
        return search(metric, constraint, source, lambda sign: sign <= 0, EXAMPLES, 0).found


@cache
def proof_of(metric: str, constraint: str) -> Proof | None:
    return prove(METRICS[metric], CONSTRAINTS[constraint])


def signs(metric: Metric, constraint: Constraint, cases: Any) -> Any:
    """The signs of all margins by plain floating point: NaN where a score is missing."""
    source = TrustedSource(metric)
    found, scale = margins(
        metric, constraint, {name: source.scores(batch) for name, batch in cases.outputs.items()}
    )
    return np.where(np.abs(found) <= 1e-9 * scale, 0.0, np.sign(found))
