"""Constant baselines and names of labels: who has them, with means recomputed here."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from axiometrics.axioms import constraints
from axiometrics.checker import check
from axiometrics.checker.verdict import Cell
from axiometrics.metrics import metrics
from axiometrics.tasks.clustering.cases import from_notation

METRICS = metrics("clustering")


def cell(metric: Any, constraint: str, **options: Any) -> Cell:
    return check(
        metric,
        "clustering",
        constraints=[constraint],
        effort="quick",
        cache=False,
        jobs=1,
        max_examples=20,
        **options,
    ).cells[0]


@pytest.mark.parametrize("metric", ["adjusted_rand", "hubert_gamma", "ami_max", "ami_min"])
@pytest.mark.parametrize("constraint", ["constant_baseline", "constant_baseline(varied=gold)"])
def test_metrics_adjusted_for_chance_have_a_constant_baseline(metric: str, constraint: str) -> None:
    assert cell(metric, constraint).strict.outcome == "holds"


def test_their_baseline_is_zero() -> None:
    """The mean of adjusted Rand over all 30 orders of xxyyz against the gold aabbb."""
    gold, system = "aabbb", "xxyyz"
    values = [METRICS["adjusted_rand"](gold, order) for order in set(permutations(system))]
    assert len(values) == 30
    assert sum(values) == pytest.approx(0)


@pytest.mark.parametrize(
    ("metric", "first", "second"),
    [
        # gold aab; one cluster: 1 of 3 pairs is right; clusters of 2 and 1: 1 in 3 orders is perfect, else 1 of 3 pairs
        ("rand", Fraction(1, 3), Fraction(1, 3) * 1 + Fraction(2, 3) * Fraction(1, 3)),
        # majority of one cluster 2/3; a perfect order 1, else {a b}{a} has 2/3
        ("purity", Fraction(2, 3), Fraction(1, 3) * 1 + Fraction(2, 3) * Fraction(2, 3)),
    ],
)
def test_a_metric_without_one_shows_the_two_means(metric: str, first: Fraction, second: Fraction) -> None:
    found = cell(metric, "constant_baseline")
    assert found.strict.outcome == "contradicted"
    assert found.witness is not None
    assert found.witness.gold == "{a a}{b}"
    assert found.witness.minimal
    assert found.witness.scores == {"first": str(first), "second": str(second)}
    assert from_notation(found.witness.outputs["first"]).cluster_sizes == (3,)
    assert sorted(from_notation(found.witness.outputs["second"]).cluster_sizes) == [1, 2]


def test_the_code_of_a_witness_prints_the_means(capsys: pytest.CaptureFixture[str]) -> None:
    found = cell("rand", "constant_baseline")
    assert found.witness is not None
    exec(found.witness.python, {})
    lines = dict(line.split() for line in capsys.readouterr().out.splitlines())
    assert {name: float(value) for name, value in lines.items()} == pytest.approx(
        {"first": 1 / 3, "second": 5 / 9}
    )


def test_an_adjustment_that_is_off_for_one_gold_is_found() -> None:
    def planted(gold: list[Any], system: list[Any]) -> float:
        value = METRICS["adjusted_rand"](gold, system)
        return value + (1e-3 if sorted(map(gold.count, set(gold))) == [2, 3] else 0)

    found = cell(planted, "constant_baseline(varied=gold)", reads="labels")
    assert found.strict.outcome == "contradicted"
    assert "{a a a}{b b}" in str(found.witness and found.witness.gold)
    assert cell(planted, "constant_baseline", reads="labels").strict.outcome == "holds"


def test_a_mean_fails_where_the_function_fails() -> None:
    def failing(gold: list[Any], system: list[Any]) -> float:
        if len(set(system)) == 3:
            raise ValueError("three clusters")
        return METRICS["adjusted_rand"](gold, system)

    found = cell(failing, "constant_baseline", reads="labels")
    assert found.strict.outcome == "error"
    assert "three clusters" in str(found.error)


def test_every_formula_provably_ignores_names() -> None:
    for key in ("rand", "bcubed_f", "ami_max", "dom_q0"):
        assert cell(key, "label_invariance").strict.evidence == "proof", key


def knows_a_name(gold: list[Any], system: list[Any]) -> float:
    return METRICS["purity"](gold, system) + (system.count(0) - system.count(1)) / 100


def knows_the_order(gold: list[Any], system: list[Any]) -> float:
    return METRICS["purity"](gold, system) + (gold[0] == gold[-1]) / 100


def counts_up_to_the_largest(gold: list[Any], system: list[Any]) -> float:
    return (max(gold) + 1) / len(gold)


@pytest.mark.parametrize("function", [knows_a_name, knows_the_order, counts_up_to_the_largest])
def test_a_function_that_knows_names_or_the_order_is_contradicted(function: Any) -> None:
    found = cell(function, "label_invariance", reads="labels")
    assert found.strict.outcome == "contradicted"
    assert found.witness is not None
    both = [from_notation(text) for text in found.witness.outputs.values()]
    assert both[0].table.canonical() == both[1].table.canonical()
    assert function(*both[0].read_as("labels")) != pytest.approx(function(*both[1].read_as("labels")))


def test_nothing_else_is_said_of_a_function_that_knows_names() -> None:
    found = cell(knows_a_name, "constant_baseline", reads="labels")
    assert found.strict.outcome == "error"
    assert str(found.error).startswith("DependsOnLabelNames")


def test_words_are_for_functions_that_take_them() -> None:
    def of_numbers(gold: list[Any], system: list[Any]) -> float:
        return METRICS["purity"](gold, [int(label) for label in system])

    assert cell(of_numbers, "label_invariance", reads="labels").strict.outcome == "holds"
    assert cell(of_numbers, "label_invariance(names=words)", reads="labels").strict.outcome == "error"
    assert cell("classification_accuracy", "label_invariance(names=words)").strict.outcome == "holds"


def test_organizations_have_no_means_and_no_names_of_clusters() -> None:
    embedded = {key for key in constraints("organization") if key.startswith("clustering.")}
    assert "clustering.symmetry" in embedded
    assert not {"clustering.constant_baseline", "clustering.label_invariance"} & embedded
