"""No output of any constraint's cases has a score outside the range that the metric's documentation states."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from sympy import Integer, Rational, Symbol, lambdify, sympify

from axiometrics.axioms import constraints
from axiometrics.axioms.demands import OfACase, Within
from axiometrics.checker.hunt import hunt
from axiometrics.checker.selection import Options
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.sweep import far, larger_cases, sweep_cases
from axiometrics.metrics import Metric, metrics
from axiometrics.tasks import get_task, tasks

STATED = re.compile(r"Range ([\[(])(.*?), (.*?)([\])])(?=[ ,.;]|$)")
SIZES = {"K": "classes", "N": "items"}
ALL = [metric for task in tasks(plugins=False) for metric in metrics(task).values()]
GRADED = {"rbp"}
"""Whose range is one of grades up to a parameter."""
FUNCTIONS = 3000
"""Outputs of a batch that a function is still called on."""


def stated(metric: Metric) -> tuple[Any, Any, str, str] | None:
    """Return both ends, as expressions in K and N, and the brackets; None where no such range is stated."""
    found = STATED.search(" ".join((inspect.getdoc(metric.function) or "").split()))
    if found is None or not set(re.findall("[A-Za-z]+", found[2] + found[3])) <= {*SIZES, "inf"}:
        return None
    low, high = (re.sub(r"(?<=[\dN])(?=[N(])", "*", end).replace("inf", "oo") for end in (found[2], found[3]))
    named = {name: Symbol(name) for name in SIZES}
    return sympify(low, locals=named), sympify(high, locals=named), found[1], found[4]


@cache
def outputs(task: str) -> list[Any]:
    """Return the outputs of small cases, families and far cases of every third constraint on every case."""
    return list(_outputs(task))


def _outputs(task: str) -> Iterator[Any]:
    size = get_task(task).sweep_sizes["quick"][1]
    every = [
        constraint
        for constraint in constraints(task).values()
        if isinstance(constraint.demand, OfACase) and not constraint.key.startswith("dom_")
    ]
    for constraint in every[::3]:
        for batch in (larger_cases(constraint, wide=True), far(constraint), sweep_cases(constraint, size)):
            yield from batch.outputs.values() if len(batch) else ()


def outside(metric: Metric, batch: Any, low: Any, high: Any, brackets: tuple[str, str]) -> Any:
    """Return which scores are outside for certain: beyond an end, or exactly at one that is left out."""
    scores = TrustedSource(metric).scores(batch)
    value, radius = np.array(scores.values), np.array(scores.radius)
    least, most = (_end(end, batch, len(value)) for end in (low, high))
    exact = radius == 0
    below = (value + radius < least) | (exact & (value == least) & (brackets[0] == "("))
    above = (value - radius > most) | (exact & (value == most) & (brackets[1] == ")") & np.isfinite(most))
    return np.isfinite(value) & np.isfinite(radius) & (below | above)


def _size(batch: Any, name: str) -> Any:
    """Items or classes of every output; pairs of distributions are rows of a table that they share."""
    found = getattr(batch, name) if hasattr(batch, name) else getattr(batch.shared, name)[batch.which]
    return np.asarray(found, dtype=float)


def _end(end: Any, batch: Any, count: int) -> Any:
    sizes = {name: _size(batch, SIZES[name]) for name in map(str, end.free_symbols)}
    found = lambdify(list(sizes), end)(*sizes.values())
    return np.broadcast_to(np.asarray(found, dtype=float), (count,))


@pytest.mark.parametrize("metric", [each for each in ALL if stated(each)], ids=lambda each: each.label)
def test_no_score_is_outside_the_stated_range(metric: Metric) -> None:
    low, high, *brackets = stated(metric)  # type: ignore[misc]
    tried = 0
    for batch in outputs(metric.task):
        if metric.key in GRADED or (metric.reads is not None and len(batch) > FUNCTIONS):
            continue
        found = outside(metric, batch, low, high, brackets)
        tried += len(found)
        assert not found.any(), batch.table(int(np.flatnonzero(found)[0]))
    assert tried > 500 or metric.key in GRADED


HUNTED = {
    "classification": "label_permutation",
    "clustering": "completeness",
    "combination": "monotonicity",
    "diversity": "priority",
    "filtering": "priority_relevant",
    "multilabel": "perfect_output",
    "ordinal": "reversal",
    "organization": "overlapping.split_cluster",
    "overlapping": "split_cluster",
    "probabilistic": "unit_interval",
    "quantification": "symmetry",
    "ranking": "priority",
    "rank_similarity": "top_weightedness_of_swaps",
}
"""For each task a constraint of which every output is one in some case, or nearly every one."""
BUDGET = Options(max_examples=60, hunt=12)


def is_whole(metric: Metric) -> bool:
    found = stated(metric)
    return found is not None and any(end.is_Integer for end in found[:2])


@pytest.mark.parametrize(
    "metric", [each for each in ALL if is_whole(each) and each.reads is None], ids=lambda each: each.label
)
def test_no_optimiser_leads_outside_the_stated_range(metric: Metric) -> None:
    low, high, *_ = stated(metric)  # type: ignore[misc]
    record = constraints(metric.task)[HUNTED[metric.task]]
    name = record.outputs[0]
    ends = {side: int(end) for side, end in (("low", low), ("high", high)) if end.is_Integer}
    inside = record.about(Within({name: 1}, **ends))
    judge = get_task(metric.task).suited(metric, record)
    if judge is None or metric.key in GRADED:
        return
    found = hunt(judge, inside, TrustedSource(judge), lambda sign: sign < 0, BUDGET)
    assert found is not None
    assert found.applicable > 100
    assert found.found is None, found.found


def test_an_optimiser_finds_a_range_that_is_too_narrow() -> None:
    """Accuracy is 1 where everything is right."""
    metric, record = metrics("filtering")["accuracy"], constraints("filtering")["priority_relevant"]
    narrow = record.about(Within({record.outputs[0]: 2}, high=1))
    found = hunt(metric, narrow, TrustedSource(metric), lambda sign: sign < 0, BUDGET)
    assert found is not None
    assert found.found is not None


def test_most_metrics_state_a_range() -> None:
    assert sum(stated(metric) is not None for metric in ALL) >= 115


def test_a_range_that_is_too_narrow_is_found() -> None:
    """Some output of the same batches has a score above 9/10, and some one exactly 0."""
    metric = metrics("filtering")["accuracy"]
    for low, high, bracket in ((Integer(0), Rational(9, 10), "["), (Integer(0), Integer(1), "(")):
        found = [outside(metric, batch, low, high, (bracket, "]")) for batch in outputs("filtering")]
        assert any(each.any() for each in found)
