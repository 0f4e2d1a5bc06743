"""One output in Python's floats, without arrays: the same numbers as those of its task's batch."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from axiometrics.formulas import outputs as outputs_of_formulas
from axiometrics.formulas import single_output
from axiometrics.formulas.arithmetics.scalars import SCALARS
from axiometrics.formulas.single_output import value_alone
from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.clustering.batch import TableBatch
from axiometrics.tasks.ordinal import Confusion
from axiometrics.tasks.quantification import Distributions
from axiometrics.tasks.registry import small_outputs

TASKS = ("clustering", "ordinal", "quantification")


def outputs(task: str) -> list[Any]:
    found = random.Random(1).sample(small_outputs(task, 5 if task == "clustering" else 4), 60)
    if task == "ordinal":
        found += [
            Confusion.of(one.rows, [Fraction(k * k + 1, 3) for k in range(one.classes)]) for one in found
        ]
    if task == "quantification":
        drawn = np.random.default_rng(0)
        found += [Distributions.of(*drawn.dirichlet(np.ones(classes), 2)) for classes in (2, 3, 8) * 4]
    return found


@pytest.mark.parametrize("task", TASKS)
def test_lists_and_arrays_of_one_output_give_the_same_floats(task: str) -> None:
    home, compared = get_task(task), 0
    for metric in metrics(task).values():
        for output in outputs(task) if metric.reads is None else ():
            found = value_alone(metric.formula, home.alone(output))
            batch = home.evaluate(metric.formula, output, SCALARS)
            if found is None:
                continue
            compared += 1
            close = metric.key.startswith("ami") and math.isclose(found, batch, rel_tol=1e-12, abs_tol=1e-14)
            assert close or repr(found) == repr(batch), (metric.key, output)
    assert compared > 500


def test_reductions_over_many_rows_are_taken_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = np.random.default_rng(0)
    batch = TableBatch.from_counts(drawn.integers(0, 5, (30, 20)))
    every = [metric for metric in metrics("clustering").values() if metric.reads is None]
    values = [value_alone(metric.formula, batch) for metric in every]
    for module in (single_output, outputs_of_formulas):
        monkeypatch.setattr(module, "FEW", 100)
    assert batch.plain_rows("cells").size > 100  # type: ignore[union-attr]
    for metric, value in zip(every, values, strict=True):
        assert value_alone(metric.formula, batch) == pytest.approx(value, rel=1e-12), metric.key


def test_an_output_with_many_rows_and_no_arrays_is_left_to_its_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    table = small_outputs("clustering", 4)[-1]
    purity = metrics("clustering")["purity"]
    assert value_alone(purity.formula, table) is not None
    monkeypatch.setattr(single_output, "FEW", 1)
    assert value_alone(purity.formula, table) is None
