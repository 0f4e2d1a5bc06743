"""Values of overlapping-clustering metrics: printed ones, definitions, packages, and what they must agree on."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from naive_families import naive, random_family

from axiometrics.formulas import minimum
from axiometrics.formulas.arithmetics.exact import exact_algebra
from axiometrics.formulas.arithmetics.scalars import SCALARS
from axiometrics.metrics import metrics
from axiometrics.metrics.registry import build
from axiometrics.tasks import get_task
from axiometrics.tasks.overlapping import Families, view
from axiometrics.tasks.overlapping.view import FamiliesBatch

METRICS = metrics("overlapping")
TASK = get_task("overlapping")
GOLD = "{1 2 4 5}{1 2 3}{6 7}"
PAIRS = [
    ("bcubed_extended_precision", "bcubed_extended_recall"),
    ("reliability_clustering", "sensitivity_clustering"),
    ("purity", "inverse_purity"),
]
PLAIN = {
    "bcubed_extended_precision": "bcubed_precision",
    "bcubed_extended_recall": "bcubed_recall",
    "bcubed_extended_f": "bcubed_f",
    "reliability_clustering": "bcubed_precision",
    "sensitivity_clustering": "bcubed_recall",
    "rs_clustering_f": "bcubed_f",
    "purity": "purity",
    "inverse_purity": "inverse_purity",
    "f_purity": "f_purity",
}


def families(seed: int, items: int = 6, sets: int = 4) -> Families:
    shuffle = random.Random(seed)
    return Families.from_sets(*(random_family(shuffle, items, sets) for _ in range(2)))


def sides(both: Families) -> list[list[frozenset[int]]]:
    return [[frozenset(part) for part in family] for family in (both.gold, both.system)]


@pytest.mark.parametrize(
    ("figure", "system", "precision", "recall"),
    [
        (16, GOLD, "1.00", "1.00"),
        (17, GOLD + "{1 2 3}", "0.86", "1.00"),
        (18, GOLD + "{1 2 3}{1 2 3}", "0.80", "1.00"),
        (19, "{4 5}{1 2 3}{6 7}", "1.00", "0.68"),
        (20, "{1 2}{4 5}{1 2 3}{6 7}", "1.00", "0.74"),
        (21, "{1 2 3 4 5}{6 7}", "0.88", "0.94"),
    ],
)
def test_figures_16_to_21_of_2009_are_reproduced_to_their_digits(
    figure: int, system: str, precision: str, recall: str
) -> None:
    """The paper cuts its digits off (0.8095 is printed as .8); so does the comparison."""
    values = (METRICS[f"bcubed_extended_{name}"](f"{system} | {GOLD}") for name in ("precision", "recall"))
    assert [f"{int(value * 100) / 100:.2f}" for value in values] == [precision, recall]


@pytest.mark.parametrize(
    ("x", "g", "precision", "recall"),
    [
        (2, 2, Fraction(1), Fraction(1)),
        (1, 2, Fraction(1), Fraction(1, 2)),
        (3, 2, Fraction(2, 3), Fraction(1)),
    ],
)
def test_a_pair_counts_as_often_as_it_is_together(x: int, g: int, precision: Any, recall: Any) -> None:
    both = "{a b}" * x + " | " + "{a b}" * g
    for one, other in PAIRS[:2]:
        assert METRICS[one](both) == pytest.approx(float(precision))
        assert METRICS[other](both) == pytest.approx(float(recall))


@pytest.mark.parametrize("key", METRICS)
@pytest.mark.parametrize("seed", range(12))
def test_exact_values_are_those_of_the_definition(key: str, seed: int) -> None:
    both = families(seed)
    arithmetic = exact_algebra(50)
    value = TASK.value(METRICS[key], both, arithmetic)
    assert str(arithmetic.expression(value)) == str(naive(key, *sides(both)))


@pytest.mark.parametrize("key", METRICS)
def test_batches_sparse_products_and_single_outputs_agree(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    outputs = [families(seed, items=3 + seed % 7, sets=1 + seed % 5) for seed in range(40)]
    many = TASK.values(METRICS[key], FamiliesBatch.from_tables(outputs))
    single = [TASK.value(METRICS[key], both, SCALARS) for both in outputs]
    assert np.allclose(many, single, rtol=1e-13)
    monkeypatch.setattr(view, "LARGE", 0)
    sparse = [FamiliesBatch.from_tables([both]).value(METRICS[key].formula, SCALARS) for both in outputs]
    assert np.allclose(sparse, single, rtol=1e-13)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0])
@pytest.mark.parametrize("seed", range(6))
def test_exchanging_gold_and_system_exchanges_both_sides_of_a_metric(
    pair: tuple[str, str], seed: int
) -> None:
    both = families(seed)
    assert METRICS[pair[0]](both) == METRICS[pair[1]](both.transpose())


@pytest.mark.parametrize("key", METRICS)
def test_no_score_exceeds_1_and_the_gold_itself_has_it(key: str) -> None:
    for seed in range(20):
        both = families(seed)
        assert 0 < METRICS[key](both) <= 1
        assert METRICS[key](Families(both.gold, both.gold)) == 1


@pytest.mark.parametrize("key", METRICS)
def test_without_overlap_a_metric_is_its_plain_one(key: str) -> None:
    shuffle = random.Random(3)
    for _ in range(30):
        gold, system = ([shuffle.randrange(3) for _ in range(7)] for _ in range(2))
        plain = metrics("clustering")[PLAIN[key]](gold, system)
        dicts = (dict(enumerate(labels)) for labels in (gold, system))
        assert METRICS[key](*dicts) == pytest.approx(plain, rel=1e-13)


def test_extended_bcubed_is_that_of_the_bcubed_package() -> None:
    bcubed = pytest.importorskip("bcubed")
    for seed in range(25):
        gold, system = families(seed, items=9, sets=5).to_dicts()
        assert METRICS["bcubed_extended_precision"](gold, system) == pytest.approx(
            bcubed.precision(system, gold)
        )
        assert METRICS["bcubed_extended_recall"](gold, system) == pytest.approx(bcubed.recall(system, gold))


def test_an_item_left_out_does_not_count_in_precision_and_counts_in_recall() -> None:
    gold, system = {"a": 1, "b": 1, "c": 2}, {"a": 1, "b": 1}
    # recall: a and b have all of their category, c has nothing of its own: 2/3
    assert METRICS["bcubed_extended_precision"](gold, system, missing="excluded") == 1
    assert METRICS["bcubed_extended_recall"](gold, system, missing="excluded") == pytest.approx(2 / 3)
    assert METRICS["bcubed_extended_recall"](gold, system, missing="singleton") == 1


def test_two_different_families_have_extended_bcubed_1() -> None:
    """{a b c}{a}{b}{c} and {a b}{a c}{b c} put every pair together once and every item into two sets."""
    both = "{a b}{a c}{b c} | {a b c}{a}{b}{c}"
    assert {METRICS[f"bcubed_extended_{name}"](both) for name in ("precision", "recall", "f")} == {1}
    assert METRICS["rs_clustering_f"](both) == 1
    assert METRICS["f_purity"](both) < 1


@pytest.mark.parametrize("seed", range(5))
def test_sums_over_items_are_those_of_single_batched_and_sparse_families(seed: int, monkeypatch) -> None:
    """Sum over items of min(x, g): the occurrences that both sides have of an item."""
    both = families(seed)
    metric = build(lambda families: families.items(minimum), task="overlapping", key="common")
    own, other = (Counter(item for part in side for item in part) for side in (both.gold, both.system))
    expected = (own & other).total()
    assert TASK.value(metric, both, SCALARS) == expected
    assert FamiliesBatch.from_tables([both, both]).evaluate(metric.formula).tolist() == [expected] * 2
    monkeypatch.setattr(view, "LARGE", 0)
    assert FamiliesBatch.from_tables([both]).value(metric.formula, SCALARS) == expected
