"""Matrices as rows of cells: error bounds contain exact values, and rows have the signs that the view states."""

from __future__ import annotations

import numpy as np
import pytest

from axiometrics.formulas.arithmetics.exact import exact_algebra
from axiometrics.formulas.arithmetics.scalars import elementwise
from axiometrics.formulas.undefined import absent
from axiometrics.metrics import metrics
from axiometrics.tasks.ordinal import Confusion
from axiometrics.tasks.ordinal.batch import ConfusionBatch
from axiometrics.tasks.ordinal.task import TASK
from axiometrics.tasks.ordinal.view import RULES, MatrixView
from tests.rows_claims import assert_as_the_view_says, assert_honest

METRICS = metrics("ordinal")


def drawn(number: int, seed: int, values: list[str] | None = None, classes: int = 0) -> list[Confusion]:
    draw = np.random.default_rng(seed)
    found: list[Confusion] = []
    while len(found) < number:
        size = classes or int(draw.integers(2, 6))
        rows = draw.integers(0, draw.choice([3, 30]), (size, size)) * (draw.random((size, size)) < 0.4)
        if rows.any():
            found.append(Confusion.of(rows.tolist(), values))
    return found


VALUED = drawn(60, 2, ["-1/3", "2", "5/2"], classes=3)
SOME = [*drawn(60, 1), *VALUED[:15]]


@pytest.mark.parametrize("key", METRICS)
def test_the_exact_value_lies_within_the_radius(key: str) -> None:
    assert_honest(TASK, METRICS[key], SOME)


@pytest.mark.parametrize("outputs", [drawn(60, 3, classes=4), VALUED])
def test_rows_have_the_signs_that_the_view_states(outputs: list[Confusion]) -> None:
    assert_as_the_view_says(
        RULES, MatrixView, ConfusionBatch.from_tables(outputs), METRICS["mae_micro"].formula
    )


def test_halves_are_exact_floats() -> None:
    """The sum of c h over the cells is a multiple of 1/2, so nothing is rounded."""
    found = ConfusionBatch.from_tables(VALUED).measured(METRICS["cem_ord"].formula, "cells[c*h]")
    assert found.unit == 0.5
    assert np.all(found.radius == 0)


def test_more_items_than_64_bits_hold_are_counted_exactly() -> None:
    many = Confusion.of([[3 * 10**20, 0], [10**20, 4 * 10**20]])
    assert TASK.algebra(many).text(TASK.value(METRICS["accuracy"], many, TASK.algebra(many))) == "7/8"
    assert METRICS["accuracy"](many) == 7 / 8


@pytest.mark.parametrize("key", METRICS)
def test_one_large_matrix_has_the_value_of_its_batch(key: str) -> None:
    """Few cells are read in Python's floats, many in arrays."""
    (large,) = drawn(1, 5, classes=40)
    (alone,) = TASK.values(METRICS[key], TASK.batch([large]))
    assert METRICS[key](large) == pytest.approx(float(alone), rel=1e-12)


def test_cases_with_equal_marks_have_equal_values_whichever_block_they_are_in() -> None:
    batch, formula = TASK.batch([*SOME, *SOME[::-1]]), METRICS["pearson"].formula
    marks = map(tuple, batch.signature(formula, np.arange(len(batch))).T.tolist())
    exact = elementwise(exact_algebra(10))
    values: dict[tuple[int, ...], set[str]] = {}
    for mark, value in zip(marks, batch.read(formula, exact), strict=True):
        values.setdefault(mark, set()).add("none" if absent(value) else exact.algebra.text(value))
    assert {len(texts) for texts in values.values()} == {1}
    assert len(values) > len(SOME) / 2
