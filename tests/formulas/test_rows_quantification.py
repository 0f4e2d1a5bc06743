"""Distributions as rows of classes: error bounds contain exact values, and rows have the signs that the view states."""

from __future__ import annotations

import pickle
from fractions import Fraction

import numpy as np
import pytest

from axiometrics.formulas.arithmetics.scalars import elementwise
from axiometrics.metrics import metrics
from axiometrics.tasks.quantification import Distributions
from axiometrics.tasks.quantification.batch import MassTable
from axiometrics.tasks.quantification.task import TASK
from axiometrics.tasks.quantification.view import RULES, DistributionsView
from tests.rows_claims import assert_as_the_view_says, assert_honest

METRICS = metrics("quantification")


def drawn(number: int, seed: int) -> list[Distributions]:
    draw = np.random.default_rng(seed)
    found: list[Distributions] = []
    while len(found) < number:
        classes, whole = int(draw.integers(2, 7)), int(draw.choice([3, 6]))
        masses = draw.integers(0, whole, (2, classes)) * (draw.random((2, classes)) < 0.8)
        if masses.any(axis=1).all():
            found.append(Distributions.from_masses(*masses.tolist()))
    return found


SOME = drawn(60, 1)


@pytest.mark.parametrize("key", METRICS)
def test_the_exact_value_lies_within_the_radius(key: str) -> None:
    assert_honest(TASK, METRICS[key], SOME)


def test_rows_have_the_signs_that_the_view_states() -> None:
    assert_as_the_view_says(RULES, DistributionsView, MassTable.from_tables(SOME), METRICS["kld"].formula)


def test_equal_shares_of_different_masses_are_equal_numbers() -> None:
    """1/2 is 1 of 2 and 2 of 4, and the marks say so."""
    pairs = [Distributions.from_masses([1, 1, 0], [1, 1, 2]), Distributions.from_masses([2, 2, 0], [2, 2, 4])]
    marks = TASK.batch(pairs).signature(METRICS["rsnod"].formula, np.arange(2))
    assert (marks[:, 0] == marks[:, 1]).all()


@pytest.mark.parametrize("key", ["rsnod", "kld", "nmd"])
@pytest.mark.parametrize("lasting", [True, False])
def test_marks_of_some_pairs_are_those_among_all(key: str, lasting: bool) -> None:
    """They are made where they are asked for, of few pairs from their rows alone."""
    formula, draw = METRICS[key].formula, np.random.default_rng(7)
    every = MassTable.from_tables(SOME).signature(formula, np.arange(len(SOME)))
    table = MassTable.from_tables(SOME)
    table.lasting = lasting
    for number in (1, 5, 20, 60):
        places = draw.integers(0, len(SOME), number)
        assert (table.signature(formula, places) == every[:, places]).all()


def test_exact_values_of_some_pairs_are_those_among_all_where_rows_are_not_kept() -> None:
    arithmetic, places = elementwise(TASK.algebra(SOME[0])), np.array([3, 17, 4])
    table = MassTable.from_tables(SOME)
    for key in ("ae", "rsnod"):
        whole = table.read(METRICS[key].formula, arithmetic)
        table.lasting = False
        assert (table.read(METRICS[key].formula, arithmetic, places) == whole[places]).all()
        table.lasting = True


def test_distributions_of_masses_are_those_of_their_shares() -> None:
    made = Distributions.from_masses([4, 2, 0], [1, 0, 1])
    told = Distributions.from_notation("gold=1/2 0 1/2 system=2/3 1/3 0")
    assert made.masses() == told.masses() == ([2, 1, 0], [1, 0, 1])
    assert (made, hash(made)) == (told, hash(told))
    assert pickle.loads(pickle.dumps(made)) == told


def test_shares_and_values_are_measured_exactly() -> None:
    both = Distributions.from_masses([1, 2, 0], [1, 1, 5])
    arithmetic, formula = TASK.algebra(both), METRICS["ae"].formula
    read = [
        TASK.batch([both]).measured(formula, name, elementwise(arithmetic))[0]
        for name in ("p_2", "q_3", "p_9")
    ]
    assert [Fraction(arithmetic.text(found)) for found in read] == [Fraction(2, 3), Fraction(5, 7), 0]
    value = TASK.batch([both]).measured(formula, "value", elementwise(arithmetic))[0]
    assert Fraction(arithmetic.text(value)) == (Fraction(4, 21) + Fraction(11, 21) + Fraction(15, 21)) / 3


@pytest.mark.parametrize("key", METRICS)
def test_many_classes_in_floating_point_have_the_value_of_their_batch(key: str) -> None:
    """Few rows are read in Python's floats, many in arrays; the shares add up to 1 only up to rounding."""
    gold, system = (np.random.default_rng(seed).random(60) for seed in (1, 2))
    both = Distributions(*(tuple((side / side.sum()).tolist()) for side in (gold, system)))
    (alone,) = TASK.values(METRICS[key], TASK.batch([both]))
    assert METRICS[key](both) == pytest.approx(float(alone), rel=1e-12)


@pytest.mark.parametrize("key", METRICS)
def test_rows_evaluated_a_few_at_a_time_have_the_values_of_all_together(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    formula = METRICS[key].formula
    whole = MassTable.from_tables(SOME).filled(formula)
    monkeypatch.setattr("axiometrics.formulas.outputs.NEAR", 7)
    parts = MassTable.from_tables(SOME).filled(formula)
    assert np.array_equal(parts.value, whole.value, equal_nan=True)
    assert np.all((parts.radius <= whole.radius * (1 + 1e-9)) | np.isnan(whole.radius))
