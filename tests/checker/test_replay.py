"""Stored cases are cases of their constraint that told some metric apart, in every task that has a corpus."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from axiometrics import check
from axiometrics.axioms import constraints
from axiometrics.axioms.demands import Zero
from axiometrics.checker.demands.every_case import replay_cases, stored
from axiometrics.checker.scores import exact_sign
from axiometrics.errors import UndecidedError
from axiometrics.metrics import metrics
from axiometrics.parameters import split_key
from axiometrics.tasks import tasks

STORED = [(task, label) for task in tasks(plugins=False) for label in stored(task)]


def record(task: str, label: str) -> Any:
    key, given = split_key(label)
    return constraints(task)[key].with_parameters(**given)


def test_every_task_has_stored_cases() -> None:
    assert {task for task, _ in STORED} == set(tasks(plugins=False))


@pytest.mark.parametrize(("task", "label"), STORED)
def test_stored_cases_are_read_smallest_first(task: str, label: str) -> None:
    batch = replay_cases(record(task, label))
    assert len(batch) == len(stored(task)[label]) > 0
    assert set(batch.outputs) == set(record(task, label).outputs)


@pytest.mark.parametrize(("task", "label"), STORED)
def test_some_metric_fails_a_stored_case(task: str, label: str) -> None:
    demanded = record(task, label)
    case = replay_cases(demanded).case(0)
    passing = 0 if isinstance(demanded.of_a_case, Zero) else 1
    formulas = [metric for metric in metrics(task).values() if metric.reads is None]
    assert any(sign(metric, demanded, case.outputs) not in (None, passing) for metric in formulas)


def test_stored_cases_are_tried_with_formulas() -> None:
    """Of three items an exchange always helps; the case in which it lowers average precision has five."""
    record = metrics("probabilistic")["average_precision"]
    cell = check(record, constraints=["pair_swap"], effort="quick", cache=False, regions=False).cells[0]
    assert (cell.strict.outcome, cell.weak.outcome) == ("contradicted", "contradicted")
    assert cell.witness.outputs in stored("probabilistic")["pair_swap"]


@pytest.mark.parametrize(("task", "label"), STORED)
def test_a_generator_of_other_cases_has_no_stored_ones(task: str, label: str) -> None:
    """With another generator a record of the same key is another constraint."""
    known = record(task, label)
    other = replace(known, generator=lambda choose, **given: known.generator(choose, **given))
    assert len(replay_cases(known)) > len(replay_cases(other)) == 0


def sign(metric: Any, demanded: Any, outputs: Any) -> int | None:
    """The exact sign of the margin, None where an output has no value."""
    try:
        return exact_sign(metric, demanded, outputs)[0]
    except UndecidedError:
        return None
