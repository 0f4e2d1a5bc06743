"""The metrics of ordinal classification equal a second definition, the edge cases of their statement, and packages."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from own_tests import in_tables

from axiometrics.formulas.arithmetics.exact import exact_algebra
from axiometrics.formulas.arithmetics.scalars import elementwise
from axiometrics.formulas.undefined import NO_VALUE
from axiometrics.metrics import metrics
from axiometrics.tasks.ordinal import Confusion
from axiometrics.tasks.ordinal.batch import ConfusionBatch
from axiometrics.tasks.ordinal.task import TASK
from tests.naive_ordinal import NAIVE, items_of

METRICS = {
    key: record for key, record in metrics("ordinal").items() if record.origin.startswith("axiometrics.")
}


def drawn(number: int, seed: int, *, largest: int = 4) -> list[Confusion]:
    draw = np.random.default_rng(seed)
    found = []
    while len(found) < number:
        classes = int(draw.integers(2, 7))
        rows = draw.integers(0, largest + 1, (classes, classes)) * (draw.random((classes, classes)) < 0.4)
        if rows.any():
            found.append(Confusion.of(rows.tolist()))
    return found


SOME = drawn(150, 1)


def test_every_metric_has_a_second_definition_or_a_test_of_its_own() -> None:
    assert set(NAIVE) == set(in_tables(METRICS))


@pytest.mark.parametrize("key", NAIVE)
def test_values_equal_the_second_definition(key: str) -> None:
    batch = TASK.values(METRICS[key], ConfusionBatch.from_tables(SOME))
    for place, output in enumerate(SOME):
        wanted = NAIVE[key](items_of(output.rows), output.classes)
        found = METRICS[key](output)
        if wanted is None:
            assert found is None
            assert math.isnan(batch[place])
        else:
            assert found == pytest.approx(float(wanted), rel=1e-12, abs=1e-12)
            assert batch[place] == pytest.approx(float(wanted), rel=1e-12, abs=1e-12)


def is_the_same(arithmetic: Any, found: Any, wanted: Any) -> bool:
    """Fractions to the last digit, roots and logarithms by their floats."""
    if wanted is None:
        return found is NO_VALUE
    if isinstance(wanted, Fraction):
        return Fraction(arithmetic.text(found)) == wanted
    return bool(arithmetic.approximate(found) == pytest.approx(wanted, rel=1e-12))


@pytest.mark.parametrize("key", NAIVE)
def test_exact_values_equal_the_second_definition(key: str) -> None:
    """Where there is no root and no logarithm, to the last digit."""
    for output in SOME[:40]:
        arithmetic = exact_algebra(2 * output.items)
        found = TASK.value(METRICS[key], output, arithmetic)
        wanted = NAIVE[key](items_of(output.rows), output.classes)
        assert is_the_same(arithmetic, found, wanted)


@pytest.mark.parametrize("key", METRICS)
def test_exact_values_of_a_batch_equal_the_second_definition(key: str) -> None:
    arithmetic = exact_algebra(2 * max(output.items for output in SOME))
    batch = ConfusionBatch.from_tables(SOME)
    for output, found in zip(SOME, batch.read(METRICS[key].formula, elementwise(arithmetic)), strict=True):
        wanted = NAIVE[key](items_of(output.rows), output.classes)
        assert is_the_same(arithmetic, found, wanted)


CONSTANT_AND_RIGHT = "[0 0 0; 0 4 0; 0 0 0]"
CONSTANT_AND_WRONG = "[0 0 0; 0 0 0; 4 0 0]"
ONE_GOLD_CLASS = "[1 0 0; 2 0 0; 1 0 0]"
CONSTANT_SYSTEM = "[0 0 0; 2 1 1; 0 0 0]"
ONE_WRONG = "[0 1; 0 0]"
AGREEMENT = [key for key in METRICS if key.startswith(("kappa", "alpha"))]
CORRELATIONS = ["pearson", "spearman", "kendall_tau_b"]
ERRORS = [key for key, metric in METRICS.items() if metric.orientation == "error"]


@pytest.mark.parametrize("key", AGREEMENT + CORRELATIONS)
def test_constant_and_right_has_no_agreement_beyond_chance(key: str) -> None:
    assert METRICS[key](CONSTANT_AND_RIGHT) is None


@pytest.mark.parametrize("key", [key for key in METRICS if key not in AGREEMENT + CORRELATIONS])
def test_constant_and_right_is_perfect(key: str) -> None:
    assert METRICS[key](CONSTANT_AND_RIGHT) == (0 if key in ERRORS else 1)


@pytest.mark.parametrize("key", AGREEMENT)
@pytest.mark.parametrize(("text", "items"), [(CONSTANT_AND_WRONG, 4), (ONE_WRONG, 1)])
def test_constants_on_different_classes(key: str, text: str, items: int) -> None:
    """Independent labels would disagree as often: kappa 0; alpha 1/N - 1, which is 0 for one item."""
    wanted = 0 if key.startswith("kappa") else 1 / items - 1
    assert METRICS[key](text) == pytest.approx(wanted, abs=1e-15)
    assert METRICS["cem_ord"](text) == 0


def test_one_gold_class() -> None:
    assert METRICS["cem_ord"](ONE_GOLD_CLASS) == METRICS["accuracy"](ONE_GOLD_CLASS) == 0.25
    assert METRICS["mae_macro"](ONE_GOLD_CLASS) == METRICS["mae_micro"](ONE_GOLD_CLASS) == 1


@pytest.mark.parametrize("key", AGREEMENT[:3])
def test_a_constant_system_has_kappa_zero(key: str) -> None:
    assert key.startswith("kappa")
    assert METRICS[key](CONSTANT_SYSTEM) == 0


@pytest.mark.parametrize("key", CORRELATIONS)
def test_a_constant_system_has_no_correlation(key: str) -> None:
    assert METRICS[key](CONSTANT_SYSTEM) is None


def test_a_class_that_only_the_system_uses() -> None:
    """Gold 1 1 2, system 1 3 2: recalls 1/2 and 1, F1 2/3 and 1; the third class counts in f1_union alone, as 0."""
    text = "[1 0 0; 0 1 0; 1 0 0]"
    assert METRICS["f1_macro"](text) == pytest.approx((2 / 3 + 1) / 2)
    assert METRICS["f1_union"](text) == pytest.approx((2 / 3 + 1) / 3)
    assert METRICS["macro_recall"](text) == 0.75


@pytest.mark.parametrize("output", [output for output in SOME if output.classes == 2][:20])
def test_two_classes_have_one_kind_of_error(output: Confusion) -> None:
    values = {key: METRICS[key](output) for key in METRICS}
    assert values["mae_micro"] == pytest.approx(1 - values["accuracy"])
    for kind in ("kappa", "alpha"):
        same = {
            values[key] if values[key] is None else round(values[key], 12) for key in AGREEMENT if kind in key
        }
        assert len(same) == 1


def test_values_of_classes_are_used_by_distances_and_pearson_only() -> None:
    """Classes that stand for 1, 2 and 12: the one error, of class 2 assigned to 3, is 10 off."""
    plain, valued = "[1 0 0; 0 1 0; 0 1 1]", "[1 0 0; 0 1 0; 0 1 1] at 1 2 12"
    assert METRICS["mae_micro"](valued) == 10 / 4
    changed = {key for key in METRICS if METRICS[key](plain) != METRICS[key](valued)}
    assert changed == {*ERRORS, "kappa_linear", "kappa_quadratic", "alpha_interval", "pearson"}


@pytest.mark.parametrize("key", METRICS)
def test_a_formula_and_its_batch_are_finite_or_have_no_value(key: str) -> None:
    values: Any = TASK.values(METRICS[key], ConfusionBatch.from_tables(SOME))
    assert not np.isinf(values).any()
