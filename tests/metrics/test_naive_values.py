"""Every metric equals its definition on every table of up to 6 items, by each of the ways it is evaluated."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import Any

import naive
import numpy as np
import pytest

from axiometrics.formulas.floats import SCALARS
from axiometrics.formulas.quotients import Quotient
from axiometrics.formulas.roots import Root
from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.clustering import Table
from axiometrics.tasks.clustering.batch import TableBatch
from axiometrics.tasks.clustering.contexts import tables
from axiometrics.tasks.clustering.reading import LARGE, read

TASK = get_task("clustering")
METRICS = {key: record for key, record in metrics("clustering").items() if record.origin.startswith("axiometrics.")}
EVERY = pytest.mark.parametrize("key", naive.NAIVE)
LABELS = [naive.labels_of(rows) for items in range(1, 7) for rows in tables(items)]
TABLES = [Table.from_labels(gold, system) for gold, system in LABELS]


@lru_cache(maxsize=None)
def expected(key: str) -> list[Any]:
    """The definition's value on every table: a fraction, or a number of 50 digits."""
    return [naive.NAIVE[key](gold, system) for gold, system in LABELS]


def floats(key: str) -> list[float]:
    return [float(naive.number(value)) for value in expected(key)]


def digits(arithmetic: Any, value: Any) -> Any:
    """An exact value at 50 digits, read off its polynomials in the logarithms of primes."""
    if isinstance(value, Root):
        parts = (digits(arithmetic, part) for part in (value.plain, value.factor, value.radicand))
        plain, factor, radicand = parts
        return plain + factor * naive.mp.sqrt(radicand)
    assert isinstance(value, Quotient)
    return polynomial(arithmetic, value.top) / polynomial(arithmetic, value.bottom)


def polynomial(arithmetic: Any, value: Any) -> Any:
    total = naive.mp.mpf(0)
    for powers, coefficient in arithmetic.ring(value).terms():
        term = naive.mp.mpf(int(coefficient.numerator)) / int(coefficient.denominator)
        for prime, power in zip(arithmetic.primes, powers, strict=True):
            term *= naive.mp.log(prime) ** power
        total += term
    return total


def test_every_metric_of_the_package_has_a_naive_definition() -> None:
    assert set(METRICS) == set(naive.NAIVE)
    assert len(naive.NAIVE) == 36


def test_expected_information_is_the_mean_over_all_permutations() -> None:
    few = [(gold, system) for gold, system in LABELS if len(gold) <= 5]
    for gold, system in few:
        sizes = [tuple(sorted(Counter(labels).values())) for labels in (gold, system)]
        assert abs(naive.expected_information(*sizes) - naive.expected_by_permuting(gold, system)) < naive.ZERO


@EVERY
def test_one_call_on_label_lists_gives_the_definition(key: str) -> None:
    values = [METRICS[key](gold, system) for gold, system in LABELS]
    assert values == pytest.approx(floats(key), rel=1e-12, abs=1e-12)


@EVERY
def test_one_table_in_floats_gives_the_definition(key: str) -> None:
    values = [float(TASK.value(METRICS[key], table, SCALARS)) for table in TABLES]
    assert values == pytest.approx(floats(key), rel=1e-12, abs=1e-12)


@EVERY
def test_a_batch_gives_the_definition(key: str) -> None:
    assert TASK.values(METRICS[key], TableBatch.from_tables(TABLES)) == pytest.approx(floats(key), rel=1e-12, abs=1e-12)


@EVERY
def test_the_sorting_of_large_label_arrays_gives_the_definition(key: str) -> None:
    """The path of large data, entered directly so that it can be compared on small tables."""
    batches = [TableBatch.from_labels(np.array(gold), np.array(system)) for gold, system in LABELS]
    values = [float(TASK.values(METRICS[key], batch)[0]) for batch in batches]
    assert values == pytest.approx(floats(key), rel=1e-12, abs=1e-12)


@EVERY
def test_exact_values_agree_with_the_definition_to_40_digits(key: str) -> None:
    for table, value in zip(TABLES, expected(key), strict=True):
        arithmetic = TASK.algebra(table)
        found = TASK.value(METRICS[key], table, arithmetic)
        if isinstance(value, Fraction):
            assert arithmetic.compare(found, arithmetic.number(value)) == 0, table.notation()
        else:
            assert abs(digits(arithmetic, found) - value) < naive.ZERO, table.notation()


def _large(seed: int, items: int, categories: int, clusters: int) -> tuple[list[int], list[int]]:
    """Noisy labels: three of four items keep their category as cluster."""
    draw = random.Random(seed)
    gold = [draw.randrange(categories) for _ in range(items)]
    system = [label % clusters if draw.random() < 0.75 else draw.randrange(clusters) for label in gold]
    return gold, system


LARGE_DATA = {
    "few groups": _large(1, LARGE, 5, 4),
    "many groups": _large(2, LARGE + 1, 300, 500),
    "equal partitions": ([item % 7 for item in range(LARGE)], [(item + 3) % 7 for item in range(LARGE)]),
    "one block": ([0] * LARGE, [item % 3 for item in range(LARGE)]),
}


@EVERY
@pytest.mark.parametrize("name", LARGE_DATA)
def test_large_label_vectors_score_like_the_table_they_make(key: str, name: str) -> None:
    gold, system = LARGE_DATA[name]
    assert isinstance(read(gold, system), TableBatch)
    small = TASK.value(METRICS[key], Table.from_labels(gold, system), SCALARS)
    tolerance = 1e-9 if key.startswith("ami") else 1e-12  # E[I] sums thousands of terms of gamma functions
    assert METRICS[key](gold, system) == pytest.approx(float(small), rel=tolerance, abs=tolerance)


@pytest.mark.parametrize("key", sorted(naive.NAIVE.keys() - {"classification_accuracy"}))
def test_ten_thousand_fold_copies_of_a_table_follow_the_definition_by_weights(key: str) -> None:
    """{a a b}{b c} with every cell 1000 times: shares of cells do not change, so shares of items keep their value."""
    unchanged = {
        "purity", "inverse_purity", "f_purity", "f_measure", "entropy", "class_entropy", "mutual_information",
        "variation_of_information", "homogeneity_score", "completeness_score", "v_measure", "nmi_max", "nmi_min",
        "nmi_arith", "nmi_sqrt", "nmi_joint", "bcubed_precision", "bcubed_recall", "bcubed_f",
    }  # fmt: skip
    if key not in unchanged:
        pytest.skip("depends on the number of items")
    gold, system = list("aabbc"), list("xxxyy")
    assert METRICS[key](gold * 1000, system * 1000) == pytest.approx(
        float(naive.number(naive.NAIVE[key](gold, system))), rel=1e-12
    )
