"""Values of the metrics of distributions: against a second implementation, at the edges, and in three arithmetics."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from naive_quantification import NAIVE, smoothed
from own_tests import in_tables

from axiometrics.formulas.arithmetics.scalars import SCALARS
from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.quantification import Distributions
from axiometrics.tasks.quantification.batch import MassTable

TASK = get_task("quantification")
METRICS = {
    key: record
    for key, record in metrics("quantification").items()
    if record.origin.startswith("axiometrics.")
}
EVERY = pytest.mark.parametrize("key", NAIVE)


def drawn(random_: random.Random, classes: int, whole: int) -> list[int]:
    cuts = sorted(random_.randint(0, whole) for _ in range(classes - 1))
    return [high - low for low, high in zip([0, *cuts], [*cuts, whole], strict=True)]


def cases() -> list[Distributions]:
    found, source = [], random.Random(7)
    for _ in range(120):
        classes, whole = source.randint(2, 6), source.randint(1, 24)
        found.append(Distributions.from_masses(drawn(source, classes, whole), drawn(source, classes, whole)))
    return found


CASES = cases()


def test_every_metric_has_a_second_definition_or_a_test_of_its_own() -> None:
    assert set(NAIVE) == set(in_tables(METRICS))


@EVERY
def test_single_values_are_those_of_the_definition(key: str) -> None:
    for case in CASES:
        expected = float(NAIVE[key](case.system, case.gold))
        assert TASK.value(METRICS[key], case, SCALARS) == pytest.approx(expected, rel=1e-12, abs=1e-12)


@EVERY
def test_values_of_a_batch_are_those_of_the_definition(key: str) -> None:
    expected = [float(NAIVE[key](case.system, case.gold)) for case in CASES]
    found = TASK.values(METRICS[key], MassTable.from_tables(CASES))
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


@EVERY
def test_exact_values_are_those_of_the_definition(key: str) -> None:
    for case in CASES[:30]:
        arithmetic = TASK.algebra(case)
        expected = NAIVE[key](case.system, case.gold)
        exact = arithmetic.expression(TASK.value(METRICS[key], case, arithmetic))
        if expected == math.inf:
            assert str(exact) == "oo"
        else:
            assert float(exact.evalf(25)) == pytest.approx(float(expected), rel=1e-15, abs=1e-15)


@pytest.mark.parametrize("key", ["rae", "nrae", "kld_gold", "nkld"])
def test_smoothing_is_that_of_both_distributions(key: str) -> None:
    eps = Fraction(1, 200)
    metric = METRICS[key].with_parameters(eps=eps)
    for case in CASES[:40]:
        expected = NAIVE[key](smoothed(case.system, eps), smoothed(case.gold, eps))
        assert metric(case.gold, case.system) == pytest.approx(float(expected), rel=1e-12)


EDGES: list[tuple[str, Any, Any, float | None]] = [
    # (metric, gold, system, value); the first rows: one class, where K - 1 = 0
    ("nmd", [1], [1], None),
    ("rnod", [1], [1], None),
    ("rsnod", [1], [1], None),
    ("nae", [1], [1], None),
    ("nrae", [1], [1], None),
    ("nvd", [1], [1], 0.0),
    # mass where the gold has none, and gold where the system has none
    ("kld", ["1", "0"], ["1/2", "1/2"], math.inf),
    ("kld", ["1/2", "1/2"], ["1", "0"], 1.0),
    ("kld_gold", ["1", "0"], ["1/2", "1/2"], math.log(2)),
    ("kld_gold", ["1/2", "1/2"], ["1", "0"], math.inf),
    ("nkld", ["1/2", "1/2"], ["1", "0"], 1.0),
    ("rae", ["1", "0"], ["1/2", "1/2"], math.inf),
    ("nrae", ["1", "0"], ["1/2", "1/2"], math.inf),
    ("nae", ["1", "0"], ["1/2", "1/2"], 0.5),
]


@pytest.mark.parametrize(("key", "gold", "system", "value"), EDGES)
def test_the_edges_have_the_stated_values(key: str, gold: Any, system: Any, value: float | None) -> None:
    assert METRICS[key](gold, system) == (None if value is None else pytest.approx(value))


@pytest.mark.parametrize("key", ["nmd", "nvd", "rnss", "rnod", "rsnod"])
def test_with_two_classes_five_metrics_are_one(key: str) -> None:
    for part in range(7):
        p, q = Fraction(part, 6), Fraction(1, 3)
        assert METRICS[key]([q, 1 - q], [p, 1 - p]) == pytest.approx(float(abs(p - q)), abs=1e-15)


def test_an_empty_gold_class_makes_od_jump() -> None:
    # q = (1/2, 1/2 - e, e), p = q + (0, -1/4, 1/4): classes 1, 2, 3 have the sums 1/16 + 2/16, 1/16, 1/16, mean 5/48;
    # for e = 0 the third class does not count: mean of 3/16 and 1/16 is 1/8.
    near, e = [], Fraction(1, 10**9)
    for small in (e, Fraction(0)):
        gold = [Fraction(1, 2), Fraction(1, 2) - small, small]
        system = [Fraction(1, 2), Fraction(1, 4) - small, Fraction(1, 4) + small]
        near.append(METRICS["od"](gold, system))
    assert near == [pytest.approx(5 / 48, abs=1e-8), pytest.approx(1 / 8)]


def test_a_tie_of_roots_is_a_tie() -> None:
    # rnss of masses (3, 0), (1, 2), (0, 3) over 3: the distances 2/3, 1/3 and 1 add up exactly
    arithmetic = TASK.algebra(Distributions.from_masses([3, 0], [1, 2]))
    pairs = [([3, 0], [1, 2]), ([1, 2], [0, 3]), ([3, 0], [0, 3])]
    values = [TASK.value(METRICS["rnss"], Distributions.from_masses(*pair), arithmetic) for pair in pairs]
    terms = list(zip((1, 1, -1), values, strict=True))
    assert arithmetic.sign_of_sum(terms) == 0
    assert arithmetic.sign_of_sum([*terms[:2], (-2, values[2])]) == -1
