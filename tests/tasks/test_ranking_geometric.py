"""Closed forms of lists that grow with n are the values of the lists."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy

from axiometrics.axioms import CONSTRAINTS
from axiometrics.checker.demands.sizes import series_of
from axiometrics.checker.regions.grounds import tail_of
from axiometrics.checker.regions.proving import opened
from axiometrics.errors import NotSymbolicError
from axiometrics.metrics import metrics
from axiometrics.tasks.ranking.task import TASK

RECORDS = [CONSTRAINTS.get(key, "ranking") for key in ("closeness_threshold", "deepness_threshold")]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.key)
@pytest.mark.parametrize(("key", "name"), [("rbp", "p"), ("time_biased_gain", "q")], ids=["rbp", "gain"])
def test_the_closed_form_is_the_value_of_the_list(key: str, name: str, record: Any) -> None:
    metric = metrics("ranking")[key]
    symbolic = opened(metric, (name,))
    closed = TASK.geometric(record.bound_generator, symbolic.formula)
    expression = symbolic.formula.normal.expression
    for n in (2, 3, 5):
        outputs = series_of(record, (n,)).case(0).outputs
        for value in (Fraction(1, 3), Fraction(4, 5)):
            number = sympy.Rational(value.numerator, value.denominator)
            at = {closed.letter: number, closed.power: number**n}
            for output, ranking in outputs.items():
                found = expression.xreplace(closed.outputs[output]).xreplace(at)
                instance = metric.with_parameters(**{name: value})
                exact = TASK.algebra(ranking).expression(TASK.value(instance, ranking, TASK.algebra(ranking)))
                assert found == exact


@pytest.mark.parametrize("key", ["q_measure"])
def test_a_sum_that_is_not_geometric_has_no_closed_form(key: str) -> None:
    with pytest.raises(NotSymbolicError):
        tail_of(metrics("ranking")[key], RECORDS[0], "beta")


def test_a_constraint_with_contexts_has_no_closed_form() -> None:
    with pytest.raises(NotSymbolicError):
        tail_of(metrics("ranking")["rbp"], CONSTRAINTS.get("priority", "ranking"), "p")
