"""A minimal witness is minimal: no smaller case of raw label vectors fails, and the sweep misses none of them."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from raw_cases import RawCase, raw_cases

from axiometrics.axioms import CONSTRAINTS
from axiometrics.checker.api import explain
from axiometrics.checker.search import search
from axiometrics.checker.sources.trusted import TrustedSource
from axiometrics.checker.sweep import sweep_cases
from axiometrics.metrics import metrics
from axiometrics.tasks.clustering import Table

CELLS = [
    ("purity", "completeness"), ("inverse_purity", "homogeneity"), ("f_purity", "completeness"),
    ("f_measure", "completeness"),
    ("pair_precision", "homogeneity"), ("pair_precision", "completeness"), ("jaccard", "homogeneity"),
    ("fowlkes_mallows", "homogeneity"), ("adjusted_rand", "completeness"),
    ("nmi_min", "homogeneity"), ("nmi_max", "completeness"),
    ("v_measure", "completeness"), ("completeness_score", "homogeneity"),
    ("edit_distance", "homogeneity"), ("bcubed_recall", "homogeneity"), ("bcubed_precision", "completeness"),
    ("ami_max", "homogeneity"),
    ("classification_accuracy", "homogeneity"), ("classification_accuracy", "completeness"),
    ("rand", "rag_bag"), ("purity", "rag_bag"), ("entropy", "rag_bag"),
    ("classification_accuracy", "rag_bag"), ("ami_sqrt", "rag_bag"),
]  # fmt: skip
HOLDING = [
    ("bcubed_f", "homogeneity"),
    ("bcubed_f", "completeness"),
    ("bcubed_f", "rag_bag"),
    ("purity", "homogeneity"),
    ("variation_of_information", "completeness"),
    ("f_measure", "rag_bag"),
]


def margin(metric: Any, case: RawCase) -> float:
    gap = metric(list(case.gold), list(case.better)) - metric(list(case.gold), list(case.worse))
    return -gap if metric.orientation == "error" else gap


def sign(metric: Any, case: RawCase) -> int:
    gap = margin(metric, case)
    return 0 if abs(gap) < 1e-10 else 1 if gap > 0 else -1


@pytest.mark.parametrize(("metric", "constraint"), CELLS)
def test_no_smaller_case_of_raw_label_vectors_fails(metric: str, constraint: str) -> None:
    cell = explain(metric, constraint, "clustering", effort="quick", cache=False)
    assert cell.witness is not None
    assert cell.witness.minimal
    wanted = 0 if cell.strict.outcome == "blind" else -1
    score = metrics("clustering")[metric]
    failing = [case for case in raw_cases(constraint, 5) if sign(score, case) == wanted]
    tables = {name: Table.from_notation(text) for name, text in cell.witness.outputs.items()}
    clusters = sum(len(table.cluster_sizes) for table in tables.values())
    shown = tables["worse"].items, clusters, len(tables["worse"].category_sizes)
    assert cell.witness.size == shown[0] <= 5
    assert min(case.size for case in failing) == shown


@pytest.mark.parametrize(("metric", "constraint"), HOLDING)
def test_where_a_cell_holds_no_case_of_raw_label_vectors_fails(metric: str, constraint: str) -> None:
    cell = explain(metric, constraint, "clustering", effort="quick", cache=False)
    assert cell.strict.outcome == "holds"
    score = metrics("clustering")[metric]
    assert all(sign(score, case) > 0 for case in raw_cases(constraint, 5))


def form(*sides: tuple[Any, Any]) -> Any:
    """(gold, system) of each output, up to the order of items and the names of clusters and categories."""
    names = sorted(set(sides[0][0]))
    forms = []
    for order in permutations(range(len(names))):
        number = dict(zip(names, order, strict=True))
        forms.append(tuple(tuple(sorted(_clusters(gold, system, number))) for gold, system in sides))
    return min(forms)


def _clusters(gold: Any, system: Any, number: dict[int, int]) -> list[tuple[int, ...]]:
    pairs = list(zip(gold, system, strict=True))
    return [tuple(sorted(number[g] for g, c in pairs if c == cluster)) for cluster in set(system)]


@pytest.mark.parametrize(("constraint", "most"), [("homogeneity", 4), ("completeness", 4), ("rag_bag", 5)])
def test_the_sweep_has_every_case_of_raw_label_vectors_and_no_other(constraint: str, most: int) -> None:
    swept = sweep_cases(CONSTRAINTS.get(constraint, "clustering"), most)
    found = set()
    for index in range(len(swept)):
        tables = swept.case(index).outputs
        if tables["worse"].items <= most:
            found.add(form(tables["worse"].to_labels(), tables["better"].to_labels()))
    meant = {form((case.gold, case.worse), (case.gold, case.better)) for case in raw_cases(constraint, most)}
    assert found == meant


@pytest.mark.parametrize(
    ("metric", "constraint"),
    [
        ("purity", "completeness"),
        ("inverse_purity", "homogeneity"),
        ("pair_precision", "completeness"),
        ("edit_distance", "homogeneity"),
        ("rand", "rag_bag"),
    ],
)
def test_the_search_shrinks_to_a_case_that_fails_too(metric: str, constraint: str) -> None:
    """With no sweep to speak of, the search still finds the tie or inversion, and says that it is not certified."""
    record = metrics("clustering")[metric]
    demanded = CONSTRAINTS.get(constraint, "clustering")
    source = TrustedSource(record)
    found = search(record, demanded, source, lambda value: value <= 0, 200, 0)
    assert found.found is not None
    assert source.sign(demanded, found.found.outputs) <= 0
    assert 0 < found.applicable <= found.cases
    again = search(record, demanded, source, lambda value: value <= 0, 200, 0)
    assert again.found.outputs == found.found.outputs
    assert (again.cases, again.applicable) == (found.cases, found.applicable)
