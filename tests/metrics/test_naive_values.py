"""Every metric equals its definition on every table of up to 6 items, by each of the ways it is evaluated."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import naive
import numpy as np
import pytest
from own_tests import in_tables

from axiometrics.formulas.arithmetics.quotients import ends
from axiometrics.formulas.arithmetics.roots import Root, alone
from axiometrics.formulas.arithmetics.scalars import SCALARS
from axiometrics.formulas.rows import compact
from axiometrics.metrics import metrics
from axiometrics.tasks import get_task
from axiometrics.tasks.clustering import Table
from axiometrics.tasks.clustering.batch import TableBatch
from axiometrics.tasks.clustering.canonical_tables import tables
from axiometrics.tasks.clustering.reading import read
from axiometrics.tasks.users_data import LARGE

TASK = get_task("clustering")
METRICS = {
    key: record for key, record in metrics("clustering").items() if record.origin.startswith("axiometrics.")
}
EVERY = pytest.mark.parametrize("key", naive.NAIVE)
LABELS = [naive.labels_of(rows) for items in range(1, 7) for rows in tables(items)]
TABLES = [Table.from_labels(gold, system) for gold, system in LABELS]


@cache
def expected(key: str) -> list[Any]:
    """The definition's value on every table: a fraction, or a number of 50 digits."""
    return [naive.NAIVE[key](gold, system) for gold, system in LABELS]


@cache
def one_batch() -> TableBatch:
    return TableBatch.from_tables(TABLES)


@cache
def sorted_batches() -> list[TableBatch]:
    numbers = [[compact(np.array(labels)) for labels in pair] for pair in LABELS]
    return [TableBatch.from_numbers(*pair) for pair in numbers]


def floats(key: str) -> list[float]:
    return [float(naive.number(value)) for value in expected(key)]


def digits(arithmetic: Any, value: Any) -> Any:
    """An exact value at 50 digits, read off its polynomials in the logarithms of primes."""
    if isinstance(value, Root):
        plain, factor, radicand = (digits(arithmetic, part) for part in alone(value))
        return plain + factor * naive.mp.sqrt(radicand)
    top, bottom = ends(value, arithmetic.space)
    return polynomial(arithmetic, top) / polynomial(arithmetic, bottom)


def polynomial(arithmetic: Any, value: Any) -> Any:
    total = naive.mp.mpf(0)
    logs = [logarithm(prime) for prime in arithmetic.primes]
    for powers, coefficient in value.terms():
        term = naive.mp.mpf(int(coefficient.p)) / int(coefficient.q)
        for log, power in zip(logs, powers, strict=True):
            if power:
                term *= log ** int(power)
        total += term
    return total


@cache
def logarithm(prime: int) -> Any:
    return naive.mp.log(prime)


def test_every_metric_of_the_package_has_a_naive_definition_or_a_test_of_its_own() -> None:
    assert set(naive.NAIVE) == set(in_tables(METRICS))


def test_expected_information_is_the_mean_over_all_permutations() -> None:
    few = [(gold, system) for gold, system in LABELS if len(gold) <= 5]
    for gold, system in few:
        sizes = [tuple(sorted(Counter(labels).values())) for labels in (gold, system)]
        assert (
            abs(naive.expected_information(*sizes) - naive.expected_by_permuting(gold, system)) < naive.ZERO
        )


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
    assert TASK.values(METRICS[key], one_batch()) == pytest.approx(floats(key), rel=1e-12, abs=1e-12)


@EVERY
def test_the_sorting_of_large_label_arrays_gives_the_definition(key: str) -> None:
    """The path of large data, entered directly so that it can be compared on small tables."""
    values = [float(TASK.values(METRICS[key], batch)[0]) for batch in sorted_batches()]
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


CASES = [
    pytest.param(key, name, id=f"{key}-{name.replace(' ', '_')}")
    for key in naive.NAIVE
    for name in LARGE_DATA
    if not (
        key.startswith("ami") and name == "few groups"
    )  # thousands of overlaps: compared with scikit-learn instead
]


@pytest.mark.parametrize(("key", "name"), CASES)
def test_large_label_vectors_score_like_the_table_they_make(key: str, name: str) -> None:
    gold, system = LARGE_DATA[name]
    assert isinstance(read(gold, system), TableBatch)
    small = TASK.value(METRICS[key], Table.from_labels(gold, system), SCALARS)
    tolerance = 1e-9 if key.startswith("ami") else 1e-12  # E[I] sums gamma functions of thousands of items
    assert METRICS[key](gold, system) == pytest.approx(float(small), rel=tolerance, abs=tolerance)


SHARES = (
    "purity", "inverse_purity", "f_purity", "f_measure", "classification_accuracy", "entropy", "class_entropy",
    "mutual_information", "variation_of_information", "homogeneity_score", "completeness_score", "v_measure",
    "nmi_max", "nmi_min", "nmi_arith", "nmi_sqrt", "nmi_joint", "bcubed_precision", "bcubed_recall", "bcubed_f",
)  # fmt: skip


@pytest.mark.parametrize("key", SHARES)
def test_a_thousand_copies_of_every_item_leave_metrics_of_shares_as_they_are(key: str) -> None:
    """{a a b}{b c}: the definition on 5 items is the value on 5000, which only the large path sees."""
    gold, system = list("aabbc"), list("xxxyy")
    definition = float(naive.number(naive.NAIVE[key](gold, system)))
    assert METRICS[key](gold * 1000, system * 1000) == pytest.approx(definition, rel=1e-12)


@pytest.mark.parametrize("key", ["rand", "adjusted_rand", "jaccard", "fowlkes_mallows", "pair_precision",
                                 "pair_recall", "pair_f1", "hubert_gamma", "mirkin"])  # fmt: skip
def test_large_label_vectors_give_the_pair_counts_of_a_thousand_copies(key: str) -> None:
    """k copies of {a b}: n = 2k items in one cluster, k in each category, so SS = 2 C(k, 2) and X = C(2k, 2)."""
    k = LARGE // 2
    together, clustered = k * (k - 1), k * (2 * k - 1)
    share = Fraction(together, clustered)
    by_hand = {
        "rand": share, "adjusted_rand": 0, "jaccard": share, "fowlkes_mallows": float(share) ** 0.5,
        "pair_precision": share, "pair_recall": 1, "pair_f1": Fraction(2 * together, clustered + together),
        "hubert_gamma": 0, "mirkin": 2 * (clustered - together),
    }  # fmt: skip
    assert METRICS[key](["a", "b"] * k, ["x"] * (2 * k)) == pytest.approx(float(by_hand[key]), rel=1e-12)


@pytest.mark.parametrize(("key", "value"), [("edit_distance", 1 + LARGE // 2), ("van_dongen", LARGE // 2)])
def test_large_label_vectors_count_the_errors_of_one_mixed_cluster(key: str, value: int) -> None:
    """One cluster of two equal categories: half of the items are wrong in it; every category is whole."""
    assert METRICS[key](["a", "b"] * (LARGE // 2), ["x"] * LARGE) == value
