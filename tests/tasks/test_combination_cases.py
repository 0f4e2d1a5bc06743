"""Pairs of scores: notation, grids, users' input and its refusals, exact order."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from axiometrics.axioms import constraints
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.errors import InputError
from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.combination import Scores, read
from axiometrics.tasks.combination.chooser import grid_levels

TASK = get_task("combination")
METRICS = metrics("combination")
MONOTONICITY = constraints("combination")["monotonicity"]


@pytest.mark.parametrize("text", ["P=1/2 R=3/4", "1/3 * P=1 R=0", "2/3"])
def test_notation_is_read_as_it_is_written(text: str) -> None:
    assert Scores.from_notation(text).notation() == text


@pytest.mark.parametrize("text", ["P=2 R=1", "P=1/2", "P=x R=1", "1/0", "P=-1/2 R=1"])
def test_other_notation_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="0 to 1"):
        Scores.from_notation(text)


@pytest.mark.parametrize("value", [1.5, -0.1, float("nan"), float("inf"), True, "half", None, [1]])
def test_what_is_no_score_is_refused_with_the_range(value: object) -> None:
    with pytest.raises(InputError, match="from 0 to 1"):
        read(0.5, value) if value is not None else read(None)


def test_options_of_other_tasks_are_refused() -> None:
    with pytest.raises(InputError, match="no option 'missing'"):
        METRICS["f"](0.5, 0.5, missing="error")


@pytest.mark.parametrize(
    ("domain", "levels"), [("closed", "0 1/2 1"), ("open", "1/2 1"), ("interior", "1/2")]
)
def test_a_domain_says_which_ends_are_in_it(domain: str, levels: str) -> None:
    assert " ".join(map(str, grid_levels(2, domain))) == levels


def test_the_sweep_has_every_dominated_pair_of_a_grid_once() -> None:
    # 9 points k/2: pairs with p <= p2, r <= r2 are 6 * 6, less the 9 equal ones; 16 points k/3: 10 * 10 less 16; the
    # 3 * 3 less 4 pairs of the 4 points with whole scores are on both grids
    cases = TASK.sweep(MONOTONICITY.bound_generator, MONOTONICITY.outputs, 3)
    assert len(cases) == (36 - 9) + (100 - 16) - (9 - 4)
    assert cases.size.tolist() == sorted(cases.size.tolist())


@pytest.mark.parametrize("key", list(METRICS))
def test_batches_agree_with_single_values_and_exact_ones(key: str) -> None:
    cases = TASK.sweep(MONOTONICITY.bound_generator, MONOTONICITY.outputs, 4)
    values = TASK.values(METRICS[key], cases.outputs["better"])
    for place, output in enumerate(cases.outputs["better"].tables()):
        algebra = TASK.algebra(output)
        exact = algebra.approximate(TASK.value(METRICS[key], output, algebra))
        assert values[place] == pytest.approx(METRICS[key](*output.components), abs=1e-14)
        assert values[place] == pytest.approx(exact, abs=1e-14)


@pytest.mark.parametrize("key", ["geometric_mean", "area_under_f", "f"])
def test_exchanged_scores_have_the_same_exact_value_in_every_case(key: str) -> None:
    symmetry = constraints("combination")["symmetry"]
    cases = TASK.sweep(symmetry.bound_generator, symmetry.outputs, 5)
    source = TrustedSource(METRICS[key])
    assert source.signs(symmetry, cases, np.arange(len(cases))).tolist() == [0] * len(cases)


def test_a_multiple_of_a_value_and_a_number_are_exact() -> None:
    algebra = TASK.algebra(Scores.of("1/2", 1))
    half = TASK.value(METRICS["f"], Scores.of("1/2", 1, times="1/2"), algebra)
    assert algebra.compare(half, TASK.value(METRICS["f"], Scores.number("1/3"), algebra)) == 0
    assert Fraction(1, 3) == Scores.number("1/3").times
