"""Wrong metrics of overlapping clusterings are found by the constraint that should find them."""

from __future__ import annotations

from typing import Any

import pytest

from axiometrics.checker.api import check
from axiometrics.formulas import minimum


def precision_without_multiplicity(families: Any) -> Any:
    return families.companions(lambda x, g, d: minimum(1, g) / d) / families.clustered


def precision_of_categories(families: Any) -> Any:
    return families.companions(lambda x, g, d: g / (x * d)) / families.clustered


def reliability_by_items(families: Any) -> Any:
    pairs = families.occurrence_pairs(lambda x, g, a: minimum(x, g) / (x * a))
    return pairs / families.clustered


def recall_over_clusters(families: Any) -> Any:
    return families.gold_companions(lambda x, g, h: minimum(x, g) / (g * h)) / families.cluster_occurrences


def constant(gold: Any, system: Any) -> float:
    return 0.5


def number_of_sets(gold: Any, system: Any) -> float:
    return float(len(system))


@pytest.mark.parametrize(
    ("metric", "constraint", "outcome"),
    [
        (precision_without_multiplicity, "duplicate_cluster", "blind"),
        (precision_without_multiplicity, "item_multiplicity", "blind"),
        (precision_of_categories, "reduces_to_bcubed(value=precision)", "holds"),
        (precision_of_categories, "remove_occurrence", "contradicted"),
        (reliability_by_items, "duplicate_cluster", "contradicted"),
        (reliability_by_items, "cheat_system", "contradicted"),
        (recall_over_clusters, "split_cluster", "holds"),
        (recall_over_clusters, "item_multiplicity", "contradicted"),
    ],
    ids=lambda part: getattr(part, "__name__", part),
)
def test_a_planted_formula_gets_its_verdict(metric: Any, constraint: str, outcome: str) -> None:
    row = check(metric, task="overlapping", constraints=[constraint], effort="quick", cache=False)
    assert row.cells[0].strict.outcome == outcome, row.cells[0]


@pytest.mark.parametrize("reads", ["sets", "dicts"])
def test_a_black_box_is_called_and_compared_with_plain_bcubed(reads: str) -> None:
    row = check(
        constant,
        task="overlapping",
        reads=reads,
        constraints=["homogeneity", "reduces_to_bcubed"],
        effort="quick",
        cache=False,
    )
    assert [cell.strict.outcome for cell in row.cells] == ["blind", "contradicted"]
    witness = row.cells[1].witness
    assert witness is not None
    assert float(witness.scores["overlapping"]) == 0.5
    assert float(witness.scores["plain"]) != 0.5


def test_a_black_box_that_counts_sets_fails_where_sets_are_added() -> None:
    row = check(
        number_of_sets,
        task="overlapping",
        reads="sets",
        constraints=["homogeneity", "completeness", "duplicate_cluster"],
        effort="quick",
        cache=False,
    )
    assert [cell.strict.outcome for cell in row.cells] == ["holds", "contradicted", "contradicted"]
